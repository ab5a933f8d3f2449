/* OpenMP: variables that tasks share with who creates them, although GCC gives them a copy.

   A variable that is shared, that the task only reads, and whose address nobody takes, goes to the task by
   value; who creates the task may still assign it meanwhile.  So the facts have what there would be without
   that: the variable is in memory, a local of its own to which each assignment stores; its address is one
   more member of the block of arguments; and the task reads there, where it uses its copy. */

#include "extract.h"

static const char mark[] = "racecheck shared";
static unsigned n_marked;

/* What is shared in the function being extracted. */
struct copy {
  tree ssa;         /* in a task: the copy */
  uint32_t address; /* ... the value that is the address */
  bool placed;      /* ... whether its uses have places */
};
static auto_vec<copy> copies;
struct shadow {
  tree variable;
  uint32_t local; /* 0: not written yet */
};
static auto_vec<shadow> shadows;

/* Before OpenMP is expanded the clause tells: GCC has made a `firstprivate' of it, on which the flag of
   `shared' is left.  References have that flag for another reason. */
static bool was_shared (tree c)
{
  tree decl = OMP_CLAUSE_CODE (c) == OMP_CLAUSE_FIRSTPRIVATE ? OMP_CLAUSE_DECL (c) : NULL_TREE;
  return decl && DECL_P (decl) && TREE_PRIVATE (c) && !DECL_ARTIFICIAL (decl) && DECL_NAME (decl)
         && TREE_CODE (TREE_TYPE (decl)) != REFERENCE_TYPE;
}

static bool is_field_of (tree field, tree variable)
{
  return TREE_CODE (field) == FIELD_DECL && DECL_NAME (field) == DECL_NAME (variable)
         && DECL_SOURCE_LOCATION (field) == DECL_SOURCE_LOCATION (variable)
         && TREE_TYPE (field) == TREE_TYPE (variable);
}

void extract_mark_shared (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
    gomp_task *task = dyn_cast<gomp_task *> (gsi_stmt (i));
    tree block = task ? gimple_omp_task_data_arg (task) : NULL_TREE;
    if (!block || gimple_omp_task_copy_fn (task))
      continue;
    int n = 0;
    for (tree c = gimple_omp_task_clauses (task); c; c = OMP_CLAUSE_CHAIN (c))
      for (tree f = TYPE_FIELDS (TREE_TYPE (block)); f && was_shared (c); f = DECL_CHAIN (f))
        if (is_field_of (f, OMP_CLAUSE_DECL (c))) {
          tree number = build_int_cst (integer_type_node, n++);
          DECL_ATTRIBUTES (f) = tree_cons (get_identifier (mark), build_tree_list (NULL_TREE, number),
                                           DECL_ATTRIBUTES (f));
          n_marked++;
          break;
        }
  }
}

/* Which of the members for addresses belongs to a field; -1: none. */
static int slot_of (tree field)
{
  tree a = n_marked ? lookup_attribute (mark, DECL_ATTRIBUTES (field)) : NULL_TREE;
  return a ? (int)tree_to_shwi (TREE_VALUE (TREE_VALUE (a))) : -1;
}

static uint64_t slot_bits (tree block, unsigned slot)
{
  uint64_t size = extract_constant_size (TYPE_SIZE (block));
  return (size + POINTER_SIZE - 1) / POINTER_SIZE * POINTER_SIZE + slot * (uint64_t)POINTER_SIZE;
}

static unsigned count_slots (tree block)
{
  unsigned n = 0;
  for (tree f = n_marked && RECORD_OR_UNION_TYPE_P (block) ? TYPE_FIELDS (block) : NULL_TREE; f;
       f = DECL_CHAIN (f))
    n += TREE_CODE (f) == FIELD_DECL && slot_of (f) >= 0;
  return n;
}

static uint32_t address_type (tree type)
{
  return extract_type (build_pointer_type (type));
}

uint64_t extract_block_bits (tree type)
{
  unsigned n = count_slots (type);
  return n ? slot_bits (type, n) : 0;
}

