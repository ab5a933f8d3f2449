/* Attribute racecheck on variables, fields, functions, parameters and types. */

#define RC(...) __attribute__ ((racecheck (__VA_ARGS__)))

struct RC ("capability", "mutex") mutex { int word; };

struct account {
  struct mutex lock;
  int balance RC ("guarded_by", "lock");
  int *history RC ("pt_guarded_by", "lock");
};

struct mutex big;
static int total RC ("guarded_by", "&big");

void deposit (struct account *a, int n) RC ("requires", "a->lock", "&big");
void acquire (struct mutex *m) RC ("acquire", "m");

void deposit (struct account *a, int n)
{
  a->balance += n;
  total += n;
  *a->history = n;
}

void twice (struct account *a RC ("first"), int n RC ("second", "x")) 
{
  acquire (&a->lock);
  deposit (a, n);
}
