/* A flag says whether the thread of a thread runs, which exists once; a function of the program creates all of them.
   RACY 1 'total': two threads look at the flag
   RACY 2 'total': there are two threads that start and stop it
   RACY 3 'total': the flag is cleared by main
   RACY 4 'total': it is cleared where nothing is joined
   WITHOUT schedule: it would do */
#include "common.h"
struct service {
  pthread_t handle;
  int running;
};
static struct service service;
static int total;
static void create (pthread_t *handle, void *(*f) (void *))
{
  if (pthread_create (handle, NULL, f, NULL))
    abort ();
}
static void *serve (void *unused)
{
  total++;
  return unused;
}
static void start (struct service *s)
{
  if (!s->running) {
    create (&s->handle, serve);
    s->running = 1;
  }
}
static void stop (struct service *s)
{
  if (s->running) {
    pthread_join (s->handle, NULL);
    s->running = 0;
  }
}
static void *manage (void *unused)
{
  for (int i = 0; i < 2; i++) {
    start (&service);
#if R == 4
    service.running = 0;
#endif
    stop (&service);
    total++;
  }
  return unused;
}
static void *idle (void *unused)
{
#if R == 1
  stop (&service);
  total++;
#endif
  return unused;
}
int main (void)
{
  pthread_t manager, other;
  create (&manager, manage);
#if R == 2
  create (&other, manage);
#else
  create (&other, idle);
#endif
#if R == 3
  service.running = 0;
#endif
  pthread_join (other, NULL);
  pthread_join (manager, NULL);
  return total;
}
