/* Objects of libraries that lock nothing: each thread has its own, but for one that all use under a lock.
   RACY 1 '*udev': the common one is used without the lock
   RACY 2 '*device': it is asked, and may keep the answer
   RACY 3 'last': what was submitted comes back with its event */
#include "common.h"
struct udev *udev_new (void);
struct udev *udev_ref (struct udev *);
struct udev *udev_unref (struct udev *);
struct udev_device *udev_device_new_from_syspath (struct udev *, const char *);
const char *udev_device_get_devnode (struct udev_device *);
struct udev_device *udev_device_unref (struct udev_device *);
struct iocb { void *data; };
struct io_event { void *data; struct iocb *obj; };
int io_submit (void *, long, struct iocb **);
int io_getevents (void *, long, long, struct io_event *, void *);

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct udev *udev;
static struct udev_device *device;
static int last;

static void *work (void *arg)
{
  struct iocb one = {&last}, *all = &one;
  struct io_event event;
  struct udev_device *own;
#if R != 1
  pthread_mutex_lock (&lock);
#endif
  udev_ref (udev);
#if R != 1
  pthread_mutex_unlock (&lock);
#endif
  own = R == 2 ? device : udev_device_new_from_syspath (NULL, "/sys/a");
  puts (udev_device_get_devnode (own));
#if R != 2
  udev_device_unref (own);
#endif
  io_submit (NULL, 1, &all);
  if (io_getevents (NULL, 1, 1, &event, NULL) == 1) {
#if R != 3
    pthread_mutex_lock (&lock);
#endif
    *(int *) event.obj->data = 1;
#if R != 3
    pthread_mutex_unlock (&lock);
#endif
  }
  return arg;
}

int main (void)
{
  udev = udev_new ();
  device = udev_device_new_from_syspath (udev, "/sys/b");
  spawn_two (work);
  return last;
}
