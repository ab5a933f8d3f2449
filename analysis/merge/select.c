/* Select: which objects take part.  A linker takes a member of an archive only if it defines
   something that is still undefined; so does the analysis, or it would report races of code that is
   not in the program.  Archives are searched together until nothing more is pulled in, as between
   --start-group and --end-group: the order on the command line of the analysis is nobody's promise.

   Archives alone, with no object beside them, are a library: all of it takes part. */

#include "select.h"
#include "intern.h"
#include "vec.h"

#include <string.h>

struct selection {
  const struct objfiles *files;
  bool *chosen;
  struct strings names;
  vec_u32 definer;                  /* by name: 1 + the first member that defines it */
  vec_u32 wanted;                   /* names that are undefined and may pull something in */
  VEC (bool) is_wanted, is_defined; /* by name: it is in `wanted'; by something chosen */
};

static uint32_t name_of (struct selection *s, const char *text)
{
  uint32_t name = strings_intern (&s->names, text);
  while (s->definer.n <= name) {
    vec_push (&s->definer, 0);
    vec_push (&s->is_wanted, false);
    vec_push (&s->is_defined, false);
  }
  return name;
}

static bool defines (const struct objsym *y)
{
  return y->state == OBJSYM_DEFINED || y->state == OBJSYM_WEAK_DEFINED || y->state == OBJSYM_COMMON;
}

static void choose (struct selection *s, size_t object)
{
  const struct objfile *o = &s->files->v[object];
  s->chosen[object] = true;
  for (size_t i = 0; i < o->n_symbols; i++) {
    uint32_t name = name_of (s, o->symbols[i].name);
    if (defines (&o->symbols[i])) {
      s->is_defined.v[name] = true;
    } else if (o->symbols[i].state == OBJSYM_UNDEFINED && !s->is_wanted.v[name]) {
      s->is_wanted.v[name] = true;
      vec_push (&s->wanted, name);
    }
  }
}

static void index_members (struct selection *s)
{
  for (size_t i = 0; i < s->files->n; i++) {
    const struct objfile *o = &s->files->v[i];
    for (size_t k = 0; o->archive >= 0 && k < o->n_symbols; k++)
      if (defines (&o->symbols[k])) {
        uint32_t name = name_of (s, o->symbols[k].name);
        if (!s->definer.v[name])
          s->definer.v[name] = (uint32_t)i + 1;
      }
  }
}

bool *select_objects (struct arena *arena, const struct objfiles *files)
{
  struct selection s = {.files = files, .chosen = ARENA_ARRAY (arena, files->n + 1, bool)};
  bool any = false;
  for (size_t i = 0; i < files->n; i++)
    any |= files->v[i].archive < 0;
  index_members (&s);
  for (size_t i = 0; i < files->n; i++)
    if (!any || files->v[i].archive < 0)
      choose (&s, i);
  for (uint32_t i = 0; i < s.wanted.n; i++) {
    uint32_t member = s.definer.v[s.wanted.v[i]];
    if (member && !s.is_defined.v[s.wanted.v[i]] && !s.chosen[member - 1])
      choose (&s, member - 1);
  }
  strings_free (&s.names);
  vec_free (&s.definer);
  vec_free (&s.wanted);
  vec_free (&s.is_wanted);
  vec_free (&s.is_defined);
  return s.chosen;
}
