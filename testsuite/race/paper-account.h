#include <pthread.h>

struct account;

struct account *account_new (void);
void account_deposit (struct account *a, int x);
int account_balance (struct account *a);