void extract_put_slots (tree block)
{
  unsigned n = count_slots (block);
  for (unsigned k = 0; k < n; k++)
    for (tree field = TYPE_FIELDS (block); field; field = DECL_CHAIN (field)) {
      if (TREE_CODE (field) != FIELD_DECL || slot_of (field) != (int)k)
        continue;
      NEW_RECORD (field, f);
      f.bitoff = slot_bits (block, k);
      f.name = extract_identifier (DECL_NAME (field));
      f.type = address_type (TREE_TYPE (field));
      PUT (f);
    }
}

/* The member of a block that REF is, if its variable has an address there. */
static tree marked_field (tree ref)
{
  return n_marked && TREE_CODE (ref) == COMPONENT_REF && slot_of (TREE_OPERAND (ref, 1)) >= 0
             ? TREE_OPERAND (ref, 1)
             : NULL_TREE;
}

static gassign *copies_in (gimple *s)
{
  gassign *a = dyn_cast<gassign *> (s);
  return a && gimple_assign_single_p (a) && TREE_CODE (gimple_assign_lhs (a)) == SSA_NAME
                 && marked_field (gimple_assign_rhs1 (a))
             ? a
             : NULL;
}

/* The address of the slot beside the field that REF is. */
static void slot_address (tree ref, struct address *a)
{
  tree field = TREE_OPERAND (ref, 1), block = DECL_CONTEXT (field);
  extract_address (ref, a);
  int64_t more = slot_bits (block, slot_of (field)) - int_bit_position (field);
  a->bitoff += more;
  a->path_bits += more;
  unsigned n = 0;
  for (tree f = TYPE_FIELDS (block); f; f = DECL_CHAIN (f))
    n += TREE_CODE (f) == FIELD_DECL;
  if (a->n_steps)
    a->steps[a->n_steps - 1].n = n + slot_of (field);
}

static copy *copy_of (tree ssa)
{
  for (unsigned i = 0; i < copies.length (); i++)
    if (copies[i].ssa == ssa)
      return &copies[i];
  return NULL;
}

static shadow *shadow_of (tree variable)
{
  for (unsigned i = 0; variable && i < shadows.length (); i++)
    if (shadows[i].variable == variable)
      return &shadows[i];
  return NULL;
}

static bool has_place (gimple *s)
{
  return !is_gimple_debug (s) && gimple_code (s) != GIMPLE_PHI
         && LOCATION_LOCUS (gimple_location (s)) > BUILTINS_LOCATION;
}

/* A task gets a copy; who uses it has a place, or else the copying has. */
static void begin_copy (gassign *s)
{
  copy c = {gimple_assign_lhs (s), 0, false};
  use_operand_p use;
  imm_use_iterator i;
  FOR_EACH_IMM_USE_FAST (use, i, c.ssa)
    c.placed |= has_place (USE_STMT (use));
  c.address = extract_extra_value (build_pointer_type (TREE_TYPE (c.ssa)));
  copies.safe_push (c);
}

/* A variable that is no copy itself, and is not in memory, goes to a task. */
static void begin_shadow (gassign *s)
{
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  if (!marked_field (lhs) || TREE_CODE (rhs) != SSA_NAME || copies_in (SSA_NAME_DEF_STMT (rhs)))
    return;
  tree variable = SSA_NAME_VAR (rhs);
  if (variable && !DECL_IGNORED_P (variable) && !shadow_of (variable))
    shadows.safe_push ({variable, 0});
}

void extract_begin_shared (void)
{
  copies.truncate (0);
  shadows.truncate (0);
}

void extract_number_shared (gimple *s)
{
  if (!n_marked || !is_gimple_assign (s))
    return;
  if (gassign *a = copies_in (s))
    begin_copy (a);
  else if (gimple_assign_single_p (s))
    begin_shadow (as_a<gassign *> (s));
}

static void shadow_address (shadow *v, struct address *a)
{
  memset (a, 0, sizeof *a);
  if (!v->local)
    v->local = extract_extra_local (v->variable);
  a->base_kind = BASE_LOCAL;
  a->base = v->local;
}

