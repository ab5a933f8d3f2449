/* Places in the source.  GCC's location_t also says in which scope a statement is; two places are
   one here if caret and range are equal.  Most statements share their place with another, so the
   expansion into file, line and column is done once per place. */

#include "extract.h"

/* Caret, start and end of a place, as GCC numbers them. */
struct place {
  location_t caret, start, finish;
};

struct place_hash : nofree_ptr_hash<place> {
  static inline hashval_t hash (const place *p)
  {
    return iterative_hash_hashval_t (p->caret,
                                     iterative_hash_hashval_t (p->start, p->finish));
  }
  static inline bool equal (const place *a, const place *b)
  {
    return a->caret == b->caret && a->start == b->start && a->finish == b->finish;
  }
};

static hash_map<int_hash<location_t, UINT_MAX, UINT_MAX - 1>, uint32_t> *known_locs;
static hash_map<place_hash, uint32_t> *known_places;
static hash_map<nofree_string_hash, uint32_t> *known_files;
static const char *last_file;
static uint32_t last_file_number;

static uint32_t file_number (const char *path, bool system)
{
  if (path == last_file)
    return last_file_number;
  if (!known_files)
    known_files = new hash_map<nofree_string_hash, uint32_t>;
  bool existed;
  uint32_t &number = known_files->get_or_insert (path, &existed);
  if (!existed) {
    NEW_RECORD (file, f);
    f.path = extract_string (remap_debug_filename (path));
    f.flags = system ? PF_SYSTEM : 0;
    number = PUT (f);
  }
  last_file = path;
  last_file_number = number;
  return number;
}

/* Expands LOC, which is mostly near a place in MAP: asking GCC costs a search. */
static expanded_location expand_near (const line_map_ordinary *map, location_t loc)
{
  const maps_info_ordinary &all = line_table->info_ordinary;
  const line_map_ordinary *next = map + 1;
  if (loc < MAP_START_LOCATION (map) || IS_ADHOC_LOC (loc)
      || (unsigned)(next - all.maps) >= all.used || loc >= MAP_START_LOCATION (next))
    return expand_location (loc);
  expanded_location e = {};
  e.file = ORDINARY_MAP_FILE_NAME (map);
  e.line = SOURCE_LINE (map, loc);
  e.column = SOURCE_COLUMN (map, loc);
  return e;
}

/* Fills in the range around a caret that is in no macro. */
static void put_range (const place &p, const line_map_ordinary *map, struct rec_loc *r)
{
  const char *file = ORDINARY_MAP_FILE_NAME (map);
  if (p.start != p.caret) {
    expanded_location start = expand_near (map, p.start);
    if (start.file == file && start.line == r->line)
      r->start = r->column - start.column;
  }
  if (p.finish != p.caret) {
    expanded_location finish = expand_near (map, p.finish);
    if (finish.file == file && finish.line >= r->line) {
      r->finish = finish.column - r->column;
      r->lines = finish.line - r->line;
    }
  }
}

static uint32_t put_place (const place &p, location_t loc)
{
  const line_map_ordinary *map = NULL;
  location_t caret
      = linemap_resolve_location (line_table, p.caret, LRK_MACRO_EXPANSION_POINT, &map);
  if (!map || !ORDINARY_MAP_FILE_NAME (map) || SOURCE_LINE (map, caret) == 0)
    return 0;
  NEW_RECORD (loc, r);
  bool in_macro = caret != p.caret;
  if (in_macro) {
    location_t spelled
        = linemap_resolve_location (line_table, p.caret, LRK_SPELLING_LOCATION, NULL);
    r.r.loc = extract_loc (spelled);
  }
  bool system = in_macro ? in_system_header_at (p.caret) : ORDINARY_MAP_IN_SYSTEM_HEADER_P (map);
  r.line = SOURCE_LINE (map, caret);
  r.column = SOURCE_COLUMN (map, caret);
  r.file = file_number (ORDINARY_MAP_FILE_NAME (map), system);
  r.flags = (system ? LF_SYSTEM : 0) | (compat_warning_enabled (loc) ? 0 : LF_NOWARN);
  if (!in_macro)
    put_range (p, map, &r);
  return facts_loc (extraction.facts, &r);
}


uint32_t extract_loc (location_t loc)
{
  if (LOCATION_LOCUS (loc) <= BUILTINS_LOCATION)
    return 0;
  if (!known_locs) {
    known_locs = new hash_map<int_hash<location_t, UINT_MAX, UINT_MAX - 1>, uint32_t>;
    known_places = new hash_map<place_hash, uint32_t>;
  }
  if (uint32_t *known = known_locs->get (loc))
    return *known;
  source_range range = get_range_from_loc (line_table, loc);
  place p = {get_pure_location (loc), range.m_start, range.m_finish};
  uint32_t *found = known_places->get (&p);
  uint32_t number = found ? *found : put_place (p, loc);
  if (!found) {
    place *kept = XNEW (place);
    *kept = p;
    known_places->put (kept, number);
  }
  known_locs->put (loc, number);
  return number;
}

/* The arguments of a call lose their own place when GCC makes statements of the expression: they get
   that of the call, which may be many lines above.  So the places of arguments that are memory
   references are noted right before that. */

static hash_map<tree, location_t> *argument_places;
static int (*gimplify_next) (tree *, gimple_seq *, gimple_seq *);

static bool same_line (location_t a, location_t b)
{
  return LOCATION_LINE (a) == LOCATION_LINE (b);
}

static void note_arguments (tree call)
{
  for (int i = 0; i < call_expr_nargs (call); i++) {
    tree a = CALL_EXPR_ARG (call, i);
    if (!handled_component_p (a) || EXPR_LOCATION (a) <= BUILTINS_LOCATION
        || EXPR_LOCATION (a) == EXPR_LOCATION (call)
        || same_line (EXPR_LOCATION (a), EXPR_LOCATION (call)))
      continue;
    if (!argument_places)
      argument_places = new hash_map<tree, location_t>;
    argument_places->put (a, EXPR_LOCATION (a));
  }
}

static int watch_gimplify (tree *expr, gimple_seq *before, gimple_seq *after)
{
  if (TREE_CODE (*expr) == CALL_EXPR)
    note_arguments (*expr);
  return gimplify_next (expr, before, after);
}

void extract_watch_arguments (void)
{
  gimplify_next = lang_hooks.gimplify_expr;
  lang_hooks.gimplify_expr = watch_gimplify;
}

location_t extract_reference_location (tree ref)
{
  location_t *noted = argument_places ? argument_places->get (ref) : NULL;
  return noted ? *noted : EXPR_LOCATION (ref);
}

void extract_mark_locs (void)
{
  if (argument_places)
    for (hash_map<tree, location_t>::iterator i = argument_places->begin ();
         i != argument_places->end (); ++i)
      gt_ggc_mx_tree_node ((*i).first);
}

const char *extract_main_file (void)
{
  return main_input_filename ? remap_debug_filename (main_input_filename) : "";
}
