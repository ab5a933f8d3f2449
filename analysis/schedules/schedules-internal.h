/* What the files of the search share: see schedules.h. */

#ifndef RACECHECK_SCHEDULES_INTERNAL_H
#define RACECHECK_SCHEDULES_INTERNAL_H

#include "flow.h"
#include "schedules.h"
#include "summaries.h"

enum {
  MOST_THREADS = 10,
  MOST_FRAMES = 10,    /* calls of a thread in each other */
  MOST_KEPT = 160,     /* values of a thread */
  MOST_CELLS = 192,    /* places in memory */
  MOST_RECORDS = 6000, /* of the program */
  MOST_STATES = 250000,
  MOST_BYTES = 64 << 20, /* of all states */
  MOST_DIFFERENT = 80,   /* values of one place; then it is any, or known by its remainder: */
  MOST_MODULUS = 256,    /* ... by so much */
  FEW_DIFFERENT = 20,    /* ... then there may be so many, or a few more than remainders */
  MOST_COUNT = 4096,     /* of a semaphore */
  MOST_MADE = 6          /* objects of an allocation */
};

enum value_kind {
  V_ANY,
  V_INT,      /* n */
  V_NONZERO,  /* any but 0 */
  V_POINTER,  /* object, n: offset */
  V_FUNCTION, /* object: funid */
  V_THREAD,   /* n: number */
  V_RESIDUE,  /* not negative, n modulo `object' */
  V_INPUT     /* n: what a function has returned that nobody knows; the same one wherever it is */
};

struct value {
  uint8_t kind;
  bool loose; /* in memory: it was written without order */
  uint32_t object;
  int64_t n;
};

/* An object, and which: variables of a function exist for each call, thread-local ones for each
   thread, allocated ones (THREAD is then FIRST_MADE and more) for each execution. */
enum { FIRST_MADE = 128 };

static inline uint32_t instance_of (object_id object, uint32_t thread, uint32_t depth)
{
  return object | (thread << 16) | (depth << 24);
}

static inline object_id object_of_instance (uint32_t instance)
{
  return instance & 0xffff;
}

/* Of those that are allocated, which. */
static inline bool is_made (uint32_t instance)
{
  return !(instance >> 24) && (instance >> 16 & 0xff) >= FIRST_MADE;
}

static inline uint32_t number_made (uint32_t instance)
{
  return (instance >> 16 & 0xff) - FIRST_MADE;
}

/* What a place in memory is: so many bytes, or something of the library. */
enum cell_use {
  CELL_LOCK = 100,
  CELL_SEMAPHORE,
  CELL_BARRIER,
  CELL_ONCE,
  CELL_MADE,
  CELL_LOST,
  CELL_LIST, /* of arguments behind `...' */
  CELL_ARGUMENT,
  CELL_STALE = 1000 /* and more: see schedules-stale.c */
};

struct memory_cell {
  uint32_t object;
  int32_t offset;
  uint32_t bytes; /* or enum cell_use.  LOST: nobody knows what is there, for v.n bytes; in all of
                     the object, if the offset is INT32_MIN */
  struct value v;
};
/* LOCK: v.object 1 + owner, v.n how often; readers: v.object 0, v.n 4 bits for each thread.
   SEMAPHORE: the value.  BARRIER: v.object for how many; v.n: see schedules-calls.c.
   ONCE: v.n 1 being done; 2 done.  MADE: v.n bits: which objects there are of an allocation.
   LIST: v.object of which call, v.n which is next.  ARGUMENT: of no object, offset: which. */

enum thread_status {
  T_READY,
  T_NEW,     /* has not begun */
  T_WAITS,   /* for a condition: takes the lock again */
  T_STOPPED, /* at a barrier */
  T_PASSES,  /* ... where all have come */
  T_ENDS,    /* has accesses that others may still meet */
  T_DONE,
  T_JOINED, /* ... and was waited for */
  T_GONE    /* ... and nobody knows it any more: its number may be used again */
};

struct frame {
  funid f;
  uint32_t block, record; /* what comes next; in callers, the call */
  uint32_t once; /* 1 + the cell of a ONCE that is done when it returns, by object and offset */
  int32_t once_at;
  uint32_t kept; /* first of its values */
};

struct strand {
  uint8_t status;  /* enum thread_status */
  uint32_t recent; /* accesses since it did what others see: list in `recents' */
  uint32_t n_frames, n_kept;
  struct frame frames[MOST_FRAMES];
  struct value kept[MOST_KEPT];
};

