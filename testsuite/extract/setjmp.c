/* A call that returns twice has abnormal edges into it. */

typedef long jmp_buf[8];
extern int setjmp (jmp_buf) __attribute__ ((returns_twice));
extern void longjmp (jmp_buf, int) __attribute__ ((noreturn));
extern void work (void);

static jmp_buf escape;
int tries;

int guarded (void)
{
  volatile int n = 0;
  if (setjmp (escape)) {
    tries++;
    return n;
  }
  n = 1;
  work ();
  return 0;
}

void fail (int code)
{
  if (code)
    longjmp (escape, code);
  tries = 0;
}
