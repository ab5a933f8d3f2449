/* Goes before generated programs when ThreadSanitizer watches: it knows mutexes and initialisation of
   POSIX, not those of C11; and threads pause at random places. */

#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <threads.h>

#define mtx_t             pthread_mutex_t
#define mtx_init(m, kind) ((void)(kind), pthread_mutex_init (m, NULL))
#define mtx_lock          pthread_mutex_lock
#define mtx_unlock        pthread_mutex_unlock
#define mtx_trylock       pthread_mutex_trylock
#define once_flag         pthread_once_t
#define call_once         pthread_once

#define PAUSE                                                                                      \
  do {                                                                                             \
    static _Thread_local unsigned state, step;                                                     \
    if (!step) {                                                                                   \
      const char *pause = getenv ("FUZZ_PAUSE");                                                   \
      step = 1 + (pause ? atoi (pause) : 0);                                                       \
      state = (unsigned)(size_t)&state;                                                            \
    }                                                                                              \
    state = state * 1664525 + step;                                                                \
    if (state >> 29 == 0)                                                                          \
      sched_yield ();                                                                              \
  } while (0)

#define thrd_create(handle, start, argument)                                                       \
  pthread_create (handle, NULL, (void *(*)(void *))(void *)(start), argument)
#define thrd_join(handle, result) (*(result) = 0, pthread_join (handle, NULL))
