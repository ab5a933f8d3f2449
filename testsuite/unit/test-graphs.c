/* Tests of unionfind.h, scc.h and worklist.h: each operation against a naive model, on random
   input from fixed seeds; sizes at which a representation changes;
   graphs too deep for recursion. */

#include "containers.h"
#include "scc.h"
#include "unionfind.h"
#include "vec.h"
#include "worklist.h"

Suite *graphs_suite (void);

/* unionfind.h */

START_TEST (test_unionfind)
{
  enum { N = 300 };
  struct unionfind u = {0};
  uint32_t class[N], root[N]; /* model: the least member; and the root as last reported */
  seed (_i);
  unionfind_grow (&u, N / 2);
  unionfind_grow (&u, 10); /* never shrinks */
  expect (u.nodes.n == N / 2 && u.classes == N / 2);
  unionfind_grow (&u, N);
  for (uint32_t i = 0; i < N; i++)
    class[i] = root[i] = i;
  for (int step = 0; step < 2 * N; step++) {
    uint32_t x = below (N), y = below (N), cx = class[x], cy = class[y], size_x = 0, size_y = 0;
    expect (unionfind_same (&u, x, y) == (cx == cy));
    for (uint32_t i = 0; i < N; i++)
      size_x += class[i] == cx, size_y += class[i] == cy;
    uint32_t expected =
        size_x > size_y || (size_x == size_y && root[x] < root[y]) ? root[x] : root[y];
    expect_eq (unionfind_unite (&u, x, y), expected);
    uint32_t least = cx < cy ? cx : cy, classes = 0;
    for (uint32_t i = 0; i < N; i++)
      if (class[i] == cx || class[i] == cy) {
        class[i] = least;
        root[i] = expected;
      }
    for (uint32_t i = 0; i < N; i++) {
      expect_eq (unionfind_least (&u, i), class[i]);
      expect_eq (unionfind_root (&u, i), root[i]);
      classes += class[i] == i;
    }
    expect_eq (u.classes, classes);
    expect_eq (unionfind_size (&u, x), cx == cy ? size_x : size_x + size_y);
  }
  expect (unionfind_bytes (&u) >= N * 8);
  unionfind_free (&u);
  expect (u.nodes.n == 0 && u.classes == 0);
}
END_TEST

START_TEST (test_unionfind_deep)
{
  enum { N = 1 << 20 };
  struct unionfind u = {0};
  unionfind_grow (&u, N);
  for (uint32_t half = 1; half < N; half *= 2) /* trees of the greatest depth */
    for (uint32_t x = 0; x < N; x += 2 * half)
      unionfind_unite (&u, N - 1 - x, N - 1 - x - half);
  expect_eq (u.classes, 1);
  for (uint32_t x = 0; x < N; x++)
    expect_eq (unionfind_least (&u, x), 0);
  unionfind_free (&u);
}
END_TEST

/* scc.h */

enum { SMALL = 24 };

struct small_graph {
  struct arena arena;
  struct csr g;
  bool reach[SMALL][SMALL]; /* by one edge or more */
  uint32_t from[SMALL * SMALL], to[SMALL * SMALL], m;
};

static void any_graph (struct small_graph *s, int n)
{
  *s = (struct small_graph){0};
  seed (n);
  uint32_t nodes = 1 + below (SMALL), most = 1 + below (4);
  s->m = below (nodes * most);
  for (uint32_t e = 0; e < s->m; e++) {
    s->from[e] = below (nodes);
    s->to[e] = below (3) ? below (nodes) : (s->from[e] + 1) % nodes;
    s->reach[s->from[e]][s->to[e]] = true;
  }
  s->g = csr_from_edges (&s->arena, nodes, s->from, s->to, s->m);
  for (uint32_t k = 0; k < nodes; k++)
    for (uint32_t i = 0; i < nodes; i++)
      for (uint32_t j = 0; j < nodes; j++)
        s->reach[i][j] |= s->reach[i][k] && s->reach[k][j];
}

static void check_csr (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  struct csr back = csr_reverse (&s.arena, &s.g);
  expect_eq (s.g.first[s.g.n], s.m);
  expect_eq (back.first[s.g.n], s.m);
  for (uint32_t v = 0; v < s.g.n; v++) {
    uint32_t at = s.g.first[v];
    for (uint32_t e = 0; e < s.m; e++) /* successors in the order of edges */
      if (s.from[e] == v)
        expect_eq (s.g.targets[at++], s.to[e]);
    expect_eq (at, s.g.first[v + 1]);
    at = back.first[v];
    for (uint32_t u = 0; u < s.g.n; u++) /* predecessors ascending, as often as there are edges */
      for (uint32_t e = 0; e < s.m; e++)
        if (s.from[e] == u && s.to[e] == v)
          expect_eq (back.targets[at++], u);
    expect_eq (at, back.first[v + 1]);
  }
  arena_free (&s.arena);
}

