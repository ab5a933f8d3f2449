/* New memory is filled with numbers that are found in other memory: these are no pointers to it.
   RACY 1 'p->pos': what is found there is a pointer to it, and kept
   RACY 2 'p->pos': ... as a number that is wide enough
   RACY 3 'p->pos': ... and is stored by a callee
   RACY 4 'p->pos': it is given away before it is filled
   RACY 5 'p->pos': ... by who fills it
   RACY 6 'p->pos': what is noted of a job is not its number, but the memory
   WITHOUT schedule: the program is small */
#include "common.h"
struct packet {
  unsigned char *payload;
  unsigned pos, size;
  struct packet *next;
};
struct property {
  struct property *next;
  int kind;
  unsigned char byte;
  unsigned short two;
  uintptr_t word;
  struct packet *self;
};
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static struct packet *queue, *last;
static uintptr_t number;
static struct property *properties;
struct job {
  int number;
  struct packet *packet;
};
static int latest;

static void keep (struct packet *p)
{
  pthread_mutex_lock (&m);
  last = p;
  pthread_mutex_unlock (&m);
}
static void write_byte (struct packet *p, unsigned char byte)
{
  if (p->pos + 1 > p->size)
    abort ();
  p->payload[p->pos] = byte;
  p->pos++;
}
static void write_two (struct packet *p, unsigned short two)
{
  write_byte (p, two >> 8);
  write_byte (p, two & 255);
}
static void write_one (struct packet *p, const struct property *q)
{
  write_byte (p, (unsigned char)q->kind);
#if R == 1
  pthread_mutex_lock (&m);
  last = q->self;
  pthread_mutex_unlock (&m);
#elif R == 2
  pthread_mutex_lock (&m);
  number = q->word;
  pthread_mutex_unlock (&m);
#elif R == 3
  keep (q->self);
#elif R == 5
  keep (p);
#endif
  switch (q->kind) {
  case 1:
    write_byte (p, q->byte);
    break;
  case 2:
    write_two (p, q->two);
    break;
  default:
    p->pos += 2;
  }
}
static void write_all (struct packet *p, const struct property *q)
{
  write_two (p, 0);
  for (; q; q = q->next)
    write_one (p, q);
}
static __attribute__ ((noinline)) void note (const struct job *j)
{
  pthread_mutex_lock (&m);
  latest = j->number;
#if R == 6
  last = j->packet;
#endif
  pthread_mutex_unlock (&m);
}
static void *sender (void *arg)
{
  struct job job = {.number = 1};
  struct property own = {.kind = 1, .byte = 2};
  struct packet *p = calloc (1, sizeof *p);
  if (!p || !(p->payload = calloc (1, 100)))
    abort ();
  p->size = 100;
#if R == 1 || R == 3
  properties->self = p;
#elif R == 2
  properties->word = (uintptr_t)p;
#elif R == 4
  keep (p);
#endif
  job.packet = p;
  note (&job);
  write_all (p, properties);
  write_all (p, &own);
  pthread_mutex_lock (&m);
  p->next = queue;
  queue = p;
  pthread_mutex_unlock (&m);
  return 0;
}
int main (void)
{
  pthread_t t;
  properties = calloc (1, sizeof *properties);
  if (!properties)
    return 1;
  spawn (&t, sender, 0);
  pthread_mutex_lock (&m);
  struct packet *p = queue;
  queue = 0;
#if R == 2
  p = (struct packet *)number;
#elif R
  p = last;
#endif
  if (p)
    p->pos = 0;
  pthread_mutex_unlock (&m);
  pthread_join (t, 0);
  return 0;
}
