/* Thread-local variables are no shared memory, but their addresses may be handed on. */

__thread int error;
static _Thread_local struct { long n; char *name; } self;
extern __thread int other __attribute__ ((tls_model ("initial-exec")));
int *escaped;

int use (void)
{
  static __thread int depth = 1;
  depth++;
  self.n = depth;
  escaped = &error;
  return error + other;
}
