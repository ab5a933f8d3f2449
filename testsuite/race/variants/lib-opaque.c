/* Connections and jobs are in one table.  What a thread takes out of there may be either, but what it gives to OpenSSL is
   a connection, in which there is nothing but what functions of OpenSSL have put there.
   RACY 1 'count': the function is the callback of the connections' context
   RACY 2 'count': it is that of one connection, which is found in the table, too
   RACY 3 'count': it was set in a context that a function of the program returns
   RACY 4 'count': the connection is a copy of one whose context has it
   RACY 5 'count': the context was kept as a number with a mark
   RACY 6 'count': the connection comes from code that nobody sees, which has got hold of the function
   RACY 7 'user.seen': the connection tells what the user has put there
   RACY 8 'count': code that nobody sees is given the context and the function
   RACY 9 'count': the function is called through a job from the table
   RACY 10 'c->ssl->version': the program knows what is in a connection, and looks at it
   RACY 11 'count': a BIO has the connection */
#include "common.h"
#include <stdint.h>
typedef struct ssl_ctx_st SSL_CTX;
typedef struct ssl_st SSL;
#if R == 10
struct ssl_st {
  int version;
};
#endif
SSL_CTX *SSL_CTX_new (const void *);
const void *TLS_client_method (void);
void SSL_CTX_set_info_callback (SSL_CTX *, void (*) (const SSL *, int, int));
void SSL_set_verify (SSL *, int, int (*) (int, void *));
SSL *SSL_new (SSL_CTX *);
SSL *SSL_dup (SSL *);
int SSL_set_ex_data (SSL *, int, void *);
void *SSL_get_ex_data (const SSL *, int);
int SSL_shutdown (SSL *);
typedef struct bio_st BIO;
const void *BIO_f_ssl (void);
BIO *BIO_new (const void *);
long BIO_ctrl (BIO *, int, long, void *);
extern SSL *unseen_connection (void (*) (const SSL *, int, int));
extern void unseen_setup (SSL_CTX *, void (*) (const SSL *, int, int));

struct conn {
  SSL *ssl;
  int id;
};
struct job {
  struct steps {
    void *next;
    void (*run) (const SSL *, int, int);
    int (*check) (int, void *);
  } *steps;
  int id;
};
struct user {
  int seen;
};
static void *table[8];
static struct user user;
static int count;

static void run (const SSL *s, int where, int ret) { count++; }
static int check (int ok, void *peer) { return count++; }
static void *find (int i) { return table[i % 8]; }
static void put (int i, void *p) { table[i % 8] = p; }
static SSL_CTX *make_context (void) { return SSL_CTX_new (TLS_client_method ()); }

static void *worker (void *a)
{
  struct conn *c = find (getpid ());
#if R == 6
  SSL_shutdown (unseen_connection (run));
#elif R == 7
  struct user *u = SSL_get_ex_data (c->ssl, 0);
  u->seen++;
#elif R == 9
  struct job *j = find (getppid ());
  j->steps->run (NULL, 0, 0);
#elif R == 10
  c->ssl->version++;
#endif
  SSL_shutdown (c->ssl);
  return a;
}

int main (void)
{
  pthread_t t;
  SSL_CTX *context = make_context ();
  struct conn *c = calloc (1, sizeof *c);
  struct job *j = calloc (1, sizeof *j);
  j->steps = calloc (1, sizeof *j->steps);
  j->steps->next = j->steps;
  j->steps->run = run;
  j->steps->check = check;
#if R == 1 || R == 11
  SSL_CTX_set_info_callback (context, run);
#elif R == 3
  SSL_CTX_set_info_callback (context = make_context (), run);
#elif R == 5
  uintptr_t kept = (uintptr_t)context | 1;
  SSL_CTX_set_info_callback ((SSL_CTX *)(kept & ~(uintptr_t)1), run);
#elif R == 8
  unseen_setup (context, run);
#elif R == 4
  SSL_CTX_set_info_callback (context, run);
#endif
#if R != 11
  c->ssl = SSL_new (context);
#endif
#if R == 4
  c->ssl = SSL_dup (c->ssl);
#elif R == 7
  SSL_set_ex_data (c->ssl, 0, &user);
#elif R == 11
  BIO *b = BIO_new (BIO_f_ssl ());
  BIO_ctrl (b, 109, 1, SSL_new (context));
  BIO_ctrl (b, 110, 0, &c->ssl);
#endif
  put (getpid (), j);
  put (getppid (), c);
#if R == 2
  SSL_set_verify (((struct conn *)find (getpid ()))->ssl, 1, check);
#endif
  spawn (&t, worker, NULL);
#if R == 10
  c->ssl->version++;
#endif
  user.seen++;
  run (NULL, 0, 0);
  pthread_join (t, NULL);
  return count;
}
