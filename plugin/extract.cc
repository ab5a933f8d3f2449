/* Functions: their blocks, values and statements.

   Runs after "ssa", once per function, before any inlining.  A first walk numbers the values in the
   order of their definitions, a second writes the records. */

#include "extract.h"

struct extraction extraction;

/* The function being extracted. */
static struct {
  function *fun;
  uint32_t *values;    /* by SSA version */
  uint32_t n_values;
  uint32_t *blocks;    /* by index of basic block; entry and exit: the number of blocks */
  uint32_t *edges;     /* by index of basic block: the edge there from the current block */
  hash_map<tree, uint32_t> *locals;
  uint32_t n_locals;
  auto_vec<uint32_t> extra; /* values that GCC has none for: number, type */
} current;

uint32_t extract_value (tree ssa)
{
  return SSA_NAME_VERSION (ssa) < vec_safe_length (current.fun->gimple_df->ssa_names)
             ? current.values[SSA_NAME_VERSION (ssa)]
             : 0;
}

/* Variables */

static bool has_source_name (tree decl)
{
  return decl && DECL_NAME (decl) && !DECL_ARTIFICIAL (decl) && !DECL_IGNORED_P (decl);
}

static uint32_t local_flags (tree decl)
{
  uint32_t flags = 0;
  if (TREE_CODE (decl) == PARM_DECL)
    flags |= OF_PARAMETER;
  if (TREE_CODE (decl) == RESULT_DECL)
    flags |= OF_RESULT;
  if (TREE_ADDRESSABLE (decl))
    flags |= OF_ADDRESSED;
  if (TREE_THIS_VOLATILE (decl))
    flags |= OF_VOLATILE;
  if (!has_source_name (decl))
    flags |= OF_ARTIFICIAL;
  if (TREE_CODE (decl) != VAR_DECL && DECL_BY_REFERENCE (decl))
    flags |= OF_BY_REFERENCE;
  if (DECL_SIZE (decl) && !tree_fits_uhwi_p (DECL_SIZE (decl)))
    flags |= OF_VARSIZE;
  if (extract_is_lane (decl))
    flags |= OF_LANE;
  return flags;
}

uint32_t extract_type_of (tree decl)
{
  tree type = TREE_TYPE (decl);
  if (!DECL_NAME (decl) && DECL_ARTIFICIAL (decl) && TREE_CODE (type) == ARRAY_TYPE &&
      TREE_TYPE (type) == pointer_sized_int_node)
    return 0;
  return extract_type (type);
}

uint32_t extract_local (tree decl)
{
  bool existed;
  uint32_t &number = current.locals->get_or_insert (decl, &existed);
  if (existed)
    return number;
  NEW_RECORD (local, l);
  l.name = extract_identifier (DECL_NAME (decl));
  l.type = extract_type_of (decl);
  l.flags = local_flags (decl);
  /* A type gives its size; only what differs is written. */
  if (!l.type)
    l.size = extract_constant_size (TYPE_SIZE_UNIT (TREE_TYPE (decl)));
  else if (DECL_SIZE_UNIT (decl) && !operand_equal_p (DECL_SIZE_UNIT (decl),
                                                 TYPE_SIZE_UNIT (TREE_TYPE (decl)), 0))
    l.size = extract_constant_size (DECL_SIZE_UNIT (decl));
  if (DECL_ALIGN (decl) != TYPE_ALIGN (TREE_TYPE (decl)))
    l.align = DECL_ALIGN_UNIT (decl);
  tree entry = is_gimple_reg (decl) ? ssa_default_def (current.fun, decl) : NULL_TREE;
  if (entry)
    l.value = extract_value (entry);
  else /* what is in memory may be shared, and then people want to see where it is declared */
    l.r.loc = extract_loc (DECL_SOURCE_LOCATION (decl));
  PUT (l);
  return number = ++current.n_locals;
}

uint32_t extract_extra_local (tree variable)
{
  NEW_RECORD (local, l);
  l.name = extract_identifier (DECL_NAME (variable));
  l.type = extract_type_of (variable);
  l.flags = OF_ADDRESSED;
  l.r.loc = extract_loc (DECL_SOURCE_LOCATION (variable));
  PUT (l);
  return ++current.n_locals;
}

