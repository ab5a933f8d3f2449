/* A handle of libcurl calls the function for data with what was set for it.
   RACY 1 'all.bytes': every handle has the same object */
#include "common.h"
typedef void CURL;
CURL *curl_easy_init (void);
int curl_easy_setopt (CURL *, int, ...);
int curl_easy_perform (CURL *);
void curl_easy_cleanup (CURL *);
struct got {
  size_t bytes;
};
static struct got all;
static size_t take (char *data, size_t size, size_t n, void *user)
{
  ((struct got *)user)->bytes += size * n;
  return data ? n : 0;
}
static void *w (void *a)
{
  struct got mine = {0}, *to = R == 1 ? &all : &mine;
  CURL *c = curl_easy_init ();
  curl_easy_setopt (c, 20011, take);
  curl_easy_setopt (c, 10001, to);
  curl_easy_perform (c);
  curl_easy_cleanup (c);
  printf ("%zu\n", mine.bytes);
  return a;
}
int main (void)
{
  pthread_t t, u;
  spawn (&t, w, 0);
  spawn (&u, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
