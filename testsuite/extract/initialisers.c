/* Static initialisers: integers, addresses with offsets, strings, plain data, unions, floats. */

struct item { int a; short b : 4, c : 12; void *p; };
union any { long l; void *p; };
extern int external[10];
static int target[4];
extern void function (void);

int zero;
int explicit_zero = 0;
int number = -7;
unsigned char byte = 200;
double real = 1.5;
int data[5] = { 1, 2, 3 };
struct item item = { 1, 2, 3, &target[2] };
struct item items[2] = { [1] = { .p = &item.p } };
union any any = { .p = function };
void *pointers[] = { external + 3, 0, (char *)&items[1].p + 1, "text", (void *)0x1234, function };
long difference = (long)&target[1];
static int *const constant = &zero;
int *through = (int *)&((struct item *)&target)->p;
const char matrix[2][4] = { "ab", "cd" };
_Bool yes = 1;
__int128 wide = 5;

int *use (void) { return constant; }
