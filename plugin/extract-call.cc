/* Calls and inline assembly.  The plugin knows no lock function: what a call means is decided by
   the models of the analysis.  Only what GCC itself makes of a call is resolved here: builtins get
   their normalised name, variable arguments and alloca their own records. */

#include "extract.h"

/* Internal functions that stand for no operation of the program: checks of the sanitizers, and
   markers for later passes. */
static bool is_instrumentation (internal_fn fn)
{
  switch (fn) {
  case IFN_UBSAN_NULL:
  case IFN_UBSAN_BOUNDS:
  case IFN_UBSAN_VPTR:
  case IFN_UBSAN_OBJECT_SIZE:
  case IFN_UBSAN_PTR:
  case IFN_ABNORMAL_DISPATCHER:
  case IFN_HWASAN_CHECK:
  case IFN_HWASAN_MARK:
  case IFN_ASAN_CHECK:
  case IFN_ASAN_MARK:
  case IFN_ASAN_POISON:
  case IFN_ASAN_POISON_USE:
  case IFN_TSAN_FUNC_EXIT:
  case IFN_ANNOTATE:
  case IFN_FALLTHROUGH:
  case IFN_NOP:
    return true;
  default:
    return false;
  }
}

static const char *builtin_name (tree fndecl)
{
  tree named = builtin_decl_explicit (DECL_FUNCTION_CODE (fndecl));
  const char *name = IDENTIFIER_POINTER (DECL_NAME (named ? named : fndecl));
  return startswith (name, "__builtin_") ? name + strlen ("__builtin_") : name;
}

static bool is_normal_builtin (tree fndecl)
{
  return fndecl && fndecl_built_in_p (fndecl, BUILT_IN_NORMAL);
}

static tree argument (gcall *s, unsigned i)
{
  return i < gimple_call_num_args (s) ? gimple_call_arg (s, i) : NULL_TREE;
}

static uint32_t defined_value (tree lhs)
{
  return lhs && TREE_CODE (lhs) == SSA_NAME ? extract_value (lhs) : 0;
}

static void put_va (gcall *s, uint32_t kind)
{
  NEW_RECORD (va, v);
  tree lhs = gimple_call_lhs (s);
  v.r.dst = defined_value (lhs);
  v.kind = kind;
  extract_operand (argument (s, 0), &v.list);
  if (kind == VK_COPY)
    extract_operand (argument (s, 1), &v.from);
  if (kind == VK_ARG && lhs) {
    v.type = extract_type (TREE_TYPE (lhs));
    if (TREE_CODE (lhs) != SSA_NAME)
      extract_operand (lhs, &v.result);
  }
  v.r.loc = extract_loc (gimple_location (s));
  PUT (v);
}

static void put_alloca (gcall *s)
{
  NEW_RECORD (alloca, a);
  a.r.dst = defined_value (gimple_call_lhs (s));
  extract_operand (argument (s, 0), &a.size);
  tree align = argument (s, 1);
  a.align = align ? extract_constant_size (align) / BITS_PER_UNIT : 0;
  a.r.loc = extract_loc (gimple_location (s));
  PUT (a);
}

/* Whether the code runs on a device with one instruction for many threads: the host is none. */
static void put_use_simt (gcall *s)
{
  NEW_RECORD (op, op);
  op.r.dst = defined_value (gimple_call_lhs (s));
  op.code = OP_COPY;
  extract_operand (integer_zero_node, &op.a);
  if (op.r.dst)
    PUT (op);
}

/* Builtins that have a record of their own, or none.  True if FNDECL was one. */
static bool put_special_builtin (gcall *s, tree fndecl)
{
  switch (DECL_FUNCTION_CODE (fndecl)) {
  case BUILT_IN_VA_START:
    put_va (s, VK_START);
    return true;
  case BUILT_IN_VA_COPY:
    put_va (s, VK_COPY);
    return true;
  case BUILT_IN_VA_END:
    put_va (s, VK_END);
    return true;
  case BUILT_IN_ALLOCA:
  case BUILT_IN_ALLOCA_WITH_ALIGN:
  case BUILT_IN_ALLOCA_WITH_ALIGN_AND_MAX:
    put_alloca (s);
    return true;
  case BUILT_IN_STACK_SAVE:
  case BUILT_IN_STACK_RESTORE:
    return true;
  default:
    return false;
  }
}

/* The place of a call; the calls that start an OpenMP region have none, but the region has. */
static location_t location_of (gcall *s)
{
  if (gimple_location (s) != UNKNOWN_LOCATION)
    return gimple_location (s);
  for (unsigned i = 0; i < gimple_call_num_args (s); i++) {
    tree a = gimple_call_arg (s, i);
    if (TREE_CODE (a) == ADDR_EXPR && TREE_CODE (TREE_OPERAND (a, 0)) == FUNCTION_DECL)
      return DECL_SOURCE_LOCATION (TREE_OPERAND (a, 0));
  }
  return UNKNOWN_LOCATION;
}

