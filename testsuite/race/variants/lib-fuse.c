/* A file system: its operations run in any number of threads, init before them and destroy behind them.
   RACY 1 'reads': counted by an operation without the lock
   RACY 2 'f->position': operations get the same handle
   RACY 3 'mounted': another thread looks at it meanwhile
   RACY 4 'fs->size': what init has made is changed without the lock
   RACY 5 'reads': by operations of the other interface, which are found through a session
   RACY 6 'mounted': a thread that init has started goes on */
#include "common.h"

struct fuse_file_info { int flags; unsigned long fh; };
struct fuse_context { void *fuse; int uid, gid, pid; void *private_data; };
struct fuse_operations {
  int (*getattr) (const char *, void *);
  int (*open) (const char *, struct fuse_file_info *);
  int (*read) (const char *, char *, size_t, long, struct fuse_file_info *);
  int (*release) (const char *, struct fuse_file_info *);
  void *(*init) (void *);
  void (*destroy) (void *);
};
int fuse_main_real (int, char **, const struct fuse_operations *, size_t, void *);
struct fuse_context *fuse_get_context (void);

struct fuse_lowlevel_ops {
  void (*init) (void *, void *);
  void (*destroy) (void *);
  void (*read) (void *, unsigned long, size_t, long, struct fuse_file_info *);
};
struct fuse_session;
struct fuse_session *fuse_session_new (void *, const struct fuse_lowlevel_ops *, size_t, void *);
int fuse_session_loop_mt (struct fuse_session *, int);
int fuse_reply_err (void *, int);

struct file { long position; };
struct fs { pthread_mutex_t lock; long size; };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int reads, mounted;

static int op_open (const char *path, struct fuse_file_info *fi)
{
  struct file *f = malloc (sizeof *f);
  f->position = 0;
  fi->fh = (unsigned long) f;
  return mounted;
}

static int op_read (const char *path, char *buffer, size_t size, long offset, struct fuse_file_info *fi)
{
  struct file *f = (struct file *) fi->fh;
  struct fs *fs = fuse_get_context ()->private_data;
#if R != 2
  pthread_mutex_lock (&lock);
#endif
  f->position = offset;
#if R != 2
  pthread_mutex_unlock (&lock);
#endif
#if R != 4
  pthread_mutex_lock (&fs->lock);
#endif
  fs->size++;
#if R != 4
  pthread_mutex_unlock (&fs->lock);
#endif
#if R != 1
  pthread_mutex_lock (&lock);
#endif
  reads++;
#if R != 1
  pthread_mutex_unlock (&lock);
#endif
  return 0;
}

static void *watch (void *arg)
{
  printf ("%d\n", mounted);
  return arg;
}

static void *op_init (void *connection)
{
  struct fs *fs = malloc (sizeof *fs);
  pthread_mutex_init (&fs->lock, NULL);
  fs->size = 0;
#if R == 6
  pthread_t t;
  spawn (&t, watch, NULL);
#endif
  mounted = 1;
  return fs;
}

static void op_destroy (void *data)
{
  mounted = 0;
  printf ("%d %ld\n", reads, ((struct fs *) data)->size);
  free (data);
}

static const struct fuse_operations operations = {
  .open = op_open, .read = op_read, .init = op_init, .destroy = op_destroy
};

static void ll_read (void *request, unsigned long node, size_t size, long offset, struct fuse_file_info *fi)
{
#if R != 5
  pthread_mutex_lock (&lock);
#endif
  reads++;
#if R != 5
  pthread_mutex_unlock (&lock);
#endif
  fuse_reply_err (request, 0);
}

static void ll_init (void *data, void *connection)
{
  mounted = 1;
}

static const struct fuse_lowlevel_ops ll_operations = {.init = ll_init, .read = ll_read};

int main (int argc, char **argv)
{
  int result;
#if R == 3
  pthread_t t;
  spawn (&t, watch, NULL);
#endif
  reads = 0;
  if (argc > 2)
    result = fuse_session_loop_mt (fuse_session_new (NULL, &ll_operations, sizeof ll_operations, NULL), 0);
  else
    result = fuse_main_real (argc, argv, &operations, sizeof operations, NULL);
  printf ("%d %d\n", reads, mounted);
  return result;
}