/* What is passed in: the parameters, the address of a result in memory, the static chain. */
template <typename callback> static void for_each_input (callback visit)
{
  tree fndecl = current.fun->decl;
  for (tree p = DECL_ARGUMENTS (fndecl); p; p = DECL_CHAIN (p))
    visit (p);
  if (DECL_RESULT (fndecl) && DECL_BY_REFERENCE (DECL_RESULT (fndecl)))
    visit (DECL_RESULT (fndecl));
  if (current.fun->static_chain_decl)
    visit (current.fun->static_chain_decl);
}

/* Values */

static void number_value (tree ssa)
{
  if (ssa && TREE_CODE (ssa) == SSA_NAME && !virtual_operand_p (ssa) && extract_is_value (ssa)
      && !current.values[SSA_NAME_VERSION (ssa)])
    current.values[SSA_NAME_VERSION (ssa)] = ++current.n_values;
}

uint32_t extract_extra_value (tree type)
{
  current.extra.safe_push (++current.n_values);
  current.extra.safe_push (extract_type (type));
  return current.n_values;
}

static void number_input (tree decl)
{
  if (is_gimple_reg (decl))
    number_value (ssa_default_def (current.fun, decl));
}

static void number_values (void)
{
  for_each_input (number_input);
  basic_block bb;
  FOR_EACH_BB_FN (bb, current.fun)
  {
    for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i))
      number_value (gimple_phi_result (i.phi ()));
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
      ssa_op_iter it;
      def_operand_p def;
      FOR_EACH_SSA_DEF_OPERAND (def, gsi_stmt (i), it, SSA_OP_DEF)
        number_value (DEF_FROM_PTR (def));
      extract_number_shared (gsi_stmt (i));
    }
  }
}

/* Variables of variable size live behind a pointer that the compiler made: pointer to variable. */
static hash_map<tree, tree> *find_hidden_pointers (void)
{
  hash_map<tree, tree> *map = NULL;
  unsigned i;
  tree v;
  FOR_EACH_LOCAL_DECL (current.fun, i, v)
  {
    if (!VAR_P (v) || !DECL_HAS_VALUE_EXPR_P (v))
      continue;
    tree e = DECL_VALUE_EXPR (v);
    if (TREE_CODE (e) != INDIRECT_REF || !DECL_P (TREE_OPERAND (e, 0)))
      continue;
    if (!map)
      map = new hash_map<tree, tree>;
    map->put (TREE_OPERAND (e, 0), v);
  }
  return map;
}

/* Numbers what is known of values: parameters, then variables, then types. */
struct value_codes {
  hash_map<tree, uint32_t> variables; /* declaration */
  hash_map<tree, uint32_t> types;
  hash_map<tree, tree> *hidden;
  auto_vec<uint32_t> names, name_types, plain_types;
};

static uint32_t variable_code (value_codes *c, tree variable, uint32_t name, tree type)
{
  bool existed;
  uint32_t &code = c->variables.get_or_insert (variable, &existed);
  if (!existed) {
    code = c->names.length ();
    c->names.safe_push (name);
    c->name_types.safe_push (extract_type (type));
  }
  return code;
}

/* When GCC optimises it has forgotten the variable by now, but the pointer is called `a.1'. */
static uint32_t name_of_vla (tree ssa)
{
  gcall *call = dyn_cast<gcall *> (SSA_NAME_DEF_STMT (ssa));
  if (!call || !gimple_call_alloca_for_var_p (call) || !SSA_NAME_IDENTIFIER (ssa))
    return 0;
  char *name = ACONCAT (("&", IDENTIFIER_POINTER (SSA_NAME_IDENTIFIER (ssa)), NULL));
  if (char *dot = strrchr (name, '.'))
    *dot = 0;
  return name[1] ? extract_string (name) : 0;
}

/* The code of SSA; types are counted behind all variables, so they are marked until those are known.
 */
