/* The other file of owner-tls-buffer-ok. */
const char *number_name (int n)
{
  static _Thread_local char buffer[8];
  int i = 7;

  while (n && i > 0) {
    buffer[--i] = '0' + n % 10;
    n /= 10;
  }
  return buffer + i;
}
