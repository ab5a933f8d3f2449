/* Options: one table (options.def) for the parser and the help. */

#include "options.h"
#include "formats.h"
#include "proofs.h"
#include "rules.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

static const struct {
  const char *name;
  enum dump_stage stage;
} dump_stages[] = {
    {"facts", DUMP_FACTS},       {"accesses", DUMP_ACCESSES},   {"program", DUMP_PROGRAM},
    {"models", DUMP_MODELS},     {"pointers", DUMP_POINTERS},   {"calls", DUMP_CALLS},
    {"shared", DUMP_SHARED},     {"summaries", DUMP_SUMMARIES}, {"threads", DUMP_THREADS},
    {"parallel", DUMP_PARALLEL}, {"locks", DUMP_LOCKS},         {"correlations", DUMP_CORRELATIONS},
    {"verdicts", DUMP_VERDICTS}};

static bool set_dump (struct options *o, const char *value)
{
  for (size_t i = 0; i < sizeof dump_stages / sizeof dump_stages[0]; i++)
    if (!strcmp (value, dump_stages[i].name)) {
      o->dump = dump_stages[i].stage;
      return true;
    }
  fprintf (stderr, "racecheck: error: unknown stage '%s'; stages are", value);
  for (size_t i = 0; i < sizeof dump_stages / sizeof dump_stages[0]; i++)
    fprintf (stderr, "%s %s", i ? "," : "", dump_stages[i].name);
  fprintf (stderr, "\n");
  return false;
}

static bool read_number (const char *value, uint64_t most, const char *of_what, uint64_t *n)
{
  char *end;
  *n = strtoul (value, &end, 10);
  if (*value >= '0' && *value <= '9' && !*end && *n <= most)
    return true;
  fprintf (stderr, "racecheck: error: '%s' is not a number %s\n", value, of_what);
  return false;
}

static bool add_models (struct options *o, const char *value)
{
  o->models[o->n_models++] = value;
  return true;
}

static bool add_entry (struct options *o, const char *value)
{
  o->entries[o->n_entries++] = value;
  return true;
}

static bool set_name (struct options *o, const char *value)
{
  o->report.program = value;
  return true;
}

static bool set_each (struct options *o, const char *value)
{
  (void)value;
  return o->each = true;
}

static bool set_jobs (struct options *o, const char *value)
{
  uint64_t n;
  bool is = read_number (value, 4096, "of programs", &n);
  o->jobs = is ? (uint32_t)n : 0;
  return is;
}

static bool set_self_check (struct options *o, const char *value)
{
  (void)value;
  return o->self_check = true;
}

static bool set_brief (struct options *o, const char *value)
{
  (void)value;
  return o->report.brief = true;
}

static bool add_doubt (struct options *o, const char *value)
{
  static const struct {
    const char *name;
    uint8_t proof;
  } all[] = {
#define ASSUMPTION(enumerator, name, proof, what) {name, proof},
#include "assume.def"
  };
  for (unsigned i = 0; i < N_ASSUMPTIONS; i++)
    if (!strcmp (value, all[i].name)) {
      o->doubted |= assumption_bit (i);
      o->without |= all[i].proof < N_PROOFS ? proof_bit (all[i].proof) : 0;
      return true;
    }
  fprintf (stderr, "racecheck: error: unknown assumption '%s'; there are", value);
  for (unsigned i = 0; i < N_ASSUMPTIONS; i++)
    fprintf (stderr, "%s %s", i ? "," : "", all[i].name);
  fprintf (stderr, "\n");
  return false;
}

static bool set_trust_volatile (struct options *o, const char *value)
{
  (void)value;
  return o->trust_volatile = true;
}

static bool add_without (struct options *o, const char *value)
{
  enum proof k = proof_find (value);
  struct text all = {0};
  if (k < N_PROOFS) {
    o->without |= proof_bit (k);
    return true;
  }
  proofs_list (UINT32_MAX, &all);
  fprintf (stderr, "racecheck: error: unknown proof '%s'; there are %s\n", value, text_of (&all));
  text_free (&all);
  return false;
}

static bool set_stats (struct options *o, const char *value)
{
  (void)value;
  return o->stats = true;
}

static bool set_max (struct options *o, const char *value)
{
  uint64_t n;
  bool is = read_number (value, UINT32_MAX, "of findings", &n);
  o->report.max = is ? (uint32_t)n : 0;
  return is;
}

static bool set_timeout (struct options *o, const char *value)
{
  uint64_t n;
  bool is = read_number (value, UINT32_MAX / 8, "of seconds", &n);
  o->limits.seconds = is ? (uint32_t)n : 0;
  return is;
}

