/* Included as a header of the system. */
static int in_system, system_only;
static inline void system_does (void)
{
  system_only++;
}
