/* Undefined functions: they keep what they are given, call it, and return anything, never nothing. */
int a, b, c;
int *r_back, *r_given, *r_deep, **r_result, *r_into, *r_struct, *r_get;
struct box { int *value; struct box *next; };
struct arg { int *p; int n; };
extern void give (void *);
extern void *take (void);
extern void enroll (int *(*) (int *));
extern void enroll_struct (struct arg (*) (struct arg));
extern struct box *shared_box;
extern struct arg ask (struct arg);

static int *callback (int *x) { r_given = x; return &c; }
static struct arg by_value (struct arg x) { r_struct = x.p; x.p = &b; return x; }
static struct box box, inner;

int main (int argc, char **argv, char **envp)
{
  (void)argc;
  r_into = (int *)argv[0];      /* what the program was started with */
  r_into = (int *)envp[0];      /* what the program was started with */
  inner.value = &a;
  box.next = &inner;
  give (&box);                  /* box, inner and a are outside now */
  r_back = inner.value;         /* a, outside */
  r_result = take ();           /* what take returns, outside */
  r_deep = *r_result;           /* outside */
  enroll (callback);            /* called with anything; c is outside */
  enroll_struct (by_value);     /* b is outside */
  shared_box->value = &a;
  r_get = ask ((struct arg){&b, 1}).p;
  return 0;
}
