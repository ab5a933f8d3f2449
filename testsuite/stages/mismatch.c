/* Calls through types that do not agree: more and fewer arguments, no prototype, structs for words. */
int a, b, c;
int *r_more, *r_fewer, *r_old, *r_word, *r_wrapped, *r_result, *r_from_struct;
struct word { int *p; };

static void fewer (int *x) { r_fewer = x; }
static void more (int *x, int *y) { r_more = x ? x : y; }
static void old_style (x, y) int *x; int *y; { r_old = y; (void)x; }
static void takes_word (int *x) { r_word = x; }
static void takes_struct (struct word w) { r_wrapped = w.p; }
static int *gives_word (void) { return &a; }
static struct word gives_struct (void) { struct word w = {&b}; return w; }

int main (void)
{
  void (*f) () = fewer;
  f (&a, &b);                                                    /* a */
  f = more;
  f (&b);                                                        /* b */
  old_style (&a, &c);                                            /* c */
  ((void (*) (struct word))takes_word) ((struct word){&c});      /* c */
  ((void (*) (int *))takes_struct) (&c);                         /* c */
  r_result = ((struct word (*) (void))gives_word) ().p;          /* a */
  r_from_struct = ((int *(*) (void))gives_struct) ();            /* b */
  return 0;
}