/* Where the variable is that RHS is the value of. */
static bool variable_address (tree rhs, struct address *a)
{
  if (TREE_CODE (rhs) != SSA_NAME)
    return false;
  gassign *s = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (rhs));
  if (copy *c = copy_of (rhs)) {
    memset (a, 0, sizeof *a);
    a->base_kind = BASE_VALUE;
    a->base = c->address;
    return true;
  }
  if (shadow *v = shadow_of (SSA_NAME_VAR (rhs))) {
    shadow_address (v, a);
    return true;
  }
  if (!s || !gimple_assign_single_p (s) || !extract_is_memory (gimple_assign_rhs1 (s)))
    return false;
  extract_address (gimple_assign_rhs1 (s), a);
  return true;
}

static void put_slot (gassign *s)
{
  NEW_RECORD (store, r);
  r.src.kind = OPND_ADDRESS;
  r.src.u.addr = XOBNEW (&extraction.scratch, struct address);
  if (!variable_address (gimple_assign_rhs1 (s), r.src.u.addr))
    return;
  slot_address (gimple_assign_lhs (s), &r.addr);
  r.bits = POINTER_SIZE;
  r.r.loc = extract_loc (gimple_location (s));
  PUT (r);
}

static void put_assignment (shadow *v, tree ssa, location_t loc)
{
  NEW_RECORD (store, r);
  shadow_address (v, &r.addr);
  extract_operand (ssa, &r.src);
  r.bits = extract_constant_size (TYPE_SIZE (TREE_TYPE (ssa)));
  r.r.loc = extract_loc (loc);
  PUT (r);
}

static void put_read (const copy *c, location_t loc)
{
  NEW_RECORD (load, l);
  l.addr.base_kind = BASE_VALUE;
  l.addr.base = c->address;
  l.bits = extract_constant_size (TYPE_SIZE (TREE_TYPE (c->ssa)));
  l.r.loc = extract_loc (loc);
  PUT (l);
}

void extract_shared_parameters (function *fun)
{
  for (unsigned i = 0; i < shadows.length (); i++)
    if (TREE_CODE (shadows[i].variable) == PARM_DECL)
      if (tree entry = ssa_default_def (fun, shadows[i].variable))
        put_assignment (&shadows[i], entry, UNKNOWN_LOCATION);
}

void extract_before_statement (gimple *s)
{
  ssa_op_iter i;
  tree use;
  if (copies.length () && has_place (s))
    FOR_EACH_SSA_TREE_OPERAND (use, s, i, SSA_OP_USE)
      if (copy *c = copy_of (use))
        put_read (c, gimple_location (s));
}

void extract_after_statement (gimple *s)
{
  gassign *a = dyn_cast<gassign *> (s);
  if (copies.length () && copies_in (s)) {
    copy *c = copy_of (gimple_assign_lhs (a));
    NEW_RECORD (load, l);
    l.r.dst = c->address;
    slot_address (gimple_assign_rhs1 (a), &l.addr);
    PUT (l);
    if (!c->placed)
      put_read (c, gimple_location (s));
  }
  if (n_marked && a && marked_field (gimple_assign_lhs (a)))
    put_slot (a);
  ssa_op_iter i;
  tree def;
  if (shadows.length ())
    FOR_EACH_SSA_TREE_OPERAND (def, s, i, SSA_OP_DEF)
      if (shadow *v = shadow_of (SSA_NAME_VAR (def)))
        put_assignment (v, def, gimple_location (s));
}

void extract_task_size (gcall *s, struct rec_call *c)
{
  enum { BLOCK = 1, SIZE = 3 };
  tree fn = gimple_call_fndecl (s);
  if (!n_marked || c->args.n <= SIZE || !fn || !fndecl_built_in_p (fn, BUILT_IN_NORMAL)
      || (DECL_FUNCTION_CODE (fn) != BUILT_IN_GOMP_TASK
          && DECL_FUNCTION_CODE (fn) != BUILT_IN_GOMP_TASKLOOP
          && DECL_FUNCTION_CODE (fn) != BUILT_IN_GOMP_TASKLOOP_ULL))
    return;
  tree block = gimple_call_arg (s, BLOCK);
  uint64_t bits = TREE_CODE (block) == ADDR_EXPR
                      ? extract_block_bits (TREE_TYPE (TREE_OPERAND (block, 0)))
                      : 0;
  if (bits && c->args.v[SIZE].kind == OPND_INT)
    c->args.v[SIZE].u.number = bits / BITS_PER_UNIT;
}