static bool set_memory (struct options *o, const char *value)
{
  return read_number (value, UINT64_C (1) << 40, "of megabytes", &o->limits.megabytes);
}

/* FORMAT or FORMAT:FILE; standard output takes one. */
static bool add_output (struct options *o, const char *value)
{
  const char *colon = strchr (value, ':');
  size_t n = colon ? (size_t)(colon - value) : strlen (value);
  const char *file = colon && strcmp (colon + 1, "-") ? colon + 1 : NULL;
  const struct format *format = format_find (value, n);
  if (!format) {
    fprintf (stderr, "racecheck: error: unknown format '%.*s'; formats are ", (int)n, value);
    formats_list (stderr);
    fprintf (stderr, "\n");
    return false;
  }
  if (file && !*file) {
    fprintf (stderr, "racecheck: error: '--output=%s' names no file\n", value);
    return false;
  }
  for (size_t i = 0; i < o->report.n_outputs; i++)
    if (!file && !o->report.outputs[i].file) {
      fprintf (stderr, "racecheck: error: only one output can go to standard output\n");
      return false;
    }
  o->report.outputs[o->report.n_outputs++] = (struct output){format, file};
  return true;
}

static bool set_root (struct options *o, const char *value)
{
  o->report.root = o->hiding.root = value;
  return true;
}

static bool add_only (struct options *o, const char *value)
{
  o->hiding.only[o->hiding.n_only++] = value;
  return true;
}

static bool add_exclude (struct options *o, const char *value)
{
  o->hiding.exclude[o->hiding.n_exclude++] = value;
  return true;
}

static bool add_suppressions (struct options *o, const char *value)
{
  o->choice.suppressions[o->choice.n_suppressions++] = value;
  return true;
}

static bool set_baseline (struct options *o, const char *value)
{
  o->choice.baseline = value;
  return true;
}

static bool set_write_baseline (struct options *o, const char *value)
{
  o->choice.write_baseline = value;
  return true;
}

static bool set_diff (struct options *o, const char *value)
{
  (void)value;
  return o->diff = true;
}

static bool set_colour (struct options *o, const char *value)
{
  static const char *const names[] = {"auto", "always", "never"};
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
    if (!strcmp (value, names[i])) {
      o->report.colour = (enum colour_when)i;
      return true;
    }
  fprintf (stderr, "racecheck: error: '%s' is not one of auto, always, never\n", value);
  return false;
}

static bool set_werror (struct options *o, const char *value)
{
  if (value && strcmp (value, "race")) {
    fprintf (stderr, "racecheck: error: unknown warning '%s'; there is 'race'\n", value);
    return false;
  }
  return o->report.werror = true;
}

static bool set_show_suppressed (struct options *o, const char *value)
{
  (void)value;
  return o->report.show_suppressed = true;
}

static bool set_full (struct options *o, const char *value)
{
  (void)value;
  return o->report.full = true;
}

static bool clear_caret (struct options *o, const char *value)
{
  (void)value;
  o->report.caret = false;
  return true;
}

static bool set_explain (struct options *o, const char *value)
{
  o->explain = value;
  return true;
}

static bool show_version (struct options *o, const char *value)
{
  (void)value;
  printf ("racecheck %s\n", RACECHECK_VERSION);
  return o->done = true;
}

static bool show_help (struct options *, const char *);

static const struct option_row {
  const char *name, *argument;
  bool (*handle) (struct options *, const char *value);
  const char *help;
} rows[] = {
#define OPTION(name, argument, handler, help) {name, argument, handler, help},
#include "options.def"
};
enum { N_ROWS = sizeof rows / sizeof rows[0] };

static bool show_help (struct options *o, const char *value)
{
  (void)value;
  printf ("Usage: racecheck [OPTION]... FILE...\n"
          "Finds data races in a program whose objects were compiled with -fplugin=racecheck.so.\n"
          "FILE is a program, a shared library, objects and archives, or - for standard input;\n"
          "@FILE stands for the arguments in FILE.\n\n");
  for (int i = 0; i < N_ROWS; i++) {
    char *left = text_format ("--%s%s%s", rows[i].name, rows[i].argument ? "=" : "",
                              rows[i].argument ? rows[i].argument : "");
    printf ("  %-24s %s\n", left, rows[i].help);
    free (left);
  }
  printf (
      "\nRules, which -Wrace-NAME and -Wno-race-NAME turn on and off, and -Wrace-all all on:\n");
  for (int i = 0; i < N_RULES; i++)
    printf ("  -W%-22s %s%s\n", rules[i].option, rules[i].brief, rules[i].on ? "" : " (off)");
  printf ("\nExit status: 0; 1 with -Werror=race if there are races; 2 if the command line is "
          "wrong or\n"
          "nothing could be read.\n");
  return o->done = true;
}

