/* The other file of owner-tls-buffer. */
const char *number_name (int n)
{
  static char buffer[8];
  int i = 7;

  while (n && i > 0) {
    buffer[--i] = '0' + n % 10; /* dg-warning "data race on '[^']*buffer" dg-message "written here" */
    n /= 10;
  }
  return buffer + i;
}
