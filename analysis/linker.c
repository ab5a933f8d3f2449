/* racecheck-ld.so: the analysis as a plugin of ld.bfd and gold.

     gcc -specs=racecheck.specs ...      puts it there: -plugin racecheck-ld.so

   The linker tells it of each object, archive member and shared library that becomes part of the
   program.  It takes none of them over; when all are known a child process analyses their facts,
   while the linker goes on, and at the end of the link the findings are printed.  With -Werror=race
   the linker has to wait, because races then are errors of the link, which leaves no program.

   Nothing is printed when there is nothing to tell, nothing is analysed when the output is an
   object (ld -r) or, unless --entry is given, a shared library: that is seen again in the programs
   that are linked with it.  Whatever goes wrong in the analysis is one line, and the link goes on.

   Options are those of the command, as -plugin-opt=OPTION and in the environment variable
   RACECHECK_OPTIONS.  GCC tells its own options in another one; it must not pass on any, because
   lld, where it is called `ld', ignores plugins but refuses to link with options for them. */

#include "driver.h"
#include "formats.h"
#include "intern.h"
#include "isolate.h"

#include <elf.h>
#include <fcntl.h>
#include <plugin-api.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

struct input {
  char *name;
  off_t offset, size;
};

static struct {
  ld_plugin_message message;
  char *name; /* of the program */
  int output; /* enum ld_plugin_output_file_type */
  VEC (struct input) inputs;
  VEC (char *) arguments;
  struct options options;
  bool usable, running;
  struct isolated analysis;
} linker;

enum { STATUS_RACES = 1 };

/* In the child */

static void ignore_problem (void *context, const char *message)
{
  (void)context, (void)message;
}

static void print_problem (void *context, const char *message)
{
  (void)context;
  fprintf (stderr, "racecheck: warning: %s\n", message);
}

/* What comes with the compiler and the system has no facts, which is no news. */
static bool is_of_system (const char *name)
{
  static const char *const folders[] = {"/lib", "/usr/lib"};
  char *path = lrealpath (name);
  bool is = false;
  for (unsigned i = 0; i < sizeof folders / sizeof *folders; i++)
    is |= !strncmp (path, folders[i], strlen (folders[i]));
  free (path);
  return is;
}

/* Linkers read scripts too. */
static bool is_elf (int fd, off_t offset)
{
  char magic[SELFMAG];
  return pread (fd, magic, SELFMAG, offset) == SELFMAG && !memcmp (magic, ELFMAG, SELFMAG);
}

/* Whether the linker has shown the same bytes before: libraries may be named several times. */
static bool is_again (struct strings *seen, const struct input *in)
{
  struct text key = {0};
  uint32_t before = strings_count (seen);
  text_printf (&key, "%lld %s", (long long)in->offset, in->name);
  strings_intern (seen, text_of (&key));
  text_free (&key);
  return strings_count (seen) == before;
}

