/* Every GCC header and every test of a GCC version that the plugin needs; nowhere else. */

#ifndef RACECHECK_GCC_COMPAT_H
#define RACECHECK_GCC_COMPAT_H

#include "gcc-plugin.h"
#include "plugin-version.h"
#include "config.h"
#include "system.h"
#include "coretypes.h"
#include "backend.h"
#include "target.h"
#include "tree.h"
#include "tree-pass.h"
#include "tree-cfg.h"
#include "tree-ssa-operands.h"
#include "gimple.h"
#include "gimple-iterator.h"
#include "gimple-pretty-print.h"
#include "gimple-ssa.h"
#include "omp-general.h"
#include "cfgloop.h"
#include "ssa.h"
#include "tree-dfa.h"
#include "calls.h"
#include "cgraph.h"
#include "stringpool.h"
#include "attribs.h"
#include "fold-const.h"
#include "stor-layout.h"
#include "varasm.h"
#include "output.h"
#include "diagnostic.h"
#include "toplev.h"
#include "opts.h"
#include "options.h"
#include "langhooks.h"
#include "builtins.h"
#include "internal-fn.h"
#include "line-map.h"
#include "file-prefix-map.h"
#include "context.h"
#include "intl.h"
#include "gcc-rich-location.h"

#if GCCPLUGIN_VERSION < 12000
static inline bool startswith (const char *s, const char *prefix)
{
  return !strncmp (s, prefix, strlen (prefix));
}
#endif

/* From now on the warning option INDEX is called -W<NAME> in messages. */
static int compat_named_option;
static const char *compat_option_text;
static char *(*compat_next_name) (diagnostic_context *, int, diagnostic_t, diagnostic_t);

static char *compat_option_name (diagnostic_context *context, int index, diagnostic_t given,
                                 diagnostic_t kind)
{
  if (index != compat_named_option)
    return compat_next_name (context, index, given, kind);
  return concat (given != DK_ERROR && kind == DK_ERROR ? "-Werror=" : "-W", compat_option_text, NULL);
}

static char *compat_no_url (diagnostic_context *, int)
{
  return NULL;
}

static inline void compat_name_option (int index, const char *name)
{
  compat_named_option = index;
  compat_option_text = name;
  compat_next_name = global_dc->option_name;
  global_dc->option_name = compat_option_name;
  global_dc->get_option_url = compat_no_url;
}

/* Whether a race would be reported at LOC: the option that carries racecheck's findings. */
static inline bool compat_warning_enabled (location_t loc)
{
#if GCCPLUGIN_VERSION >= 12000
  return warning_enabled_at (loc, OPT_Wtsan);
#else
  /* As GCC 12 has it: the command line, then the last pragma before LOC. */
  if (!diagnostic_report_warnings_p (global_dc, loc))
    return false;
  for (int i = global_dc->n_classification_history - 1; i >= 0; i--) {
    diagnostic_classification_change_t *change = &global_dc->classification_history[i];
    if (!linemap_location_before_p (line_table, change->location, loc))
      continue;
    if (change->kind == (int)DK_POP)
      i = change->option;
    else if (change->option == 0 || change->option == OPT_Wtsan)
      return change->kind != DK_IGNORED;
  }
  return option_enabled (OPT_Wtsan, global_dc->lang_mask, &global_options);
#endif
}

#endif
