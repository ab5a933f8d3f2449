/* OpenMP: the variables that count the iterations of worksharing loops, and of those whose iterations
   are lanes of one thread.

   Which iterations a thread gets is arithmetic once GCC has expanded the loops, of a shape that
   depends on the schedule.  So the variables are marked before that, with an attribute, which the
   copies that GCC makes for the outlined functions keep. */

#include "extract.h"

static const char mark[] = "racecheck iteration", bound_mark[] = "racecheck bound";
static const char lane_mark[] = "racecheck lane"; /* of variables of which each lane has its own */
static unsigned n_loops;

enum { MOST_DIMENSIONS = 15 };

/* What is kept of a variable of a loop, in the value of its attribute. */
enum {
  KEPT_NUMBER,
  KEPT_SHARED, /* whether threads share out the iterations; 2: those of all teams of a league */
  KEPT_LANES,
  KEPT_SCHEDULE,
  KEPT_TEST,
  KEPT_STEP,
  KEPT_FIRST,
  KEPT_LAST,
  KEPT_STRIDE,
  N_KEPT
};

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

/* The variable that a loop counts by; NULL_TREE: it is a constant, or it is not known that it has no
   sign. */
static tree stride_of (tree increment, tree_code test)
{
  if (!increment || !BINARY_CLASS_P (increment) || POINTER_TYPE_P (TREE_TYPE (increment))
      || TREE_CODE (increment)
             != (test == LT_EXPR || test == LE_EXPR   ? PLUS_EXPR
                 : test == GT_EXPR || test == GE_EXPR ? MINUS_EXPR
                                                      : ERROR_MARK))
    return NULL_TREE;
  tree by = TREE_OPERAND (increment, 1);
  return DECL_P (by) ? by : NULL_TREE;
}

/* The clause of the source: that of the compiler, for what its target can do, has no place. */
static tree safelen_of (tree clauses)
{
  tree c = omp_find_clause (clauses, OMP_CLAUSE_SAFELEN);
  while (c && OMP_CLAUSE_LOCATION (c) == UNKNOWN_LOCATION)
    c = omp_find_clause (OMP_CLAUSE_CHAIN (c), OMP_CLAUSE_SAFELEN);
  return c;
}

/* With `scan' the compiler exchanges values between lanes, by memory that is no part of the program. */
static bool scans (tree clauses)
{
  for (tree c = clauses; c; c = OMP_CLAUSE_CHAIN (c))
    if (OMP_CLAUSE_CODE (c) == OMP_CLAUSE__SCANTEMP_
        || (OMP_CLAUSE_CODE (c) == OMP_CLAUSE_REDUCTION && OMP_CLAUSE_REDUCTION_INSCAN (c)))
      return true;
  return false;
}

/* How many iterations of a simd loop may be executed at a time; 0: it is none. */
static HOST_WIDE_INT lanes_of (gomp_for *loop)
{
  if (gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_SIMD)
    return 0;
  tree clauses = gimple_omp_for_clauses (loop);
  if (scans (clauses))
    return 0;
  tree most = safelen_of (clauses);
  tree test = omp_find_clause (clauses, OMP_CLAUSE_IF);
  if (test && integer_zerop (OMP_CLAUSE_IF_EXPR (test)))
    return 0;
  if (!most || !tree_fits_shwi_p (OMP_CLAUSE_SAFELEN_EXPR (most)))
    return INT_MAX;
  HOST_WIDE_INT n = tree_to_shwi (OMP_CLAUSE_SAFELEN_EXPR (most));
  return n > 1 ? MIN (n, INT_MAX) : 0;
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

/* The same, as KEPT_SHARED has it.  Constructs that are combined follow each other, the outer ones
   first. */
static HOST_WIDE_INT shared_by (gomp_for *loop)
{
  static bool distributed;
  if (gimple_omp_for_kind (loop) == GF_OMP_FOR_KIND_DISTRIBUTE)
    distributed = gimple_omp_for_combined_p (loop);
  else if (!gimple_omp_for_combined_into_p (loop))
    distributed = false;
  return shares_iterations (loop) ? 1 + distributed : 0;
}

/* Whether the compiler has made a second loop of one with `scan', over the same variable: each thread goes
   through its iterations twice. */
static bool is_scanned_again (gomp_for *loop, tree decl)
{
  static tree first;
  bool twice = omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE__SCANTEMP_);
  bool again = twice && first == decl;
  first = twice && !again ? decl : NULL_TREE;
  return again;
}

