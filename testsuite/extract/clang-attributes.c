/* Clang's names, with bare identifiers for members that come later. */
/* dg-options "-fplugin-arg-racecheck-clang-attributes" */

struct __attribute__ ((capability ("mutex"))) mutex { int word; };

struct account {
  int balance __attribute__ ((guarded_by (lock)));
  struct mutex lock;
};

struct mutex big;
int total __attribute__ ((guarded_by (big)));

void acquire (struct mutex *m) __attribute__ ((acquire_capability (m)));
void release (void) __attribute__ ((release_capability ("big")));
int quick (void) __attribute__ ((no_thread_safety_analysis));

void deposit (struct account *a, int n) __attribute__ ((requires_capability ("a->lock")));

void deposit (struct account *a, int n)
{
  a->balance += n;
  acquire (&big);
  total = quick ();
  release ();
}
