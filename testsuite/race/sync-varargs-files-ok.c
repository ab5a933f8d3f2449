/* A printf-like log function in another file counts lines and keeps the last one, under its lock. */
/* dg-additional-sources "sync-varargs-files-b-ok.c" */
#include <pthread.h>

void log_line (const char *format, ...);

static void *work (void *unused)
{
  log_line ("worker %d", 1);
  return unused;
}

int main (void)
{
  pthread_t id;

  pthread_create (&id, NULL, work, NULL);
  log_line ("main %s", "here");
  pthread_join (id, NULL);
  return 0;
}
