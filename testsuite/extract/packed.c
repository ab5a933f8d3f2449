/* Packed and over-aligned structs; members at odd places. */

struct __attribute__ ((packed)) wire {
  char tag;
  int length;
  short crc : 12;
  long payload;
};
struct aligned { char c; int line __attribute__ ((aligned (64))); };

struct wire w;
struct aligned a;

long unaligned (struct wire *p, int i)
{
  p->length = w.length;
  p[i].payload = 3;
  w.crc = 5;
  a.line++;
  int *inside = (int *)((char *)p + 1);
  return *inside + p->payload;
}
