/* Each thread cuts its own string with strtok_r. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *cut (void *unused)
{
  char text[] = "a b c";
  char *state;
  int n = 0;

  for (char *p = strtok_r (text, " ", &state); p; p = strtok_r (NULL, " ", &state))
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
