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
  bool in_macro = caret != p.caret;
  if (IS_ADHOC_LOC (caret))
    caret = get_location_from_adhoc_loc (line_table, caret);
  if (!map || !ORDINARY_MAP_FILE_NAME (map) || SOURCE_LINE (map, caret) == 0)
    return 0;
  NEW_RECORD (loc, r);
  if (in_macro) {
    location_t spelled
        = linemap_resolve_location (line_table, p.caret, LRK_SPELLING_LOCATION, NULL);
    r.r.loc = extract_loc (spelled);
  }
  /* What a system header's macro expands to is done by the code that uses the macro. */
  bool system = ORDINARY_MAP_IN_SYSTEM_HEADER_P (map);
  if (in_macro && !system && in_system_header_at (p.caret))
    loc = caret;
  r.line = SOURCE_LINE (map, caret);
  r.column = SOURCE_COLUMN (map, caret);
  r.file = file_number (ORDINARY_MAP_FILE_NAME (map), system);
  r.flags = (system ? LF_SYSTEM : 0) | (compat_warning_enabled (loc) ? 0 : LF_NOWARN);
  if (!in_macro)
    put_range (p, map, &r);
  if (extraction.whole_program)
    whole_note_place (&r, remap_debug_filename (ORDINARY_MAP_FILE_NAME (map)), loc);
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
   that of the call, which may be many lines above.  So where an argument that is a memory reference
   stands on another line is noted right before that.  GCC copies the reference, so it is known again by
   the place of the call and by what it names last: a field, or a variable. */

struct argument {
  location_t call;
  tree named;
  location_t place; /* UNKNOWN_LOCATION: several arguments name it, on several lines */
};

struct argument_hash : nofree_ptr_hash<argument> {
  static inline hashval_t hash (const argument *a)
  {
    return iterative_hash_hashval_t (a->call, DECL_UID (a->named));
  }
  static inline bool equal (const argument *a, const argument *b)
  {
    return a->call == b->call && a->named == b->named;
  }
};

static hash_table<argument_hash> *arguments;
static int (*gimplify_next) (tree *, gimple_seq *, gimple_seq *);

static tree named_last (tree ref)
{
  while (handled_component_p (ref) && TREE_CODE (ref) != COMPONENT_REF)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_CODE (ref) == COMPONENT_REF)
    return TREE_OPERAND (ref, 1);
  return DECL_P (ref) ? ref : NULL_TREE;
}

/* What an argument names if its place is worth noting. */
static tree noteworthy (tree argument)
{
  bool placed = LOCATION_LOCUS (EXPR_LOCATION (argument)) > BUILTINS_LOCATION;
  return placed && handled_component_p (argument) ? named_last (argument) : NULL_TREE;
}

static void note_argument (tree call, tree a)
{
  if (!arguments)
    arguments = new hash_table<argument_hash> (61);
  argument key = {LOCATION_LOCUS (EXPR_LOCATION (call)), noteworthy (a), EXPR_LOCATION (a)};
  argument **slot = arguments->find_slot (&key, INSERT);
  if (!*slot) {
    *slot = XNEW (argument);
    **slot = key;
  } else if (LOCATION_LINE ((*slot)->place) != LOCATION_LINE (key.place)) {
    (*slot)->place = UNKNOWN_LOCATION;
  }
}

static void note_arguments (tree call)
{
  int n = call_expr_nargs (call), first = 0;
  for (; first < n; first++) {
    tree a = CALL_EXPR_ARG (call, first);
    if (noteworthy (a) && LOCATION_LINE (EXPR_LOCATION (a)) != LOCATION_LINE (EXPR_LOCATION (call)))
      break;
  }
  if (first == n) /* all on the line of the call: nothing is lost */
    return;
  for (int i = 0; i < n; i++)
    if (noteworthy (CALL_EXPR_ARG (call, i)))
      note_argument (call, CALL_EXPR_ARG (call, i));
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
  location_t place = EXPR_LOCATION (ref);
  tree named = arguments && handled_component_p (ref) ? named_last (ref) : NULL_TREE;
  if (!named)
    return place;
  argument key = {LOCATION_LOCUS (place), named, UNKNOWN_LOCATION};
  argument *noted = arguments->find (&key);
  return noted && noted->place != UNKNOWN_LOCATION ? noted->place : place;
}

void extract_mark_locs (void)
{
  if (arguments)
    for (hash_table<argument_hash>::iterator i = arguments->begin (); i != arguments->end (); ++i)
      gt_ggc_mx_tree_node ((*i)->named);
}

const char *extract_main_file (void)
{
  return main_input_filename ? remap_debug_filename (main_input_filename) : "";
}