struct machine {
  uint32_t n_threads, n_cells;
  struct strand threads[MOST_THREADS];
  struct memory_cell cells[MOST_CELLS];
};

/* What is known of a function. */
struct plan {
  bool reached;
  struct flow flow;
  uint32_t *number; /* by value: 1 + which of those that are kept; 0: it is not */
  uint32_t n_kept;
  bool *visible;  /* by record: others may see when it happens */
  bool *disputed; /* ... it accesses what is said to race */
  uint64_t *live; /* by record, row words each: values that are needed from there on */
  uint32_t row;
};

struct trial {
  struct verdicts *r;
  struct summaries *s;
  struct pointers *p;
  const struct program *program;
  const struct effects *effects;
  struct arena arena;
  struct plan *plans; /* by function */
  struct bitset kept; /* values: base[f] + value */
  uint32_t *base;
  struct bitset tracked;    /* locations whose contents matter */
  struct bitset disputed;   /* ... that are said to race */
  struct bitset shown;      /* ... that do */
  struct bitset quiet;      /* that cannot race, as the verdicts have it, and are never atomic */
  struct bitset written;    /* that the program writes */
  struct tuples accesses;   /* see schedules-accesses.c */
  struct tuples recents;    /* lists of them */
  struct map compared;      /* pairs of lists */
  struct bitset noted;      /* accesses since the thread that runs did what others see */
  struct bitset kept_noted; /* ... that are in states that were reached */
  struct map sites;     /* function, record: the object that stands for all that are made there */
  struct map widths;    /* location: bytes of the longest access that begins there */
  struct map spans;     /* where, bytes: 1 + set */
  uint32_t modulus;     /* of remainders that the program computes; 0: none */
  struct tuples values; /* key, kind, object, n */
  struct map counts;    /* key: how many */
  bool loose;           /* there is one atomic variable, which need not be consistent with others */
  bool weak;            /* ... and it is not always sequentially consistent */
  bool spurious;        /* ... and it is written without order: who reads it may find anything */
  bool stale;           /* ... or there are several, of which older values may be read */
  struct map writers;   /* ... object, offset: 1 + the only thread that writes there beside others */
  uint32_t reused;      /* ... threads, by bit: there were several with that number */
  bool again;           /* that was not known before */
  struct tuples strands, memories; /* ... of which states are made */
  vec_u32 words;
  struct tuples states;
  struct tuples local; /* where the thread that runs has been since it did what others see */
  VEC (struct machine *) todo; /* that run */
  VEC (struct machine *) free;
  bool thorough;  /* all conditions matter */
  bool lists;     /* what is behind `...' matters */
  bool all_shown; /* there is nothing that does not race */
  uint32_t steps; /* in all */
  const char *refused;
};

/* schedules-slice.c: what matters.  Fills `plans', `kept', `tracked'. */
void slice_find (struct trial *);
/* Fills `widths'. */
void find_widths (struct trial *);
/* The locations that an access may touch a byte of. */
setid effect_span (struct trial *, const struct effect *);
bool effect_matters (struct trial *, const struct effect *, const struct bitset *);
/* Whether what is there decides what threads do, and two of them may meet there. */
static inline bool may_decide (const struct trial *d, loc_id l)
{
  return bitset_has (&d->tracked, l) && bitset_has (&d->s->filter->candidates, l) &&
         !bitset_has (&d->quiet, l);
}
static inline const struct function *body_of (const struct trial *d, funid f)
{
  return d->program->functions[f].body;
}

/* schedules-machine.c: values and memory. */
struct value value_int (int64_t);
bool values_equal (struct value, struct value);
struct value value_typed (const struct trial *, funid, uint32_t ssa, struct value);
struct value value_computed (const struct trial *, funid, const struct rec_op *,
                             const struct value v[3]);
/* Whether CODE holds of two values: 0, 1, or -1, it may. */
int value_compare (enum opcode code, struct value a, struct value b, bool is_unsigned);
/* An unknown number, as different from all that are known. */
struct value value_input (const struct machine *);
/* It has turned out that the operand of the function of a thread is NUMBER; or that it is not. */
void value_learn (struct trial *, struct machine *, uint32_t thread, const struct operand *,
                  int64_t number, bool is);
struct value memory_load (struct trial *, const struct machine *, uint32_t object, int64_t offset,
                          uint64_t bytes);
