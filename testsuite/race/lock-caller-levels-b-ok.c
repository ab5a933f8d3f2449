/* The bottom of lock-caller-levels. */
static long stored;

void store_block (int n)
{
  stored += n;
}