static uint32_t value_code (value_codes *c, tree ssa, bool *is_type)
{
  tree v = SSA_NAME_VAR (ssa), type = TREE_TYPE (ssa);
  *is_type = false;
  if (has_source_name (v) && TREE_TYPE (v) == type)
    return variable_code (c, v, extract_identifier (DECL_NAME (v)), type);
  if (tree *hidden = v && c->hidden ? c->hidden->get (v) : NULL)
    if (has_source_name (*hidden)) {
      const char *name = IDENTIFIER_POINTER (DECL_NAME (*hidden));
      return variable_code (c, v, extract_string (ACONCAT (("&", name, NULL))), type);
    }
  if (uint32_t name = name_of_vla (ssa))
    return variable_code (c, SSA_NAME_IDENTIFIER (ssa), name, type);
  *is_type = true;
  bool existed;
  uint32_t &code = c->types.get_or_insert (type, &existed);
  if (!existed) {
    code = c->plain_types.length ();
    c->plain_types.safe_push (extract_type (type));
  }
  return code;
}

static void put_values (void)
{
  NEW_RECORD (values, v);
  struct obstack *o = &extraction.scratch;
  value_codes codes;
  codes.hidden = find_hidden_pointers ();
  uint32_t n_params = 0;
  for_each_input ([&] (tree decl) { codes.variables.put (decl, n_params++); });

  uint32_t *code = XOBNEWVEC (o, uint32_t, current.n_values);
  bool *is_type = XOBNEWVEC (o, bool, current.n_values);
  unsigned i;
  tree ssa;
  tree *by_number = XOBNEWVEC (o, tree, current.n_values);
  FOR_EACH_SSA_NAME (i, ssa, current.fun)
    if (uint32_t number = current.values[i])
      by_number[number - 1] = ssa;
  codes.names.safe_grow_cleared (n_params);
  for (i = 0; i < current.extra.length (); i += 2)
    by_number[current.extra[i] - 1] = NULL_TREE;
  for (i = 0; i < current.n_values; i++)
    if (by_number[i])
      code[i] = value_code (&codes, by_number[i], &is_type[i]);
  for (i = 0; i < current.extra.length (); i += 2) {
    code[current.extra[i] - 1] = codes.plain_types.length ();
    is_type[current.extra[i] - 1] = true;
    codes.plain_types.safe_push (current.extra[i + 1]);
  }
  for (i = 0; i < current.n_values; i++)
    if (is_type[i])
      code[i] += codes.names.length ();

  v.names.n = v.name_types.n = codes.names.length () - n_params;
  v.names.v = codes.names.address () + n_params;
  v.name_types.v = codes.name_types.address ();
  v.types.n = codes.plain_types.length ();
  v.types.v = codes.plain_types.address ();
  v.codes.n = current.n_values;
  v.codes.v = code;
  PUT (v);
  delete codes.hidden;
  obstack_free (o, code);
}

/* Assignments */

static const struct {
  enum tree_code code;
  uint32_t op;
} operations[] = {
    {PLUS_EXPR, OP_ADD},          {MINUS_EXPR, OP_SUB},       {MULT_EXPR, OP_MUL},
    {TRUNC_DIV_EXPR, OP_DIV},     {EXACT_DIV_EXPR, OP_DIV},   {TRUNC_MOD_EXPR, OP_MOD},
    {BIT_AND_EXPR, OP_AND},       {TRUTH_AND_EXPR, OP_AND},   {BIT_IOR_EXPR, OP_OR},
    {TRUTH_OR_EXPR, OP_OR},       {BIT_XOR_EXPR, OP_XOR},     {TRUTH_XOR_EXPR, OP_XOR},
    {LSHIFT_EXPR, OP_SHL},        {RSHIFT_EXPR, OP_SHR},      {LROTATE_EXPR, OP_ROTL},
    {RROTATE_EXPR, OP_ROTR},      {NEGATE_EXPR, OP_NEG},      {BIT_NOT_EXPR, OP_NOT},
    {TRUTH_NOT_EXPR, OP_NOT},     {ABS_EXPR, OP_ABS},         {ABSU_EXPR, OP_ABS},
    {MIN_EXPR, OP_MIN},           {MAX_EXPR, OP_MAX},         {EQ_EXPR, OP_EQ},
    {NE_EXPR, OP_NE},             {LT_EXPR, OP_LT},           {LE_EXPR, OP_LE},
    {GT_EXPR, OP_GT},             {GE_EXPR, OP_GE},           {COND_EXPR, OP_SELECT},
    {POINTER_PLUS_EXPR, OP_POINTER_ADD}, {POINTER_DIFF_EXPR, OP_POINTER_SUB},
    {SSA_NAME, OP_COPY},          {INTEGER_CST, OP_COPY},     {ADDR_EXPR, OP_COPY},
    {OBJ_TYPE_REF, OP_COPY},      {NOP_EXPR, OP_CONVERT},     {CONVERT_EXPR, OP_CONVERT},
    {FIX_TRUNC_EXPR, OP_CONVERT}, {PAREN_EXPR, OP_COPY},
};

