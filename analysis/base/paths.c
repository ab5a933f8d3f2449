/* Paths: a name in the facts is relative to the directory in which its unit was compiled. */

#include "paths.h"
#include "events.h"
#include "text.h"

#include <string.h>
#include <unistd.h>

/* Takes the last name off the text from START on; false if that is no name. */
static bool go_up (struct text *out, size_t start)
{
  size_t n = out->n;
  while (n > start && out->v[n - 1] != '/')
    n--;
  if (n == out->n || !strcmp (out->v + n, ".."))
    return false;
  out->n = n > start + 1 || (n > start && out->v[start] != '/') ? n - 1 : n;
  out->v[out->n] = 0;
  return true;
}

void path_normalise (const char *path, struct text *out)
{
  size_t start = out->n;
  bool absolute = *path == '/';
  text_add (out, absolute ? "/" : "");
  while (*path) {
    size_t n = strcspn (path, "/");
    bool up = n == 2 && path[0] == '.' && path[1] == '.';
    if (n && !(n == 1 && *path == '.') && !(up && (go_up (out, start) || absolute))) {
      if (out->n > start && out->v[out->n - 1] != '/')
        text_add (out, "/");
      text_add_n (out, path, n);
    }
    path += n;
    path += strspn (path, "/");
  }
  if (out->n == start)
    text_add (out, ".");
}

void paths_init (struct paths *p, const char *root)
{
  struct text t = {0};
  char *here = getcwd (NULL, 0);
  char *full = root && *root == '/' ? xstrdup (root)
                                    : concat (here ? here : "/", "/", root ? root : "", NULL);
  *p = (struct paths){0};
  path_normalise (full, &t);
  if (t.n == 1)
    text_clear (&t); /* everything is below / */
  p->root = xstrdup (text_of (&t));
  text_free (&t);
  free (full);
  free (here);
}

const char *paths_of (struct paths *p, const struct place *at)
{
  const char *file = place_file (at);
  const char *directory =
      at->unit && at->unit->r.directory ? at->unit->strings[at->unit->r.directory] : "";
  struct text t = {0};
  size_t n = strlen (p->root);
  if (!*file)
    return "";
  char *full = *file == '/' || !*directory ? xstrdup (file) : concat (directory, "/", file, NULL);
  path_normalise (full, &t);
  bool below = !strncmp (t.v, p->root, n) && t.v[n] == '/' && t.v[n + 1];
  uint32_t id = strings_intern (&p->names, t.v + (below ? n + 1 : 0));
  free (full);
  text_free (&t);
  return strings_text (&p->names, id);
}

void paths_free (struct paths *p)
{
  free (p->root);
  strings_free (&p->names);
}
