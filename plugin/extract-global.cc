/* Declarations: symbols, variables and their static initialisers, prototypes, annotations. */

#include "extract.h"

static hash_map<tree, uint32_t> *symbols, *objects;
static hash_map<int_hash<uint64_t, UINT64_MAX, UINT64_MAX - 1>, uint32_t> *literals;

static const char *plain_name (tree assembler_name)
{
  const char *name = IDENTIFIER_POINTER (assembler_name);
  return *name == '*' ? name + 1 : name;
}

/* The name the linker sees.  Asking GCC for the name of a local symbol that has none yet would
   number it, and change what the compiler prints: such symbols keep their source name. */
static const char *linker_name (tree decl)
{
  if (DECL_ASSEMBLER_NAME_SET_P (decl) || TREE_PUBLIC (decl) || DECL_EXTERNAL (decl))
    return plain_name (DECL_ASSEMBLER_NAME (decl));
  return DECL_NAME (decl) ? IDENTIFIER_POINTER (DECL_NAME (decl)) : "";
}

/* The first argument of attribute NAME of DECL, if it is a string. */
static const char *attribute_string (tree decl, const char *name)
{
  tree attribute = lookup_attribute (name, DECL_ATTRIBUTES (decl));
  tree argument = attribute ? TREE_VALUE (attribute) : NULL_TREE;
  if (!argument || TREE_CODE (TREE_VALUE (argument)) != STRING_CST)
    return NULL;
  return TREE_STRING_POINTER (TREE_VALUE (argument));
}

/* Symbols that stand for another one: attribute, and the flag they get. */
static const struct {
  const char *attribute;
  uint32_t flag;
} redirections[] = {{"alias", SF_ALIAS}, {"weakref", SF_WEAKREF}, {"ifunc", SF_IFUNC}};

static void describe_redirection (tree decl, struct rec_symbol *s)
{
  for (unsigned i = 0; i < ARRAY_SIZE (redirections); i++)
    if (lookup_attribute (redirections[i].attribute, DECL_ATTRIBUTES (decl))) {
      /* GCC gives the others the attribute alias too. */
      s->flags = (s->flags & ~(SF_ALIAS | SF_COMMON)) | redirections[i].flag;
      const char *target = attribute_string (decl, redirections[i].attribute);
      if (!target)
        target = attribute_string (decl, "alias");
      s->target = extract_string (target);
    }
  if (s->flags & SF_WEAKREF)
    s->flags &= ~SF_DEFINED;
}

static bool is_defined (tree decl)
{
  if (TREE_CODE (decl) == FUNCTION_DECL)
    return DECL_INITIAL (decl) && !DECL_EXTERNAL (decl);
  return !DECL_EXTERNAL (decl);
}

static uint32_t visibility_of (tree decl)
{
  switch (DECL_VISIBILITY (decl)) {
  case VISIBILITY_PROTECTED:
    return VIS_PROTECTED;
  case VISIBILITY_HIDDEN:
    return VIS_HIDDEN;
  case VISIBILITY_INTERNAL:
    return VIS_INTERNAL;
  default:
    return VIS_DEFAULT;
  }
}

static void put_symbol (tree decl, struct rec_symbol *s)
{
  const char *name = linker_name (decl);
  s->name = extract_string (name);
  if (TREE_CODE (decl) == FUNCTION_DECL
      && (DECL_CXX_CONSTRUCTOR_P (decl) || DECL_CXX_DESTRUCTOR_P (decl)))
    s->source = extract_string (lang_hooks.decl_printable_name (decl, 0));
  else if (DECL_NAME (decl) && strcmp (IDENTIFIER_POINTER (DECL_NAME (decl)), name))
    s->source = extract_identifier (DECL_NAME (decl));
  s->r.loc = extract_loc (DECL_SOURCE_LOCATION (decl));
  if (is_defined (decl))
    s->flags |= SF_DEFINED;
  if (TREE_PUBLIC (decl))
    s->flags |= SF_PUBLIC;
  if (TREE_CODE (decl) == FUNCTION_DECL)
    s->flags |= SF_FUNCTION;
  if (DECL_WEAK (decl))
    s->flags |= SF_WEAK;
  if (VAR_P (decl) && DECL_COMMON (decl) && TREE_PUBLIC (decl) && !DECL_INITIAL (decl)
      && !DECL_EXTERNAL (decl) && !DECL_WEAK (decl))
    s->flags |= SF_COMMON;
  if (DECL_ARTIFICIAL (decl))
    s->flags |= SF_ARTIFICIAL;
  if (DECL_PRESERVE_P (decl))
    s->flags |= SF_USED;
  if (DECL_ONE_ONLY (decl)) {
    s->flags |= SF_COMDAT;
    s->group = extract_identifier (DECL_COMDAT_GROUP (decl));
  }
  s->visibility = visibility_of (decl);
  s->section = extract_string (DECL_SECTION_NAME (decl));
  describe_redirection (decl, s);
}

