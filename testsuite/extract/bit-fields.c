/* Bit-fields: extent of the field, and of the storage that an access touches with it. */

struct flags {
  unsigned a : 1;
  unsigned b : 3;
  int c : 12;
  unsigned : 0;
  unsigned d : 32;
  unsigned char byte;
  unsigned long long e : 40;
  _Bool f : 1;
};

struct flags g;

int read_write (struct flags *p)
{
  p->a = 1;
  p->c = p->b;
  g.d = 7;
  p->e++;
  g.f = p->byte;
  return g.c;
}

/* GCC reads neighbours at once. */
int neighbours (struct flags *p)
{
  return p->a && p->b == 2;
}

int equal (struct flags *p, struct flags *q)
{
  return p->b == q->b;
}
