/* Constructor writes before main starts threads.
   Racy: the thread is made by an earlier constructor. */
#include <pthread.h>
#include <stdio.h>

static int features;
static pthread_t id;

static void *probe (void *unused)
{
  if (features & 1) /* dg-warning "data race on 'features'" dg-message "read here" */
    puts ("fast");
  return unused;
}

static void __attribute__ ((constructor (101))) start_early (void)
{
  pthread_create (&id, NULL, probe, NULL);
}

static void __attribute__ ((constructor (102))) detect (void)
{
  features = 3; /* dg-message "written here" */
}

int main (void)
{
  pthread_join (id, NULL);
  return 0;
}