/* A function of which this unit has no body. */
static void put_prototype (tree fndecl, uint32_t symbol)
{
  NEW_RECORD (prototype, p);
  p.symbol = symbol;
  p.type = extract_type (TREE_TYPE (fndecl));
  p.flags = extract_function_flags (fndecl);
  extract_function_attributes (fndecl, &p.alloc_size, &p.nonnull);
  PUT (p);
}

static void annotate_symbol (tree decl, uint32_t number)
{
  extract_annotations (decl, AT_SYMBOL, number, 0);
  if (TREE_CODE (decl) != FUNCTION_DECL)
    return;
  uint32_t n = 0;
  for (tree p = DECL_ARGUMENTS (decl); p; p = DECL_CHAIN (p))
    extract_annotations (p, AT_PARAMETER, number, n++);
}

uint32_t extract_symbol (tree decl)
{
  if (cgraph_node *node = TREE_CODE (decl) == FUNCTION_DECL ? cgraph_node::get (decl) : NULL)
    if (node->alias && node->cpp_implicit_alias) /* a C++ constructor: calls name C1, the body C2 */
      decl = node->ultimate_alias_target ()->decl;
  if (!symbols)
    symbols = new hash_map<tree, uint32_t>;
  if (uint32_t *known = symbols->get (decl))
    return *known;
  NEW_RECORD (symbol, s);
  put_symbol (decl, &s);
  uint32_t number = PUT (s);
  symbols->put (decl, number);
  if (TREE_CODE (decl) == FUNCTION_DECL && !(s.flags & (SF_DEFINED | SF_ALIAS)))
    put_prototype (decl, number);
  annotate_symbol (decl, number);
  return number;
}

static uint32_t object_flags (tree v)
{
  uint32_t flags = 0;
  if (TREE_READONLY (v))
    flags |= OF_CONST;
  if (TREE_CODE (v) == CONST_DECL)
    return flags | OF_CONST | OF_ARTIFICIAL;
  if (DECL_THREAD_LOCAL_P (v))
    flags |= OF_TLS;
  if (DECL_CONTEXT (v) && TREE_CODE (DECL_CONTEXT (v)) == FUNCTION_DECL && !DECL_EXTERNAL (v))
    flags |= OF_STATIC_LOCAL;
  if (TREE_ADDRESSABLE (v))
    flags |= OF_ADDRESSED;
  if (TREE_THIS_VOLATILE (v))
    flags |= OF_VOLATILE;
  if (DECL_ARTIFICIAL (v))
    flags |= OF_ARTIFICIAL;
  if (DECL_INITIAL (v) && DECL_INITIAL (v) != error_mark_node
      && !initializer_zerop (DECL_INITIAL (v)))
    flags |= OF_INITIALISED;
  return flags;
}

