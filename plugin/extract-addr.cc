/* Memory references and operands.  A reference like `g[i].in[2].y' becomes base g, a constant bit
   offset, the indices that are values (i, with stride and bound), and the path .in[2].y for naming.

   GIMPLE keeps a whole reference in one tree, innermost operand the base; it is walked from the
   outside in, so steps and indices are collected in reverse. */

#include "extract.h"

enum { LONGEST_PATH = 64 };

struct walk {
  struct address *a;
  struct step steps[LONGEST_PATH];
  struct address_index indices[LONGEST_PATH];
  unsigned n_steps, n_indices;
  bool path_broken; /* the path starts further out */
  tree root;        /* type of what it starts at; NULL: of the base */
};

bool extract_is_value (tree ssa)
{
  tree type = TREE_TYPE (ssa);
  if (TREE_CODE (type) == COMPLEX_TYPE) /* what .ADD_OVERFLOW and its like return */
    type = TREE_TYPE (type);
  return INTEGRAL_TYPE_P (type) || POINTER_TYPE_P (type);
}

bool extract_is_memory (tree ref)
{
  if (TREE_CODE (ref) == WITH_SIZE_EXPR)
    ref = TREE_OPERAND (ref, 0);
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  switch (TREE_CODE (ref)) {
  case VAR_DECL:
  case PARM_DECL:
  case RESULT_DECL:
  case MEM_REF:
  case TARGET_MEM_REF:
  case STRING_CST:
  case CONST_DECL:
    return true;
  default:
    return false;
  }
}

/* Starts the path anew: what is outside of here cannot be named from further in. */
static void restart_path (walk *w)
{
  w->n_steps = 0;
  w->a->path_bits = 0;
}

/* Adds a step that moves the place by BITS. */
static void add_step (walk *w, enum step_kind kind, int64_t n, int64_t bits)
{
  w->a->bitoff += bits;
  if (w->path_broken)
    return;
  if (w->n_steps == LONGEST_PATH)
    restart_path (w);
  w->steps[w->n_steps].kind = kind;
  w->steps[w->n_steps++].n = n;
  w->a->path_bits += bits;
}

static void add_index (walk *w, tree index, uint64_t stride, uint64_t bound)
{
  struct address_index *i = &w->indices[w->n_indices];
  memset (i, 0, sizeof *i);
  if (w->n_indices == LONGEST_PATH - 1) {
    /* The last place stands for all indices that are left: anywhere in the object. */
    i->index.other = OO_OPAQUE;
    i->stride = 1;
    return;
  }
  w->n_indices++;
  extract_operand (index, &i->index);
  i->stride = stride;
  i->bound = bound;
}

static void walk_component (walk *w, tree ref)
{
  tree field = TREE_OPERAND (ref, 1);
  tree offset = component_ref_field_offset (ref);
  int64_t bits = tree_to_shwi (DECL_FIELD_BIT_OFFSET (field));
  if (offset && tree_fits_shwi_p (offset)) {
    add_step (w, STEP_FIELD, extract_field_number (field),
              bits + tree_to_shwi (offset) * BITS_PER_UNIT);
    return;
  }
  /* Behind a member of variable size. */
  add_index (w, offset, 1, 0);
  w->a->bitoff += bits;
  restart_path (w);
  w->path_broken = true;
}

static uint64_t elements (tree array_type)
{
  tree domain = TREE_CODE (array_type) == ARRAY_TYPE ? TYPE_DOMAIN (array_type) : NULL_TREE;
  tree max = domain ? TYPE_MAX_VALUE (domain) : NULL_TREE;
  return max && tree_fits_uhwi_p (max) ? tree_to_uhwi (max) + 1 : 0;
}

static void walk_array (walk *w, tree ref)
{
  tree index = TREE_OPERAND (ref, 1), low = array_ref_low_bound (ref);
  uint64_t stride = extract_constant_size (array_ref_element_size (ref));
  bool constant = tree_fits_shwi_p (index) && tree_fits_shwi_p (low);
  int64_t i = constant ? tree_to_shwi (index) - tree_to_shwi (low) : 0;
  /* An element of variable size, unless it is the first, is who knows where: stride 0. */
  if (constant && (stride || !i)) {
    add_step (w, STEP_CONSTANT, i, i * (int64_t)stride * BITS_PER_UNIT);
  } else {
    add_index (w, index, stride, elements (TREE_TYPE (TREE_OPERAND (ref, 0))));
    if (!stride && w->n_indices && w->n_indices < LONGEST_PATH - 1 && TREE_OPERAND (ref, 3)) {
      struct address_index *added = &w->indices[w->n_indices - 1];
      extract_operand (TREE_OPERAND (ref, 3), &added->scale);
      added->unit = added->scale.kind == OPND_VALUE ? TYPE_ALIGN_UNIT (TREE_TYPE (ref)) : 0;
    }
    add_step (w, STEP_INDEX, 0, 0);
  }
}

