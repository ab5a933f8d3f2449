/* Functions that run before and after main. */

static int ready;

__attribute__ ((constructor)) static void start (void) { ready = 1; }
__attribute__ ((constructor (200))) static void early (void) { ready++; }
__attribute__ ((destructor)) static void stop (void) { ready = 0; }
__attribute__ ((destructor (300))) void late (void) { ready--; }
