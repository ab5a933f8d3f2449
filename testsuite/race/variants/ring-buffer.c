/* A ring of pointers in an object; who takes one has what it leads to, too.
   RACY 1 'x->type': not taken out
   RACY 2 'x->type': used by who has put it in */
#include "common.h"
/* bounded buffer of pointers in object; consumer owns message */
struct msg {
  int type;
  char *body;
};
typedef struct {
  struct msg **slot;
  unsigned cap, rd, wr, n;
  pthread_mutex_t m;
  pthread_cond_t ne, nf;
} chan;
static chan *chan_new (unsigned cap)
{
  chan *c = malloc (sizeof *c);
  c->slot = malloc (cap * sizeof *c->slot);
  c->cap = cap;
  c->rd = c->wr = c->n = 0;
  pthread_mutex_init (&c->m, 0);
  pthread_cond_init (&c->ne, 0);
  pthread_cond_init (&c->nf, 0);
  return c;
}
static void chan_send (chan *c, struct msg *x)
{
  pthread_mutex_lock (&c->m);
  while (c->n == c->cap)
    pthread_cond_wait (&c->nf, &c->m);
  c->slot[c->wr] = x;
  c->wr = (c->wr + 1) % c->cap;
  c->n++;
  pthread_cond_signal (&c->ne);
  pthread_mutex_unlock (&c->m);
}
static struct msg *chan_recv (chan *c)
{
  struct msg *x;
  pthread_mutex_lock (&c->m);
  while (c->n == 0)
    pthread_cond_wait (&c->ne, &c->m);
  x = c->slot[c->rd];
#if R != 1
  c->rd = (c->rd + 1) % c->cap;
#endif
  c->n--;
  pthread_cond_signal (&c->nf);
  pthread_mutex_unlock (&c->m);
  return x;
}
static void *cons (void *a)
{
  for (int i = 0; i < 10; i++) {
    struct msg *x = chan_recv (a);
    x->type++;
    x->body[0] = 'z';
    printf ("%s\n", x->body);
#if R == 0
    free (x->body);
    free (x);
#endif
  }
  return 0;
}
static void *prod (void *a)
{
  for (int i = 0; i < 20; i++) {
    struct msg *x = malloc (sizeof *x);
    x->type = i;
    x->body = strdup ("hello");
    chan_send (a, x);
#if R == 2
    x->type = 0;
#endif
  }
  return 0;
}
int main (void)
{
  chan *c = chan_new (4);
  pthread_t t[3];
  spawn (&t[0], prod, c);
  spawn (&t[1], cons, c);
  spawn (&t[2], cons, c);
  for (int i = 0; i < 3; i++)
    pthread_join (t[i], 0);
  return 0;
}
