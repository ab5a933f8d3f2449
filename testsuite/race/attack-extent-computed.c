/* How much is cleared is computed: whether that comes to the element is not certain. */
/* { dg-options "-pthread" } */
#include <pthread.h>
#include <string.h>
static char buf[1000];
static void *clear (void *n)
{
  memset (buf, 0, (size_t)n); /* dg-warning "possible data race on 'buf" */
  return 0;
}
int main (int argc, char **argv)
{
  pthread_t t;
  pthread_create (&t, 0, clear, (void *)(long)argc);
  buf[500] = 1;
  pthread_join (t, 0);
  return buf[0];
}
