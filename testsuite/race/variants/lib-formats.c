/* What is printed as a pointer is not looked at; what %s leads to is, and what %n leads to is written.
   RACY 1 'text[]': printed as text
   RACY 2 'text[]': a number comes before
   RACY 3 'text[]': a width that is an argument comes before
   RACY 4 'count': both threads count what they have printed
   RACY 5 'text[]': the format is not known
   RACY 6 'text[]': a pointer comes before */
#include "common.h"
struct item {
  int n;
  char name[8];
};
static struct item item;
static int count, number;
static char text[16], *format = "%p";
static void *print (void *p)
{
  struct item *i = p;
  char line[64];
  int written;
  printf ("%p, %d, %-8p%%\n", (void *)i, 3, (void *)&item.name);
  fprintf (stderr, "[%*d] %p %p\n", 5, 3, (void *)&number, text);
  snprintf (line, sizeof line, "%lu %p%n", 3UL, (void *)&number, R == 4 ? &count : &written);
#if R == 1
  printf ("%s\n", text);
#elif R == 2
  printf ("%d %s %p\n", 3, text, (void *)&number);
#elif R == 3
  printf ("%*d %s %p\n", 5, 3, text, (void *)&number);
#elif R == 5
  printf (format, text);
#elif R == 6
  printf ("%p %s\n", (void *)&number, text);
#endif
  return NULL;
}
int main (void)
{
  pthread_t t[2];
  spawn (&t[0], print, &item);
  spawn (&t[1], print, &item);
  item.n = number = 1;
  item.name[0] = text[0] = 'a';
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
  return 0;
}
