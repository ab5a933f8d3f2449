/* Constructor writes before main starts threads. */
#include <pthread.h>
#include <stdio.h>

static int features;
static pthread_t id;

static void *probe (void *unused)
{
  if (features & 1)
    puts ("fast");
  return unused;
}

static void __attribute__ ((constructor (102))) detect (void)
{
  features = 3;
}

int main (void)
{
  pthread_create (&id, NULL, probe, NULL);
  pthread_join (id, NULL);
  return 0;
}
