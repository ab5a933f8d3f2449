/* The other file of owner-readonly-files. */
static struct {
  int verbose;
  int level;
} settings = { 0, 1 };

void settings_set (int verbose)
{
  settings.verbose = verbose; /* dg-warning "data race on 'settings.verbose'" dg-message "written here" */
}

int settings_verbose (void)
{
  return settings.verbose; /* dg-message "read here" */
}
