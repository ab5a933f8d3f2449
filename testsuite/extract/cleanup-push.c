/* pthread_cleanup_push and pthread_cleanup_pop as glibc's header has them, without -fexceptions. */

struct jmp_buf_tag { long regs[8]; int mask_was_saved; };
typedef struct { struct jmp_buf_tag cancel_jmp_buf[1]; void *pad[4]; } unwind_buf_t;
extern int __sigsetjmp_cancel (struct jmp_buf_tag *, int) asm ("__sigsetjmp")
  __attribute__ ((returns_twice));
extern void __pthread_register_cancel (unwind_buf_t *);
extern void __pthread_unregister_cancel (unwind_buf_t *);
extern void __pthread_unwind_next (unwind_buf_t *) __attribute__ ((noreturn));

#define pthread_cleanup_push(routine, arg) \
  do { \
    unwind_buf_t cancel_buf; \
    void (*cancel_routine) (void *) = (routine); \
    void *cancel_arg = (arg); \
    int not_first_call = __sigsetjmp_cancel (cancel_buf.cancel_jmp_buf, 0); \
    if (__builtin_expect (not_first_call, 0)) { \
      cancel_routine (cancel_arg); \
      __pthread_unwind_next (&cancel_buf); \
    } \
    __pthread_register_cancel (&cancel_buf); \
    do {
#define pthread_cleanup_pop(execute) \
    } while (0); \
    __pthread_unregister_cancel (&cancel_buf); \
    if (execute) \
      cancel_routine (cancel_arg); \
  } while (0)

extern void wait_for (int *);
int held, shared;

static void release (void *p) { *(int *)p = 0; }

void cancellable (void)
{
  held = 1;
  pthread_cleanup_push (release, &held);
  wait_for (&shared);
  shared++;
  pthread_cleanup_pop (1);
}
