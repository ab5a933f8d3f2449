/* OpenMP: the variables that count the iterations of worksharing loops.

   Which iterations a thread gets is arithmetic once GCC has expanded the loops, of a shape that
   depends on the schedule.  So the variables are marked before that, with an attribute, which the
   copies that GCC makes for the outlined functions keep. */

#include "extract.h"

static const char mark[] = "racecheck iteration", bound_mark[] = "racecheck bound";
static unsigned n_loops;

enum { MOST_DIMENSIONS = 15 };

/* What is kept of a variable of a loop, in the value of its attribute. */
enum { KEPT_NUMBER, KEPT_SCHEDULE, KEPT_TEST, KEPT_STEP, KEPT_FIRST, KEPT_LAST, N_KEPT };

static unsigned loop_code (unsigned dimension, unsigned dimensions)
{
  return n_loops << 8 | dimension << 4 | dimensions;
}

static tree number (HOST_WIDE_INT n)
{
  return build_int_cst (long_long_integer_type_node, n);
}

static void add_attribute (tree decl, const char *name, tree value)
{
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (name), value, DECL_ATTRIBUTES (decl));
}

/* The compiler numbers its own names, and some of them are those of symbols. */
static tree bound_name (void)
{
  static unsigned n;
  char name[32];
  snprintf (name, sizeof name, "racecheck.%u", n++);
  return get_identifier (name);
}

/* Where the loop begins or ends: constants are kept, and the names of variables that the compiler
   has made, which are unique, since their values do not know them; other variables are marked.  */
static tree mark_bound (tree bound, unsigned dimension, unsigned which)
{
  if (TREE_CODE (bound) == INTEGER_CST)
    return bound;
  if (TREE_CODE (bound) == ADDR_EXPR && VAR_P (TREE_OPERAND (bound, 0)) &&
      TREE_STATIC (TREE_OPERAND (bound, 0)))
    return bound;
  if (!VAR_P (bound) && TREE_CODE (bound) != PARM_DECL)
    return NULL_TREE;
  if (DECL_IGNORED_P (bound)) {
    if (!DECL_NAME (bound))
      DECL_NAME (bound) = bound_name ();
    if (strchr (IDENTIFIER_POINTER (DECL_NAME (bound)), '.'))
      return DECL_NAME (bound);
  }
  add_attribute (bound, bound_mark,
                 build_tree_list (NULL_TREE, number (loop_code (dimension, which))));
  return NULL_TREE;
}

static HOST_WIDE_INT step_of (tree increment)
{
  if (!increment || !BINARY_CLASS_P (increment) ||
      TREE_CODE (TREE_OPERAND (increment, 1)) != INTEGER_CST)
    return 0;
  HOST_WIDE_INT step = (HOST_WIDE_INT)TREE_INT_CST_LOW (TREE_OPERAND (increment, 1));
  /* For pointers it is an unsigned number. */
  if (TREE_CODE (increment) == MINUS_EXPR)
    step = -step;
  else if (TREE_CODE (increment) != PLUS_EXPR && TREE_CODE (increment) != POINTER_PLUS_EXPR)
    step = 0;
  return step;
}

/* A loop that is collapsed has several variables. */
static void mark_variable (gomp_for *loop, unsigned dimension, unsigned dimensions,
                           HOST_WIDE_INT schedule)
{
  tree decl = gimple_omp_for_index (loop, dimension);
  if (!VAR_P (decl))
    return;
  tree old = lookup_attribute (mark, DECL_ATTRIBUTES (decl));
  if (old) { /* of two loops: which one a value belongs to would be a guess */
    TREE_VEC_ELT (TREE_VALUE (TREE_VALUE (old)), KEPT_NUMBER) = number (0);
    return;
  }
  tree kept = make_tree_vec (N_KEPT);
  TREE_VEC_ELT (kept, KEPT_NUMBER) = number (loop_code (dimension, dimensions));
  TREE_VEC_ELT (kept, KEPT_SCHEDULE) = number (schedule);
  TREE_VEC_ELT (kept, KEPT_TEST) = number (extract_opcode (gimple_omp_for_cond (loop, dimension)));
  TREE_VEC_ELT (kept, KEPT_STEP) = number (step_of (gimple_omp_for_incr (loop, dimension)));
  TREE_VEC_ELT (kept, KEPT_FIRST) =
      mark_bound (gimple_omp_for_initial (loop, dimension), dimension, 0);
  TREE_VEC_ELT (kept, KEPT_LAST) =
      mark_bound (gimple_omp_for_final (loop, dimension), dimension, 1);
  add_attribute (decl, mark, build_tree_list (NULL_TREE, kept));
}

