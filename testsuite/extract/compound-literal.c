/* Objects without a name: literals of structs and arrays, at file scope and inside functions. */

struct point { int x, y; };
extern void draw (const struct point *);
extern int sum (const int *, int);

struct point *origin = &(struct point) { 1, 2 };
int *numbers = (int[]) { 3, 4, 5 };

void local (int a)
{
  draw (&(struct point) { a, 2 });
  struct point p = (struct point) { .y = a };
  draw (&p);
  sum ((int[]) { 1, a, 3 }, 3);
  ((struct point) { a, a }).x++;
}
