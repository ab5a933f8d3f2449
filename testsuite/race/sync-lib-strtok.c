/* Each thread cuts its own string with strtok_r.  Racy: with strtok, which keeps its place in
   hidden state. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *cut (void *unused)
{
  char text[] = "a b c";
  int n = 0;

  for (char *p = strtok (text, " "); p; p = strtok (NULL, " ")) /* dg-warning "data race on '[^']*strtok" dg-message "(written|updated) here" dg-message "(written|updated) here" */
    n++;
  printf ("%d\n", n);
  return unused;
}

int main (void)
{
  pthread_t a, b;

  pthread_create (&a, NULL, cut, NULL);
  pthread_create (&b, NULL, cut, NULL);
  pthread_join (a, NULL);
  pthread_join (b, NULL);
  return 0;
}
