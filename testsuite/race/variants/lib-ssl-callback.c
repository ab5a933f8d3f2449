/* A connection of OpenSSL calls back with itself, and finds there what was put into it.
   RACY 1 'total': the callback counts without the lock
   RACY 2 'one.seen': two threads, one object of the user
   RACY 3 '*only': one connection for both threads */
#include "common.h"
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
SSL_CTX *SSL_CTX_new (const void *);
const void *TLS_client_method (void);
void SSL_CTX_set_info_callback (SSL_CTX *, void (*) (const SSL *, int, int));
SSL *SSL_new (SSL_CTX *);
int SSL_set_ex_data (SSL *, int, void *);
void *SSL_get_ex_data (const SSL *, int);
int SSL_connect (SSL *);
void SSL_free (SSL *);
struct client {
  int seen;
};
static SSL_CTX *context;
static struct client one;
static SSL *only;
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void info (const SSL *ssl, int where, int ret)
{
  struct client *c = SSL_get_ex_data (ssl, 0);
#if R == 1
  total++;
#else
  pthread_mutex_lock (&m);
  total++;
  pthread_mutex_unlock (&m);
#endif
#if R == 2
  c->seen++;
#else
  pthread_mutex_lock (&m);
  c->seen++;
  pthread_mutex_unlock (&m);
#endif
}
static void *w (void *a)
{
#if R == 3
  SSL_connect (only);
#else
  SSL *ssl = SSL_new (context);
  SSL_set_ex_data (ssl, 0, &one);
  SSL_connect (ssl);
  SSL_free (ssl);
#endif
  return a;
}
int main (void)
{
  pthread_t t, u;
  context = SSL_CTX_new (TLS_client_method ());
  SSL_CTX_set_info_callback (context, info);
  only = SSL_new (context);
  SSL_set_ex_data (only, 0, &one);
  spawn (&t, w, 0);
  spawn (&u, w, 0);
  pthread_join (t, 0);
  pthread_join (u, 0);
  return 0;
}
