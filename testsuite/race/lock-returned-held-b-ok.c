/* Inodes that are locked from get to put, of lock-returned-held and its twin. */
#include "lock-returned-held.h"

static struct inode inodes[4];

void inode_init (void)
{
  for (int i = 0; i < 4; i++)
    pthread_mutex_init (&inodes[i].lock, NULL);
}

struct inode *inode_get (int n)
{
  struct inode *i = &inodes[n % 4];

  pthread_mutex_lock (&i->lock);
  return i;
}

void inode_put (struct inode *i)
{
  pthread_mutex_unlock (&i->lock);
}
