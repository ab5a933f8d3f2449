/* The other file of sync-atomic-sync-ok. */
static int count;

void count_get (void)
{
  __sync_fetch_and_add (&count, 1);
}

int count_put (void)
{
  return __sync_sub_and_fetch (&count, 1) == 0;
}
