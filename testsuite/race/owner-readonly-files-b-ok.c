/* The other file of owner-readonly-files-ok. */
static struct {
  int verbose;
  int level;
} settings = { 0, 1 };

void settings_set (int verbose)
{
  settings.verbose = verbose;
}

int settings_verbose (void)
{
  return settings.verbose;
}
