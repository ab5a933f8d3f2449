/* Attributes.  __attribute__ ((racecheck ("name", "argument", ...))) is always known: its arguments
   are strings, so every form parses.  Clang's own names are registered only on request, because
   code that asks __has_attribute (guarded_by) would then use them with arguments that GCC cannot
   parse, such as &s->lock, and no longer compile. */

#include "extract.h"

static const char *const clang_names[] = {
#define ATTRIBUTE(name) name,
#include "attributes.def"
};

static bool (*next_takes_identifier) (const_tree);

bool attributes_is_clang_name (const char *name)
{
  for (unsigned i = 0; i < ARRAY_SIZE (clang_names); i++)
    if (!strcmp (name, clang_names[i]))
      return true;
  return false;
}

/* Keeps every attribute; what it says is judged at the link. */
static tree keep (tree *, tree, tree, int, bool *)
{
  return NULL_TREE;
}

static void register_one (const char *name, int min, int max)
{
  attribute_spec spec = {name, min, max, false, false, false, false, keep, NULL};
  attribute_spec *kept = XNEW (attribute_spec);
  *kept = spec;
  register_attribute (kept);
}

static bool takes_identifier (const_tree name)
{
  return attributes_is_clang_name (IDENTIFIER_POINTER (name))
         || (next_takes_identifier && next_takes_identifier (name));
}

void attributes_register (bool clang)
{
  register_one ("racecheck", 1, -1);
  if (!clang)
    return;
  for (unsigned i = 0; i < ARRAY_SIZE (clang_names); i++)
    register_one (clang_names[i], 0, -1);
  /* `guarded_by (lock)' may name a member that is declared later. */
  next_takes_identifier = targetm.attribute_takes_identifier_p;
  targetm.attribute_takes_identifier_p = takes_identifier;
}
