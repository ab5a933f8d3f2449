/* The other file of sync-varargs-files-ok. */
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char last[80];
static int lines;

void log_line (const char *format, ...)
{
  va_list list;

  va_start (list, format);
  pthread_mutex_lock (&lock);
  lines++;
  vsnprintf (last, sizeof last, format, list);
  pthread_mutex_unlock (&lock);
  va_end (list);
}
