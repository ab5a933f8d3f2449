/* Pointers that are written into a pipe, or a struct with one, belong to who reads them.
   RACY 1 'j->value': used after it was written into the pipe
   RACY 2 '*m.body': the same for what is in a struct, by helper functions
   RACY 3 'j->value': through a pair of sockets */
#include "common.h"
#include <sys/socket.h>
struct job {
  int value;
};
struct message {
  int kind;
  char *body;
};
static int jobs[2], messages[2];
static int put (const struct message *m)
{
  return write (messages[1], m, sizeof *m) == sizeof *m ? 0 : -1;
}
static int get (struct message *m)
{
  return read (messages[0], m, sizeof *m) == sizeof *m ? 0 : -1;
}
static void *worker (void *a)
{
  struct job *j;
  struct message m;
#if R == 2
  j = 0;
  {
#elif R == 3
  while (recv (jobs[0], &j, sizeof j, 0) == sizeof j && j) {
#else
  while (read (jobs[0], &j, sizeof j) == sizeof j && j) {
#endif
#if R != 2
    j->value *= 2;
    free (j);
#endif
  }
  while (!get (&m) && m.kind) {
    m.body[0] = '>';
    puts (m.body);
    free (m.body);
  }
  return 0;
}
int main (void)
{
  pthread_t t;
  struct job *last = 0;
#if R == 3
  if (socketpair (AF_UNIX, SOCK_STREAM, 0, jobs) || pipe (messages))
#else
  if (pipe (jobs) || pipe (messages))
#endif
    return 1;
  spawn (&t, worker, 0);
  for (int i = 0; i < 5; i++) {
    struct job *j = malloc (sizeof *j);
    j->value = i;
#if R == 3
    send (jobs[1], &j, sizeof j, 0);
    j->value++;
#elif R != 2
    if (write (jobs[1], &j, sizeof j) < 0)
      abort ();
#endif
#if R == 1
    j->value++;
#endif
  }
  write (jobs[1], &last, sizeof last);
  for (int i = 5; i >= 0; i--) {
    struct message m = {i, strdup ("abc")};
    put (&m);
#if R == 2
    m.body[0] = 'z';
#endif
  }
  pthread_join (t, 0);
  return 0;
}
