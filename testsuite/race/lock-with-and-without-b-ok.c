/* The function of lock-with-and-without that expects the lock. */
int generation;

/* The caller holds the lock. */
void next_generation (void)
{
  generation++;
}