uint32_t extract_opcode (enum tree_code code)
{
  static uint8_t table[MAX_TREE_CODES];
  if (!table[NOP_EXPR]) {
    memset (table, OP_OTHER, sizeof table);
    for (unsigned i = 0; i < ARRAY_SIZE (operations); i++)
      table[operations[i].code] = operations[i].op;
  }
  return table[code];
}

/* A reference that takes a part of a value, not of memory: its kind, operand and, for bits, extent.
 */
static void put_part_of_value (tree rhs, struct rec_op *op)
{
  tree size = TYPE_SIZE (TREE_TYPE (rhs));
  op->code = OP_BITS;
  extract_operand (TREE_OPERAND (rhs, 0), &op->a);
  switch (TREE_CODE (rhs)) {
  case BIT_FIELD_REF:
    extract_operand (TREE_OPERAND (rhs, 1), &op->b);
    extract_operand (TREE_OPERAND (rhs, 2), &op->c);
    break;
  case REALPART_EXPR:
    extract_operand (size, &op->b);
    extract_operand (bitsize_zero_node, &op->c);
    break;
  case IMAGPART_EXPR:
    extract_operand (size, &op->b);
    extract_operand (size, &op->c);
    break;
  case VIEW_CONVERT_EXPR:
    op->code = OP_CONVERT;
    break;
  default:
    op->code = OP_OTHER;
  }
}

static void put_operation (gassign *s)
{
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  NEW_RECORD (op, op);
  op.r.dst = extract_value (lhs);
  if (!op.r.dst)
    return; /* floating point and vectors */
  if (handled_component_p (rhs)) {
    put_part_of_value (rhs, &op);
  } else if (TREE_CODE (rhs) == CONSTRUCTOR) {
    op.code = OP_OTHER;
  } else {
    op.code = extract_opcode (gimple_assign_rhs_code (s));
    extract_operand (rhs, &op.a);
    extract_operand (gimple_assign_rhs2 (s), &op.b);
    extract_operand (gimple_assign_rhs3 (s), &op.c);
  }
  PUT (op);
}

static uint64_t bits_of_type (tree type)
{
  return INTEGRAL_TYPE_P (type) ? TYPE_PRECISION (type) : extract_constant_size (TYPE_SIZE (type));
}

/* Where the source has the reference: a load for an argument of a call has the place of the call. */
static location_t location_of_load (gassign *s)
{
  location_t loc = extract_reference_location (gimple_assign_rhs1 (s));
  if (LOCATION_LOCUS (loc) > BUILTINS_LOCATION)
    return loc;
  /* GCC 11 forgets the place when it makes a load of a memcpy, but not that of its store. */
  use_operand_p use;
  gimple *user;
  if (LOCATION_LOCUS (gimple_location (s)) <= BUILTINS_LOCATION
      && single_imm_use (gimple_assign_lhs (s), &use, &user))
    return gimple_location (user);
  return gimple_location (s);
}

static void put_load (gassign *s)
{
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  struct access_extent e;
  NEW_RECORD (load, l);
  l.r.dst = extract_value (lhs);
  extract_address (rhs, &l.addr);
  extract_extent (rhs, &e);
  if (!l.r.dst || e.bits != bits_of_type (TREE_TYPE (lhs)))
    l.bits = e.bits;
  l.flags = e.flags;
  l.rep_off = e.rep_off;
  l.rep_bits = e.rep_bits;
  l.r.loc = extract_loc (location_of_load (s));
  PUT (l);
}