/* A loop that is collapsed has several variables. */
static void mark_variable (gomp_for *loop, unsigned dimension, unsigned dimensions,
                           HOST_WIDE_INT schedule, HOST_WIDE_INT shared)
{
  tree decl = gimple_omp_for_index (loop, dimension);
  if (!VAR_P (decl))
    return;
  tree old = lookup_attribute (mark, DECL_ATTRIBUTES (decl));
  if (is_scanned_again (loop, decl) && old)
    return;
  if (old) { /* of two loops: which one a value belongs to would be a guess */
    TREE_VEC_ELT (TREE_VALUE (TREE_VALUE (old)), KEPT_NUMBER) = number (0);
    return;
  }
  tree kept = make_tree_vec (N_KEPT);
  TREE_VEC_ELT (kept, KEPT_NUMBER) = number (loop_code (dimension, dimensions));
  TREE_VEC_ELT (kept, KEPT_SHARED) = number (shared);
  TREE_VEC_ELT (kept, KEPT_LANES) = number (lanes_of (loop));
  TREE_VEC_ELT (kept, KEPT_SCHEDULE) = number (schedule);
  TREE_VEC_ELT (kept, KEPT_TEST) = number (extract_opcode (gimple_omp_for_cond (loop, dimension)));
  TREE_VEC_ELT (kept, KEPT_STEP) = number (step_of (gimple_omp_for_incr (loop, dimension)));
  TREE_VEC_ELT (kept, KEPT_FIRST) =
      mark_bound (gimple_omp_for_initial (loop, dimension), dimension, 0);
  TREE_VEC_ELT (kept, KEPT_LAST) =
      mark_bound (gimple_omp_for_final (loop, dimension), dimension, 1);
  tree stride = stride_of (gimple_omp_for_incr (loop, dimension), gimple_omp_for_cond (loop, dimension));
  TREE_VEC_ELT (kept, KEPT_STRIDE) = stride ? mark_bound (stride, dimension, 2) : number (0);
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

/* The copies that lanes have of the variables of a clause: they have the same name and place. */
static void mark_copies (function *fun, tree variable)
{
  unsigned i;
  tree copy;
  FOR_EACH_LOCAL_DECL (fun, i, copy)
    if (copy != variable && VAR_P (copy) && DECL_NAME (copy) == DECL_NAME (variable)
        && DECL_SOURCE_LOCATION (copy) == DECL_SOURCE_LOCATION (variable)
        && !lookup_attribute (lane_mark, DECL_ATTRIBUTES (copy)))
      add_attribute (copy, lane_mark, NULL_TREE);
}

/* Of collapsed simd loops the compiler counts variables of its own, which have no values that know
   them: what is set to these is marked. */
static void mark_counted (function *fun, tree index)
{
  tree kept = VAR_P (index) ? lookup_attribute (mark, DECL_ATTRIBUTES (index)) : NULL_TREE;
  basic_block bb;
  if (!kept || !DECL_IGNORED_P (index))
    return;
  FOR_EACH_BB_FN (bb, fun)
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
    gassign *s = dyn_cast<gassign *> (gsi_stmt (i));
    if (s && gimple_assign_rhs1 (s) == index && gimple_assign_single_p (s)
        && VAR_P (gimple_assign_lhs (s)) && !DECL_IGNORED_P (gimple_assign_lhs (s)))
      add_attribute (gimple_assign_lhs (s), mark, TREE_VALUE (kept));
  }
}

static void mark_lanes (function *fun, gomp_for *loop)
{
  for (tree c = gimple_omp_for_clauses (loop); c; c = OMP_CLAUSE_CHAIN (c))
    switch (OMP_CLAUSE_CODE (c)) {
    case OMP_CLAUSE_PRIVATE:
    case OMP_CLAUSE_LASTPRIVATE:
    case OMP_CLAUSE_LINEAR:
    case OMP_CLAUSE_REDUCTION:
      if (DECL_P (OMP_CLAUSE_DECL (c)) && DECL_NAME (OMP_CLAUSE_DECL (c)))
        mark_copies (fun, OMP_CLAUSE_DECL (c));
      break;
    default:
      break;
    }
}

/* Where the variables of a loop are not what the compiler counts, because they are collapsed or the
   construct is combined with another one, it has one of its own, and finds out by that who has had
   the last iteration.  Its values know only its name. */
