/* The other file of sync-atomic-sync. */
static int count;

void count_get (void)
{
  __sync_fetch_and_add (&count, 1);
}

int count_put (void)
{
  return --count == 0; /* dg-warning "data race on 'count'" dg-message "updated here" */
}
