/* What threads keep by a key, and its destructor uses when they end.
   RACY 1 'total': the destructor adds up without a lock
   RACY 3 'b->used': others find it in a list
   RACY 5 'shared_buf.used': all threads keep the same */
#include "common.h"
struct buf { int used; struct buf *next; char data[64]; };
static pthread_key_t key;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static struct buf *all;
static struct buf shared_buf;
static void buf_free(void *p)
{
  struct buf *b = p;
#if R == 1
  total += b->used;
#else
  pthread_mutex_lock(&m);
  total += b->used;
  pthread_mutex_unlock(&m);
#endif
#if R == 5
  b->used = 0;
#elif R == 3
  ;
#else
  b->used = 0;
  free(b);
#endif
}
static void make_key(void) { pthread_key_create(&key, buf_free); }
static struct buf *get_buf(void)
{
  struct buf *b;
  pthread_once(&once, make_key);
  b = pthread_getspecific(key);
  if (!b) {
#if R == 5
    b = &shared_buf;
#else
    b = calloc(1, sizeof *b);
#endif
    pthread_setspecific(key, b);
#if R == 3
    pthread_mutex_lock(&m);
    b->next = all;
    all = b;
    pthread_mutex_unlock(&m);
#endif
  }
  return b;
}
static void *run(void *arg)
{
  for (int i = 0; i < 100; i++) {
    struct buf *b = get_buf();
    b->data[b->used++ % 64] = 'a';
  }
  return NULL;
}
int main(void)
{
  pthread_t t[3];
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, run, NULL);
#if R == 3
  pthread_mutex_lock(&m);
  for (struct buf *b = all; b; b = b->next)
    total += b->used;
  pthread_mutex_unlock(&m);
#endif
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  printf("%d\n", total);
  return 0;
}
