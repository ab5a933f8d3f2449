/* A thread finds its slot by its own id, which it has stored there when it came first.
   RACY 1 'entries[].value': it takes the first one
   RACY 2 'entries[].value': it takes one that is not its own
   RACY 3 'entries[].value': it looks at the id of the next one
   RACY 4 'entries[].value': the element was not drawn
   RACY 5 'entries[].value': main stores an id, too
   RACY 6 'entries[].value': it stores the id of another thread
   RACY 7 'entries[].value': half of the id is compared
   RACY 8 'entries[].value': the counter is set back
   RACY 9 'entries[].value': it takes the next one
   RACY 10 'entries[].value': the entry is handed to another thread
   RACY 11 'entries[].value': or one of a certain number
   RACY 12 'entries[].value': it looks for the id of its creator
   RACY 13 'entries[].value': who has no entry takes the first one
   RACY 14 'entries[].value': entries are drawn again
   RACY 15 'entries[].value': the comparison is looked at when it is too late
   RACY 16 'entries[].value': main looks while they run
   RACY 17 'entries[].value': nobody locks the counter
   RACY 18 'entries[].value': ids are moved to other elements
   RACY 19 'hits[]': the next number, which is 0 if there is none
   RACY 20 'hits[]': ... in an array that begins earlier
   RACY 21 'hits[]': found by another array of ids, whose numbers come from another counter */
#include "common.h"
struct entry {
#if R == 7
  unsigned char who;
#else
  pthread_t who;
#endif
  long value;
};
#define MOST (R == 13 ? 3 : 30)
static struct entry entries[32];
static int used;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t creator, last;
static struct entry *_Atomic shown;

static pthread_t own (void)
{
#if R == 6
  pthread_t before = last;
  last = pthread_self ();
  return before ? before : last;
#else
  return pthread_self ();
#endif
}

static struct entry *my_entry (void)
{
  struct entry *found = NULL;
  pthread_t self = pthread_self ();
#if R == 12
  self = creator;
#endif
#if R != 17
  pthread_mutex_lock (&m);
#endif
  for (int i = 0; i < used; i++)
#if R == 1
    if (i == 0)
#elif R == 2
    if (!pthread_equal (entries[i].who, self))
#elif R == 3
    if (pthread_equal (entries[i + 1].who, self))
#elif R == 7
    if (entries[i].who == (unsigned char)(self >> 12))
#elif R == 11
    if (i == 3 || pthread_equal (entries[i].who, self))
#elif R == 15
    if (found = &entries[i], pthread_equal (entries[i].who, self))
      break;
    else if (i > 3)
#else
    if (pthread_equal (entries[i].who, self))
#endif
    {
#if R == 9
      found = &entries[i + 1];
#else
      found = &entries[i];
#endif
    }
  if (!found && used < MOST) {
#if R == 4
    found = &entries[used & 1];
    used++;
#else
    found = &entries[used++];
#endif
#if R == 7
    found->who = self >> 12;
#elif R == 6
    found->who = own ();
#elif R == 12
    found->who = creator;
#else
    found->who = pthread_self ();
#endif
  }
#if R == 13
  if (!found)
    found = entries;
#elif R == 8
  if (used > 3)
    used = 0;
#elif R == 14
  if (used > 3)
    used--;
#elif R == 18
  entries[4].who = entries[3].who;
#endif
#if R != 17
  pthread_mutex_unlock (&m);
#endif
  return found;
}

static void *worker (void *a)
{
  for (int i = 0; i < 9; i++) {
    struct entry *e = my_entry ();
#if R == 10
    if (shown)
      e = shown;
    shown = e;
#endif
    if (e)
      e->value++;
  }
  return 0;
}

/* Stepping from one to the next. */
static struct entry table[32];
static int n_table;
static struct entry *find (void)
{
  pthread_t self = pthread_self ();
  for (struct entry *e = table; e < table + 32; e++)
#if R != 7
    if (pthread_equal (e->who, self))
#endif
      return e;
  return NULL;
}

/* The number instead of the pointer; ids and what belongs to them in arrays of their own, used at once where they are
   found, too. */
static pthread_t ids[32];
static long hits[32], misses[32];
static int n_ids;
static int own_number (void)
{
  pthread_t self = pthread_self ();
  pthread_mutex_lock (&m);
  for (int i = 0; i < n_ids; i++)
    if (ids[i] == self) {
      misses[i]++;
      pthread_mutex_unlock (&m);
      return i;
    }
  int n = -1;
  if (n_ids < (R == 19 || R == 20 ? 3 : 30)) {
    n = n_ids++;
    ids[n] = self;
  }
  pthread_mutex_unlock (&m);
  return n;
}
static void *counter (void *a)
{
  for (int i = 0; i < 9; i++) {
    int n = own_number ();
#if R == 19
    hits[n + 1]++;
#elif R == 20
    (hits + 2)[n]++;
#elif R == 21
    n = find () ? (int)(find () - table) : 0;
    hits[n]++;
#else
    if (n >= 0)
      hits[n]++;
#endif
  }
  pthread_t self = pthread_self ();
  pthread_mutex_lock (&m);
  for (int i = 0; i < 20; i++)
    if (pthread_equal (ids[i], self))
      hits[i]--;
  pthread_mutex_unlock (&m);
  return 0;
}

static void *finder (void *a)
{
  pthread_mutex_lock (&m);
  struct entry *e = find ();
  if (!e && n_table < 30) {
    e = &table[n_table++];
    e->who = pthread_self ();
  }
  pthread_mutex_unlock (&m);
  if (e)
    e->value++;
  return 0;
}

int main (void)
{
  pthread_t t[20], u[20], v[20];
  creator = pthread_self ();
  for (long i = 0; i < 20; i++) {
    spawn (&t[i], worker, (void *)i);
#if R == 5
    pthread_mutex_lock (&m);
    entries[0].who = t[i];
    pthread_mutex_unlock (&m);
#endif
  }
#if R == 16
  printf ("%ld\n", entries[3].value);
#endif
  for (int i = 0; i < 20; i++)
    pthread_join (t[i], 0);
  for (int i = 0; i < 20; i++)
    spawn (&u[i], counter, 0);
  for (int i = 0; i < 20; i++)
    pthread_join (u[i], 0);
  for (int i = 0; i < 20; i++)
    spawn (&v[i], finder, 0);
  for (int i = 0; i < 20; i++)
    pthread_join (v[i], 0);
  return 0;
}