/* Stores that OpenMP's lowering makes have no place, but what they store was computed at one. */
static location_t location_of_store (gassign *s)
{
  tree rhs = gimple_assign_rhs1 (s);
  for (int depth = 0; depth < 2 && LOCATION_LOCUS (gimple_location (s)) <= BUILTINS_LOCATION
                      && TREE_CODE (rhs) == SSA_NAME && is_gimple_assign (SSA_NAME_DEF_STMT (rhs));
       depth++) {
    s = as_a<gassign *> (SSA_NAME_DEF_STMT (rhs));
    rhs = gimple_assign_rhs1 (s);
  }
  if (LOCATION_LOCUS (gimple_location (s)) <= BUILTINS_LOCATION && TREE_CODE (rhs) == SSA_NAME
      && is_gimple_call (SSA_NAME_DEF_STMT (rhs)))
    return gimple_location (SSA_NAME_DEF_STMT (rhs));
  return gimple_location (s);
}

static void put_store (gassign *s)
{
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  struct access_extent e;
  NEW_RECORD (store, r);
  extract_address (lhs, &r.addr);
  extract_operand (rhs, &r.src);
  extract_extent (lhs, &e);
  if (r.src.kind != OPND_VALUE || e.bits != bits_of_type (TREE_TYPE (rhs)))
    r.bits = e.bits;
  r.flags = e.flags;
  r.rep_off = e.rep_off;
  r.rep_bits = e.rep_bits;
  r.r.loc = extract_loc (location_of_store (s));
  PUT (r);
}

static void put_aggregate_copy (gassign *s)
{
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  struct access_extent to, from;
  NEW_RECORD (copy, c);
  extract_address (lhs, &c.to);
  extract_address (rhs, &c.from);
  extract_extent (lhs, &to);
  extract_extent (rhs, &from);
  c.bits = to.bits;
  c.flags = to.flags | from.flags;
  c.r.loc = extract_loc (gimple_location (s));
  PUT (c);
}

static void put_clear (gassign *s)
{
  tree lhs = gimple_assign_lhs (s);
  struct access_extent e;
  NEW_RECORD (clear, c);
  extract_address (lhs, &c.addr);
  extract_extent (lhs, &e);
  c.bits = e.bits;
  c.flags = e.flags;
  c.r.loc = extract_loc (gimple_location (s));
  PUT (c);
}

static void put_lifetime (gassign *s)
{
  NEW_RECORD (lifetime, l);
  extract_address (gimple_assign_lhs (s), &l.addr);
  PUT (l);
}

static void extract_assign (gassign *s)
{
  tree lhs = gimple_assign_lhs (s), rhs = gimple_assign_rhs1 (s);
  bool from_memory = gimple_assign_single_p (s) && extract_is_memory (rhs);
  if (TREE_CODE (lhs) == SSA_NAME) {
    if (from_memory)
      put_load (s);
    else
      put_operation (s);
  } else if (gimple_clobber_p (s)) {
    put_lifetime (s);
  } else if (from_memory) {
    put_aggregate_copy (s);
  } else if (TREE_CODE (rhs) == CONSTRUCTOR && AGGREGATE_TYPE_P (TREE_TYPE (lhs))) {
    put_clear (s);
  } else {
    put_store (s);
  }
}

/* Control flow */

static void extract_branch (gcond *s)
{
  NEW_RECORD (branch, b);
  b.code = extract_opcode (gimple_cond_code (s));
  extract_operand (gimple_cond_lhs (s), &b.a);
  extract_operand (gimple_cond_rhs (s), &b.b);
  b.last = extract_asks_for_last (s);
  PUT (b);
}

static void extract_switch (gswitch *s)
{
  NEW_RECORD (switch, w);
  extract_operand (gimple_switch_index (s), &w.index);
  PUT (w);
  for (unsigned i = 0; i < gimple_switch_num_labels (s); i++) {
    tree label = gimple_switch_label (s, i);
    if (!CASE_LOW (label))
      continue;
    NEW_RECORD (case, c);
    c.edge = current.edges[label_to_block (current.fun, CASE_LABEL (label))->index];
    c.low = TREE_INT_CST_LOW (CASE_LOW (label));
    if (CASE_HIGH (label))
      c.span = TREE_INT_CST_LOW (CASE_HIGH (label)) - TREE_INT_CST_LOW (CASE_LOW (label));
    PUT (c);
  }
}