uint32_t extract_object (tree v)
{
  if (!objects)
    objects = new hash_map<tree, uint32_t>;
  if (uint32_t *known = objects->get (v))
    return *known;
  NEW_RECORD (object, o);
  o.flags = object_flags (v);
  o.symbol = TREE_CODE (v) == CONST_DECL ? 0 : extract_symbol (v);
  o.type = extract_type (TREE_TYPE (v));
  tree size = TREE_CODE (v) == CONST_DECL ? TYPE_SIZE_UNIT (TREE_TYPE (v)) : DECL_SIZE_UNIT (v);
  o.size = extract_constant_size (size);
  /* What the source says: GCC aligns more where it can, which depends on -fPIC. */
  if (TREE_CODE (v) != CONST_DECL)
    o.align = DECL_USER_ALIGN (v) ? DECL_ALIGN_UNIT (v) : TYPE_ALIGN_UNIT (TREE_TYPE (v));
  if (o.flags & OF_STATIC_LOCAL)
    o.function = extract_symbol (DECL_CONTEXT (v));
  uint32_t number = PUT (o);
  objects->put (v, number);
  return number;
}

enum { MOST_CONVERSIONS = 12 };

/* The arguments that printf would take for %p and for %n, if TEXT were its format; false: there are
   none, or more than are told. */
static bool find_conversions (const char *text, unsigned *passed, unsigned *counted)
{
  unsigned n = 0;
  *passed = *counted = 0;
  for (const char *p = text; (p = strchr (p, '%')); p++) {
    if (*++p == '%')
      continue;
    for (; *p && strchr ("-+ #0'I.*123456789hlLqjzt", *p); p++)
      n += *p == '*';
    if (!*p || *p == '$' || n >= MOST_CONVERSIONS)
      break;
    if (*p == 'p' && !ISALNUM (p[1])) /* what comes behind it in a kernel may lead to reads */
      *passed |= 1u << n;
    else if (*p == 'n')
      *counted |= 1u << n;
    n += *p != 'm';
  }
  return *passed || *counted;
}

/* String literals cannot be written, so one object stands for all of a size that are no special
   formats. */
uint32_t extract_string_literal (tree literal)
{
  uint64_t size = TREE_STRING_LENGTH (literal);
  const char *text = TREE_STRING_POINTER (literal);
  unsigned passed = 0, counted = 0;
  tree element = TREE_TYPE (literal) ? TREE_TYPE (TREE_TYPE (literal)) : NULL_TREE;
  bool is_format = element && TYPE_PRECISION (element) == BITS_PER_UNIT && size < UINT32_MAX
                   && size && !text[size - 1] && find_conversions (text, &passed, &counted);
  uint64_t key = is_format ? size | (uint64_t)passed << 32 | (uint64_t)counted << 48 : size;
  if (!literals)
    literals = new hash_map<int_hash<uint64_t, UINT64_MAX, UINT64_MAX - 1>, uint32_t>;
  bool existed;
  uint32_t &number = literals->get_or_insert (key, &existed);
  if (!existed) {
    NEW_RECORD (object, o);
    o.flags = OF_STRING | OF_CONST;
    o.size = size;
    o.passed = passed;
    o.counted = counted;
    number = PUT (o);
  }
  return number;
}

uint64_t extract_function_flags (tree fndecl)
{
  static const struct {
    int ecf;
    uint32_t flag;
  } table[] = {{ECF_NORETURN, FF_NORETURN}, {ECF_RETURNS_TWICE, FF_RETURNS_TWICE},
               {ECF_PURE, FF_PURE},         {ECF_CONST, FF_CONST},
               {ECF_LEAF, FF_LEAF},         {ECF_MALLOC, FF_MALLOC},
               {ECF_NOTHROW, FF_NOTHROW}};
  int ecf = flags_from_decl_or_type (fndecl);
  uint64_t flags = 0;
  for (unsigned i = 0; i < ARRAY_SIZE (table); i++)
    if (ecf & table[i].ecf)
      flags |= table[i].flag;
  if (DECL_STATIC_CONSTRUCTOR (fndecl))
    flags |= FF_CONSTRUCTOR;
  if (DECL_STATIC_DESTRUCTOR (fndecl))
    flags |= FF_DESTRUCTOR;
  if (stdarg_p (TREE_TYPE (fndecl)))
    flags |= FF_VARARGS;
  if (DECL_STATIC_CHAIN (fndecl))
    flags |= FF_STATIC_CHAIN;
  if (DECL_DECLARED_INLINE_P (fndecl))
    flags |= FF_INLINE;
  return flags;
}

