/* A timer that starts itself again, an interrupt and the work that it asks for, a tasklet and a thread, on
   one device; main stands for the kernel.
   RACY 1 'device.shared': the timer and the thread
   RACY 2 'device.status': the interrupt comes again while its work is done
   RACY 3 'device.ticks': the timer is started again
   RACY 4 'device.done': the thread is not stopped
   RACY 5 'device.bits': the tasklet is not killed */
#include "kernel.h"
static struct {
  spinlock_t lock;
  int shared, ticks, interrupts, works, status, done, bits;
  struct timer_list timer;
  struct work_struct work;
  struct tasklet_struct tasklet;
  struct task_struct *thread;
} device;
static void tick (struct timer_list *t)
{
  unsigned long flags;
#if R != 1
  spin_lock_irqsave (&device.lock, flags);
#endif
  device.shared++;
#if R != 1
  spin_unlock_irqrestore (&device.lock, flags);
#endif
  device.ticks++;
  mod_timer (&device.timer, 10);
  device.ticks++;
}
static void work (struct work_struct *w)
{
  device.works++;
  device.status = 0;
}
static void bottom (unsigned long data)
{
  device.bits++;
}
static irqreturn_t interrupt (int n, void *p)
{
  device.interrupts++;
#if R == 2
  device.status = 1;
#endif
  schedule_work (&device.work);
  tasklet_schedule (&device.tasklet);
  return 1;
}
static int thread (void *p)
{
  unsigned long flags;
  while (!kthread_should_stop ()) {
    spin_lock_irqsave (&device.lock, flags);
    device.shared++;
    spin_unlock_irqrestore (&device.lock, flags);
    device.done++;
  }
  return 0;
}
int main (void)
{
  spin_lock_init (&device.lock);
  device.shared = 1;
  timer_setup (&device.timer, tick, 0);
  device.ticks = device.works = device.interrupts = 0;
  device.work.func = work;
  tasklet_init (&device.tasklet, bottom, 0);
  if (request_irq (5, interrupt, 0, "example", &device))
    return 1;
  mod_timer (&device.timer, 10);
  device.thread = kthread_run (thread, 0, "example");
#if R != 4
  kthread_stop (device.thread);
#endif
  free_irq (5, &device);
#if R != 5
  tasklet_kill (&device.tasklet);
#endif
  del_timer_sync (&device.timer);
  cancel_work_sync (&device.work);
#if R == 3
  mod_timer (&device.timer, 10);
#endif
  device.ticks = device.works = device.interrupts = device.status = 0;
  device.done = device.bits = 0;
  return 0;
}
