/* Pointers that are copied as parts of a vector.  Racy: main does not lock. */
#include <emmintrin.h>
#include <pthread.h>
#include <stdio.h>

struct pair {
  int *first, *second;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int a, b, hash;
static struct pair source = {&a, &b}, copy;

static void *work (void *arg)
{
  pthread_mutex_lock (&lock);
  ++*copy.second; /* dg-message "updated here" */
  pthread_mutex_unlock (&lock);
  return arg;
}

int main (void)
{
  pthread_t id;
  __m128i v = _mm_loadu_si128 ((const __m128i *)(const void *)&source);

  _mm_storeu_si128 ((__m128i *)(void *)&copy, v);
  v = _mm_xor_si128 (v, _mm_set1_epi8 (5));
  hash = _mm_movemask_epi8 (v);
  pthread_create (&id, NULL, work, NULL);
  b = hash; /* dg-warning "data race on 'b'" dg-message "written here" */
  pthread_join (id, NULL);
  printf ("%d\n", b);
  return 0;
}