static void extract_goto (ggoto *s)
{
  NEW_RECORD (goto, r);
  extract_operand (gimple_goto_dest (s), &r.target);
  PUT (r);
}

static void extract_return (greturn *s)
{
  NEW_RECORD (return, r);
  extract_operand (gimple_return_retval (s), &r.value);
  r.r.loc = extract_loc (gimple_location (s));
  PUT (r);
}

static void extract_resume (void)
{
  NEW_RECORD (resume, r);
  PUT (r);
}

static void extract_statement (gimple *s)
{
  switch (gimple_code (s)) {
  case GIMPLE_ASSIGN:
    extract_assign (as_a<gassign *> (s));
    break;
  case GIMPLE_CALL:
    extract_call (as_a<gcall *> (s));
    break;
  case GIMPLE_ASM:
    extract_asm (as_a<gasm *> (s));
    break;
  case GIMPLE_COND:
    extract_branch (as_a<gcond *> (s));
    break;
  case GIMPLE_SWITCH:
    extract_switch (as_a<gswitch *> (s));
    break;
  case GIMPLE_GOTO:
    extract_goto (as_a<ggoto *> (s));
    break;
  case GIMPLE_RETURN:
    extract_return (as_a<greturn *> (s));
    break;
  case GIMPLE_RESX:
    extract_resume ();
    break;
  default:
    break; /* labels, predictions, debug statements, empty ones */
  }
}

static uint32_t edge_kind_of (edge e)
{
  if (e->flags & EDGE_EH)
    return EK_EH;
  if (e->flags & EDGE_ABNORMAL)
    return EK_ABNORMAL;
  if (e->flags & EDGE_TRUE_VALUE)
    return EK_TRUE;
  if (e->flags & EDGE_FALSE_VALUE)
    return EK_FALSE;
  return EK_FALL;
}

static gswitch *switch_at_end (basic_block bb)
{
  gimple_stmt_iterator last = gsi_last_nondebug_bb (bb);
  return gsi_end_p (last) ? NULL : dyn_cast<gswitch *> (gsi_stmt (last));
}

/* The record that starts a block, with the edges that leave it. */
static void put_block_head (basic_block bb)
{
  NEW_RECORD (block, b);
  gswitch *s = switch_at_end (bb);
  basic_block fallback
      = s ? label_to_block (current.fun, CASE_LABEL (gimple_switch_default_label (s))) : NULL;
  b.edges.v = XOBNEWVEC (&extraction.scratch, struct flow_edge, EDGE_COUNT (bb->succs));
  edge e;
  edge_iterator i;
  FOR_EACH_EDGE (e, i, bb->succs)
  {
    if (e->dest == EXIT_BLOCK_PTR_FOR_FN (current.fun))
      continue;
    current.edges[e->dest->index] = b.edges.n;
    struct flow_edge *out = &b.edges.v[b.edges.n++];
    out->target = current.blocks[e->dest->index];
    out->kind = edge_kind_of (e);
    if (s)
      out->kind = e->dest == fallback ? EK_DEFAULT : EK_CASE;
  }
  PUT (b);
  obstack_free (&extraction.scratch, b.edges.v);
}

static void put_phis (basic_block bb)
{
  bool first = true;
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i)) {
    gphi *phi = i.phi ();
    tree result = gimple_phi_result (phi);
    if (virtual_operand_p (result) || !extract_value (result))
      continue;
    struct obstack *o = &extraction.scratch;
    if (first) {
      NEW_RECORD (preds, p);
      p.blocks.n = EDGE_COUNT (bb->preds);
      p.blocks.v = XOBNEWVEC (o, uint32_t, p.blocks.n);
      for (unsigned k = 0; k < p.blocks.n; k++)
        p.blocks.v[k] = current.blocks[EDGE_PRED (bb, k)->src->index];
      PUT (p);
      obstack_free (o, p.blocks.v);
      first = false;
    }
    NEW_RECORD (phi, r);
    r.r.dst = extract_value (result);
    r.args.n = gimple_phi_num_args (phi);
    r.args.v = XOBNEWVEC (o, struct operand, r.args.n);
    for (unsigned k = 0; k < r.args.n; k++)
      extract_operand (gimple_phi_arg_def (phi, k), &r.args.v[k]);
    extract_iteration (result, &r);
    PUT (r);
    obstack_free (o, r.args.v);
  }
}

