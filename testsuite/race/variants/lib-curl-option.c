/* The macros of libcurl keep the option in a variable while they check the type of its value.  Another library calls
   functions that it has got hold of, but not what a handle of libcurl was given.
   RACY 1 'count': the other library has got hold of it, too
   RACY 2 'count': it is not known which option is set */
#include "common.h"
typedef void CURL;
CURL *curl_easy_init (void);
int curl_easy_setopt (CURL *, int, ...);
int curl_easy_perform (CURL *);
#define set(handle, option, value) \
  __extension__ ({                 \
    int option_ = (option);        \
    curl_easy_setopt (handle, option_, value); \
  })
extern void other_keeps (void (*) (void));
extern void other_runs (void);
static int count;
static size_t take (char *data, size_t size, size_t n, void *user)
{
  count += n;
  return n;
}
static void other (void)
{
#if R == 1
  count++;
#endif
}
static void *w (void *a)
{
  other_runs ();
  return a;
}
int main (int n, char **v)
{
  pthread_t t;
  CURL *c = curl_easy_init ();
  other_keeps (other);
  spawn (&t, w, 0);
  set (c, 20011, take);
#if R == 2
  set (c, n > 1 ? 20011 : 20300, take);
#endif
  set (c, 10001, &count);
  curl_easy_perform (c);
  pthread_join (t, 0);
  return 0;
}
