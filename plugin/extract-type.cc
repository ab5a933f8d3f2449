/* Types.  A type gets its number when it is first mentioned and its record at the next flush, so
   that structs may refer to themselves.

   Under -flto GCC replaces, before functions are in SSA form, the target of most pointers by an
   incomplete copy that only has the name of the struct.  So the structs the front end completes are
   remembered by name, and a copy is taken for the struct it was made from. */

#include "extract.h"

enum { QUALIFIERS = TYPE_QUAL_CONST | TYPE_QUAL_VOLATILE | TYPE_QUAL_ATOMIC };

struct known_type {
  tree type; /* main variant */
  unsigned qualifiers;
  tree name; /* identifier, or NULL */
  bool name_is_typedef;
};

static auto_vec<known_type> types;                 /* number - 1 */
static unsigned written;                           /* how many of them have their record */
static hash_map<tree, uint32_t> *number_of;        /* any variant */
static hash_map<tree, uint32_t> *unqualified;      /* main variant */
static hash_map<tree, uint32_t> *field_numbers;    /* FIELD_DECL */
static auto_vec<tree> finished;                    /* structs and unions of the front end */
static hash_map<tree, tree> *struct_by_name;       /* identifier; error_mark_node: several */
static hash_map<tree, tree> *typedef_names;        /* struct without a tag */

static tree identifier_of (tree name)
{
  if (name && TREE_CODE (name) == TYPE_DECL)
    name = DECL_NAME (name);
  return name && TREE_CODE (name) == IDENTIFIER_NODE ? name : NULL_TREE;
}

/* The tag of TYPE, or else the typedef that names it. */
static tree name_of (tree type, bool *is_typedef)
{
  *is_typedef = false;
  tree name = identifier_of (TYPE_NAME (TYPE_MAIN_VARIANT (type)));
  if (!name || (RECORD_OR_UNION_TYPE_P (type) && IDENTIFIER_ANON_P (name))) {
    name = NULL_TREE;
    for (tree v = TYPE_MAIN_VARIANT (type); v && !name; v = TYPE_NEXT_VARIANT (v))
      if (TYPE_NAME (v) && TREE_CODE (TYPE_NAME (v)) == TYPE_DECL)
        name = identifier_of (TYPE_NAME (v));
    *is_typedef = name != NULL_TREE;
  }
  return name;
}

void extract_type_finished (tree type)
{
  if (type && TYPE_P (type) && RECORD_OR_UNION_TYPE_P (type))
    finished.safe_push (TYPE_MAIN_VARIANT (type));
}

/* Anonymous structs get the name of their typedef only after they are finished, so this waits for
   the end of the unit; -flto takes it away again soon after. */
void extract_index_structs (void)
{
  struct_by_name = new hash_map<tree, tree>;
  typedef_names = new hash_map<tree, tree>;
  for (unsigned i = 0; i < finished.length (); i++) {
    bool is_typedef, existed;
    tree name = name_of (finished[i], &is_typedef);
    if (!name)
      continue;
    tree &entry = struct_by_name->get_or_insert (name, &existed);
    entry = existed && entry != finished[i] ? error_mark_node : finished[i];
    if (is_typedef && flag_generate_lto)
      typedef_names->put (finished[i], name);
  }
}

/* The complete struct that TYPE is, or is the incomplete copy of. */
static tree completed (tree type)
{
  type = TYPE_MAIN_VARIANT (type);
  if (!RECORD_OR_UNION_TYPE_P (type) || COMPLETE_TYPE_P (type) || !struct_by_name)
    return type;
  tree name = identifier_of (TYPE_NAME (type));
  tree *found = name ? struct_by_name->get (name) : NULL;
  return found && *found != error_mark_node && TREE_CODE (*found) == TREE_CODE (type) ? *found
                                                                                      : type;
}

uint64_t extract_constant_size (tree size)
{
  return size && tree_fits_uhwi_p (size) ? tree_to_uhwi (size) : 0;
}

static uint32_t add_type (tree type, unsigned qualifiers)
{
  known_type k = {type, qualifiers, NULL_TREE, false};
  k.name = name_of (type, &k.name_is_typedef);
  if (tree *name = !k.name && typedef_names ? typedef_names->get (type) : NULL) {
    k.name = *name;
    k.name_is_typedef = true;
  }
  types.safe_push (k);
  return types.length ();
}

