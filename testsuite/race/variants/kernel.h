/* What the drivers in kernel-*.c see of a kernel. */
typedef struct {
  int raw;
} spinlock_t;
typedef struct {
  int counter;
} atomic_t;
struct list_head {
  struct list_head *next, *prev;
};
struct mutex {
  int owner;
};
struct work_struct {
  unsigned long data;
  struct list_head entry;
  void (*func) (struct work_struct *);
};
struct timer_list {
  struct list_head entry;
  unsigned long expires;
  void (*function) (struct timer_list *);
};
struct tasklet_struct {
  struct tasklet_struct *next;
  void (*func) (unsigned long);
  unsigned long data;
};
struct inode;
struct file {
  void *private_data;
};
struct file_operations {
  int (*open) (struct inode *, struct file *);
  int (*release) (struct inode *, struct file *);
  long (*read) (struct file *, char *, unsigned long, long *);
  long (*write) (struct file *, const char *, unsigned long, long *);
};
struct miscdevice {
  int minor;
  const char *name;
  const struct file_operations *fops;
};
struct platform_device {
  const char *name;
};
struct platform_driver {
  int (*probe) (struct platform_device *);
  int (*remove) (struct platform_device *);
};
struct sk_buff;
struct net_device;
struct net_device_ops {
  int (*ndo_open) (struct net_device *);
  int (*ndo_stop) (struct net_device *);
  int (*ndo_start_xmit) (struct sk_buff *, struct net_device *);
};
struct net_device {
  char name[16];
  const struct net_device_ops *netdev_ops;
  int irq;
};
struct task_struct;
typedef int irqreturn_t;

void spin_lock_init (spinlock_t *);
void spin_lock (spinlock_t *);
void spin_unlock (spinlock_t *);
void _raw_spin_lock_irqsave (spinlock_t *, unsigned long *);
void spin_unlock_irqrestore (spinlock_t *, unsigned long);
#define spin_lock_irqsave(lock, flags) _raw_spin_lock_irqsave (lock, &(flags))
void mutex_init (struct mutex *);
void mutex_lock (struct mutex *);
int mutex_lock_interruptible (struct mutex *);
void mutex_unlock (struct mutex *);
int request_irq (unsigned, irqreturn_t (*) (int, void *), unsigned long, const char *, void *);
void free_irq (unsigned, void *);
void timer_setup (struct timer_list *, void (*) (struct timer_list *), unsigned);
int mod_timer (struct timer_list *, unsigned long);
int del_timer_sync (struct timer_list *);
int del_timer (struct timer_list *);
int schedule_work (struct work_struct *);
int cancel_work_sync (struct work_struct *);
void tasklet_init (struct tasklet_struct *, void (*) (unsigned long), unsigned long);
void tasklet_schedule (struct tasklet_struct *);
void tasklet_kill (struct tasklet_struct *);
int misc_register (struct miscdevice *);
void misc_deregister (struct miscdevice *);
int platform_driver_register (struct platform_driver *);
void platform_driver_unregister (struct platform_driver *);
void platform_set_drvdata (struct platform_device *, void *);
void *platform_get_drvdata (struct platform_device *);
int register_netdev (struct net_device *);
void unregister_netdev (struct net_device *);
struct net_device *alloc_etherdev (int);
void free_netdev (struct net_device *);
void *netdev_priv (struct net_device *);
void smp_call_function (void (*) (void *), void *, int);
void *kzalloc (unsigned long, unsigned);
void kfree (const void *);
struct task_struct *kthread_run (int (*) (void *), void *, const char *, ...);
int kthread_stop (struct task_struct *);
int kthread_should_stop (void);
unsigned long copy_to_user (void *, const void *, unsigned long);
unsigned long copy_from_user (void *, const void *, unsigned long);
#define container_of(p, type, member) ((type *)((char *)(p) - __builtin_offsetof (type, member)))
#define module_init(f) int init_module (void) __attribute__ ((alias (#f)));
#define module_exit(f) void cleanup_module (void) __attribute__ ((alias (#f)));
