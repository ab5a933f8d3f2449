/* Memory seen as something else. */

struct base { int kind; struct base *next; };
struct derived { struct base base; long payload; };
struct header { int kind; };
typedef int __attribute__ ((may_alias)) any_int;

double real;
long word;
char buffer[64];

long pun (struct base *b, void *raw, long address, char *bytes)
{
  struct derived *d = (struct derived *)b;
  d->payload = ((struct header *)b)->kind;
  ((struct derived *)b->next)->payload = 1;
  *(long *)raw = 2;
  ((struct derived *)raw)[1].payload = 3;
  *(int *)address = 4;
  *(volatile int *)0x1000 = 5;
  *(any_int *)&real = 6;
  word = *(long *)&real;
  ((struct derived *)buffer)->payload = 7;
  *(int *)(buffer + 8) = 8;
  *(short *)(bytes + 2) = 9;
  return *(char *)&word + ((unsigned char *)&word)[3] + (long)b;
}