START_TEST (test_csr)
{
  for (int graph = 0; graph < 50; graph++)
    check_csr (graph);
}
END_TEST

static void check_scc (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  struct scc r = scc_find (&s.arena, &s.g);
  for (uint32_t u = 0; u < s.g.n; u++)
    for (uint32_t v = 0; v < s.g.n; v++) {
      expect ((r.of[u] == r.of[v]) == (u == v || (s.reach[u][v] && s.reach[v][u])));
      if (s.reach[u][v])
        expect (r.of[u] >= r.of[v]);
    }
  expect_eq (r.first[r.n], s.g.n);
  for (uint32_t c = 0; c < r.n; c++) {
    uint32_t at = r.first[c];
    for (uint32_t v = 0; v < s.g.n; v++)
      if (r.of[v] == c)
        expect_eq (r.members[at++], v);
    expect (at == r.first[c + 1] && at > r.first[c]);
  }
  arena_free (&s.arena);
}

START_TEST (test_scc)
{
  for (int graph = 0; graph < 2000; graph++)
    check_scc (graph);
}
END_TEST

static void postorder (const struct csr *g, uint32_t v, bool *seen, uint32_t *order, uint32_t *n)
{
  seen[v] = true;
  for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
    if (!seen[g->targets[e]])
      postorder (g, g->targets[e], seen, order, n);
  order[(*n)++] = v;
}

static void check_rpo (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  uint32_t entry = below (s.g.n), order[SMALL], n = 0;
  bool seen[SMALL] = {0};
  struct rpo r = rpo_from (&s.arena, &s.g, entry);
  postorder (&s.g, entry, seen, order, &n);
  expect_eq (r.n, n);
  for (uint32_t i = 0; i < n; i++)
    expect_eq (r.nodes[i], order[n - 1 - i]);
  for (uint32_t v = 0; v < s.g.n; v++)
    expect (seen[v] ? r.nodes[r.place[v]] == v : r.place[v] == NODE_NONE);
  arena_free (&s.arena);
}

START_TEST (test_rpo)
{
  for (int graph = 0; graph < 1000; graph++)
    check_rpo (graph);
}
END_TEST

/* What can be reached from V without going through AVOID. */
static void mark_without (const struct csr *g, uint32_t v, uint32_t avoid, bool *seen)
{
  if (v == avoid || seen[v])
    return;
  seen[v] = true;
  for (uint32_t e = g->first[v]; e < g->first[v + 1]; e++)
    mark_without (g, g->targets[e], avoid, seen);
}

static void check_dominators (int graph)
{
  struct small_graph s;
  any_graph (&s, graph);
  uint32_t entry = below (s.g.n);
  bool reached[SMALL] = {0}, strict[SMALL][SMALL] = {0};
  struct rpo r = rpo_from (&s.arena, &s.g, entry);
  struct dominators d = dominators_find (&s.arena, &s.g, &r);
  mark_without (&s.g, entry, NODE_NONE, reached);
  for (uint32_t a = 0; a < s.g.n; a++) {
    bool seen[SMALL] = {0};
    mark_without (&s.g, entry, a, seen);
    for (uint32_t b = 0; b < s.g.n; b++) {
      bool expected = reached[a] && reached[b] && !seen[b];
      expect (dominates (&d, a, b) == expected);
      strict[a][b] = expected && a != b;
    }
  }
  for (uint32_t b = 0; b < s.g.n; b++) { /* the parent is dominated by all other dominators */
    uint32_t parent = NODE_NONE;
    for (uint32_t a = 0; a < s.g.n; a++)
      if (strict[a][b] && (parent == NODE_NONE || strict[parent][a]))
        parent = a;
    expect_eq (d.parent[b], parent);
  }
  arena_free (&s.arena);
}

START_TEST (test_dominators)
{
  for (int graph = 0; graph < 2000; graph++)
    check_dominators (graph);
}
END_TEST

/* Graphs of a million nodes: i -> i + 1, and by kind no more, to the first from all, to the last
   from all, to the first from the last. */
