/* -fplugin-arg-racecheck-whole-program: the unit is the program.  Its races are printed as GCC prints
   its own warnings, because these are GCC's: places, ranges, labels, -fdiagnostics-format and pragmas
   are all there.

   The analysis knows places by file, line and column; which location_t that was is kept here. */

#include "extract.h"
#include "../analysis/whole.h"

static hash_map<nofree_string_hash, location_t> *places;

void whole_note_place (const struct rec_loc *r, const char *file, location_t loc)
{
  if (!places)
    places = new hash_map<nofree_string_hash, location_t>;
  char *key = XNEWVEC (char, strlen (file) + WHOLE_PLACE);
  whole_place (file, r, key);
  if (places->put (key, loc))
    free (key); /* the map kept the first one */
}

static location_t location_of (const char *place)
{
  location_t *loc = places ? places->get (place) : NULL;
  return loc ? *loc : UNKNOWN_LOCATION;
}

/* Quotes as GCC has them in this language. */
static char *with_quotes (const char *text)
{
  char *plain = xstrdup ("");
  for (const char *p = text; *p; ) {
    size_t n = strcspn (p, "\1\2");
    char *part = xstrndup (p, n);
    plain = reconcat (plain, plain, part, p[n] == '\1' ? open_quote : p[n] ? close_quote : "", NULL);
    free (part);
    p += n + (p[n] != '\0');
  }
  return plain;
}

namespace
{

struct message {
  location_t loc;
  char *text, *label;
  bool is_access;
};

/* A finding, until its last event is there. */
struct pending {
  auto_vec<message> messages;
};

} /* namespace */

static void print_finding (pending *p)
{
  if (p->messages.is_empty ())
    return;
  text_range_label labels[2] = {NULL, NULL};
  location_t other = UNKNOWN_LOCATION;
  unsigned accesses = 0;
  for (message &m : p->messages)
    if (m.is_access && accesses < 2) {
      labels[accesses] = text_range_label (m.label);
      if (accesses++)
        other = m.loc;
    }
  location_t first = p->messages[0].loc;
  rich_location place (line_table, first, accesses ? &labels[0] : NULL);
  if (other != UNKNOWN_LOCATION && get_pure_location (other) != get_pure_location (first))
    place.add_range (other, SHOW_RANGE_WITHOUT_CARET, &labels[1]);
  compat_option_text = p->messages[0].label;
  auto_diagnostic_group group;
  if (warning_at (&place, OPT_Wtsan, "%s", p->messages[0].text))
    for (unsigned i = 1; i < p->messages.length (); i++)
      inform (p->messages[i].loc, "%s", p->messages[i].text);
  for (message &m : p->messages) {
    free (m.text);
    free (m.label);
  }
  p->messages.truncate (0);
  compat_option_text = "race";
}

static void on_event (void *context, const whole_event *e)
{
  pending *p = (pending *)context;
  if (e->is_finding)
    print_finding (p);
  message m = {location_of (e->place), with_quotes (e->text), xstrdup (e->label), e->is_access};
  p->messages.safe_push (m);
}

bool whole_has_main (void)
{
  cgraph_node *node;
  FOR_EACH_FUNCTION_WITH_GIMPLE_BODY (node)
    if (DECL_NAME (node->decl) && MAIN_NAME_P (DECL_NAME (node->decl)))
      return true;
  return false;
}

void whole_report (const uint8_t *facts, size_t size, bool has_main, bool errors)
{
  pending p;
  compat_name_option (OPT_Wtsan, "race");
  if (errors)
    diagnostic_classify_diagnostic (global_dc, OPT_Wtsan, DK_ERROR, UNKNOWN_LOCATION);
  whole_analyse (extract_main_file (), facts, size, has_main, on_event, &p);
  print_finding (&p);
}
