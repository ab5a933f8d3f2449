/* Outfile: a file of another name takes the place of the old one when it is complete.  What is no
   plain file, such as a pipe, is written to. */

#include "outfile.h"

#include <errno.h>
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

bool outfile_open (struct outfile *f, const char *name)
{
  struct stat s;
  *f = (struct outfile){.name = name};
  if (!stat (name, &s) && !S_ISREG (s.st_mode)) {
    f->out = fopen (name, "w");
    return f->out || cannot_write (name);
  }
  f->temporary = concat (name, ".XXXXXX", NULL);
  int fd = mkstemp (f->temporary);
  f->out = fd >= 0 ? fdopen (fd, "w") : NULL;
  if (f->out)
    return true;
  cannot_write (name);
  free (f->temporary);
  return false;
}

bool outfile_close (struct outfile *f)
{
  bool good = !ferror (f->out);
  if (f->temporary) {
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
  free (f->temporary);
  return good;
}