/* 1 + the size of chunks that are dealt in turn, 1 if each thread gets one; 0: nobody knows. */
static HOST_WIDE_INT schedule_of (gomp_for *loop)
{
  tree clauses = gimple_omp_for_clauses (loop);
  tree schedule = omp_find_clause (clauses, OMP_CLAUSE_SCHEDULE);
  if (gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_FOR || !schedule ||
      omp_find_clause (clauses, OMP_CLAUSE_ORDERED) ||
      (OMP_CLAUSE_SCHEDULE_KIND (schedule) & OMP_CLAUSE_SCHEDULE_MASK) !=
          OMP_CLAUSE_SCHEDULE_STATIC)
    return 0;
  tree chunk = OMP_CLAUSE_SCHEDULE_CHUNK_EXPR (schedule);
  if (!chunk)
    return 1;
  return TREE_CODE (chunk) == INTEGER_CST ? 1 + (HOST_WIDE_INT)TREE_INT_CST_LOW (chunk) : 0;
}

/* Loops whose iterations are shared out.  Where a construct is a combination the variable is that
   of the innermost one, which goes through what the others leave to it. */
static bool shares_iterations (gomp_for *loop)
{
  switch (gimple_omp_for_kind (loop)) {
  case GF_OMP_FOR_KIND_FOR:
  case GF_OMP_FOR_KIND_TASKLOOP:
  case GF_OMP_FOR_KIND_DISTRIBUTE:
    return true;
  case GF_OMP_FOR_KIND_SIMD:
    return omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE__LOOPTEMP_);
  default:
    return false;
  }
}

void extract_mark_iterations (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
    gomp_for *loop = dyn_cast<gomp_for *> (gsi_stmt (i));
    if (!loop || !shares_iterations (loop))
      continue;
    size_t n = gimple_omp_for_collapse (loop);
    n_loops++;
    for (size_t k = 0; k < n && n <= MOST_DIMENSIONS; k++)
      mark_variable (loop, k, n, schedule_of (loop));
  }
}

static bool is_marked (tree variable, unsigned code)
{
  for (tree a = lookup_attribute (bound_mark, DECL_ATTRIBUTES (variable)); a;
       a = lookup_attribute (bound_mark, TREE_CHAIN (a)))
    if (TREE_INT_CST_LOW (TREE_VALUE (TREE_VALUE (a))) == code)
      return true;
  return false;
}

/* The value of a variable that a loop has as bound, by its name or mark, if it is set once. */
static tree find_bound (tree identifier, unsigned code)
{
  tree name, found = NULL_TREE;
  unsigned i;
  FOR_EACH_SSA_NAME (i, name, cfun)
  {
    if (virtual_operand_p (name) || !extract_value (name))
      continue;
    if (identifier ? SSA_NAME_IDENTIFIER (name) != identifier
                   : !SSA_NAME_VAR (name) || !is_marked (SSA_NAME_VAR (name), code))
      continue;
    if (found)
      return NULL_TREE;
    found = name;
  }
  return found;
}

static void put_bound (tree kept, unsigned code, struct operand *out)
{
  if (!kept || TREE_CODE (kept) == IDENTIFIER_NODE)
    kept = find_bound (kept, code);
  if (kept)
    extract_operand (kept, out);
}

void extract_iteration (tree ssa, struct rec_phi *phi)
{
  tree variable = SSA_NAME_VAR (ssa);
  tree found = variable ? lookup_attribute (mark, DECL_ATTRIBUTES (variable)) : NULL_TREE;
  if (!found)
    return;
  tree kept = TREE_VALUE (TREE_VALUE (found));
  unsigned code = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_NUMBER));
  phi->iteration = code;
  if (!code)
    return;
  phi->schedule = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_SCHEDULE));
  phi->test = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_TEST));
  phi->step = (int64_t)TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_STEP));
  put_bound (TREE_VEC_ELT (kept, KEPT_FIRST), code & ~15u, &phi->first);
  put_bound (TREE_VEC_ELT (kept, KEPT_LAST), (code & ~15u) | 1, &phi->last);
}
