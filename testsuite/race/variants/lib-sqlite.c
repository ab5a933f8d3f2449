/* Threads share a database, which has a lock of its own; what functions do that it calls has not.
   RACY 1 'rows': a function is called for each row
   RACY 2 'waits': one that is called while the database is busy
   RACY 3 'count': as there is no other lock */
#include "common.h"
typedef struct sqlite3 sqlite3;
typedef struct sqlite3_stmt sqlite3_stmt;
int sqlite3_open (const char *, sqlite3 **);
int sqlite3_exec (sqlite3 *, const char *, int (*) (void *, int, char **, char **), void *, char **);
int sqlite3_prepare_v2 (sqlite3 *, const char *, int, sqlite3_stmt **, const char **);
int sqlite3_step (sqlite3_stmt *);
const unsigned char *sqlite3_column_text (sqlite3_stmt *, int);
int sqlite3_finalize (sqlite3_stmt *);
int sqlite3_busy_handler (sqlite3 *, int (*) (void *, int), void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sqlite3 *db;
static int rows, waits, count;

static int row (void *arg, int n, char **values, char **names)
{
#if R == 1
  rows++;
#else
  ++*(int *) arg;
#endif
  return 0;
}

static int busy (void *arg, int n)
{
#if R == 2
  waits++;
#endif
  return n < 3;
}

static void *work (void *arg)
{
  sqlite3_stmt *s;
  int own = 0;
  sqlite3_exec (db, "SELECT * FROM a", row, &own, NULL);
  if (sqlite3_prepare_v2 (db, "SELECT * FROM b", -1, &s, NULL) == 0) {
    while (sqlite3_step (s) == 100)
      own += sqlite3_column_text (s, 0)[0];
    sqlite3_finalize (s);
  }
#if R != 3
  pthread_mutex_lock (&lock);
#endif
  count += own;
#if R != 3
  pthread_mutex_unlock (&lock);
#endif
  return arg;
}

int main (void)
{
  sqlite3_open ("data", &db);
  sqlite3_busy_handler (db, busy, NULL);
  spawn_two (work);
  return rows + waits + count;
}
