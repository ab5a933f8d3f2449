/* A character device: its operations run beside each other and themselves, from its registration on and
   until that is taken back.
   RACY 1 'last': without the lock
   RACY 2 'count': set behind the registration
   RACY 3 'count': set while the device is still there
   RACY 4 'count': a lock that was not got */
#include "kernel.h"
static struct mutex lock;
static long count, users, last;
static char buffer[64];
static int dev_open (struct inode *i, struct file *f)
{
  mutex_lock (&lock);
  users++;
  mutex_unlock (&lock);
  return 0;
}
static int dev_release (struct inode *i, struct file *f)
{
  mutex_lock (&lock);
  users--;
  mutex_unlock (&lock);
  return 0;
}
static long dev_read (struct file *f, char *to, unsigned long n, long *offset)
{
  mutex_lock (&lock);
  copy_to_user (to, buffer, n);
  count++;
#if R != 1
  last = (long)n;
#endif
  mutex_unlock (&lock);
#if R == 1
  last = (long)n;
#endif
  return (long)n;
}
static long dev_write (struct file *f, const char *from, unsigned long n, long *offset)
{
  if (mutex_lock_interruptible (&lock)) {
#if R == 4
    count++;
#endif
    return -1;
  }
  copy_from_user (buffer, from, n);
  count++;
  mutex_unlock (&lock);
  return (long)n;
}
static const struct file_operations operations = {dev_open, dev_release, dev_read, dev_write};
static struct miscdevice device = {.name = "example", .fops = &operations};
static int dev_init (void)
{
  mutex_init (&lock);
#if R != 2
  count = 0;
#endif
  int error = misc_register (&device);
#if R == 2
  count = 0;
#endif
  return error;
}
static void dev_exit (void)
{
#if R == 3
  count = -1;
#endif
  misc_deregister (&device);
#if R != 3
  count = -1;
#endif
}
module_init (dev_init) module_exit (dev_exit)
