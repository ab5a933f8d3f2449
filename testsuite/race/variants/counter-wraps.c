/* A thread is created when the counter has its first value, which it never has again.
   RACY 1 'data': it has wrapped around
   RACY 2 'data': ... after four million rounds
   RACY 3 'data': ... after four thousand million rounds
   WITHOUT schedule: the program is small */
#include "common.h"
#if R == 1
#define COUNTER unsigned char
#define STEP 128
#elif R == 2
#define COUNTER unsigned
#define STEP 1024
#elif R == 3
#define COUNTER unsigned
#define STEP 1
#else
#define COUNTER int
#define STEP 2
#endif
static int data;
static void *work (void *argument)
{
  data++;
  return argument;
}
int main (int argc, char **argv)
{
  pthread_t t;
  COUNTER counter = 0;
  while (argv[argc - 1]) {
    if (counter == 0)
      spawn (&t, work, NULL);
    counter += STEP;
  }
  pthread_exit (0);
}
