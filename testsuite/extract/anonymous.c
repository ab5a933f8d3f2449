/* Members of anonymous structs and unions have no name of their own to spell. */

struct message {
  int kind;
  union {
    struct {
      int a, b;
    };
    long both;
    struct {
      short low;
      union {
        short high;
        char half[2];
      };
    } named;
  };
};

static struct message m;

long anonymous (struct message *p)
{
  m.kind = 1;
  m.a = 2;
  p->b = m.both;
  p->named.high = p->named.low;
  p->named.half[1] = 3;
  return p->both;
}
