/* Threads of SDL, APR, NSPR and libuv.
   RACY 1 'sdl.n': without the lock
   RACY 2 'sdl.done': read before the thread is waited for
   RACY 3 'apr[]': one thread is not joined
   RACY 4 'nspr': written after the condition was signalled
   RACY 5 'uv': the lock is released too early */
typedef struct SDL_Thread SDL_Thread;
typedef struct SDL_mutex SDL_mutex;
SDL_Thread *SDL_CreateThread (int (*) (void *), const char *, void *);
void SDL_WaitThread (SDL_Thread *, int *);
SDL_mutex *SDL_CreateMutex (void);
int SDL_LockMutex (SDL_mutex *), SDL_UnlockMutex (SDL_mutex *);
typedef struct apr_thread_t apr_thread_t;
int apr_thread_create (apr_thread_t **, void *, void *(*)(apr_thread_t *, void *), void *, void *);
int apr_thread_join (int *, apr_thread_t *);
typedef struct PRThread PRThread;
typedef struct PRLock PRLock;
typedef struct PRCondVar PRCondVar;
PRThread *PR_CreateThread (int, void (*) (void *), void *, int, int, int, unsigned);
int PR_JoinThread (PRThread *);
PRLock *PR_NewLock (void);
void PR_Lock (PRLock *);
int PR_Unlock (PRLock *);
PRCondVar *PR_NewCondVar (PRLock *);
int PR_WaitCondVar (PRCondVar *, unsigned), PR_NotifyCondVar (PRCondVar *);
typedef unsigned long uv_thread_t;
typedef struct {
  long p[5];
} uv_mutex_t;
int uv_thread_create (uv_thread_t *, void (*) (void *), void *), uv_thread_join (uv_thread_t *);
int uv_mutex_init (uv_mutex_t *);
void uv_mutex_lock (uv_mutex_t *), uv_mutex_unlock (uv_mutex_t *);
int printf (const char *, ...);

static struct {
  SDL_mutex *lock;
  int n, done;
  SDL_Thread *thread;
} sdl;
static int sdl_run (void *p)
{
#if R == 1
  sdl.n++;
#endif
  SDL_LockMutex (sdl.lock);
  sdl.n++;
  SDL_UnlockMutex (sdl.lock);
  sdl.done = 1;
  return 0;
}
static void use_sdl (void)
{
  sdl.lock = SDL_CreateMutex ();
  sdl.thread = SDL_CreateThread (sdl_run, "example", 0);
  SDL_LockMutex (sdl.lock);
  sdl.n++;
  SDL_UnlockMutex (sdl.lock);
#if R == 2
  printf ("%d\n", sdl.done);
#endif
  SDL_WaitThread (sdl.thread, 0);
  printf ("%d %d\n", sdl.done, sdl.n);
}

enum { N = 4 };
static int apr[N];
static void *apr_run (apr_thread_t *t, void *a)
{
  ++*(int *)a;
  return 0;
}
static void use_apr (void)
{
  apr_thread_t *t[N];
  int status;
  for (int i = 0; i < N; i++)
    if (apr_thread_create (&t[i], 0, apr_run, &apr[i], 0))
      return;
  for (int i = R == 3; i < N; i++)
    apr_thread_join (&status, t[i]);
  for (int i = 0; i < N; i++)
    printf ("%d\n", apr[i]);
}

static PRLock *nspr_lock;
static PRCondVar *nspr_condition;
static int nspr_ready, nspr;
static void nspr_run (void *a)
{
  nspr = 5;
  PR_Lock (nspr_lock);
  nspr_ready = 1;
  PR_NotifyCondVar (nspr_condition);
  PR_Unlock (nspr_lock);
#if R == 4
  nspr = 6;
#endif
}
static void use_nspr (void)
{
  nspr_lock = PR_NewLock ();
  nspr_condition = PR_NewCondVar (nspr_lock);
  PRThread *t = PR_CreateThread (0, nspr_run, 0, 0, 0, 0, 0);
  PR_Lock (nspr_lock);
  while (!nspr_ready)
    PR_WaitCondVar (nspr_condition, -1);
  PR_Unlock (nspr_lock);
  printf ("%d\n", nspr);
  PR_JoinThread (t);
}

static uv_mutex_t uv_lock;
static int uv;
static void uv_run (void *a)
{
  uv_mutex_lock (&uv_lock);
#if R == 5
  uv_mutex_unlock (&uv_lock);
  uv++;
#else
  uv++;
  uv_mutex_unlock (&uv_lock);
#endif
}
static void use_uv (void)
{
  uv_thread_t t[N];
  uv_mutex_init (&uv_lock);
  for (int i = 0; i < N; i++)
    uv_thread_create (&t[i], uv_run, 0);
  for (int i = 0; i < N; i++)
    uv_thread_join (&t[i]);
  printf ("%d\n", uv);
}

int main (void)
{
  use_sdl ();
  use_apr ();
  use_nspr ();
  use_uv ();
  return 0;
}
