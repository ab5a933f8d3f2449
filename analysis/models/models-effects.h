/* The words of models: keywords, effects and the operands of each, as tables from which the parser,
   the dump and the enumerations below are made.  models/README.models explains every effect. */

#ifndef RACECHECK_MODELS_EFFECTS_H
#define RACECHECK_MODELS_EFFECTS_H

/* Keywords.  The first of a set is what is meant when none is given, unless the effect says
   otherwise. */

/* clang-format off */
#define MODEL_KEYWORDS(BEGIN, K, END) \
  BEGIN (lock_class, "class") \
  K (LOCK_MUTEX, "mutex")         /* recursive if its type says so */ \
  K (LOCK_RECURSIVE, "recursive") /* a mutex that its owner may take again */ \
  K (LOCK_RWLOCK, "rwlock") \
  K (LOCK_SPIN, "spin") \
  K (LOCK_SEM, "sem") \
  K (LOCK_COND, "cond") \
  K (LOCK_BARRIER, "barrier") \
  K (LOCK_RCU, "rcu") \
  K (LOCK_SEQ, "seq")           /* shared: optimistic, the reader tries again */ \
  K (LOCK_IRQ, "irq")           /* interrupts or preemption off: excludes nobody elsewhere */ \
  K (LOCK_CRITICAL, "critical") /* a section of the program */ \
  K (LOCK_GENERIC, "generic") \
  END (lock_class) \
  BEGIN (lock_mode, "mode") \
  K (MODE_EXCLUSIVE, "exclusive") \
  K (MODE_SHARED, "shared") \
  K (MODE_ANY, "any") /* release: in whichever mode it is held */ \
  END (lock_mode) \
  BEGIN (model_property, "property") \
  K (PROPERTY_DEFAULT, "default") /* none of the others */ \
  K (PROPERTY_RECURSIVE, "recursive") \
  K (PROPERTY_ERRORCHECK, "errorcheck") \
  K (PROPERTY_ROBUST, "robust") \
  K (PROPERTY_SHARED, "shared") /* with other processes */ \
  K (PROPERTY_DETACHED, "detached") \
  END (model_property) \
  BEGIN (model_number, "number") \
  K (NUMBER_ONE, "one") \
  K (NUMBER_MANY, "many") \
  K (NUMBER_AGAIN, "again") /* any number of times, one after the other */ \
  K (NUMBER_ALL, "all") \
  END (model_number) \
  BEGIN (model_fate, "fate") \
  K (FATE_JOINABLE, "joinable") \
  K (FATE_DETACHED, "detached") \
  K (FATE_JOINED, "joined") /* has ended when the function returns */ \
  K (FATE_TEAM, "task")     /* has ended when the team comes to a barrier */ \
  K (FATE_DEVICE, "device") /* joined, if it starts a league: else there is none */ \
  END (model_fate) \
  BEGIN (model_step, "step") \
  K (STEP_POST, "post") \
  K (STEP_WAIT, "wait") \
  END (model_step) \
  BEGIN (model_when, "time") \
  K (WHEN_NOW, "now")     /* in this thread, before the function returns */ \
  K (WHEN_LATER, "later") /* kept; whenever code is called that nobody sees */ \
  K (WHEN_AT_EXIT, "at-exit") \
  K (WHEN_AT_THREAD_EXIT, "at-thread-exit") \
  K (WHEN_AT_FORK, "at-fork") \
  K (WHEN_IN_CHILD, "in-child") /* of a fork, where no other thread runs */ \
  K (WHEN_IN_SIGNAL, "in-signal") /* in any thread, interrupting it, with no lock held */ \
  END (model_when) \
  BEGIN (model_team, "kind of barrier") \
  K (TEAM_COUNTED, "counted") /* as many as its init says */ \
  K (TEAM_ALL, "team")        /* all threads of the OpenMP team */ \
  END (model_team) \
  BEGIN (model_jump, "kind of jump") \
  K (JUMP_ANY, "jump") \
  K (JUMP_CLEANUP, "cleanup") /* second return only when the thread ends early */ \
  END (model_jump) \
  BEGIN (model_exit, "kind of exit") \
  K (EXIT_NORMAL, "normal") \
  K (EXIT_QUICK, "quick") \
  END (model_exit) \
  BEGIN (model_child, "memory of the new process") \
  K (CHILD_COPY, "copied") \
  K (CHILD_SHARES, "shared") /* with this one, until it is another program */ \
  END (model_child) \
  BEGIN (model_rmw, "operation") \
  K (RMW_EXCHANGE, "exchange") \
  K (RMW_ADD, "add") \
  K (RMW_SUB, "sub") \
  K (RMW_AND, "and") \
  K (RMW_OR, "or") \
  K (RMW_XOR, "xor") \
  K (RMW_NAND, "nand") \
  END (model_rmw) \
  BEGIN (model_which, "result") \
  K (WHICH_OLD, "old") \
  K (WHICH_NEW, "new") \
  K (WHICH_SUCCESS, "success") /* whether the value was as expected */ \
  K (WHICH_NOTHING, "void") \
  K (WHICH_ZERO, "zero") /* whether the new value is zero */ \
  END (model_which) \
  BEGIN (model_contents, "contents") \
  K (CONTENTS_ANY, "uninitialised") \
  K (CONTENTS_ZERO, "zeroed") \
  END (model_contents) \
  BEGIN (model_signals, "change of a set of signals") \
  K (SIGNALS_ALL, "all") \
  K (SIGNALS_NONE, "none") \
  K (SIGNALS_ADD, "add") \
  K (SIGNALS_REMOVE, "remove") \
  END (model_signals) \
  BEGIN (model_null, "promise") \
  K (NULL_POSSIBLE, "nullable") \
  K (NULL_NEVER, "nonnull") \
  END (model_null) \
  BEGIN (model_view, "view") \
  K (VIEW_CLOSED, "closed") \
  K (VIEW_OPEN, "open") /* the program has places of its own in there */ \
  END (model_view)
