/* The function of rule-merged that writes.  Racy: called before and after the create. */
int mode;

void set_mode (int n)
{
  mode = n; /* dg-warning "data race on 'mode'" dg-message "written here" */
}
