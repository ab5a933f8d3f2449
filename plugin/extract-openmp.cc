/* OpenMP: the variables that count the iterations of worksharing loops.

   Which iterations a thread gets is arithmetic once GCC has expanded the loops, of a shape that
   depends on the schedule.  So the variables are marked before that, with an attribute, which the
   copies that GCC makes for the outlined functions keep. */

#include "extract.h"

static const char mark[] = "racecheck iteration";
static unsigned n_loops;

/* A loop that is collapsed has several variables: loop and number of the variable in VALUE. */
static void mark_variable (tree decl, unsigned dimension, unsigned dimensions)
{
  tree old = lookup_attribute (mark, DECL_ATTRIBUTES (decl));
  if (old) { /* of two loops: which one a value belongs to would be a guess */
    TREE_VALUE (TREE_VALUE (old)) = build_int_cst (unsigned_type_node, 0);
    return;
  }
  tree value = build_int_cst (unsigned_type_node, n_loops << 8 | dimension << 4 | dimensions);
  DECL_ATTRIBUTES (decl) = tree_cons (get_identifier (mark), build_tree_list (NULL_TREE, value),
                                      DECL_ATTRIBUTES (decl));
}

void extract_mark_iterations (function *fun)
{
  enum { MOST_DIMENSIONS = 15 };
  basic_block bb;
  FOR_EACH_BB_FN (bb, fun)
    for (gimple_stmt_iterator i = gsi_start_bb (bb); !gsi_end_p (i); gsi_next (&i)) {
      gomp_for *loop = dyn_cast<gomp_for *> (gsi_stmt (i));
      if (!loop || (gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_FOR
                    && gimple_omp_for_kind (loop) != GF_OMP_FOR_KIND_TASKLOOP))
        continue;
      size_t n = gimple_omp_for_collapse (loop);
      n_loops++;
      for (size_t k = 0; k < n && n <= MOST_DIMENSIONS; k++)
        if (VAR_P (gimple_omp_for_index (loop, k)))
          mark_variable (gimple_omp_for_index (loop, k), k, n);
    }
}

uint64_t extract_iteration (tree ssa)
{
  tree variable = SSA_NAME_VAR (ssa);
  tree found = variable ? lookup_attribute (mark, DECL_ATTRIBUTES (variable)) : NULL_TREE;
  return found ? TREE_INT_CST_LOW (TREE_VALUE (TREE_VALUE (found))) : 0;
}