static uint64_t argument_number (tree arguments)
{
  tree n = arguments ? TREE_VALUE (arguments) : NULL_TREE;
  return n && tree_fits_uhwi_p (n) ? tree_to_uhwi (n) & 0xff : 0;
}

void extract_function_attributes (tree fndecl, uint64_t *alloc_size, uint64_t *nonnull)
{
  tree attributes = TYPE_ATTRIBUTES (TREE_TYPE (fndecl));
  if (tree a = lookup_attribute ("alloc_size", attributes)) {
    tree arguments = TREE_VALUE (a);
    *alloc_size = argument_number (arguments);
    if (arguments)
      *alloc_size |= argument_number (TREE_CHAIN (arguments)) << 8;
  }
  if (tree a = lookup_attribute ("nonnull", attributes)) {
    if (!TREE_VALUE (a))
      *nonnull = UINT64_MAX >> 1;
    for (tree n = TREE_VALUE (a); n; n = TREE_CHAIN (n))
      if (uint64_t number = argument_number (n))
        *nonnull |= number <= 62 ? (uint64_t)1 << (number - 1) : 0;
  }
}

/* Annotations: attribute racecheck ("name", "argument", ...), and Clang's names on request. */

static void put_annotation (tree name, tree arguments, struct rec_annotation *a)
{
  a->name = name && TREE_CODE (name) == STRING_CST ? extract_string (TREE_STRING_POINTER (name))
                                                   : extract_identifier (name);
  for (; arguments; arguments = TREE_CHAIN (arguments)) {
    tree v = TREE_VALUE (arguments);
    uint32_t s = TREE_CODE (v) == STRING_CST        ? extract_string (TREE_STRING_POINTER (v))
                 : TREE_CODE (v) == IDENTIFIER_NODE ? extract_identifier (v)
                 : DECL_P (v)                       ? extract_identifier (DECL_NAME (v))
                                                    : 0;
    obstack_grow (&extraction.scratch, &s, sizeof s);
    a->arguments.n++;
  }
  a->arguments.v = (uint32_t *)obstack_finish (&extraction.scratch);
  facts_put (extraction.facts, &a->r);
}

void extract_annotations (tree t, unsigned target, uint32_t item, uint32_t sub)
{
  for (tree a = DECL_P (t) ? DECL_ATTRIBUTES (t) : TYPE_ATTRIBUTES (t); a; a = TREE_CHAIN (a)) {
    const char *name = IDENTIFIER_POINTER (get_attribute_name (a));
    NEW_RECORD (annotation, r);
    r.target = target;
    r.item = item;
    r.sub = sub;
    tree decl = DECL_P (t) ? t : TYPE_STUB_DECL (t);
    r.r.loc = extract_loc (decl ? DECL_SOURCE_LOCATION (decl) : UNKNOWN_LOCATION);
    if (!strcmp (name, "racecheck") && TREE_VALUE (a))
      put_annotation (TREE_VALUE (TREE_VALUE (a)), TREE_CHAIN (TREE_VALUE (a)), &r);
    else if (attributes_is_clang_name (name))
      put_annotation (get_attribute_name (a), TREE_VALUE (a), &r);
  }
}

/* Static initialisers */

/* If VALUE is a constant address, what it is of and the bytes added to it. */
static tree constant_address (tree value, int64_t *addend)
{
  *addend = 0;
  for (;;) {
    STRIP_NOPS (value);
    if (CONVERT_EXPR_P (value) || TREE_CODE (value) == NON_LVALUE_EXPR) {
      value = TREE_OPERAND (value, 0);
    } else if ((TREE_CODE (value) == POINTER_PLUS_EXPR || TREE_CODE (value) == PLUS_EXPR)
               && tree_fits_shwi_p (TREE_OPERAND (value, 1))) {
      *addend += tree_to_shwi (TREE_OPERAND (value, 1));
      value = TREE_OPERAND (value, 0);
    } else {
      break;
    }
  }
  if (TREE_CODE (value) != ADDR_EXPR)
    return NULL_TREE;
  poly_int64 offset = 0;
  tree base = get_addr_base_and_unit_offset (TREE_OPERAND (value, 0), &offset);
  if (!base)
    return NULL_TREE;
  *addend += offset.coeffs[0];
  if (TREE_CODE (base) == MEM_REF && TREE_CODE (TREE_OPERAND (base, 0)) == ADDR_EXPR)
    base = TREE_OPERAND (TREE_OPERAND (base, 0), 0);
  return TREE_CODE (base) == COMPOUND_LITERAL_EXPR ? COMPOUND_LITERAL_EXPR_DECL (base) : base;
}

