/* Arrays at the end of a struct. */

struct packet { int length; char data[]; };
struct old { int n; struct { int a, b; } item[0]; };
struct one { int n; long last[1]; };

struct packet greeting = { 5, "hello" };

int flexible (struct packet *p, struct old *o, struct one *l, int i)
{
  p->data[i] = p->data[0];
  o->item[i].b = 1;
  o->item[2].a = 2;
  l->last[i] = 3;
  return greeting.data[1] + greeting.data[i];
}