void memory_store (struct trial *, struct machine *, uint32_t object, int64_t offset,
                   uint64_t bytes, struct value);
/* The cell, made if it is missing and MAKE. */
struct memory_cell *memory_cell (struct trial *, struct machine *, uint32_t object, int64_t offset,
                                 uint32_t use, bool make);
void memory_remove (struct machine *, struct memory_cell *);
/* Nobody knows what is in the objects of these locations any more, or in some bytes. */
void memory_lose (struct trial *, struct machine *, setid where);
void memory_lose_range (struct trial *, struct machine *, uint32_t object, int64_t offset,
                        uint64_t bytes);
/* There is nothing any more in an object. */
void memory_forget (struct machine *, uint32_t object);
void memory_lose_all (struct trial *, struct machine *, uint32_t object);
/* Allocated objects of one place in the program, however it is reached, have one name. */
object_id object_at_site (struct trial *, object_id);
/* The value that a place has, unless it has too many. */
struct value widened (struct trial *, uint64_t key, struct value);
/* Handles of threads that were joined mean nothing any more once others are created. */
void forget_joined (const struct trial *, struct machine *);
/* Threads that have ended, and to which no handle leads, are gone. */
void drop_threads (const struct trial *, struct machine *);
struct machine *machine_copy (struct trial *, const struct machine *);
void machine_free (struct trial *, struct machine *);
/* schedules-copies.c: where a struct is. */
struct stretch {
  uint32_t object;
  int64_t offset;
};
/* Where the operand is, if that is a struct. */
bool find_stretch (struct trial *, const struct machine *, uint32_t thread, const struct operand *,
                   struct stretch *);
void memory_copy (struct trial *, struct machine *, const struct stretch *to,
                  const struct stretch *from, uint64_t bytes);
/* All bytes become 0. */
void memory_clear (struct trial *, struct machine *, const struct stretch *to, uint64_t bytes);
/* Copies or clears what a function of a library does; false: it does not, or nobody knows what. */
bool execute_bytes (struct trial *, struct machine *, uint32_t thread, const struct rec_call *,
                    const struct model *);
/* The thread has entered a function: copies structs that it gets by value.  BEFORE: it had not. */
void copy_arguments (struct trial *, const struct machine *before, struct machine *,
                     uint32_t thread, const struct rec_call *);
/* schedules-states.c: as numbers, which are equal exactly if the machines are. */
uint32_t machine_intern (struct trial *, const struct machine *, struct tuples *);
void machine_restore (struct trial *, const struct tuples *, uint32_t id, struct machine *);

/* schedules-accesses.c.  The record at hand is executed. */
void note_accesses (struct trial *, struct machine *, uint32_t thread);
/* A state was reached; and the thread has run: all that it accesses must be in states. */
void keep_noted (struct trial *, const struct machine *, uint32_t thread);
void check_noted (struct trial *);
/* Which accesses meet in a state. */
void compare_all (struct trial *, const struct machine *);

/* schedules-run.c: instructions. */
struct value operand_value (struct trial *, const struct machine *, uint32_t thread,
                            const struct operand *);
/* Whether a pointer is null: who uses it ends the program. */
bool value_is_null (struct value);
bool address_value (struct trial *, const struct machine *, uint32_t thread, const struct address *,
                    uint32_t *object, int64_t *offset);
/* Where, and how far, an access of the record at hand goes. */
bool effect_address (struct trial *, const struct machine *, uint32_t thread, const struct effect *,
                     uint32_t *object, int64_t *offset, uint64_t *bytes);
/* Whether the record at hand writes what matters. */
bool writes_tracked (struct trial *, const struct machine *, uint32_t thread);
/* What the record at hand writes is not known. */
void lose_effects (struct trial *, struct machine *, uint32_t thread);
void set_value (struct trial *, struct machine *, uint32_t thread, uint32_t ssa, struct value);
/* Goes on behind the record. */
void step_over (struct machine *, uint32_t thread);
/* Runs a thread up to the next thing that others may see; what comes of that is given to
   schedules_reach. */
void run_thread (struct trial *, struct machine *, uint32_t thread);
void enter_function (struct trial *, struct machine *, uint32_t thread, funid f,
                     const struct value *args, uint32_t n);
bool is_enabled (struct trial *, const struct machine *, uint32_t thread);
/* Does what comes next, which is enabled, and runs on. */
void execute (struct trial *, struct machine *, uint32_t thread);
void schedules_reach (struct trial *, struct machine *);
void schedules_refuse (struct trial *, const char *why);

