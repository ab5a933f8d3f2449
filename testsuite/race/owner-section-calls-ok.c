/* A function divides an array of which its caller knows the size, again and again.  */
#include <pthread.h>

enum { N = 4 };

struct part {
  int low, high;
  long sum;
};

static int data[100];

static void *work (void *p)
{
  struct part *a = p;
  for (int k = a->low; k < a->high; k++)
    a->sum += data[k]++;
  return NULL;
}

static long run (int n)
{
  pthread_t t[N];
  struct part a[N];
  long sum = 0;
  for (int i = 0; i < N; i++) {
    a[i].low = i * n / N;
    a[i].high = (i + 1) * n / N;
    a[i].sum = 0;
    pthread_create (&t[i], NULL, work, &a[i]);
  }
  for (int i = 0; i < N; i++) {
    pthread_join (t[i], NULL);
    sum += a[i].sum;
  }
  return sum;
}

int main (void)
{
  long sum = 0;
  for (int k = 0; k < 5; k++) {
    sum += run (100);
    data[0]++;
  }
  return sum > 0;
}