START_TEST (test_deep_graphs)
{
  enum { N = 1000000 };
  uint32_t *from = XNEWVEC (uint32_t, 2 * N), *to = XNEWVEC (uint32_t, 2 * N), m = 0;
  for (uint32_t v = 0; v + 1 < N; v++) {
    from[m] = v, to[m++] = v + 1;
    if (_i == 1)
      from[m] = v, to[m++] = 1;
    if (_i == 2)
      from[m] = v, to[m++] = N - 1;
  }
  if (_i == 3)
    from[m] = N - 1, to[m++] = 0;
  struct arena arena = {0};
  struct csr g = csr_from_edges (&arena, N, from, to, m);
  struct scc c = scc_find (&arena, &g);
  struct rpo r = rpo_from (&arena, &g, 0);
  struct dominators d = dominators_find (&arena, &g, &r);
  free (from);
  free (to);
  expect_eq (r.n, N);
  expect_eq (c.n, _i == 0 || _i == 2 ? N : _i == 1 ? 3 : 1);
  for (uint32_t v = 0; v < N; v++) {
    uint32_t last = _i == 2 ? N - 1 : NODE_NONE;
    expect_eq (r.nodes[v], v);
    expect_eq (d.parent[v], v == 0 ? NODE_NONE : v == last ? 0 : v - 1);
    expect (dominates (&d, 0, v) && dominates (&d, v, N - 2) == (v < N - 1));
    expect (dominates (&d, v, N - 1) == (_i != 2 || v == 0 || v == N - 1));
    if (c.n == N)
      expect (c.of[v] == N - 1 - v && c.members[c.first[c.of[v]]] == v);
  }
  if (_i == 1)
    expect (c.of[0] == 2 && c.of[1] == 1 && c.of[N - 2] == 1 && c.of[N - 1] == 0);
  arena_free (&arena);
}
END_TEST

START_TEST (test_complete_graph)
{
  enum { N = 1500 };
  uint32_t *from = XNEWVEC (uint32_t, N * N), *to = XNEWVEC (uint32_t, N * N), m = 0;
  for (uint32_t v = 0; v < N; v++)
    for (uint32_t w = 0; w < N; w++)
      from[m] = v, to[m++] = w;
  struct arena arena = {0};
  struct csr g = csr_from_edges (&arena, N, from, to, m);
  struct scc c = scc_find (&arena, &g);
  struct rpo r = rpo_from (&arena, &g, 3);
  struct dominators d = dominators_find (&arena, &g, &r);
  expect (c.n == 1 && c.first[1] == N && r.n == N);
  for (uint32_t v = 0; v < N; v++)
    expect (c.members[v] == v && d.parent[v] == (v == 3 ? NODE_NONE : 3));
  arena_free (&arena);
  free (from);
  free (to);
}
END_TEST

START_TEST (test_graphs_without_nodes_or_edges)
{
  struct arena arena = {0};
  struct csr none = csr_from_edges (&arena, 0, NULL, NULL, 0);
  expect_eq (scc_find (&arena, &none).n, 0);
  expect_eq (csr_reverse (&arena, &none).first[0], 0);
  struct csr two = csr_from_edges (&arena, 2, NULL, NULL, 0);
  struct scc c = scc_find (&arena, &two);
  expect (c.n == 2 && c.of[0] == 0 && c.of[1] == 1);
  struct rpo r = rpo_from (&arena, &two, 1);
  struct dominators d = dominators_find (&arena, &two, &r);
  expect (r.n == 1 && r.nodes[0] == 1 && r.place[0] == NODE_NONE);
  expect (dominates (&d, 1, 1) && !dominates (&d, 1, 0) && !dominates (&d, 0, 0));
  arena_free (&arena);
}
END_TEST

/* worklist.h */

START_TEST (test_worklist)
{
  enum { N = 500 };
  struct worklist w = {0};
  uint32_t queue[N], n = 0, x, largest = 0; /* model: oldest first */
  seed (_i);
  expect (!worklist_pop (&w, &x));
  for (int step = 0; step < 30000; step++) {
    bool filling = step / 3000 % 2 == 0;
    if (below (5) < (filling ? 3u : 1u)) {
      uint32_t i = 0;
      x = below (N);
      while (i < n && queue[i] != x)
        i++;
      expect (worklist_has (&w, x) == (i < n));
      expect (worklist_push (&w, x) == (i == n));
      queue[i] = x;
      n += i == n;
    } else {
      expect (worklist_pop (&w, &x) == (n > 0));
      if (n) {
        expect_eq (x, queue[0]);
        expect (!worklist_has (&w, x));
        memmove (queue, queue + 1, --n * sizeof *queue);
      }
    }
    expect_eq (w.n, n);
    largest = n > largest ? n : largest;
  }
  expect (largest > 128); /* the ring has grown, more than once */
  expect (worklist_bytes (&w) >= largest * 4 + N / 8);
  worklist_free (&w);
  expect_eq (worklist_bytes (&w), 0);
}
END_TEST

