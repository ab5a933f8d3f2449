/* The function of thread-single that both threads call. */
void bump (int *counter)
{
  ++*counter;
}
