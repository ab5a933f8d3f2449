/* The function of lock-with-and-without that expects the lock.  Racy: not always held. */
int generation;

/* The caller holds the lock. */
void next_generation (void)
{
  generation++; /* dg-warning "data race on 'generation'" dg-message "updated here" dg-message "updated here" */
}
