/* A driver of a network card: interrupts, a timer, work and the functions of the device, all on private
   data of the device, which the driver gets and loses with a platform device.
   RACY 1 'v->link': the interrupt writes what the timer reads
   RACY 2 'v->watchdog': the timer may still run
   RACY 3 'v->sent': without the lock
   RACY 4 'v->head': the work does not take the lock
   RACY 5 'v->watchdog': the work may still run */
#include "kernel.h"
struct card {
  spinlock_t lock;
  long received, sent, errors;
  int head, tail, link, watchdog;
  struct timer_list timer;
  struct work_struct reset;
};
static irqreturn_t card_interrupt (int irq, void *p)
{
  struct card *v = netdev_priv (p);
  spin_lock (&v->lock);
  v->received++;
  v->tail++;
  spin_unlock (&v->lock);
#if R == 1
  v->link = 1;
#endif
  schedule_work (&v->reset);
  return 1;
}
static void card_tick (struct timer_list *t)
{
  struct card *v = container_of (t, struct card, timer);
  unsigned long flags;
  spin_lock_irqsave (&v->lock, flags);
  v->errors++;
  spin_unlock_irqrestore (&v->lock, flags);
#if R != 5
  if (v->link)
    v->watchdog++;
#endif
  mod_timer (&v->timer, 10);
}
static void card_reset (struct work_struct *w)
{
  struct card *v = container_of (w, struct card, reset);
  unsigned long flags;
#if R == 5
  v->watchdog++;
#endif
#if R != 4
  spin_lock_irqsave (&v->lock, flags);
#endif
  v->head = v->tail = 0;
#if R != 4
  spin_unlock_irqrestore (&v->lock, flags);
#endif
}
static int card_open (struct net_device *dev)
{
  struct card *v = netdev_priv (dev);
  if (request_irq (dev->irq, card_interrupt, 0, "card", dev))
    return -1;
  mod_timer (&v->timer, 10);
  return 0;
}
static int card_stop (struct net_device *dev)
{
  struct card *v = netdev_priv (dev);
  free_irq (dev->irq, dev);
#if R == 2
  del_timer (&v->timer);
#else
  del_timer_sync (&v->timer);
#endif
#if R != 5
  cancel_work_sync (&v->reset);
#endif
  v->watchdog = 0;
  return 0;
}
static int card_send (struct sk_buff *skb, struct net_device *dev)
{
  struct card *v = netdev_priv (dev);
  unsigned long flags;
#if R == 3
  v->sent++;
#endif
  spin_lock_irqsave (&v->lock, flags);
  v->sent++;
  v->head++;
  spin_unlock_irqrestore (&v->lock, flags);
  return 0;
}
static const struct net_device_ops operations = {card_open, card_stop, card_send};
static int card_probe (struct platform_device *p)
{
  struct net_device *dev = alloc_etherdev (sizeof (struct card));
  if (!dev)
    return -1;
  struct card *v = netdev_priv (dev);
  spin_lock_init (&v->lock);
  v->head = v->tail = v->link = v->watchdog = 0;
  timer_setup (&v->timer, card_tick, 0);
  v->reset.func = card_reset;
  dev->netdev_ops = &operations;
  platform_set_drvdata (p, dev);
  if (register_netdev (dev)) {
    free_netdev (dev);
    return -1;
  }
  return 0;
}
static int card_remove (struct platform_device *p)
{
  struct net_device *dev = platform_get_drvdata (p);
  unregister_netdev (dev);
  free_netdev (dev);
  return 0;
}
static struct platform_driver driver = {.probe = card_probe, .remove = card_remove};
static int card_init (void)
{
  return platform_driver_register (&driver);
}
static void card_exit (void)
{
  platform_driver_unregister (&driver);
}
module_init (card_init) module_exit (card_exit)
