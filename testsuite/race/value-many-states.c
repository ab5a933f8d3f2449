/* A variable that is set to more constants than are told apart, and tested without the lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state, limit;

static void *stepper (void *argument)
{
  pthread_mutex_lock (&lock);
  switch (state) {
  case 0:
    state = 1; /* dg-message "written here by thread 'stepper' holding 'lock'" */
    break;
  case 1:
    state = 2;
    break;
  case 2:
    state = 3;
    break;
  case 3:
    state = 4;
    break;
  case 4:
    state = 5;
    break;
  case 5:
    state = 6;
    break;
  case 6:
    state = 7;
    break;
  case 7:
    state = 8;
    break;
  case 8:
    state = 9;
    break;
  case 9:
    state = 10;
    break;
  case 10:
    state = 11;
    break;
  case 11:
    state = 12;
    break;
  case 12:
    state = 13;
    break;
  case 13:
    state = 14;
    break;
  case 14:
    state = 15;
    break;
  case 15:
    state = 16;
    break;
  case 16:
    state = 17;
    break;
  case 17:
    state = 18;
    break;
  case 18:
    state = 19;
    break;
  case 19:
    state = 20;
    break;
  case 20:
    state = 21;
    break;
  case 21:
    state = 22;
    break;
  case 22:
    state = 23;
    break;
  case 23:
    state = 24;
    break;
  case 24:
    state = 25;
    break;
  case 25:
    state = 26;
    break;
  case 26:
    state = 27;
    break;
  case 27:
    state = 28;
    break;
  case 28:
    state = 29;
    break;
  case 29:
    state = 30;
    break;
  }
  pthread_mutex_unlock (&lock);
  return argument;
}

int main (void)
{
  pthread_t threads[2];
  state = 0;
  limit = 30;
  for (int i = 0; i < 2; i++)
    pthread_create (&threads[i], NULL, stepper, NULL);
  if (state > 3) /* dg-warning "data race on 'state'" */
    limit = 40;
  for (int i = 0; i < 2; i++)
    pthread_join (threads[i], NULL);
  return state > limit;
}
