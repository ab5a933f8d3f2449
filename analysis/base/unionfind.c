/* Union-find: union by size, path halving. */

#include "unionfind.h"

void unionfind_grow (struct unionfind *u, uint32_t n)
{
  vec_reserve (&u->nodes, n);
  while (u->nodes.n < n) {
    vec_push (&u->nodes, (struct unionfind_node){1, u->nodes.n});
    u->classes++;
  }
}

uint32_t unionfind_root (struct unionfind *u, uint32_t x)
{
  struct unionfind_node *v = u->nodes.v;
  assert (x < u->nodes.n);
  while (!v[x].size) {
    uint32_t up = v[x].link;
    if (v[up].size)
      return up;
    x = v[x].link = v[up].link;
  }
  return x;
}

uint32_t unionfind_unite (struct unionfind *u, uint32_t x, uint32_t y)
{
  struct unionfind_node *v = u->nodes.v;
  uint32_t root = unionfind_root (u, x), other = unionfind_root (u, y);
  if (root == other)
    return root;
  if (v[root].size < v[other].size || (v[root].size == v[other].size && root > other)) {
    uint32_t t = root;
    root = other;
    other = t;
  }
  v[root].size += v[other].size;
  if (v[other].link < v[root].link)
    v[root].link = v[other].link;
  v[other] = (struct unionfind_node){0, root};
  u->classes--;
  return root;
}

void unionfind_free (struct unionfind *u)
{
  vec_free (&u->nodes);
  u->classes = 0;
}