/* clang-format on */

/* Effects.  OPERAND (effect, name, type, key, default): types are
     MEMORY     a place in memory: *arg0
     VALUE      a place, a number or `?'
     ORDER      a VALUE that is a memory order as __ATOMIC_RELAXED ... are
     TARGET     what receives a value: ret, local.NAME or memory
     SIZE       how many bytes of the memory before it
     CALL       a function and its arguments: arg2(arg3)
     CONSTANTS  1|3
   or a set of keywords.  Key NULL: it must be there.  "": it may follow the others.  Else it may
   follow as key=operand.  The default is the keyword, or the kind of size. */

/* clang-format off */
#define MODEL_EFFECTS(BEGIN, OPERAND, END) \
  /* locks */ \
  BEGIN (ACQUIRE, "acquire") \
  OPERAND (ACQUIRE, LOCK, MEMORY, NULL, 0) \
  OPERAND (ACQUIRE, CLASS, lock_class, NULL, 0) \
  OPERAND (ACQUIRE, MODE, lock_mode, "", MODE_EXCLUSIVE) \
  END (ACQUIRE) \
  BEGIN (RELEASE, "release") \
  OPERAND (RELEASE, LOCK, MEMORY, NULL, 0) \
  OPERAND (RELEASE, CLASS, lock_class, NULL, 0) \
  OPERAND (RELEASE, MODE, lock_mode, "", MODE_ANY) \
  END (RELEASE) \
  BEGIN (CONVERT, "convert") /* a held lock goes on in the other mode, without a gap */ \
  OPERAND (CONVERT, LOCK, MEMORY, NULL, 0) \
  OPERAND (CONVERT, CLASS, lock_class, NULL, 0) \
  OPERAND (CONVERT, MODE, lock_mode, NULL, 0) \
  END (CONVERT) \
  BEGIN (INIT, "init") \
  OPERAND (INIT, LOCK, MEMORY, NULL, 0) \
  OPERAND (INIT, CLASS, lock_class, NULL, 0) \
  OPERAND (INIT, ATTR, MEMORY, "attr", 0) \
  OPERAND (INIT, VALUE, VALUE, "value", 0) /* of a semaphore; count of a barrier */ \
  END (INIT) \
  BEGIN (DESTROY, "destroy") \
  OPERAND (DESTROY, LOCK, MEMORY, NULL, 0) \
  OPERAND (DESTROY, CLASS, lock_class, NULL, 0) \
  END (DESTROY) \
  BEGIN (ATTRIBUTE, "attribute") /* has the property if the value is one of the constants */ \
  OPERAND (ATTRIBUTE, OBJECT, MEMORY, NULL, 0) \
  OPERAND (ATTRIBUTE, PROPERTY, model_property, NULL, 0) \
  OPERAND (ATTRIBUTE, VALUE, VALUE, "value", 0) \
  OPERAND (ATTRIBUTE, IS, CONSTANTS, "is", 0) \
  END (ATTRIBUTE) \
  /* waiting for each other */ \
  BEGIN (WAIT, "wait") /* releases the lock, waits, takes it again */ \
  OPERAND (WAIT, COND, MEMORY, NULL, 0) \
  OPERAND (WAIT, LOCK, MEMORY, NULL, 0) \
  OPERAND (WAIT, CLASS, lock_class, NULL, 0) \
  END (WAIT) \
  BEGIN (SIGNAL, "signal") \
  OPERAND (SIGNAL, COND, MEMORY, NULL, 0) \
  OPERAND (SIGNAL, NUMBER, model_number, "", NUMBER_ONE) \
  END (SIGNAL) \
  BEGIN (SEM_WAIT, "sem-wait") \
  OPERAND (SEM_WAIT, SEM, MEMORY, NULL, 0) \
  END (SEM_WAIT) \
  BEGIN (SEM_POST, "sem-post") \
  OPERAND (SEM_POST, SEM, MEMORY, NULL, 0) \
  OPERAND (SEM_POST, NUMBER, model_number, "", NUMBER_ONE) \
  END (SEM_POST) \
  BEGIN (BARRIER_WAIT, "barrier-wait") \
  OPERAND (BARRIER_WAIT, BARRIER, MEMORY, NULL, 0) \
  OPERAND (BARRIER_WAIT, TEAM, model_team, "", TEAM_COUNTED) \
  END (BARRIER_WAIT) \
  BEGIN (ONCE, "once") \
  OPERAND (ONCE, CONTROL, MEMORY, NULL, 0) \
  OPERAND (ONCE, CALL, CALL, NULL, 0) \
  OPERAND (ONCE, RESULT, TARGET, "result", 0) \
  END (ONCE) \
  BEGIN (ONCE_ENTER, "once-enter") /* the outcome: the caller is the one; else it is done */ \
  OPERAND (ONCE_ENTER, CONTROL, MEMORY, NULL, 0) \
  END (ONCE_ENTER) \
  BEGIN (ONCE_LEAVE, "once-leave") \
  OPERAND (ONCE_LEAVE, CONTROL, MEMORY, NULL, 0) \
  END (ONCE_LEAVE) \
  /* threads */ \
  BEGIN (FORK, "fork") /* the thread may run before the handle is written */ \
  OPERAND (FORK, CALL, CALL, NULL, 0) \
  OPERAND (FORK, HANDLE, TARGET, "handle", 0) \
  OPERAND (FORK, ATTR, MEMORY, "attr", 0) \
  OPERAND (FORK, NUMBER, model_number, "", NUMBER_ONE) \
  OPERAND (FORK, FATE, model_fate, "", FATE_JOINABLE) \
  OPERAND (FORK, HOLDING, MEMORY, "holding", 0) /* a lock that it has, exclusively */ \
  OPERAND (FORK, UNTIL, MEMORY, "until", 0)     /* ... shared: who takes it has stopped it */ \
  END (FORK) \
  BEGIN (JOIN, "join") \
  OPERAND (JOIN, HANDLE, VALUE, NULL, 0) \
  OPERAND (JOIN, RESULT, TARGET, "result", 0) \
  OPERAND (JOIN, NUMBER, model_number, "", NUMBER_ONE) \
  END (JOIN) \
  BEGIN (DETACH, "detach") \
  OPERAND (DETACH, HANDLE, VALUE, NULL, 0) \
  END (DETACH) \
  BEGIN (CANCEL, "cancel") \
  OPERAND (CANCEL, HANDLE, VALUE, NULL, 0) \
  END (CANCEL) \
  BEGIN (CANCEL_POINT, "cancel-point") \
  END (CANCEL_POINT) \
  BEGIN (THREAD_EXIT, "thread-exit") \
  OPERAND (THREAD_EXIT, VALUE, VALUE, "", 0) \
  END (THREAD_EXIT) \
  BEGIN (SELF, "self") /* the target receives the handle of this thread */ \
  OPERAND (SELF, TARGET, TARGET, NULL, 0) \
  END (SELF) \
  BEGIN (EQUAL, "equal") /* the result is nonzero exactly if the two are equal */ \
  OPERAND (EQUAL, A, VALUE, NULL, 0) \
  OPERAND (EQUAL, B, VALUE, NULL, 0) \
  END (EQUAL) \
  BEGIN (TEAM_INDEX, "team-index") /* a number that each thread of the team has for itself */ \
  OPERAND (TEAM_INDEX, TARGET, TARGET, NULL, 0) \
  END (TEAM_INDEX) \
  BEGIN (TEAM_SIZE, "team-size") /* how many threads the team has: all indices are below */ \
  OPERAND (TEAM_SIZE, TARGET, TARGET, NULL, 0) \
  END (TEAM_SIZE) \
  BEGIN (LEAGUE, "league") /* begins a team of a league; or tells the number that the team has */ \
  OPERAND (LEAGUE, TARGET, TARGET, "", 0) \
  END (LEAGUE) \
  BEGIN (TICKET, "ticket") /* a number that is given to one thread of the team once */ \
  OPERAND (TICKET, TARGET, TARGET, NULL, 0) \
  END (TICKET) \
  BEGIN (CHUNK, "chunk") /* a range, low <= i < high, that no other thread of the team gets */ \
  OPERAND (CHUNK, LOW, TARGET, NULL, 0) \
  OPERAND (CHUNK, HIGH, TARGET, NULL, 0) \
  END (CHUNK) \
  BEGIN (GROUP_START, "group-start") /* tasks from here on, and what they create, have ended ... */ \
  END (GROUP_START) \
  BEGIN (GROUP_END, "group-end") /* ... here */ \
  END (GROUP_END) \
  BEGIN (TASK_DEPEND, "task-depend") /* the task that the row creates, or else the caller, waits */ \
  OPERAND (TASK_DEPEND, TABLE, MEMORY, NULL, 0) \
  END (TASK_DEPEND) \
  BEGIN (TIED, "tied") /* the task that the row creates stays in one thread */ \
  END (TIED) \
  BEGIN (SINGLE, "single") /* the outcome: true in one thread of the team */ \
  END (SINGLE) \
  BEGIN (ITERATION, "iteration") /* of a loop: others wait for it, or it for that of the arguments */ \
  OPERAND (ITERATION, STEP, model_step, NULL, 0) \
  END (ITERATION) \
  BEGIN (KEY_CREATE, "key-create") \
  OPERAND (KEY_CREATE, KEY, MEMORY, NULL, 0) \
  OPERAND (KEY_CREATE, DESTRUCTOR, VALUE, "destructor", 0) \
  END (KEY_CREATE) \
  BEGIN (KEY_SET, "key-set") \
  OPERAND (KEY_SET, KEY, VALUE, NULL, 0) \
  OPERAND (KEY_SET, VALUE, VALUE, NULL, 0) \
  END (KEY_SET) \
  BEGIN (KEY_GET, "key-get") \
  OPERAND (KEY_GET, KEY, VALUE, NULL, 0) \
  OPERAND (KEY_GET, TARGET, TARGET, NULL, 0) \
  END (KEY_GET) \
  /* control */ \
  BEGIN (CALL, "call") \
  OPERAND (CALL, CALL, CALL, NULL, 0) \
  OPERAND (CALL, RESULT, TARGET, "result", 0) \
  OPERAND (CALL, WHEN, model_when, "", WHEN_NOW) \
  OPERAND (CALL, NUMBER, model_number, "", NUMBER_MANY) \
  END (CALL) \
  BEGIN (CALLBACKS, "callbacks") /* calls what code has got that racecheck does not see */ \
  END (CALLBACKS) \
  BEGIN (CLEANUP_PUSH, "cleanup-push") \
  OPERAND (CLEANUP_PUSH, BUFFER, MEMORY, NULL, 0) \
  OPERAND (CLEANUP_PUSH, CALL, CALL, "run", 0) /* none: the second return of its setjmp */ \
  END (CLEANUP_PUSH) \
  BEGIN (CLEANUP_POP, "cleanup-pop") \
  OPERAND (CLEANUP_POP, BUFFER, MEMORY, NULL, 0) \
  OPERAND (CLEANUP_POP, EXECUTE, VALUE, "execute", 0) /* nonzero: and calls it */ \
  END (CLEANUP_POP) \
  BEGIN (SETJMP, "setjmp") \
  OPERAND (SETJMP, BUFFER, MEMORY, NULL, 0) \
  OPERAND (SETJMP, KIND, model_jump, "", JUMP_ANY) \
  END (SETJMP) \
  BEGIN (LONGJMP, "longjmp") \
  OPERAND (LONGJMP, BUFFER, MEMORY, NULL, 0) \
  OPERAND (LONGJMP, VALUE, VALUE, "", 0) \
  END (LONGJMP) \
  BEGIN (EXIT, "exit") /* at-exit functions, then the end of the process */ \
  OPERAND (EXIT, KIND, model_exit, "", EXIT_NORMAL) \
  END (EXIT) \
  BEGIN (NORETURN, "noreturn") \
  END (NORETURN) \
  BEGIN (PROCESS_FORK, "process-fork") /* where it returns 0 there are no other threads */ \
  OPERAND (PROCESS_FORK, MEMORY, model_child, "", CHILD_COPY) \
  END (PROCESS_FORK) \
  /* atomics */ \
  BEGIN (ATOMIC_LOAD, "atomic-load") \
  OPERAND (ATOMIC_LOAD, MEMORY, MEMORY, NULL, 0) \
  OPERAND (ATOMIC_LOAD, SIZE, SIZE, NULL, 0) \
  OPERAND (ATOMIC_LOAD, ORDER, ORDER, NULL, 0) \
  OPERAND (ATOMIC_LOAD, TARGET, TARGET, "to", 0) /* none: the result */ \
  END (ATOMIC_LOAD) \
  BEGIN (ATOMIC_STORE, "atomic-store") \
  OPERAND (ATOMIC_STORE, MEMORY, MEMORY, NULL, 0) \
  OPERAND (ATOMIC_STORE, SIZE, SIZE, NULL, 0) \
  OPERAND (ATOMIC_STORE, VALUE, VALUE, NULL, 0) \
  OPERAND (ATOMIC_STORE, ORDER, ORDER, NULL, 0) \
  END (ATOMIC_STORE) \
  BEGIN (ATOMIC_RMW, "atomic-rmw") \
  OPERAND (ATOMIC_RMW, MEMORY, MEMORY, NULL, 0) \
  OPERAND (ATOMIC_RMW, SIZE, SIZE, NULL, 0) \
  OPERAND (ATOMIC_RMW, OPERATION, model_rmw, NULL, 0) \
  OPERAND (ATOMIC_RMW, VALUE, VALUE, NULL, 0) \
  OPERAND (ATOMIC_RMW, ORDER, ORDER, NULL, 0) \
  OPERAND (ATOMIC_RMW, RESULT, model_which, "", WHICH_OLD) \
  OPERAND (ATOMIC_RMW, TARGET, TARGET, "to", 0) \
  END (ATOMIC_RMW) \
  BEGIN (ATOMIC_CAS, "atomic-cas") \
  OPERAND (ATOMIC_CAS, MEMORY, MEMORY, NULL, 0) \
  OPERAND (ATOMIC_CAS, SIZE, SIZE, NULL, 0) \
  OPERAND (ATOMIC_CAS, EXPECTED, VALUE, NULL, 0) /* memory receives the old value on failure */ \
  OPERAND (ATOMIC_CAS, DESIRED, VALUE, NULL, 0) \
  OPERAND (ATOMIC_CAS, ORDER, ORDER, NULL, 0) \
  OPERAND (ATOMIC_CAS, FAILURE, ORDER, NULL, 0) \
  OPERAND (ATOMIC_CAS, RESULT, model_which, "", WHICH_SUCCESS) \
  END (ATOMIC_CAS) \
  BEGIN (FENCE, "fence") \
  OPERAND (FENCE, ORDER, ORDER, NULL, 0) \
  END (FENCE) \
  /* memory */ \
  BEGIN (READ, "read") \
  OPERAND (READ, MEMORY, MEMORY, NULL, 0) \
  OPERAND (READ, SIZE, SIZE, "", SIZE_TYPE) \
  END (READ) \
  BEGIN (WRITE, "write") /* data without addresses */ \
  OPERAND (WRITE, MEMORY, MEMORY, NULL, 0) \
  OPERAND (WRITE, SIZE, SIZE, "", SIZE_TYPE) \
  END (WRITE) \
  BEGIN (FILL, "fill") /* every byte with the value */ \
  OPERAND (FILL, MEMORY, MEMORY, NULL, 0) \
  OPERAND (FILL, VALUE, VALUE, NULL, 0) \
  OPERAND (FILL, SIZE, SIZE, NULL, 0) \
  END (FILL) \
  BEGIN (STORE, "store") /* one value, an address too */ \
  OPERAND (STORE, MEMORY, MEMORY, NULL, 0) \
  OPERAND (STORE, VALUE, VALUE, NULL, 0) \
  END (STORE) \
  BEGIN (COPY, "copy") /* reads one, writes the other, addresses included */ \
  OPERAND (COPY, TO, MEMORY, NULL, 0) \
  OPERAND (COPY, FROM, MEMORY, NULL, 0) \
  OPERAND (COPY, SIZE, SIZE, "", SIZE_TYPE) \
  END (COPY) \
  BEGIN (SYNCHRONISED, "synchronised") /* reads and writes it under its own lock, *itself */ \
  OPERAND (SYNCHRONISED, MEMORY, MEMORY, NULL, 0) \
  OPERAND (SYNCHRONISED, SIZE, SIZE, "", SIZE_TYPE) \
  END (SYNCHRONISED) \
  BEGIN (ALLOCATE, "allocate") \
  OPERAND (ALLOCATE, TARGET, TARGET, NULL, 0) \
  OPERAND (ALLOCATE, SIZE, SIZE, "", SIZE_OBJECT) \
  OPERAND (ALLOCATE, CONTENTS, model_contents, "", CONTENTS_ANY) \
  OPERAND (ALLOCATE, NULLNESS, model_null, "", NULL_POSSIBLE) \
  END (ALLOCATE) \
  BEGIN (REALLOCATE, "reallocate") \
  OPERAND (REALLOCATE, TARGET, TARGET, NULL, 0) \
  OPERAND (REALLOCATE, POINTER, VALUE, NULL, 0) \
  OPERAND (REALLOCATE, SIZE, SIZE, "", SIZE_OBJECT) \
  OPERAND (REALLOCATE, NULLNESS, model_null, "", NULL_POSSIBLE) \
  END (REALLOCATE) \
  BEGIN (FREE, "free") /* writes the whole object; it is gone */ \
  OPERAND (FREE, POINTER, VALUE, NULL, 0) \
  OPERAND (FREE, SIZE, SIZE, "", SIZE_OBJECT) \
  END (FREE) \
  BEGIN (KEEP, "keep") /* the address escapes into the library */ \
  OPERAND (KEEP, VALUE, VALUE, NULL, 0) \
  END (KEEP) \
  BEGIN (DECLARED, "declared") /* reads and writes what the prototype says */ \
  END (DECLARED) \
  BEGIN (PRINT, "print") /* printf's arguments; strings among them are read */ \
  OPERAND (PRINT, ARGUMENTS, VALUE, NULL, 0) \
  END (PRINT) \
  BEGIN (SCAN, "scan") /* scanf's arguments; what they point to is written */ \
  OPERAND (SCAN, ARGUMENTS, VALUE, NULL, 0) \
  END (SCAN) \
  BEGIN (RETURN, "return") /* what the result may be; several: one of them; null is possible */ \
  OPERAND (RETURN, VALUE, VALUE, NULL, 0) \
  END (RETURN) \
  BEGIN (ASSUME, "assume") /* returns only if the number is not 0 */ \
  OPERAND (ASSUME, VALUE, VALUE, NULL, 0) \
  END (ASSUME) \
  BEGIN (PURE, "pure") /* the result depends on nothing but arguments and what the row reads */ \
  END (PURE) \
  BEGIN (CHAIN, "chain") /* the nested function finds the variables of the one around it there */ \
  OPERAND (CHAIN, FUNCTION, VALUE, NULL, 0) \
  OPERAND (CHAIN, VALUE, VALUE, NULL, 0) \
  END (CHAIN) \
  BEGIN (VARIABLE, "variable") /* the name is one, which holds nothing else */ \
  OPERAND (VARIABLE, VALUE, VALUE, NULL, 0) \
  END (VARIABLE) \
  /* signals */ \
  BEGIN (SIGNAL_SET, "signal-set") /* what is in the set from then on */ \
  OPERAND (SIGNAL_SET, SET, MEMORY, NULL, 0) \
  OPERAND (SIGNAL_SET, CHANGE, model_signals, NULL, 0) \
  OPERAND (SIGNAL_SET, SIGNAL, VALUE, "signal", 0) /* one that is added or removed */ \
  END (SIGNAL_SET) \
  BEGIN (MASK_SIGNALS, "mask-signals") /* of this thread; without `how' nobody knows which */ \
  OPERAND (MASK_SIGNALS, SET, MEMORY, NULL, 0) \
  OPERAND (MASK_SIGNALS, HOW, VALUE, "how", 0) /* as SIG_BLOCK ... are; 3: for as long as it waits */ \
  OPERAND (MASK_SIGNALS, OLD, MEMORY, "old", 0) /* receives the mask that there was */ \
  END (MASK_SIGNALS) \
  /* objects of libraries */ \
  BEGIN (OPAQUE, "opaque") /* what it points to is made by rows that say the same of `ret' */ \
  OPERAND (OPAQUE, VALUE, VALUE, NULL, 0) \
  OPERAND (OPAQUE, KIND, VALUE, NULL, 0) /* the name of what is safe */ \
  OPERAND (OPAQUE, VIEW, model_view, "", VIEW_CLOSED) \
  END (OPAQUE)
