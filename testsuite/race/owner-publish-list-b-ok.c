/* The other file of owner-publish-list and its twin. */
#include "owner-publish-list.h"
#include <stdlib.h>

struct packet *packet_new (int port, int length)
{
  struct packet *p = malloc (sizeof *p);

  if (!p)
    abort ();
  p->next = NULL;
  p->port = port;
  p->length = length;
  return p;
}
