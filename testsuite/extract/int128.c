/* Integers wider than 64 bits, and constants that do not fit one. */

__int128 wide;
unsigned __int128 table[2];
unsigned long long big;

int compute (unsigned __int128 u)
{
  wide = ((__int128)1 << 100) + 1;
  table[1] = u >> 64;
  big = 0xfffffffffffffff0ULL;
  if (big == 0xffffffffffffffffULL)
    big = 0x7fffffffffffffffULL;
  wide = -1;
  return (int)wide;
}