/* The base of the reference: what is left when no component is. */
static void walk_base (walk *w, tree ref)
{
  struct address *a = w->a;
  switch (TREE_CODE (ref)) {
  case SSA_NAME:
    a->base = extract_value (ref);
    a->base_kind = a->base ? BASE_VALUE : BASE_NONE;
    break;
  case VAR_DECL:
  case CONST_DECL:
    if (TREE_CODE (ref) == CONST_DECL || TREE_STATIC (ref) || DECL_EXTERNAL (ref)) {
      a->base_kind = BASE_OBJECT;
      a->base = extract_object (ref);
      break;
    }
    /* fall through */
  case PARM_DECL:
  case RESULT_DECL:
    a->base_kind = BASE_LOCAL;
    a->base = extract_local (ref);
    break;
  case STRING_CST:
    a->base_kind = BASE_OBJECT;
    a->base = extract_string_literal (ref);
    break;
  case FUNCTION_DECL:
    a->base_kind = BASE_SYMBOL;
    a->base = extract_symbol (ref);
    break;
  case INTEGER_CST:
    if (tree_fits_shwi_p (ref))
      a->bitoff += tree_to_shwi (ref) * BITS_PER_UNIT;
    break;
  default:
    break;
  }
}

static tree walk_mem_ref (walk *w, tree ref)
{
  tree offset = TREE_OPERAND (ref, 1), base = TREE_OPERAND (ref, 0);
  /* The offset has the type of a pointer, but it is signed. */
  if (TREE_CODE (offset) == INTEGER_CST)
    w->a->bitoff += (int64_t)TREE_INT_CST_LOW (offset) * BITS_PER_UNIT;
  if (!w->path_broken) {
    w->root = TREE_TYPE (ref);
    w->path_broken = true;
  }
  if (TREE_CODE (ref) == TARGET_MEM_REF) {
    if (TMR_INDEX (ref))
      add_index (w, TMR_INDEX (ref), TMR_STEP (ref) ? extract_constant_size (TMR_STEP (ref)) : 1,
                 0);
    if (TMR_INDEX2 (ref))
      add_index (w, TMR_INDEX2 (ref), 1, 0);
  }
  return TREE_CODE (base) == ADDR_EXPR ? TREE_OPERAND (base, 0) : base;
}

/* Takes REF apart, and returns what is inside it; NULL when the base is done. */
static tree walk_step (walk *w, tree ref)
{
  switch (TREE_CODE (ref)) {
  case COMPONENT_REF:
    walk_component (w, ref);
    break;
  case ARRAY_REF:
  case ARRAY_RANGE_REF:
    walk_array (w, ref);
    break;
  case BIT_FIELD_REF:
    w->a->bitoff += tree_to_shwi (TREE_OPERAND (ref, 2));
    restart_path (w);
    break;
  case IMAGPART_EXPR:
    w->a->bitoff += extract_constant_size (TYPE_SIZE (TREE_TYPE (ref)));
    restart_path (w);
    break;
  case REALPART_EXPR:
  case VIEW_CONVERT_EXPR:
  case WITH_SIZE_EXPR:
    restart_path (w);
    break;
  case MEM_REF:
  case TARGET_MEM_REF:
    return walk_mem_ref (w, ref);
  default:
    walk_base (w, ref);
    return NULL_TREE;
  }
  return TREE_OPERAND (ref, 0);
}

/* What a path starts at if nothing is said: what the base is, or points to. */
static uint32_t implied_root (const struct address *a, tree base)
{
  if (a->base_kind == BASE_VALUE)
    return POINTER_TYPE_P (TREE_TYPE (base)) ? extract_type (TREE_TYPE (TREE_TYPE (base))) : 0;
  return DECL_P (base) && TREE_CODE (base) != FUNCTION_DECL ? extract_type_of (base) : 0;
}

void extract_address (tree ref, struct address *a)
{
  walk w;
  memset (a, 0, sizeof *a);
  w.a = a;
  w.n_steps = w.n_indices = 0;
  w.path_broken = false;
  w.root = NULL_TREE;
  tree base = ref;
  for (tree inner = ref; inner; inner = walk_step (&w, inner))
    base = inner;

  uint32_t implied = implied_root (a, base);
  uint32_t root = w.root ? extract_type (w.root) : implied;
  a->root = root == implied ? 0 : root;
  if (!root) /* string literals among others */
    restart_path (&w);
  struct obstack *o = &extraction.scratch;
  if (w.n_indices == LONGEST_PATH - 1)
    w.n_indices++;
  a->n_indices = w.n_indices;
  a->indices = XOBNEWVEC (o, struct address_index, w.n_indices);
  for (unsigned i = 0; i < w.n_indices; i++)
    a->indices[i] = w.indices[w.n_indices - 1 - i];
  a->n_steps = w.n_steps;
  a->steps = XOBNEWVEC (o, struct step, w.n_steps);
  for (unsigned i = 0; i < w.n_steps; i++)
    a->steps[i] = w.steps[w.n_steps - 1 - i];
}

