/* Elements of arrays of structs: constant and variable indices, strides and bounds, pointers that
   walk. */

struct entry { long key; int count[3]; };
struct cache { int n; struct entry entry[8]; };

struct entry table[16];
struct cache caches[4];
extern struct entry unknown[];

void constant (void)
{
  table[3].count[2] = 1;
  caches[1].entry[7].key = 2;
}

void variable (int i, unsigned long j, struct cache *c)
{
  table[i].count[j] = 3;
  c->entry[i].key = 4;
  caches[j].entry[i + 1].count[c->n]++;
  unknown[i].key = 5;
  c[j].n = 6;
  (c + j)->n = 7;
}

long walk (struct entry *e, struct entry *end)
{
  long sum = 0;
  for (; e < end; e++)
    sum += e->key + e[1].key + e[-1].count[0];
  return sum;
}

int matrix (int m[][5], int i, int j)
{
  return m[i][j] + m[2][3];
}