static uint32_t qualified_number (tree main, unsigned qualifiers)
{
  static hash_map<tree, uint32_t> *by_qualifiers[QUALIFIERS + 1];
  hash_map<tree, uint32_t> *&map = qualifiers ? by_qualifiers[qualifiers] : unqualified;
  if (!map)
    map = new hash_map<tree, uint32_t>;
  bool existed;
  uint32_t &number = map->get_or_insert (main, &existed);
  if (!existed)
    number = add_type (main, qualifiers);
  return number;
}

uint32_t extract_type (tree type)
{
  if (!type || type == error_mark_node)
    return 0;
  if (!number_of)
    number_of = new hash_map<tree, uint32_t>;
  if (uint32_t *known = number_of->get (type))
    return *known;
  uint32_t number = qualified_number (completed (type), TYPE_QUALS (type) & QUALIFIERS);
  number_of->put (type, number);
  return number;
}

static unsigned kind_of (tree type)
{
  switch (TREE_CODE (type)) {
  case VOID_TYPE:
    return TK_VOID;
  case INTEGER_TYPE:
    return TK_INTEGER;
  case BOOLEAN_TYPE:
    return TK_BOOL;
  case ENUMERAL_TYPE:
    return TK_ENUM;
  case REAL_TYPE:
    return TK_FLOAT;
  case POINTER_TYPE:
  case REFERENCE_TYPE:
    return TK_POINTER;
  case RECORD_TYPE:
    return TK_STRUCT;
  case UNION_TYPE:
  case QUAL_UNION_TYPE:
    return TK_UNION;
  case ARRAY_TYPE:
    return TK_ARRAY;
  case FUNCTION_TYPE:
  case METHOD_TYPE:
    return TK_FUNCTION;
  default:
    return TK_OTHER;
  }
}

static uint32_t flags_of (tree type, const known_type &k)
{
  uint32_t flags = 0;
  if (k.qualifiers & TYPE_QUAL_CONST)
    flags |= TF_CONST;
  if (k.qualifiers & TYPE_QUAL_VOLATILE)
    flags |= TF_VOLATILE;
  if (k.qualifiers & TYPE_QUAL_ATOMIC)
    flags |= TF_ATOMIC;
  if (INTEGRAL_TYPE_P (type) && TYPE_UNSIGNED (type))
    flags |= TF_UNSIGNED;
  if (RECORD_OR_UNION_TYPE_P (type) && !COMPLETE_TYPE_P (type))
    flags |= TF_INCOMPLETE;
  if (TYPE_SIZE (type) && !tree_fits_uhwi_p (TYPE_SIZE (type)))
    flags |= TF_VARSIZE;
  if (k.name_is_typedef)
    flags |= TF_TYPEDEF;
  if (FUNC_OR_METHOD_TYPE_P (type)) {
    if (stdarg_p (type))
      flags |= TF_VARARGS;
    else if (!prototype_p (type))
      flags |= TF_UNPROTOTYPED;
  }
  return flags;
}

/* The number of elements, 0 if unknown. */
static uint64_t bound_of (tree type)
{
  tree domain = TYPE_DOMAIN (type);
  if (!domain || !TYPE_MAX_VALUE (domain) || !TYPE_MIN_VALUE (domain)
      || !tree_fits_shwi_p (TYPE_MAX_VALUE (domain)) || !tree_fits_shwi_p (TYPE_MIN_VALUE (domain)))
    return 0;
  HOST_WIDE_INT n
      = tree_to_shwi (TYPE_MAX_VALUE (domain)) - tree_to_shwi (TYPE_MIN_VALUE (domain)) + 1;
  return n > 0 ? n : 0;
}

static void put_parameters (tree type, struct number_list *l)
{
  for (tree p = TYPE_ARG_TYPES (type); p && p != void_list_node; p = TREE_CHAIN (p)) {
    uint32_t number = extract_type (TREE_VALUE (p));
    obstack_grow (&extraction.scratch, &number, sizeof number);
    l->n++;
  }
  l->v = (uint32_t *)obstack_finish (&extraction.scratch);
}

