/* The function of thread-single that both threads call.  Racy: with one counter in both. */
void bump (int *counter)
{
  ++*counter; /* dg-warning "data race on 'ticks'" dg-message "updated here" dg-message "updated here" */
}