static void put_result (tree lhs, struct rec_call *c)
{
  c->r.dst = defined_value (lhs);
  if (lhs && TREE_CODE (lhs) != SSA_NAME) {
    extract_operand (lhs, &c->result);
    c->result_bits = extract_constant_size (TYPE_SIZE (TREE_TYPE (lhs)));
  }
}

static uint32_t call_flags (gcall *s)
{
  uint32_t flags = 0;
  if (gimple_call_internal_p (s))
    flags |= CF_INTERNAL;
  if (gimple_call_noreturn_p (s))
    flags |= CF_NORETURN;
  if (flag_exceptions && gimple_call_nothrow_p (s))
    flags |= CF_NOTHROW;
  tree type = gimple_call_fntype (s);
  if (type && !prototype_p (type))
    flags |= CF_UNPROTOTYPED;
  return flags;
}

void extract_call (gcall *s)
{
  tree fndecl = gimple_call_fndecl (s);
  bool internal = gimple_call_internal_p (s);
  if (internal && is_instrumentation (gimple_call_internal_fn (s)))
    return;
  if (internal && gimple_call_internal_fn (s) == IFN_GOMP_USE_SIMT) {
    put_use_simt (s);
    return;
  }
  if (internal && gimple_call_internal_fn (s) == IFN_VA_ARG) {
    put_va (s, VK_ARG);
    return;
  }
  if (is_normal_builtin (fndecl) && put_special_builtin (s, fndecl))
    return;

  NEW_RECORD (call, c);
  if (internal)
    c.builtin = extract_string (internal_fn_name (gimple_call_internal_fn (s)));
  else
    extract_operand (gimple_call_fn (s), &c.callee);
  if (is_normal_builtin (fndecl))
    c.builtin = extract_string (builtin_name (fndecl));
  c.args.n = gimple_call_num_args (s);
  c.args.v = XOBNEWVEC (&extraction.scratch, struct operand, c.args.n);
  for (unsigned i = 0; i < c.args.n; i++)
    extract_operand (gimple_call_arg (s, i), &c.args.v[i]);
  extract_task_size (s, &c);
  put_result (gimple_call_lhs (s), &c);
  if (gimple_call_chain (s))
    extract_operand (gimple_call_chain (s), &c.chain);
  c.flags = call_flags (s);
  c.r.loc = extract_loc (location_of (s));
  PUT (c);
}

/* Inline assembly */

static void put_asm_operand (tree list, uint32_t direction, uint32_t loc)
{
  tree operand = TREE_VALUE (list);
  NEW_RECORD (asm_operand, o);
  tree constraint = TREE_VALUE (TREE_PURPOSE (list));
  const char *text = constraint ? TREE_STRING_POINTER (constraint) : "";
  o.direction = direction;
  if (direction == MD_OUT && strchr (text, '+'))
    o.direction = MD_INOUT;
  o.constraint = extract_string (text);
  if (direction == MD_OUT && TREE_CODE (operand) == SSA_NAME)
    o.r.dst = extract_value (operand);
  else
    extract_operand (operand, &o.operand);
  o.bits = extract_constant_size (TYPE_SIZE (TREE_TYPE (operand)));
  o.r.loc = loc;
  PUT (o);
}

void extract_asm (gasm *s)
{
  NEW_RECORD (asm, a);
  a.text = extract_string (gimple_asm_string (s));
  if (gimple_asm_volatile_p (s))
    a.flags |= MF_VOLATILE;
  if (gimple_asm_input_p (s))
    a.flags |= MF_BASIC;
  if (gimple_asm_nlabels (s))
    a.flags |= MF_GOTO;
  a.clobbers.n = gimple_asm_nclobbers (s);
  a.clobbers.v = XOBNEWVEC (&extraction.scratch, uint32_t, a.clobbers.n);
  for (unsigned i = 0; i < a.clobbers.n; i++) {
    const char *clobber = TREE_STRING_POINTER (TREE_VALUE (gimple_asm_clobber_op (s, i)));
    a.clobbers.v[i] = extract_string (clobber);
    if (!strcmp (clobber, "memory"))
      a.flags |= MF_MEMORY;
  }
  a.r.loc = extract_loc (gimple_location (s));
  PUT (a);
  for (unsigned i = 0; i < gimple_asm_noutputs (s); i++)
    put_asm_operand (gimple_asm_output_op (s, i), MD_OUT, a.r.loc);
  for (unsigned i = 0; i < gimple_asm_ninputs (s); i++)
    put_asm_operand (gimple_asm_input_op (s, i), MD_IN, a.r.loc);
}