static const char counted_name[] = "racecheck.counted";

static void name_counted (gomp_for *loop)
{
  if (gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_FOR)
    return;
  tree collapse = gimple_omp_for_collapse (loop) > 1
                      ? omp_find_clause (gimple_omp_for_clauses (loop), OMP_CLAUSE_COLLAPSE)
                      : NULL_TREE;
  tree counted = collapse                            ? OMP_CLAUSE_COLLAPSE_ITERVAR (collapse)
                 : gimple_omp_for_combined_p (loop) ? gimple_omp_for_index (loop, 0)
                                                    : NULL_TREE;
  if (counted && VAR_P (counted) && DECL_IGNORED_P (counted))
    DECL_NAME (counted) = get_identifier (counted_name);
}

void extract_mark_iterations (function *fun)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
  for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
    gomp_for *loop = dyn_cast<gomp_for *> (gsi_stmt (i));
    HOST_WIDE_INT shared = loop ? shared_by (loop) : 0;
    if (!loop || (!shared && !lanes_of (loop)))
      continue;
    size_t n = gimple_omp_for_collapse (loop);
    n_loops++;
    name_counted (loop);
    if (lanes_of (loop))
      mark_lanes (fun, loop);
    for (size_t k = 0; k < n && n <= MOST_DIMENSIONS; k++)
      mark_variable (loop, k, n, schedule_of (loop), shared);
    for (size_t k = 0; k < n && lanes_of (loop); k++)
      mark_counted (fun, gimple_omp_for_index (loop, k));
  }
}

bool extract_asks_for_last (gcond *s)
{
  tree counted = gimple_cond_lhs (s);
  tree name = TREE_CODE (counted) == SSA_NAME ? SSA_NAME_IDENTIFIER (counted) : NULL_TREE;
  return name && !strcmp (IDENTIFIER_POINTER (name), counted_name)
         && (gimple_cond_code (s) == EQ_EXPR || gimple_cond_code (s) == GE_EXPR
             || gimple_cond_code (s) == LE_EXPR);
}

static bool is_marked (tree variable, unsigned code)
{
  for (tree a = lookup_attribute (bound_mark, DECL_ATTRIBUTES (variable)); a;
       a = lookup_attribute (bound_mark, TREE_CHAIN (a)))
    if (TREE_INT_CST_LOW (TREE_VALUE (TREE_VALUE (a))) == code)
      return true;
  return false;
}

/* Whether two values are computed alike from the same ones. */
static bool same_value (tree a, tree b)
{
  gassign *x = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (a));
  gassign *y = dyn_cast<gassign *> (SSA_NAME_DEF_STMT (b));
  if (!x || !y || gimple_assign_rhs_code (x) != gimple_assign_rhs_code (y)
      || gimple_num_ops (x) != gimple_num_ops (y) || gimple_vuse (x) || gimple_vuse (y))
    return false;
  for (unsigned i = 1; i < gimple_num_ops (x); i++)
    if (!operand_equal_p (gimple_op (x, i), gimple_op (y, i), 0))
      return false;
  return true;
}

/* The value of a variable that a loop has as bound, by its name or mark, if it is set once, or to
   the same each time: the compiler has one variable for all bounds that look the same. */
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
    if (found && !same_value (found, name))
      return NULL_TREE;
    found = found ? found : name;
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

/* The mark of the variable that is set to a value: of collapsed simd loops the compiler counts
   others, and sets the variables to these. */
static tree mark_of_copy (tree ssa)
{
  use_operand_p use;
  imm_use_iterator i;
  FOR_EACH_IMM_USE_FAST (use, i, ssa)
  {
    gassign *s = dyn_cast<gassign *> (USE_STMT (use));
    tree lhs = s && gimple_assign_single_p (s) ? gimple_assign_lhs (s) : NULL_TREE;
    tree variable = lhs && TREE_CODE (lhs) == SSA_NAME ? SSA_NAME_VAR (lhs) : NULL_TREE;
    tree found = variable ? lookup_attribute (mark, DECL_ATTRIBUTES (variable)) : NULL_TREE;
    if (found && !integer_zerop (TREE_VEC_ELT (TREE_VALUE (TREE_VALUE (found)), KEPT_LANES)))
      return found;
  }
  return NULL_TREE;
}

