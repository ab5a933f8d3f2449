/* Structs in the other byte order. */

struct __attribute__ ((scalar_storage_order ("big-endian"))) header {
  int length;
  short port;
  int flag : 3;
};

int swap (struct header *h)
{
  h->length = h->port;
  h->flag = 2;
  return h->length;
}
