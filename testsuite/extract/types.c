/* Kinds of types, and how they are spelled. */

typedef struct { int a; } anonymous_t;
typedef struct tagged tagged_t;
struct tagged { tagged_t *self; enum { ONE, TWO } kind; enum named { THREE } other; };
union both { char c; short s; signed char sc; unsigned char uc; unsigned short us; };
struct opaque;
typedef int (*callback_t) (struct opaque *, const anonymous_t *);
typedef int row_t[4];

anonymous_t first;
tagged_t second;
union both third;
struct opaque *fourth;
callback_t fifth;
row_t sixth[2];
const volatile int *const seventh;
_Bool eighth;
float ninth;
int (*tenth)[3];
int *(*eleventh[2]) (void);
void (*(*twelfth) (int, void (*) (int))) (int);
long long thirteenth;
unsigned long fourteenth;
char *fifteenth;
_Atomic long sixteenth;
__int128 seventeenth;
long double eighteenth;
_Complex float nineteenth;

int use (void)
{
  second.self->self = &second;
  second.kind = TWO;
  tenth[1][2] = 1;
  fifth (fourth, &first);
  *eleventh[1] () = 2;
  return sixth[1][3];
}