/* `Wrace-NAME', `Wno-race-NAME' and `Wrace-all'; *KNOWN: whether it is one of those. */
static bool read_rule (struct options *o, const char *name, bool *known)
{
  bool off = !strncmp (name, "Wno-race", 8);
  const char *rule = name + (off ? 4 : 1);
  *known = off || !strncmp (name, "Wrace", 5);
  uint32_t set = !strcmp (rule, "race-all") ? (rule_bit (N_RULES) - 1) : 0;
  for (unsigned i = 0; *known && i < N_RULES; i++)
    if (!strcmp (rules[i].option, rule))
      set = rule_bit (i);
  o->rules = off ? o->rules & ~set : o->rules | set;
  if (*known && !set)
    fprintf (stderr, "racecheck: error: unknown rule '%s'; see racecheck --help\n", rule);
  return set;
}

/* "--name" or "--name=value"; one dash does as well. */
static bool read_option (struct options *o, const char *text)
{
  const char *name = text + (text[1] == '-' ? 2 : 1), *equals = strchr (name, '=');
  size_t length = equals ? (size_t)(equals - name) : strlen (name);
  for (int i = 0; i < N_ROWS; i++) {
    if (strlen (rows[i].name) != length || strncmp (rows[i].name, name, length))
      continue;
    if (!rows[i].argument == !equals)
      return rows[i].handle (o, equals ? equals + 1 : NULL);
    fprintf (stderr, "racecheck: error: option '--%s' %s\n", rows[i].name,
             equals ? "takes no argument" : "needs an argument");
    return false;
  }
  bool is_rule, fine = read_rule (o, name, &is_rule);
  if (!is_rule)
    fprintf (stderr, "racecheck: error: unknown option '%s'; see racecheck --help\n", text);
  return fine;
}

bool options_read (struct options *o, int argc, char **argv)
{
  *o = (struct options){.report = {.caret = true}, .rules = rules_default ()};
  char **given = argv;
  expandargv (&argc, &argv);
  if (argv != given)
    o->expanded = argv;
  o->files = xcalloc ((size_t)argc + 1, sizeof *o->files);
  o->models = xcalloc ((size_t)argc + 1, sizeof *o->models);
  o->entries = xcalloc ((size_t)argc + 1, sizeof *o->entries);
  o->report.outputs = xcalloc ((size_t)argc + 1, sizeof *o->report.outputs);
  o->hiding.only = xcalloc ((size_t)argc + 1, sizeof *o->hiding.only);
  o->hiding.exclude = xcalloc ((size_t)argc + 1, sizeof *o->hiding.exclude);
  o->choice.suppressions = xcalloc ((size_t)argc + 1, sizeof *o->choice.suppressions);
  bool only_files = false;
  for (int i = 1; i < argc; i++) {
    if (!only_files && !strcmp (argv[i], "--"))
      only_files = true;
    else if (only_files || argv[i][0] != '-' || !argv[i][1])
      o->files[o->n_files++] = argv[i];
    else if (!read_option (o, argv[i]))
      return false;
    if (o->done)
      return true;
  }
  if (o->diff && o->n_files != 2) {
    fprintf (stderr, "racecheck: error: --diff compares two files\n");
    return false;
  }
  return true;
}

bool options_read_in_build (struct options *o, int argc, char **argv)
{
  const char *environment = getenv ("RACECHECK_OPTIONS");
  char **more = environment ? buildargv (environment) : NULL;
  char **all = XCNEWVEC (char *, (size_t)(argc + countargv (more)) + 2);
  int n = 0;
  while (n < argc) {
    all[n] = xstrdup (argv[n]);
    n++;
  }
  all[n++] = xstrdup ("--brief");
  for (char **a = more; a && *a; a++)
    all[n++] = xstrdup (*a);
  freeargv (more);
  bool fine = options_read (o, n, all);
  if (o->expanded)
    freeargv (all);
  else
    o->expanded = all;
  limits_default (&o->limits);
  return fine;
}

void options_free (struct options *o)
{
  free (o->files);
  free (o->models);
  free (o->entries);
  free (o->report.outputs);
  free (o->hiding.only);
  free (o->hiding.exclude);
  free (o->choice.suppressions);
  freeargv (o->expanded);
}
