/* Globs: the last star is tried again with more text when what follows it does not fit. */

#include "glob.h"

#include <string.h>

/* TO is the end of the text. */
static bool matches (const char *pattern, const char *text, const char *to)
{
  const char *star = NULL, *again = NULL;
  while (text < to) {
    if (*pattern == '*') {
      star = ++pattern;
      again = text;
    } else if (*pattern == *text || *pattern == '?') {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++again;
    } else {
      return false;
    }
  }
  pattern += strspn (pattern, "*");
  return !*pattern;
}

bool glob_matches (const char *pattern, const char *text)
{
  return matches (pattern, text, text + strlen (text));
}

bool glob_matches_path (const char *pattern, const char *path)
{
  char directory[4096];
  const char *last = strrchr (path, '/');
  size_t n = strlen (pattern);
  while (n > 1 && pattern[n - 1] == '/')
    n--;
  if (!strncmp (pattern, "./", 2))
    pattern += 2, n -= 2;
  if (!n || n >= sizeof directory)
    return n == 0; /* `./' is everything */
  memcpy (directory, pattern, n);
  directory[n] = 0;
  if (glob_matches (directory, path) || (!strcmp (directory, ".") && *path != '/'))
    return true;
  if (last && !strchr (directory, '/') && glob_matches (directory, last + 1))
    return true;
  for (const char *slash = strchr (path, '/'); slash; slash = strchr (slash + 1, '/'))
    if (matches (directory, path, slash))
      return true;
  return false;
}
