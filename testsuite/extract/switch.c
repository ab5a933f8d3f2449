/* Cases with ranges, shared blocks, fall-through and default. */

enum state { IDLE, BUSY, DONE, FAILED = -3 };

int counts[4];

int classify (int c)
{
  switch (c) {
  case -5:
    return 1;
  case '0' ... '9':
  case 'x':
    counts[0]++;
    /* fall through */
  case 'a':
    counts[1]++;
    break;
  default:
    counts[2]++;
  }
  return 0;
}

int all_states (enum state s)
{
  switch (s) {
  case IDLE: return counts[3];
  case BUSY: counts[3] = 1; break;
  case DONE: counts[3] = 2; break;
  case FAILED: break;
  }
  return 4;
}

int wide (unsigned long long v)
{
  switch (v) {
  case 0xffffffffffffffffULL: return 1;
  case 0x8000000000000000ULL ... 0x80000000000000ffULL: return 2;
  }
  return 3;
}
