/* Inline assembly: operands in memory and registers, clobbers, labels. */

asm (".globl racecheck_toplevel");

struct cell { int value; int other; };
int word;

int operands (struct cell *c, int n)
{
  int old;
  asm volatile ("xaddl %0, %1" : "=r" (old), "+m" (c->value) : "0" (n) : "memory", "cc");
  asm ("movl %1, %0" : "=m" (word) : "ri" (7), "m" (c[n].other));
  asm volatile ("" ::: "memory");
  asm ("nop");
  asm volatile ("lock; incl (%0)" : : "r" (&word));
  return old;
}

int jump (int *p)
{
  asm goto ("testl $1, %0\n\tjne %l1" : : "m" (*p) : "cc" : odd);
  return 0;
odd:
  return *p;
}