static void address_operand (tree ref, enum operand_kind kind, struct operand *o)
{
  o->kind = kind;
  o->u.addr = XOBNEW (&extraction.scratch, struct address);
  extract_address (ref, o->u.addr);
}

void extract_operand (tree t, struct operand *o)
{
  memset (o, 0, sizeof *o);
  if (!t)
    return;
  while (CONVERT_EXPR_P (t) || TREE_CODE (t) == OBJ_TYPE_REF)
    t = TREE_CODE (t) == OBJ_TYPE_REF ? OBJ_TYPE_REF_EXPR (t) : TREE_OPERAND (t, 0);
  o->other = OO_OPAQUE;
  switch (TREE_CODE (t)) {
  case SSA_NAME:
    if (!extract_is_value (t)) {
      o->other = OO_FLOAT;
    } else if (uint32_t value = extract_value (t)) {
      o->kind = OPND_VALUE;
      o->value = value;
    } else {
      o->other = OO_UNDEFINED;
    }
    break;
  case INTEGER_CST:
    if (tree_fits_shwi_p (t)
        || (tree_fits_uhwi_p (t) && TYPE_PRECISION (TREE_TYPE (t)) <= HOST_BITS_PER_WIDE_INT)) {
      o->kind = OPND_INT;
      o->u.number = TREE_INT_CST_LOW (t);
    }
    break;
  case REAL_CST:
  case COMPLEX_CST:
  case VECTOR_CST:
  case FIXED_CST:
    o->other = OO_FLOAT;
    break;
  case ADDR_EXPR:
    if (TREE_CODE (TREE_OPERAND (t, 0)) != LABEL_DECL)
      address_operand (TREE_OPERAND (t, 0), OPND_ADDRESS, o);
    break;
  case VIEW_CONVERT_EXPR: /* a struct made of an integer, as atomic loads do */
    if (TREE_CODE (TREE_OPERAND (t, 0)) == SSA_NAME) {
      extract_operand (TREE_OPERAND (t, 0), o);
      break;
    }
    /* fall through */
  default:
    if (extract_is_memory (t))
      address_operand (t, OPND_CONTENTS, o);
  }
}

static void bit_field_extent (tree ref, struct access_extent *e)
{
  tree field = TREE_OPERAND (ref, 1);
  e->flags |= AF_BITFIELD;
  e->bits = extract_constant_size (DECL_SIZE (field));
  tree rep = DECL_BIT_FIELD_REPRESENTATIVE (field);
  if (!rep)
    return;
  int64_t first = extract_constant_size (DECL_FIELD_OFFSET (field)) * BITS_PER_UNIT
                  + extract_constant_size (DECL_FIELD_BIT_OFFSET (field));
  int64_t shared = extract_constant_size (DECL_FIELD_OFFSET (rep)) * BITS_PER_UNIT
                   + extract_constant_size (DECL_FIELD_BIT_OFFSET (rep));
  e->rep_off = shared - first;
  e->rep_bits = extract_constant_size (DECL_SIZE (rep));
}

static bool may_alias_all (tree ref)
{
  while (handled_component_p (ref))
    ref = TREE_OPERAND (ref, 0);
  return TREE_CODE (ref) == MEM_REF
         && TYPE_REF_CAN_ALIAS_ALL (TREE_TYPE (TREE_OPERAND (ref, 1)));
}

void extract_extent (tree ref, struct access_extent *e)
{
  memset (e, 0, sizeof *e);
  if (TREE_CODE (ref) == WITH_SIZE_EXPR)
    ref = TREE_OPERAND (ref, 0);
  if (TREE_THIS_VOLATILE (ref))
    e->flags |= AF_VOLATILE;
  if (may_alias_all (ref))
    e->flags |= AF_REFALL;
  if ((TREE_CODE (ref) == COMPONENT_REF || TREE_CODE (ref) == MEM_REF
       || TREE_CODE (ref) == ARRAY_REF)
      && reverse_storage_order_for_component_p (ref))
    e->flags |= AF_REVERSE;
  if (TREE_CODE (ref) == COMPONENT_REF && DECL_BIT_FIELD (TREE_OPERAND (ref, 1))) {
    bit_field_extent (ref, e);
    return;
  }
  if (TREE_CODE (ref) == BIT_FIELD_REF) {
    e->bits = extract_constant_size (TREE_OPERAND (ref, 1));
    return;
  }
  tree size = DECL_P (ref) ? DECL_SIZE (ref) : TYPE_SIZE (TREE_TYPE (ref));
  e->bits = extract_constant_size (size);
  if (!e->bits && size && !integer_zerop (size))
    e->flags |= AF_VARSIZE;
}
