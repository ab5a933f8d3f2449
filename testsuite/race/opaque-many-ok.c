/* More connections than are told apart, in one table with other things: what SSL_shutdown is given is
   one of them, whichever; and the analysis comes to an end.  */
#include <pthread.h>
#include <stdlib.h>

typedef struct ssl_st SSL;
typedef struct ssl_ctx_st SSL_CTX;
SSL *SSL_new (SSL_CTX *);
int SSL_shutdown (SSL *);

struct conn {
  SSL *ssl;
  void *other;
};

static SSL_CTX *context;
static void *table[8];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int opened, closed;

#define ONE                                \
  {                                        \
    struct conn *c = malloc (sizeof *c);   \
    c->ssl = SSL_new (context);            \
    c->other = SSL_new (context);          \
    table[opened++ & 7] = c->ssl;          \
    table[opened++ & 7] = c;               \
    table[opened++ & 7] = &c->other;       \
  }
#define TEN ONE ONE ONE ONE ONE ONE ONE ONE ONE ONE
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN

static void *
close_one (void *arg)
{
  SSL_shutdown (table[1]);
  pthread_mutex_lock (&lock);
  closed++;
  pthread_mutex_unlock (&lock);
  return arg;
}

int
main (void)
{
  pthread_t thread;
  HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED
  pthread_create (&thread, NULL, close_one, NULL);
  pthread_mutex_lock (&lock);
  closed++;
  pthread_mutex_unlock (&lock);
  pthread_join (thread, NULL);
  return closed;
}