/* clang-format on */

#define KEYWORD_SET(set, what) enum set {
#define KEYWORD(name, text)    name,
#define KEYWORD_END(set) \
  set##_END              \
  }                      \
  ;
MODEL_KEYWORDS (KEYWORD_SET, KEYWORD, KEYWORD_END)
#undef KEYWORD_SET
#undef KEYWORD
#undef KEYWORD_END

#define EFFECT_KIND(effect, name) EFFECT_##effect,
#define EFFECT_NOTHING(...)
enum effect_kind { MODEL_EFFECTS (EFFECT_KIND, EFFECT_NOTHING, EFFECT_NOTHING) EFFECT_KINDS };
#undef EFFECT_KIND

/* Indices into `op': ACQUIRE_LOCK, ACQUIRE_CLASS, ..., ACQUIRE_OPERANDS. */
#define EFFECT_BEGIN(effect, name)                    enum {
#define EFFECT_OPERAND(effect, name, type, key, init) effect##_##name,
#define EFFECT_END(effect) \
  effect##_OPERANDS        \
  }                        \
  ;
MODEL_EFFECTS (EFFECT_BEGIN, EFFECT_OPERAND, EFFECT_END)
#undef EFFECT_BEGIN
#undef EFFECT_OPERAND
#undef EFFECT_END
#undef EFFECT_NOTHING

#endif
