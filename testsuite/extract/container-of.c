/* From a member to the struct around it, as the kernel does it. */

#define offsetof(type, member) __builtin_offsetof (type, member)
#define container_of(ptr, type, member) \
  ({ const __typeof__ (((type *)0)->member) *mptr = (ptr); \
     (type *)((char *)mptr - offsetof (type, member)); })

struct list { struct list *next, *prev; };
struct node {
  int lock;
  int refs;
  struct list link;
};

struct list head;

void increment (struct list *l)
{
  struct node *n = container_of (l, struct node, link);
  n->refs++;
}

int first (void)
{
  return container_of (head.next, struct node, link)->refs;
}

int total (void)
{
  int sum = 0;
  for (struct list *l = head.next; l != &head; l = l->next)
    sum += ((struct node *)((char *)l - offsetof (struct node, link)))->refs;
  return sum;
}
