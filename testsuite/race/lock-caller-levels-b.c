/* The bottom of lock-caller-levels.  Racy: reached with and without the lock. */
static long stored;

void store_block (int n)
{
  stored += n; /* dg-warning "data race on 'stored'" dg-message "updated here" dg-message "updated here" */
}