/* Sizes at which the tree of bits gets a level; ranks that differ, are shared, or too large. */
START_TEST (test_ranklist)
{
  static const uint32_t sizes[] = {1, 2, 63, 64, 65, 4096, 4097, 5000};
  uint32_t n = sizes[_i / 3], waiting = 0, x;
  uint32_t *rank = XNEWVEC (uint32_t, n);
  bool *model = XCNEWVEC (bool, n);
  struct ranklist w;
  seed (_i);
  for (uint32_t i = 0; i < n; i++)
    rank[i] = _i % 3 == 0   ? n - 1 - i
              : _i % 3 == 1 ? below (n) / 4
              : i % 2       ? below (n)
                            : any_u32 () | n;
  ranklist_init (&w, rank, n);
  expect (!ranklist_pop (&w, &x));
  for (int step = 0; step < 1500; step++) {
    for (uint32_t k = below (n < 100 ? 4 : 8); k > 0; k--) {
      x = below (n);
      expect (ranklist_has (&w, x) == model[x]);
      expect (ranklist_push (&w, x) == !model[x]);
      waiting += !model[x];
      model[x] = true;
    }
    expect_eq (w.n, waiting);
    for (uint32_t k = below (n < 100 ? 4 : 6); k > 0; k--) {
      uint32_t best = n;
      for (uint32_t i = 0; i < n; i++)
        if (model[i]) {
          uint32_t new = rank[i] < n ? rank[i] : n,
                   old = best == n || rank[best] >= n ? n : rank[best];
          if (best == n || new < old)
            best = i;
        }
      expect (ranklist_pop (&w, &x) == (best < n));
      if (best == n)
        break;
      expect_eq (x, best);
      expect (!ranklist_has (&w, x));
      model[best] = false;
      waiting--;
    }
  }
  expect (ranklist_bytes (&w) >= n * 8);
  ranklist_free (&w);
  expect_eq (ranklist_bytes (&w), 0);
  free (rank);
  free (model);
}
END_TEST

/* Which one is taken on: the first behind the last one, else the first. */
START_TEST (test_ranklist_on)
{
  static const uint32_t sizes[] = {1, 2, 63, 64, 65, 4096, 4097, 5000};
  uint32_t n = sizes[_i], next = 0, x;
  uint32_t *rank = XNEWVEC (uint32_t, n);
  bool *model = XCNEWVEC (bool, n); /* by rank */
  struct ranklist w;
  seed (_i);
  for (uint32_t i = 0; i < n; i++)
    rank[i] = n - 1 - i;
  ranklist_init (&w, rank, n);
  expect (!ranklist_pop_on (&w, &x));
  for (int step = 0; step < 3000; step++) {
    for (uint32_t k = below (4); k > 0; k--) {
      x = below (n);
      expect (ranklist_push (&w, x) == !model[rank[x]]);
      model[rank[x]] = true;
    }
    uint32_t best = next;
    while (best < n && !model[best])
      best++;
    for (best = best < n ? best : 0; best < n && !model[best];)
      best++;
    expect (ranklist_pop_on (&w, &x) == (best < n));
    if (best == n)
      continue;
    expect_eq (rank[x], best);
    model[best] = false;
    next = best + 1;
  }
  ranklist_free (&w);
  free (rank);
  free (model);
}
END_TEST

START_TEST (test_ranklist_large)
{
  enum { N = 300000 }; /* four levels */
  uint32_t *rank = XNEWVEC (uint32_t, N), x;
  struct ranklist w;
  for (uint32_t i = 0; i < N; i++)
    rank[i] = (uint32_t)((uint64_t)i * 7919 % N);
  ranklist_init (&w, rank, N);
  expect_eq (w.levels, 4);
  for (uint32_t i = 0; i < N; i++)
    expect (ranklist_push (&w, i));
  for (uint32_t i = 0; i < N; i++) {
    expect (ranklist_pop (&w, &x));
    expect_eq (rank[x], i);
  }
  expect (!ranklist_pop (&w, &x));
  ranklist_free (&w);
  ranklist_init (&w, NULL, 0);
  expect (!ranklist_pop (&w, &x));
  ranklist_free (&w);
  free (rank);
}
END_TEST

Suite *graphs_suite (void)
{
  Suite *suite = suite_create ("graphs");

  TCase *tests = group (suite, "unionfind, worklist");
  tcase_add_loop_test (tests, test_unionfind, 0, 4);
  tcase_add_test (tests, test_unionfind_deep);
  tcase_add_loop_test (tests, test_worklist, 0, 3);
  tcase_add_loop_test (tests, test_ranklist, 0, 8 * 3);
  tcase_add_loop_test (tests, test_ranklist_on, 0, 8);
  tcase_add_test (tests, test_ranklist_large);

  tests = group (suite, "graphs");
  tcase_add_test (tests, test_csr);
  tcase_add_test (tests, test_scc);
  tcase_add_test (tests, test_rpo);
  tcase_add_test (tests, test_dominators);
  tcase_add_loop_test (tests, test_deep_graphs, 0, 4);
  tcase_add_test (tests, test_complete_graph);
  tcase_add_test (tests, test_graphs_without_nodes_or_edges);
  return suite;
}
