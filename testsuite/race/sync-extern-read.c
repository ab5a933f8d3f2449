/* A function that is defined nowhere reads what it is given a const pointer to, under the lock
   that guards it. Racy: without the lock. */
#include <pthread.h>
#include <stdio.h>

struct record {
  int a, b;
};

extern int send_record (const struct record *r);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record record;

static void *change (void *arg)
{
  pthread_mutex_lock (&lock);
  record.a++; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void)
{
  pthread_t id;
  pthread_create (&id, NULL, change, NULL);
  send_record (&record); /* dg-warning "data race on 'record'" dg-message "read here" */
  pthread_join (id, NULL);
  return 0;
}
