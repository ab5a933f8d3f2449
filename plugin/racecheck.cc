/* racecheck: a GCC plugin that records in each object file what a whole-program analysis of data
   races needs to know about it.

     gcc -fplugin=racecheck.so [-fplugin-arg-racecheck-KEY] ...

   It changes nothing of what is compiled, prints nothing unless asked, and never fails a compile.
   This file holds the entry point, the keys and the hooks; extract.h says who does the rest. */

#include "extract.h"

int plugin_is_GPL_compatible;

static struct {
#define OPTION(key, field, help) bool field;
#include "options.def"
} option;

static const struct {
  const char *key;
  bool *value;
  const char *help;
} keys[] = {
#define OPTION(key, field, help) {key, &option.field, help},
#include "options.def"
};

static const char *const name_and_version = "racecheck " RACECHECK_VERSION;

namespace
{

const pass_data pass_data_facts
    = {GIMPLE_PASS, "racecheck", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0, 0, 0};

class pass_facts : public gimple_opt_pass
{
public:
  pass_facts (gcc::context *context) : gimple_opt_pass (pass_data_facts, context) {}
  unsigned int execute (function *fun) final override
  {
    if (!in_lto_p && !seen_error ())
      extract_function (fun);
    return 0;
  }
};

const pass_data pass_data_openmp
    = {GIMPLE_PASS, "racecheck-openmp", OPTGROUP_NONE, TV_NONE, PROP_cfg, 0, 0, 0, 0};

class pass_openmp : public gimple_opt_pass
{
public:
  pass_openmp (gcc::context *context) : gimple_opt_pass (pass_data_openmp, context) {}
  bool gate (function *) final override { return flag_openmp; }
  unsigned int execute (function *fun) final override
  {
    if (!in_lto_p && !seen_error ()) {
      extract_mark_iterations (fun);
      extract_mark_shared (fun);
    }
    return 0;
  }
};

} /* namespace */

static void on_type (void *type, void *)
{
  extract_type_finished ((tree)type);
}

static void on_attributes (void *, void *)
{
  attributes_register (option.clang_attributes);
}

static bool toplevel_asm, has_main;

/* The front end is done, no pass has run. */
static void on_unit_parsed (void *, void *)
{
  if (in_lto_p || seen_error ())
    return;
  toplevel_asm = symtab->first_asm_symbol () != NULL;
  has_main = whole_has_main ();
  extract_index_structs ();
  extract_globals ();
  extract_flush_types ();
}

static void on_collection (void *, void *)
{
  extract_mark_types ();
  extract_mark_globals ();
  extract_mark_locs ();
}

static void put_unit (void)
{
  NEW_RECORD (unit, u);
  u.key = extract_string (extract_main_file ());
  u.language = extract_string (lang_hooks.name);
  u.directory = extract_string (remap_debug_filename (get_src_pwd ()));
  u.compiler = extract_string (gcc_version.basever);
  u.pointer_bits = POINTER_SIZE;
  if (BYTES_BIG_ENDIAN)
    u.flags |= UF_BIG_ENDIAN;
  if (TYPE_UNSIGNED (char_type_node))
    u.flags |= UF_UNSIGNED_CHAR;
  if (flag_wrapv)
    u.flags |= UF_WRAPV;
  if (flag_exceptions)
    u.flags |= UF_EXCEPTIONS;
  if (flag_openmp)
    u.flags |= UF_OPENMP;
  if (optimize)
    u.flags |= UF_OPTIMIZE;
  if (toplevel_asm)
    u.flags |= UF_TOPLEVEL_ASM;
  if (extraction.has_lanes)
    u.flags |= UF_LANES;
  facts_count (extraction.facts, &u);
  PUT (u);
}

static void on_unit_finished (void *, void *)
{
  if (in_lto_p || seen_error () || flag_syntax_only || !asm_out_file)
    return;
  extract_flush_types ();
  put_unit ();
  size_t size;
  uint8_t *blob = facts_finish (extraction.facts, &size);
  emit_section (blob, size);
  if (option.verbose)
    inform (UNKNOWN_LOCATION, "racecheck: %lu bytes of facts for %s", (unsigned long)size,
            extract_main_file ());
  if (option.whole_program)
    whole_report (blob, size, has_main, option.werror);
  free (blob);
}

/* Unknown keys are no reason to stop a build. */
static void warn_unknown_key (const char *key)
{
  char known[256], *p = known;
  for (unsigned i = 0; i < ARRAY_SIZE (keys); i++)
    p += snprintf (p, known + sizeof known - p, "%s%s", i ? ", " : "", keys[i].key);
  warning (0, "racecheck: unknown key %qs; known keys are %s", key, known);
}

static void read_keys (const plugin_name_args *args)
{
  for (int i = 0; i < args->argc; i++) {
    bool known = false;
    for (unsigned k = 0; k < ARRAY_SIZE (keys); k++)
      if (!strcmp (args->argv[i].key, keys[k].key))
        known = *keys[k].value = true;
    if (!known)
      warn_unknown_key (args->argv[i].key);
  }
}

/* The text that gcc --help -v prints. */
static const char *help_text (void)
{
  static char text[1024];
  char *p = text + sprintf (text, "records facts for the race analysis; keys:");
  for (unsigned i = 0; i < ARRAY_SIZE (keys); i++)
    p += snprintf (p, text + sizeof text - p, "\n  %-18s %s", keys[i].key, keys[i].help);
  return text;
}

/* A plugin works with the very compiler it was built for.  Anything else is told once per unit, and
   the unit then has no facts. */
static bool fits_compiler (const plugin_gcc_version *version)
{
  if (!strcmp (version->basever, gcc_version.basever))
    return true;
  if (option.strict)
    error ("racecheck was built for GCC %s, this is GCC %s", gcc_version.basever,
           version->basever);
  else
    inform (UNKNOWN_LOCATION, "racecheck was built for GCC %s, this is GCC %s: no facts",
            gcc_version.basever, version->basever);
  return false;
}

int plugin_init (plugin_name_args *args, plugin_gcc_version *version)
{
  static plugin_info info = {name_and_version, NULL};
  info.help = help_text ();
  register_callback (args->base_name, PLUGIN_INFO, NULL, &info);
  read_keys (args);
  if (option.disable || in_lto_p || !fits_compiler (version))
    return 0;

  extraction.facts = facts_writer_new ();
  obstack_init (&extraction.scratch);
  extraction.whole_program = option.whole_program;
  extract_watch_arguments ();
  register_pass_info pass;
  pass.pass = new pass_facts (g);
  pass.reference_pass_name = "ssa";
  pass.ref_pass_instance_number = 1;
  pass.pos_op = PASS_POS_INSERT_AFTER;
  register_callback (args->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  pass.pass = new pass_openmp (g);
  pass.reference_pass_name = "ompexp";
  pass.pos_op = PASS_POS_INSERT_BEFORE;
  register_callback (args->base_name, PLUGIN_PASS_MANAGER_SETUP, NULL, &pass);
  register_callback (args->base_name, PLUGIN_ATTRIBUTES, on_attributes, NULL);
  register_callback (args->base_name, PLUGIN_FINISH_TYPE, on_type, NULL);
  register_callback (args->base_name, PLUGIN_ALL_IPA_PASSES_START, on_unit_parsed, NULL);
  register_callback (args->base_name, PLUGIN_GGC_MARKING, on_collection, NULL);
  register_callback (args->base_name, PLUGIN_FINISH_UNIT, on_unit_finished, NULL);
  return 0;
}
