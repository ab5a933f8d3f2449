/* The function of rule-merged that writes. */
int mode;

void set_mode (int n)
{
  mode = n;
}
