/* Groups of locks: as what a lock is taken and given up.  Where pointers are lost, what is given up
   may be any lock; but who unlocks a rwlock has unlocked no mutex. */

#include "locks-internal.h"

enum { GROUP_MUTEX = 1, GROUP_RWLOCK = 2, GROUP_SPIN = 4 };

/* By class of lock; 0: it may be any. */
static const uint8_t groups[] = {[LOCK_MUTEX] = GROUP_MUTEX,
                                 [LOCK_RECURSIVE] = GROUP_MUTEX,
                                 [LOCK_RWLOCK] = GROUP_RWLOCK,
                                 [LOCK_SPIN] = GROUP_SPIN};

unsigned locks_group (const struct summaries *s, funid f, expr_id lock)
{
  return map_get (&s->lock_groups, map_pair (f, lock), LOCKS_ALL);
}

void locks_note_group (struct summaries *s, funid f, expr_id lock, unsigned group)
{
  if (lock && !is_token (s, lock))
    *map_at (&s->lock_groups, map_pair (f, lock)) |= group;
}

void locks_note_class (struct summaries *s, funid f, expr_id lock, enum lock_class c)
{
  unsigned group = (size_t)c < sizeof groups ? groups[c] : 0;
  locks_note_group (s, f, lock, group ? group : LOCKS_ALL);
}
