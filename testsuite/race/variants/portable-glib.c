/* Threads of GLib, whose handles are pointers: in a variable, a global one, an array; a pool.
   RACY 1 'first': its thread is not joined
   RACY 2 'second': the wrong thread is joined
   RACY 3 'slots[]': not all are joined
   RACY 4 'pooled': the pool is left alone
   RACY 5 'both': without the lock */
typedef struct _GThread GThread;
typedef struct _GThreadPool GThreadPool;
typedef struct {
  void *p;
} GMutex;
GThread *g_thread_new (const char *, void *(*)(void *), void *);
void *g_thread_join (GThread *);
void g_mutex_lock (GMutex *), g_mutex_unlock (GMutex *);
GThreadPool *g_thread_pool_new (void (*) (void *, void *), void *, int, int, void **);
int g_thread_pool_push (GThreadPool *, void *, void **);
void g_thread_pool_free (GThreadPool *, int, int);
int printf (const char *, ...);
enum { N = 4 };
static int first, second, both, pooled, slots[N];
static GMutex lock, pool_lock;
static GThread *second_thread, *workers[N];
static void *run_first (void *a)
{
  first++;
  g_mutex_lock (&lock);
  both++;
  g_mutex_unlock (&lock);
  return 0;
}
static void *run_second (void *a)
{
  second++;
#if R != 5
  g_mutex_lock (&lock);
#endif
  both++;
#if R != 5
  g_mutex_unlock (&lock);
#endif
  return 0;
}
static void *run_slot (void *a)
{
  ++*(int *)a;
  return 0;
}
static void job (void *a, void *b)
{
  g_mutex_lock (&pool_lock);
  pooled++;
  g_mutex_unlock (&pool_lock);
}
static void start (void)
{
  second_thread = g_thread_new ("second", run_second, 0);
}
static void stop (void)
{
#if R == 2
  g_thread_join (workers[0]);
#else
  g_thread_join (second_thread);
#endif
}
int main (void)
{
  GThread *t = g_thread_new ("first", run_first, 0);
  start ();
#if R != 1
  g_thread_join (t);
#endif
  first = 3;
  stop ();
  second = both = 3;
  for (int i = 0; i < N; i++)
    workers[i] = g_thread_new ("worker", run_slot, &slots[i]);
  for (int i = R == 3; i < N; i++)
    g_thread_join (workers[i]);
  for (int i = 0; i < N; i++)
    printf ("%d\n", slots[i]);
  GThreadPool *pool = g_thread_pool_new (job, 0, N, 0, 0);
  for (int i = 0; i < N; i++)
    g_thread_pool_push (pool, &slots[i], 0);
#if R != 4
  g_thread_pool_free (pool, 0, 1);
#endif
  return first + second + both + pooled;
}
