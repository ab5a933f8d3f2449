#include <pthread.h>

struct team {
  int size;
  pthread_barrier_t gate;
};

void team_init (struct team *t, int size);
void team_meet (struct team *t);
