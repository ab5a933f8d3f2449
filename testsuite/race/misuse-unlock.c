/* Locks that are released by who does not hold them: twice, on a way that has not taken them, in a
   callee, through a pointer. */
#include <pthread.h>
#include <stdio.h>

struct box {
  pthread_mutex_t lock;
  int n;
};

static pthread_mutex_t twice = PTHREAD_MUTEX_INITIALIZER, never = PTHREAD_MUTEX_INITIALIZER,
                       inner = PTHREAD_MUTEX_INITIALIZER, other = PTHREAD_MUTEX_INITIALIZER;
static pthread_spinlock_t spin;
static struct box box = { PTHREAD_MUTEX_INITIALIZER, 0 };
static int a, b, c;

static void finish (void)
{
  pthread_mutex_unlock (&inner); /* dg-warning "unlock of 'inner', which is not held \[-Wrace-unlock-not-held\]" dg-message "unlocked here by thread 'worker' with no lock held, called from 'worker'" */
}

static void leave (struct box *x)
{
  x->n++; /* nobody else is there */
  pthread_mutex_unlock (&x->lock); /* dg-warning "unlock of 'x->lock'" dg-message "unlocked here" */
}

static void *worker (void *arg)
{
  pthread_mutex_lock (&twice);
  a++;
  pthread_mutex_unlock (&twice);
  pthread_mutex_unlock (&twice); /* dg-warning "unlock of 'twice'" dg-message "unlocked here by thread 'worker' with no lock held" */

  pthread_mutex_lock (&inner);
  b++;
  finish ();
  finish ();

  if (*(int *)arg) {
    pthread_mutex_lock (&other);
    c++;
    pthread_mutex_unlock (&other);
    pthread_mutex_unlock (&never); /* dg-warning "unlock of 'never'" dg-message "unlocked here" */
  }
  pthread_spin_lock (&spin);
  pthread_spin_unlock (&spin);
  pthread_spin_unlock (&spin); /* dg-warning "unlock of 'spin'" dg-message "unlocked here" */
  return NULL;
}

int main (void)
{
  pthread_t t;
  int flag = 3;
  pthread_spin_init (&spin, 0);
  pthread_create (&t, NULL, worker, &flag);
  pthread_join (t, NULL);
  leave (&box);
  printf ("%d %d %d\n", a, b, c);
  return 0;
}
