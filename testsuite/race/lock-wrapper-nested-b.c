/* The wrappers of lock-wrapper-nested.  Racy: db_rows takes read_lock. */
#include <pthread.h>

extern int rows;

static pthread_mutex_t db_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t journal_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t read_lock = PTHREAD_MUTEX_INITIALIZER;

static void take (pthread_mutex_t *m)
{
  pthread_mutex_lock (m);
}

static void drop (pthread_mutex_t *m)
{
  pthread_mutex_unlock (m);
}

static void db_enter (pthread_mutex_t *m)
{
  take (m);
}

static void db_leave (pthread_mutex_t *m)
{
  drop (m);
}

void db_begin (void)
{
  db_enter (&journal_lock);
  db_enter (&db_lock);
}

void db_end (void)
{
  db_leave (&db_lock);
  db_leave (&journal_lock);
}

int db_rows (void)
{
  int n;

  db_enter (&read_lock);
  n = rows; /* dg-warning "data race on 'rows'" dg-message "read here" */
  db_leave (&read_lock);
  return n;
}
