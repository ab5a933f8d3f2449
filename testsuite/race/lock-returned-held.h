#include <pthread.h>

struct inode {
  pthread_mutex_t lock;
  long size;
};

void inode_init (void);
struct inode *inode_get (int n);
void inode_put (struct inode *i);