static void put_address_init (struct rec_init *n, tree base)
{
  if (TREE_CODE (base) == FUNCTION_DECL) {
    n->kind = IK_SYMBOL;
    n->target = extract_symbol (base);
  } else if (VAR_P (base) || TREE_CODE (base) == CONST_DECL) {
    n->kind = IK_OBJECT;
    n->target = extract_object (base);
  } else if (TREE_CODE (base) == STRING_CST) {
    n->kind = IK_OBJECT;
    n->target = extract_string_literal (base);
  } else {
    return;
  }
  facts_put (extraction.facts, &n->r);
}

static void put_data (uint32_t object, int64_t offset, uint64_t size)
{
  NEW_RECORD (init, n);
  n.object = object;
  n.offset = offset;
  n.kind = IK_DATA;
  n.size = size;
  PUT (n);
}

static void put_scalar (uint32_t object, tree value, int64_t offset)
{
  NEW_RECORD (init, n);
  n.object = object;
  n.offset = offset;
  tree type = TREE_TYPE (value);
  uint64_t size = extract_constant_size (TYPE_SIZE_UNIT (type));
  n.size = size == (uint64_t)POINTER_SIZE / BITS_PER_UNIT ? 0 : size;
  if (TREE_CODE (value) == INTEGER_CST) {
    if (integer_zerop (value))
      return;
    n.value = TREE_INT_CST_LOW (value);
    PUT (n);
  } else if (tree base = constant_address (value, &n.value)) {
    put_address_init (&n, base);
  } else {
    put_data (object, offset, size);
  }
}

/* Long arrays of plain numbers decide nothing: only their extent is kept.  With OpenMP integers may
   say which elements of other arrays iterations touch. */
enum { LONGEST_NUMBER_ARRAY = 64, LONGEST_INDEX_ARRAY = 1024 };

static bool is_plain_data (tree ctor)
{
  tree type = TREE_TYPE (ctor);
  return TREE_CODE (type) == ARRAY_TYPE && !POINTER_TYPE_P (TREE_TYPE (type))
         && !AGGREGATE_TYPE_P (TREE_TYPE (type))
         && CONSTRUCTOR_NELTS (ctor) > (flag_openmp && INTEGRAL_TYPE_P (TREE_TYPE (type))
                                            ? LONGEST_INDEX_ARRAY : LONGEST_NUMBER_ARRAY);
}

/* Where element or field INDEX is inside an aggregate of TYPE, in bytes; -1 for bit-fields. */
static int64_t element_offset (tree type, tree index, int64_t position)
{
  if (TREE_CODE (type) != ARRAY_TYPE) {
    if (!index || TREE_CODE (index) != FIELD_DECL || DECL_BIT_FIELD (index))
      return -1;
    return extract_constant_size (DECL_FIELD_OFFSET (index))
           + extract_constant_size (DECL_FIELD_BIT_OFFSET (index)) / BITS_PER_UNIT;
  }
  tree domain = TYPE_DOMAIN (type);
  tree low = domain ? TYPE_MIN_VALUE (domain) : NULL_TREE;
  int64_t first = low && tree_fits_shwi_p (low) ? tree_to_shwi (low) : 0;
  return (position - first) * (int64_t)extract_constant_size (TYPE_SIZE_UNIT (TREE_TYPE (type)));
}

