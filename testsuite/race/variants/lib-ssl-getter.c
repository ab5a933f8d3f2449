/* What was set for a context of OpenSSL is asked for, and set for a connection: that, and nothing else that the
   context has.
   RACY 1 'total': the function that verifies counts without the lock
   RACY 2 'cached': keys are read by threads, too
   RACY 3 'cached': the function that asks for passwords is set as one that verifies
   RACY 4 'told': what is told about each state, when it is called
   RACY 5 'user': what was given for the function that asks for passwords */
#include "common.h"
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
SSL_CTX *SSL_CTX_new (const void *);
const void *TLS_client_method (void);
void SSL_CTX_set_info_callback (SSL_CTX *, void (*) (const SSL *, int, int));
void (*SSL_CTX_get_info_callback (SSL_CTX *)) (const SSL *, int, int);
void SSL_CTX_set_default_passwd_cb (SSL_CTX *, int (*) (char *, int, int, void *));
void SSL_CTX_set_default_passwd_cb_userdata (SSL_CTX *, void *);
int (*SSL_CTX_get_default_passwd_cb (SSL_CTX *)) (char *, int, int, void *);
void *SSL_CTX_get_default_passwd_cb_userdata (SSL_CTX *);
void SSL_CTX_set_verify (SSL_CTX *, int, int (*) (int, void *));
int (*SSL_CTX_get_verify_callback (const SSL_CTX *)) (int, void *);
void SSL_set_verify (SSL *, int, int (*) (int, void *));
int SSL_CTX_use_PrivateKey_file (SSL_CTX *, const char *, int);
SSL *SSL_new (SSL_CTX *);
int SSL_connect (SSL *);
void SSL_free (SSL *);
static SSL_CTX *context;
static int total, cached, told, user;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int verify (int ok, void *unused)
{
  if (R != 1)
    pthread_mutex_lock (&m);
  total++;
  if (R != 1)
    pthread_mutex_unlock (&m);
  return ok;
}
static int ask (char *buffer, int size, int writes, void *unused)
{
  cached++;
  return 0;
}
static void info (const SSL *ssl, int where, int ret)
{
  if (R == 4)
    told++;
}
static void *run (void *unused)
{
  SSL *ssl = SSL_new (context);
#if R == 2
  SSL_CTX_use_PrivateKey_file (context, "key", 1);
#elif R == 3
  SSL_set_verify (ssl, 1, (int (*) (int, void *))SSL_CTX_get_default_passwd_cb (context));
#else
  SSL_set_verify (ssl, 1, SSL_CTX_get_verify_callback (context));
  SSL_CTX_get_info_callback (context) (ssl, 0, 0);
#endif
  SSL_connect (ssl);
  SSL_free (ssl);
#if R == 5
  int *given = SSL_CTX_get_default_passwd_cb_userdata (context);
  ++*given;
#endif
  return unused;
}
int main (void)
{
  context = SSL_CTX_new (TLS_client_method ());
  SSL_CTX_set_info_callback (context, info);
  SSL_CTX_set_default_passwd_cb (context, ask);
  SSL_CTX_set_default_passwd_cb_userdata (context, &user);
  SSL_CTX_set_verify (context, 1, verify);
  SSL_CTX_use_PrivateKey_file (context, "key", 1);
  spawn_two (run);
  return 0;
}