static void put_block (basic_block bb)
{
  put_block_head (bb);
  put_phis (bb);
  extract_carried (bb);
  if (!current.blocks[bb->index])
    extract_shared_parameters (current.fun);
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
    void *mark = obstack_alloc (&extraction.scratch, 0);
    extract_before_statement (gsi_stmt (i));
    extract_statement (gsi_stmt (i));
    extract_after_statement (gsi_stmt (i));
    obstack_free (&extraction.scratch, mark);
  }
}

/* The order of blocks in the facts: as GCC chains them, but where the function starts comes first.
 */
static void order_blocks (basic_block *order)
{
  basic_block start = single_succ (ENTRY_BLOCK_PTR_FOR_FN (current.fun)), bb;
  unsigned n = 0;
  order[n++] = start;
  FOR_EACH_BB_FN (bb, current.fun)
    if (bb != start)
      order[n++] = bb;
  for (unsigned i = 0; i < n; i++)
    current.blocks[order[i]->index] = i;
  current.blocks[ENTRY_BLOCK] = current.blocks[EXIT_BLOCK] = n;
}

static bool is_omp_child (tree fndecl)
{
  return DECL_ARTIFICIAL (fndecl) && DECL_NAME (fndecl)
         && strstr (IDENTIFIER_POINTER (DECL_NAME (fndecl)), "._omp_fn.");
}

static void put_function (tree fndecl, unsigned blocks)
{
  NEW_RECORD (function, f);
  f.symbol = extract_symbol (fndecl);
  f.type = extract_type (TREE_TYPE (fndecl));
  f.blocks = blocks;
  f.flags = extract_function_flags (fndecl);
  if (is_omp_child (fndecl))
    f.flags |= FF_OMP_CHILD;
  if (DECL_STATIC_CONSTRUCTOR (fndecl))
    f.priority = DECL_INIT_PRIORITY (fndecl);
  else if (DECL_STATIC_DESTRUCTOR (fndecl))
    f.priority = DECL_FINI_PRIORITY (fndecl);
  extract_function_attributes (fndecl, &f.alloc_size, &f.nonnull);
  tree parent = DECL_CONTEXT (fndecl);
  if (parent && TREE_CODE (parent) == FUNCTION_DECL)
    f.parent = extract_symbol (parent);
  PUT (f);
}

void extract_function (function *fun)
{
  tree fndecl = fun->decl;
  /* The body of an `extern inline' is no definition: the real one is elsewhere. */
  if (DECL_EXTERNAL (fndecl))
    return;
  current.fun = fun;
  current.n_values = current.n_locals = 0;
  current.values = XCNEWVEC (uint32_t, vec_safe_length (fun->gimple_df->ssa_names) + 1);
  current.blocks = XCNEWVEC (uint32_t, last_basic_block_for_fn (fun));
  current.edges = XCNEWVEC (uint32_t, last_basic_block_for_fn (fun));
  current.locals = new hash_map<tree, uint32_t>;
  basic_block *order = XNEWVEC (basic_block, n_basic_blocks_for_fn (fun));
  unsigned n = n_basic_blocks_for_fn (fun) - NUM_FIXED_BLOCKS;

  order_blocks (order);
  current.extra.truncate (0);
  extract_begin_shared ();
  number_values ();
  put_function (fndecl, n);
  for_each_input (extract_local);
  put_values ();
  for (unsigned i = 0; i < n; i++)
    put_block (order[i]);
  extract_flush_types ();

  free (order);
  delete current.locals;
  free (current.edges);
  free (current.blocks);
  free (current.values);
}
