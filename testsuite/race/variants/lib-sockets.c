/* Addresses of sockets: functions of the library that take a union of pointers touch what these point to.
   RACY 1 'address.sin_port': changed while it is bound
   RACY 2 'peer.sin_port': read while somebody is accepted
   RACY 3 'peer.sin_port': read while the name is asked for
   RACY 4 'length': two threads accept
   RACY 5 'address.sin_port': sent there */
#define _GNU_SOURCE
#include "common.h"
#include <netinet/in.h>
#include <sys/socket.h>
static struct sockaddr_in address, peer, from;
static socklen_t length = sizeof peer;
static int listener;

static void *server (void *unused)
{
  struct sockaddr_in own;
  socklen_t n = sizeof own;
  bind (listener, (struct sockaddr *)&address, sizeof address);
  listen (listener, 5);
#if R == 3
  getpeername (listener, (struct sockaddr *)&peer, &n);
#else
  int c = accept (listener, (struct sockaddr *)(R == 2 ? &peer : &own), R == 4 ? &length : &n);
  close (c);
#endif
  return unused;
}

static void *client (void *unused)
{
#if R == 5
  sendto (listener, "", 1, 0, (struct sockaddr *)&from, sizeof from);
  address.sin_port = from.sin_port;
#else
  connect (listener, (struct sockaddr *)&address, sizeof address);
#endif
  return unused;
}

int main (void)
{
  pthread_t s, t, c;
  address.sin_family = AF_INET;
  listener = socket (AF_INET, SOCK_STREAM, 0);
  pthread_create (&s, NULL, server, NULL);
  pthread_create (&t, NULL, server, NULL);
  pthread_create (&c, NULL, client, NULL);
#if R == 1
  address.sin_port = 80;
#elif R == 2 || R == 3
  printf ("%d\n", peer.sin_port);
#endif
  pthread_join (s, NULL);
  pthread_join (t, NULL);
  pthread_join (c, NULL);
  return address.sin_port + peer.sin_port;
}
