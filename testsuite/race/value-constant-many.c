/* A variable that is set to more constants than are kept of one: it may have any value. */
#include <pthread.h>
static int state, shared;
static void *worker (void *p)
{
  if (state == 109)
    shared++; /* dg-warning "data race on 'shared'" dg-message "updated here" */
  return p;
}
int main (int argc, char **argv)
{
  pthread_t t[2];
  (void)argv;
  state = 100;
  switch (argc) {
  case 1:
    state = 101;
    break;
  case 2:
    state = 102;
    break;
  case 3:
    state = 103;
    break;
  case 4:
    state = 104;
    break;
  case 5:
    state = 105;
    break;
  case 6:
    state = 106;
    break;
  case 7:
    state = 107;
    break;
  case 8:
    state = 108;
    break;
  case 9:
    state = 109;
    break;
  case 10:
    state = 110;
    break;
  case 11:
    state = 111;
    break;
  case 12:
    state = 112;
    break;
  case 13:
    state = 113;
    break;
  case 14:
    state = 114;
    break;
  case 15:
    state = 115;
    break;
  case 16:
    state = 116;
    break;
  case 17:
    state = 117;
    break;
  case 18:
    state = 118;
    break;
  case 19:
    state = 119;
    break;
  case 20:
    state = 120;
    break;
  case 21:
    state = 121;
    break;
  case 22:
    state = 122;
    break;
  case 23:
    state = 123;
    break;
  case 24:
    state = 124;
    break;
  case 25:
    state = 125;
    break;
  case 26:
    state = 126;
    break;
  case 27:
    state = 127;
    break;
  case 28:
    state = 128;
    break;
  case 29:
    state = 129;
    break;
  case 30:
    state = 130;
    break;
  case 31:
    state = 131;
    break;
  case 32:
    state = 132;
    break;
  case 33:
    state = 133;
    break;
  case 34:
    state = 134;
    break;
  case 35:
    state = 135;
    break;
  case 36:
    state = 136;
    break;
  case 37:
    state = 137;
    break;
  case 38:
    state = 138;
    break;
  case 39:
    state = 139;
    break;
  }
  for (int i = 0; i < 2; i++)
    pthread_create (&t[i], NULL, worker, NULL);
  for (int i = 0; i < 2; i++)
    pthread_join (t[i], NULL);
  return shared;
}
