/* What the program does is said by a variable that main sets first: a thread is created in one mode only, and what it
   calls does something in the other modes.
   RACY 1 'sent': the thread is created in one of these modes, too
   RACY 2 'sent': one of them is the mode in which there is a thread
   RACY 3 'sent': main changes the mode when the thread runs
   RACY 4 'sent': the thread changes it
   RACY 5 'sent': main changes it between its tests, before the thread is created
   RACY 6 'sent': main has looked at another variable
   RACY 7 'sent': the mode is written along with its neighbour, later
   RACY 8 'sent': it comes to the same through the default
   RACY 9 'sent': a handler of a signal changes it
   RACY 10 'sent': a function that main calls afterwards changes it
   RACY 11 'sent': main changes it by a pointer
   RACY 12 'sent': ... with all of the struct
   RACY 13 'sent': another mode creates such a thread, too
   RACY 14 'sent': the callback looks at a part of it
   RACY 15 'sent': it is changed by what a library calls back
   RACY 16 'total': the thread ends the program in its mode, too */
#include "common.h"
#include <signal.h>
enum mode { NONE, TEXT, LINES, FILES, STREAM, EMPTY };
static struct config {
  int verbose;
  int mode, other;
} config;
struct pair {
  int mode, other;
};
static int sent, connected, total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void (*on_connect) (void);
static void clear (void)
{
  total = 0;
}
static void publish (int *where)
{
  *where = 1;
}
static void connect_callback (void)
{
#if R == 14
  switch (((unsigned char *)&config.mode)[1]) {
#else
  switch (config.mode) {
#endif
#if R == 14
  case NONE:
#endif
  case TEXT:
  case FILES:
  case STREAM:
#if R == 2
  case LINES:
#endif
    publish (&sent);
    break;
  case EMPTY:
    publish (&sent);
    if (config.verbose)
      exit (0);
    break;
#if R == 2
#elif R == 8
  default:
    publish (&sent);
    break;
#else
  case LINES:
    pthread_mutex_lock (&m);
    connected = 1;
    pthread_mutex_unlock (&m);
#if R == 16
    if (config.verbose)
      exit (0);
#endif
    break;
#endif
  }
}
static void loop (void)
{
  for (int i = 0; i < 3; i++)
    on_connect ();
}
static void *thread_main (void *p)
{
#if R == 4
  usleep (1000);
  config.mode = TEXT;
#endif
  loop ();
  return p;
}
static void nothing (int number)
{
#if R == 9
  config.mode = TEXT;
#endif
}
#if R == 10
static void reset (int argc)
{
  config.mode = argc;
}
#endif
#if R == 11
static int *mode_at = &config.mode;
#endif
#if R == 15
static int numbers[3];
static int compare (const void *a, const void *b)
{
  config.mode = FILES;
  return 0;
}
#endif
static int lines (void)
{
  pthread_t t;
  spawn (&t, thread_main, NULL);
#if R == 3
  config.mode = FILES;
#endif
#if R == 11
  *mode_at = FILES;
#endif
#if R == 12
  memset (&config, 1, sizeof config);
#endif
#if R == 15
  qsort (numbers, 3, sizeof *numbers, compare);
#endif
#if R == 7
  *(struct pair *)&config.mode = (struct pair){FILES, 1};
#endif
  usleep (1000);
  total++;
  publish (&sent);
  pthread_join (t, NULL);
  return sent;
}
static int others (void)
{
#if R == 13
  if (config.mode == FILES)
    return lines ();
#endif
  loop ();
  publish (&sent);
  return sent;
}
static int run (int argc)
{
#if R == 5
  if (config.mode == LINES) {
    config.mode = argc;
    return lines ();
  }
  return others ();
#elif R == 6
  return config.other == LINES ? lines () : others ();
#elif R == 1
  return config.mode == LINES || config.mode == EMPTY ? lines () : others ();
#else
  return config.mode == LINES ? lines () : others ();
#endif
}
int main (int argc, char **argv)
{
  signal (SIGUSR1, nothing);
  atexit (clear);
  on_connect = connect_callback;
  config.verbose = argc > 3;
  config.mode = argc;
  config.other = argc;
  if (config.mode == NONE)
    return 1;
  if (argc > 2)
    config.mode = LINES;
  int result = run (argc);
#if R == 10
  reset (argc);
  result += run (argc);
#endif
  return result;
}