void extract_iteration (tree ssa, struct rec_phi *phi)
{
  tree variable = SSA_NAME_VAR (ssa);
  tree found = variable ? lookup_attribute (mark, DECL_ATTRIBUTES (variable)) : NULL_TREE;
  if (!found && flag_openmp && n_loops)
    found = mark_of_copy (ssa);
  if (!found)
    return;
  tree kept = TREE_VALUE (TREE_VALUE (found));
  unsigned code = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_NUMBER));
  if (!integer_zerop (TREE_VEC_ELT (kept, KEPT_SHARED)))
    phi->iteration = code;
  phi->of_league = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_SHARED)) > 1;
  if (!code)
    return;
  phi->lanes = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_LANES));
  if (phi->lanes) {
    phi->lane_loop = code;
    extraction.has_lanes = true;
  }
  phi->schedule = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_SCHEDULE));
  phi->test = TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_TEST));
  phi->step = (int64_t)TREE_INT_CST_LOW (TREE_VEC_ELT (kept, KEPT_STEP));
  put_bound (TREE_VEC_ELT (kept, KEPT_FIRST), code & ~15u, &phi->first);
  put_bound (TREE_VEC_ELT (kept, KEPT_LAST), (code & ~15u) | 1, &phi->last);
  tree stride = TREE_VEC_ELT (kept, KEPT_STRIDE);
  if (!stride || TREE_CODE (stride) == IDENTIFIER_NODE)
    put_bound (stride, (code & ~15u) | 2, &phi->stride);
}

bool extract_is_lane (tree variable)
{
  return lookup_attribute (lane_mark, DECL_ATTRIBUTES (variable))
         || lookup_attribute ("omp simd array", DECL_ATTRIBUTES (variable));
}

static bool counts_lanes (basic_block bb)
{
  for (gphi_iterator i = gsi_start_phis (bb); !gsi_end_p (i); gsi_next (&i)) {
    tree variable = SSA_NAME_VAR (gimple_phi_result (i.phi ()));
    tree found = variable ? lookup_attribute (mark, DECL_ATTRIBUTES (variable)) : NULL_TREE;
    if (found && !integer_zerop (TREE_VEC_ELT (TREE_VALUE (TREE_VALUE (found)), KEPT_LANES)))
      return true;
  }
  return false;
}

/* Where a value is assigned. */
static location_t location_of_value (tree value, int depth)
{
  gimple *s = TREE_CODE (value) == SSA_NAME ? SSA_NAME_DEF_STMT (value) : NULL;
  location_t found = s ? gimple_location (s) : UNKNOWN_LOCATION;
  gphi *phi = s && depth ? dyn_cast<gphi *> (s) : NULL;
  for (unsigned k = 0; phi && LOCATION_LOCUS (found) <= BUILTINS_LOCATION
                       && k < gimple_phi_num_args (phi); k++)
    found = location_of_value (gimple_phi_arg_def (phi, k), depth - 1);
  return found;
}

/* Where the value comes from that the loop leaves to its next iteration. */
static location_t location_of_next (gphi *phi)
{
  enum { MOST_PHIS = 3 };
  basic_block bb = gimple_bb (phi);
  for (unsigned k = 0; k < gimple_phi_num_args (phi); k++)
    if (flow_bb_inside_loop_p (bb->loop_father, gimple_phi_arg_edge (phi, k)->src))
      return location_of_value (gimple_phi_arg_def (phi, k), MOST_PHIS);
  return UNKNOWN_LOCATION;
}

void extract_carried (basic_block bb)
{
  if (!flag_openmp && !flag_openmp_simd)
    return;
  bool lanes = bb->loop_father && bb->loop_father->header == bb && counts_lanes (bb);
  for (gphi_iterator i = gsi_start_phis (bb); lanes && !gsi_end_p (i); gsi_next (&i)) {
    tree result = gimple_phi_result (i.phi ()), variable = SSA_NAME_VAR (result);
    if (virtual_operand_p (result) || !variable || !VAR_P (variable) || DECL_IGNORED_P (variable)
        || DECL_ARTIFICIAL (variable) || extract_is_lane (variable)
        || lookup_attribute (mark, DECL_ATTRIBUTES (variable)))
      continue;
    NEW_RECORD (carried, c);
    c.name = extract_identifier (DECL_NAME (variable));
    c.r.loc = extract_loc (location_of_next (i.phi ()));
    PUT (c);
  }
}