static void read_input (struct objfiles *files, const struct input *in)
{
  size_t before = files->n;
  int fd = open (in->name, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return;
  bool system = is_of_system (in->name);
  if (is_elf (fd, in->offset))
    objfiles_add_fd (files, in->name, fd, in->offset, (size_t)in->size,
                     system ? ignore_problem : print_problem, NULL);
  close (fd);
  if (system && files->n > before && !files->v[before].facts)
    objfiles_drop (files, before);
}

struct link {
  struct choice choice;
  uint32_t shown; /* findings */
};

static void print_findings (void *context, const struct findings *findings)
{
  struct link *l = context;
  report_write (findings, &linker.options.report, &l->choice, &l->shown);
}

static int analyse (void *context)
{
  (void)context;
  struct objfiles files = {0};
  struct link link = {0};
  if (!choice_init (&link.choice, &linker.options.choice))
    return 0;
  struct driver driver = {.options = &linker.options, .use = print_findings, .context = &link};
  struct strings seen = {0};
  for (uint32_t i = 0; i < linker.inputs.n; i++)
    if (!is_again (&seen, &linker.inputs.v[i]))
      read_input (&files, &linker.inputs.v[i]);
  strings_free (&seen);
  driver_run (&driver, &files);
  return link.shown ? STATUS_RACES : 0;
}

/* In the linker */

static void tell_problem (const char *what)
{
  fprintf (stderr, "racecheck: error: %s; the link goes on\n", what);
}

/* -Werror=race, as racecheck.specs writes it. */
static bool gcc_wants_errors (void)
{
  const char *given = getenv ("COLLECT_GCC_OPTIONS");
  return given && strstr (given, "'-fplugin-arg-racecheck-Werror");
}

static void read_options (void)
{
  if (gcc_wants_errors ())
    vec_push (&linker.arguments, xstrdup ("--Werror=race"));
  linker.usable =
      options_read_in_build (&linker.options, (int)linker.arguments.n, linker.arguments.v);
  if (!linker.usable)
    tell_problem ("no analysis");
  linker.options.report.program = linker.name;
  struct colours colours; /* as here, though the child writes to a pipe */
  colours_find (&colours, linker.options.report.colour, stderr);
  linker.options.report.colour = colours.on ? COLOUR_ALWAYS : COLOUR_NEVER;
}

static bool is_wanted (void)
{
  if (linker.output == LDPO_REL || (linker.output == LDPO_DYN && !linker.options.n_entries))
    return false;
  return linker.usable && !linker.options.done;
}

/* Prints what the child printed.  Its exit status, or -1 after a message. */
static int finish (void)
{
  struct text out = {0}, why = {0};
  linker.running = false;
  int status = isolate_finish (&linker.analysis, &out, &why);
  if (status >= 0) {
    fwrite (text_of (&out), 1, out.n, stderr);
  } else {
    char *message = text_format ("the analysis was %s", text_of (&why));
    tell_problem (message);
    free (message);
  }
  text_free (&out);
  text_free (&why);
  return status;
}

static enum ld_plugin_status on_file (const struct ld_plugin_input_file *file, int *claimed)
{
  struct input in = {xstrdup (file->name), file->offset, file->filesize};
  vec_push (&linker.inputs, in);
  *claimed = 0;
  return LDPS_OK;
}

static enum ld_plugin_status on_all_files (void)
{
  read_options ();
  if (!is_wanted ())
    return LDPS_OK;
  linker.running = isolate_start (&linker.analysis, analyse, NULL);
  if (!linker.running)
    tell_problem ("no analysis: there can be no other process");
  else if (linker.options.report.werror && finish () == STATUS_RACES)
    linker.message (LDPL_ERROR, "racecheck: the program has data races [-Werror=race]");
  return LDPS_OK;
}

static enum ld_plugin_status on_end (void)
{
  if (linker.running)
    finish ();
  return LDPS_OK;
}

enum ld_plugin_status onload (struct ld_plugin_tv *);

enum ld_plugin_status onload (struct ld_plugin_tv *tv)
{
  vec_push (&linker.arguments, xstrdup ("racecheck"));
  for (; tv->tv_tag != LDPT_NULL; tv++)
    switch (tv->tv_tag) {
    case LDPT_OPTION:
      vec_push (&linker.arguments, xstrdup (tv->tv_u.tv_string));
      break;
    case LDPT_OUTPUT_NAME:
      linker.name = xstrdup (tv->tv_u.tv_string);
      break;
    case LDPT_LINKER_OUTPUT:
      linker.output = tv->tv_u.tv_val;
      break;
    case LDPT_MESSAGE:
      linker.message = tv->tv_u.tv_message;
      break;
    case LDPT_REGISTER_CLAIM_FILE_HOOK:
      tv->tv_u.tv_register_claim_file (on_file);
      break;
    case LDPT_REGISTER_ALL_SYMBOLS_READ_HOOK:
      tv->tv_u.tv_register_all_symbols_read (on_all_files);
      break;
    case LDPT_REGISTER_CLEANUP_HOOK:
      tv->tv_u.tv_register_cleanup (on_end);
      break;
    default:
      break;
    }
  return LDPS_OK;
}
