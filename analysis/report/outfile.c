/* Outfile: a new file takes the place of the old one when it is complete.  Until then it has no
   name, where that is possible, so that nothing is left of it if we are ended.  What is no plain
   file, such as a pipe, is written to. */

#include "outfile.h"
#include "unfinished.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

static bool cannot_write (const char *file)
{
  fprintf (stderr, "racecheck: error: cannot write %s: %s\n", file, strerror (errno));
  return false;
}

/* A file in the directory of NAME that has no name; -1 if there is no such thing. */
static int open_nameless (const char *name)
{
  const char *slash = strrchr (name, '/');
  char *directory = slash ? xstrndup (name, (size_t)(slash - name) + 1) : xstrdup (".");
  int fd = open (directory, O_TMPFILE | O_WRONLY | O_CLOEXEC, 0666);
  free (directory);
  return fd;
}

static bool give_name (int fd, const char *name)
{
  char self[64];
  snprintf (self, sizeof self, "/proc/self/fd/%d", fd);
  return !linkat (AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
}

bool outfile_open (struct outfile *f, const char *name)
{
  struct stat s;
  *f = (struct outfile){.name = name};
  if (!stat (name, &s) && !S_ISREG (s.st_mode)) {
    f->out = fopen (name, "w");
    return f->out || cannot_write (name);
  }
  f->temporary = concat (name, ".XXXXXX", NULL);
  int fd = open_nameless (name);
  f->nameless = fd >= 0;
  if (!f->nameless)
    fd = mkstemp (f->temporary);
  f->out = fd >= 0 ? fdopen (fd, "w") : NULL;
  if (f->out) {
    unfinished_add (f->temporary);
    return true;
  }
  cannot_write (name);
  free (f->temporary);
  return false;
}

bool outfile_close (struct outfile *f)
{
  bool good = !fflush (f->out) && !ferror (f->out);
  if (f->temporary && f->nameless) {
    /* mkstemp finds a name that is free, under which ours comes into the directory. */
    int other = mkstemp (f->temporary);
    good = good && other >= 0 && !close (other) && !unlink (f->temporary) &&
           give_name (fileno (f->out), f->temporary);
  } else if (f->temporary) {
    mode_t mask = umask (0);
    umask (mask);
    good = good && !fchmod (fileno (f->out), 0666 & ~mask);
  }
  good = !fclose (f->out) && good;
  good = good && (!f->temporary || !rename (f->temporary, f->name));
  if (!good)
    cannot_write (f->name);
  if (!good && f->temporary)
    unlink (f->temporary);
  if (f->temporary)
    unfinished_remove ();
  free (f->temporary);
  return good;
}