/* The bytes of a bit-field that is not zero; its neighbours may share them. */
static void put_bit_field (uint32_t object, tree field, int64_t offset)
{
  uint64_t first = extract_constant_size (DECL_FIELD_OFFSET (field)) * BITS_PER_UNIT
                   + extract_constant_size (DECL_FIELD_BIT_OFFSET (field));
  uint64_t end = first + extract_constant_size (DECL_SIZE (field));
  put_data (object, offset + first / BITS_PER_UNIT,
            (end + BITS_PER_UNIT - 1) / BITS_PER_UNIT - first / BITS_PER_UNIT);
}

static void put_initialiser (uint32_t object, tree value, int64_t offset);

static void put_elements (uint32_t object, tree ctor, int64_t offset)
{
  tree type = TREE_TYPE (ctor), index, value;
  unsigned HOST_WIDE_INT i;
  int64_t position = -1;
  FOR_EACH_CONSTRUCTOR_ELT (CONSTRUCTOR_ELTS (ctor), i, index, value)
  {
    int64_t last;
    if (index && TREE_CODE (index) == RANGE_EXPR) {
      position = tree_to_shwi (TREE_OPERAND (index, 0));
      last = tree_to_shwi (TREE_OPERAND (index, 1));
    } else {
      last = position = index && TREE_CODE (index) == INTEGER_CST ? tree_to_shwi (index)
                                                                  : position + 1;
    }
    if (initializer_zerop (value)) {
      position = last;
      continue;
    }
    if (index && TREE_CODE (index) == FIELD_DECL && DECL_BIT_FIELD (index)) {
      put_bit_field (object, index, offset);
      continue;
    }
    for (; position <= last; position++) {
      int64_t inside = element_offset (type, index, position);
      if (inside >= 0)
        put_initialiser (object, value, offset + inside);
    }
    position = last;
  }
}

static void put_initialiser (uint32_t object, tree value, int64_t offset)
{
  if (TREE_CODE (value) == COMPOUND_LITERAL_EXPR)
    value = DECL_INITIAL (COMPOUND_LITERAL_EXPR_DECL (value));
  if (!value || value == error_mark_node)
    return;
  if (TREE_CODE (value) == STRING_CST)
    put_data (object, offset, TREE_STRING_LENGTH (value));
  else if (TREE_CODE (value) != CONSTRUCTOR)
    put_scalar (object, value, offset);
  else if (is_plain_data (value))
    put_data (object, offset, extract_constant_size (TYPE_SIZE_UNIT (TREE_TYPE (value))));
  else
    put_elements (object, value, offset);
}

static bool is_from_source (tree decl)
{
  return !DECL_ARTIFICIAL (decl)
         && !(TREE_CODE (decl) == FUNCTION_DECL && fndecl_built_in_p (decl));
}

/* All symbols that this unit defines, and what its variables hold at the start.  Comes before the
   functions, while types and initialisers are as the front end made them.  With -flto, which changes
   declarations before the functions are seen, all other symbols too. */
void extract_globals (void)
{
  symtab_node *node;
  FOR_EACH_SYMBOL (node)
    if (node->definition || node->alias || (flag_generate_lto && is_from_source (node->decl)))
      extract_symbol (node->decl);
  varpool_node *variable;
  FOR_EACH_VARIABLE (variable)
  {
    tree v = variable->decl;
    if (DECL_HAS_VALUE_EXPR_P (v) || (variable->alias && !flag_generate_lto))
      continue;
    if (!variable->definition && !flag_generate_lto)
      continue;
    uint32_t object = extract_object (v);
    tree initial = DECL_INITIAL (v);
    if (initial && initial != error_mark_node && !DECL_EXTERNAL (v))
      put_initialiser (object, initial, 0);
  }
}

void extract_mark_globals (void)
{
  hash_map<tree, uint32_t> *maps[] = {symbols, objects};
  for (unsigned m = 0; m < ARRAY_SIZE (maps); m++)
    if (maps[m])
      for (hash_map<tree, uint32_t>::iterator i = maps[m]->begin (); i != maps[m]->end (); ++i)
        gt_ggc_mx_tree_node ((*i).first);
}
