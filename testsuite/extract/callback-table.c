/* Functions that are reached only through tables in static initialisers. */

struct file;
struct operations {
  const char *name;
  int (*open) (struct file *);
  void (*close) (struct file *, int);
};
struct file { const struct operations *ops; int fd; };

static int open_it (struct file *f) { return f->fd; }
static void close_it (struct file *f, int how) { f->fd = how; }
extern int open_other (struct file *);

static const struct operations plain = { .name = "plain", .open = open_it, .close = close_it };
const struct operations *all[] = { &plain, &(struct operations) { "other", open_other, 0 } };
int (*hook) (struct file *) = open_it;
static void (*const handlers[4]) (struct file *, int) = { [1 ... 2] = close_it };

int run (struct file *f, int i)
{
  int fd = f->ops->open (f);
  all[i]->close (f, fd);
  handlers[i] (f, hook (f));
  return fd;
}

void set (int (*h) (struct file *))
{
  hook = h ? h : open_other;
}
