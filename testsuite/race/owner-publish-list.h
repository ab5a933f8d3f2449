#include <pthread.h>

struct packet {
  struct packet *next;
  int length;
  int port;
};

struct packet *packet_new (int port, int length);
