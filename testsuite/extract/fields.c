/* Fields of nested structs and unions, by name and through pointers. */

struct point { int x, y; };
union number { int i; float f; char bytes[4]; };
struct shape {
  char tag;
  struct point corner[2];
  union number value;
  struct shape *next;
};

struct shape global;
struct shape *list;

int by_name (void)
{
  global.tag = 1;
  global.corner[1].y = 2;
  global.value.i = 3;
  global.value.bytes[2] = 4;
  return global.corner[0].x + global.value.i;
}

int by_pointer (struct shape *s, int i)
{
  s->corner[i].y = s->corner[1].x;
  s->next->next->value.i++;
  list->next->tag = 'a';
  return (*s).corner->y;
}

struct point *address (struct shape *s, int i)
{
  return &s->next->corner[i];
}