/* The call that a thread is in. */
static inline const struct frame *top_frame (const struct machine *m, uint32_t thread)
{
  return &m->threads[thread].frames[m->threads[thread].n_frames - 1];
}

static inline bool has_ended (const struct machine *m, uint32_t thread)
{
  return m->threads[thread].status == T_DONE || m->threads[thread].status == T_JOINED;
}

/* Who joins itself fails at once. */
static inline bool joins_itself (const struct value *handle, uint32_t thread)
{
  return handle->kind == V_THREAD && (uint32_t)handle->n == thread;
}

/* schedules-calls.c: calls.  Takes the machine. */
void execute_call (struct trial *, struct machine *, uint32_t thread, const struct rec_call *);
/* The model of the function that is called there; NULL: there are bodies. */
const struct model *model_at (const struct trial *, funid, uint32_t record);
bool model_synchronises (const struct model *);
/* What a model does that others see; NULL: nothing. */
const struct model_effect *main_effect (const struct model *);
/* Whether what the thread does next excludes nothing that others do: then nothing else need be
   tried before it. */
bool only_enables (struct trial *, const struct machine *, uint32_t thread);
/* An argument that a model mentions, and where it points to. */
struct value argument (struct trial *, const struct machine *, uint32_t thread,
                       const struct rec_call *, const struct model_operand *);
bool place_address (struct trial *, const struct machine *, uint32_t thread,
                    const struct rec_call *, const struct model_operand *, uint32_t *object,
                    int64_t *offset);
/* The call returns; it does, and its effect has happened, or not; it fails, if the program looks at
   that.  The first two take the machine. */
void finish (struct trial *, struct machine *, uint32_t thread, const struct rec_call *,
             struct value result);
void finish_outcome (struct trial *, struct machine *, uint32_t thread, const struct rec_call *,
                     const struct model_outcome *, bool happened);
void fail (struct trial *, const struct machine *, uint32_t thread, const struct rec_call *,
           const struct model_outcome *);

/* schedules-locks.c: locks, semaphores, barriers; and what waits. */
const struct model_operand *subject (const struct model_effect *);
bool excludes_nobody (const struct model_effect *);
/* Whether an unknown lock may be one that the search knows. */
bool may_be_known (struct trial *, const struct machine *, uint32_t thread, const struct rec_call *,
                   const struct model_operand *);
/* Takes the machine, as the next one. */
void execute_lock (struct trial *, struct machine *, uint32_t thread, const struct rec_call *,
                   const struct model_effect *, uint32_t object, int64_t offset);
void resume_call (struct trial *, struct machine *, uint32_t thread, const struct rec_call *);
bool call_is_enabled (struct trial *, const struct machine *, uint32_t thread,
                      const struct rec_call *);

enum { MOST_STALE = 8 };
/* schedules-stale.c: what atomics were before, as far as a thread may still find it, in order. */
uint32_t stale_count (struct trial *, const struct machine *, uint32_t thread, uint32_t object,
                      int64_t offset);
struct value stale_value (struct trial *, const struct machine *, uint32_t thread, uint32_t object,
                          int64_t offset, uint32_t n);
/* The thread will not find the first N any more; MOST_STALE: all. */
void stale_forget (struct trial *, struct machine *, uint32_t thread, uint32_t object,
                   int64_t offset, uint32_t n);
/* Whether nobody else writes there while others run. */
bool stale_is_own (const struct trial *, uint32_t thread, uint32_t object, int64_t offset);
/* Whether the thread is alone, and all others were joined: nothing happens beside what it does. */
bool stale_is_alone (const struct machine *, uint32_t thread);
/* The thread is about to write there.  FOUND_LAST: what it has found there was the last value. */
void stale_write (struct trial *, struct machine *, uint32_t thread, uint32_t object,
                  int64_t offset, uint64_t bytes, bool found_last);
void stale_fork (struct trial *, struct machine *, uint32_t thread, uint32_t child, bool reused);
void stale_join (struct trial *, struct machine *, uint32_t thread, uint32_t child);
void stale_drop (struct machine *, uint32_t thread);

/* schedules-atomics.c.  Takes the machine, unless false is returned: it is no atomic. */
bool execute_atomic (struct trial *, struct machine *, uint32_t thread, const struct rec_call *,
                     const struct model_effect *);
const struct model_operand *atomic_memory (const struct model_effect *);

#endif
