static int a (int x) { return x; } static int b (int x) { return x + 1; }
static int (*pick (void)) (int) { return __builtin_cpu_supports ("avx") ? a : b; }
int f (int) __attribute__ ((ifunc ("pick")));
int main (void) { return f (1); }
