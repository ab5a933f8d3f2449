/* Volatile variables, members and pointers. */

volatile int flag;
struct device { volatile unsigned status; int data; };
struct device *volatile current;

int poll (volatile struct device *d, int *p)
{
  while (!flag)
    ;
  flag = 0;
  d->data = d->status;
  current->data = 1;
  *(volatile int *)p = 2;
  volatile int local = 3;
  return local;
}