uint32_t extract_field_number (tree field)
{
  if (!field_numbers)
    field_numbers = new hash_map<tree, uint32_t>;
  if (uint32_t *known = field_numbers->get (field))
    return *known;
  uint32_t n = 0;
  for (tree f = TYPE_FIELDS (DECL_CONTEXT (field)); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL)
      field_numbers->put (f, n++);
  uint32_t *known = field_numbers->get (field);
  return known ? *known : 0;
}

static void put_field (tree field)
{
  NEW_RECORD (field, f);
  if (DECL_FIELD_OFFSET (field) && tree_fits_shwi_p (DECL_FIELD_OFFSET (field)))
    f.bitoff = tree_to_shwi (DECL_FIELD_OFFSET (field)) * BITS_PER_UNIT
               + tree_to_shwi (DECL_FIELD_BIT_OFFSET (field));
  f.name = extract_identifier (DECL_NAME (field));
  /* A bit-field that fills a whole short or char is none for GCC, and its declared type is too wide. */
  tree type = DECL_BIT_FIELD (field) ? DECL_BIT_FIELD_TYPE (field) : NULL_TREE;
  f.type = extract_type (type ? type : TREE_TYPE (field));
  if (DECL_BIT_FIELD (field)) {
    f.flags |= DF_BITFIELD;
    f.bits = extract_constant_size (DECL_SIZE (field));
    if (tree rep = DECL_BIT_FIELD_REPRESENTATIVE (field)) {
      f.rep_off = extract_constant_size (DECL_FIELD_OFFSET (rep)) * BITS_PER_UNIT
                  + extract_constant_size (DECL_FIELD_BIT_OFFSET (rep));
      f.rep_bits = extract_constant_size (DECL_SIZE (rep));
    }
  }
  PUT (f);
}

static void put_fields (tree type, uint32_t number, bool annotate)
{
  uint32_t n = 0;
  for (tree f = TYPE_FIELDS (type); f; f = DECL_CHAIN (f))
    if (TREE_CODE (f) == FIELD_DECL) {
      put_field (f);
      if (annotate)
        extract_annotations (f, AT_FIELD, number, n++);
    }
  extract_put_slots (type);
}

static void put_type (unsigned i)
{
  known_type k = types[i];
  tree type = k.type;
  NEW_RECORD (type, t);
  t.kind = kind_of (type);
  t.flags = flags_of (type, k);
  t.bits = extract_block_bits (type);
  if (!t.bits)
    t.bits = extract_constant_size (TYPE_SIZE (type));
  t.name = extract_identifier (k.name);
  if (INTEGRAL_TYPE_P (type))
    t.bits = TYPE_PRECISION (type);
  else if (POINTER_TYPE_P (type) || TREE_CODE (type) == ARRAY_TYPE
           || FUNC_OR_METHOD_TYPE_P (type))
    t.target = extract_type (TREE_TYPE (type));
  if (TREE_CODE (type) == ARRAY_TYPE)
    t.bound = bound_of (type);
  if (FUNC_OR_METHOD_TYPE_P (type))
    put_parameters (type, &t.params);
  PUT (t);
  if (RECORD_OR_UNION_TYPE_P (type)) {
    put_fields (type, i + 1, !k.qualifiers);
    if (!k.qualifiers)
      extract_annotations (type, AT_TYPE, i + 1, 0);
  }
  if (t.params.v)
    obstack_free (&extraction.scratch, t.params.v);
}

void extract_flush_types (void)
{
  while (written < types.length ())
    put_type (written++);
}

/* The maps compare trees by address, so a tree in them must not be freed and its address reused. */
void extract_mark_types (void)
{
  if (number_of)
    for (hash_map<tree, uint32_t>::iterator i = number_of->begin (); i != number_of->end (); ++i)
      gt_ggc_mx_tree_node ((*i).first);
  for (unsigned i = 0; i < finished.length (); i++)
    gt_ggc_mx_tree_node (finished[i]);
  for (unsigned i = 0; i < types.length (); i++)
    gt_ggc_mx_tree_node (types[i].type);
}
