/* A stream locks itself, but who closes it frees it: nobody may use it any more.
   RACY 1 '*log': closed before the writer has ended
   RACY 2 'log->_flags': closed by each thread
   RACY 3 '*a': closed by who has given it to another thread */
#include "common.h"
static FILE *log;
static void *writer (void *a)
{
  FILE *own = a;
  fprintf (log, "%d\n", 1);
  fputs ("end", own);
#if R == 2
  fclose (log);
#endif
#if R != 3
  fclose (own);
#endif
  return NULL;
}
int main (void)
{
  pthread_t t[2];
  FILE *own[2];
  log = fopen ("log", "w");
  if (!log)
    return 1;
  for (int i = 0; i < 2; i++) {
    own[i] = fopen ("own", "w");
    if (!own[i])
      return 1;
    spawn (&t[i], writer, own[i]);
#if R == 3
    fclose (own[i]);
#endif
  }
  fflush (log);
#if R == 1
  fclose (log);
#endif
  pthread_join (t[0], NULL);
  pthread_join (t[1], NULL);
#if R == 0 || R == 3
  fclose (log);
#endif
  return 0;
}
