/* Exprs: symbolic values.  Inside a function every pointer and integer is described as far as it is
   understood: a formal, the address of an object, fresh memory, what was loaded at an address, and
   arithmetic on these.  Equal expressions have equal ids, and stand for equal values as long as
   both are meant in one activation of the function, between two executions of the instructions
   that define their opaque parts.

   A load is a symbol: address and version.  Two loads have one version only if the values stage has
   shown that this thread does not write between them; that no other thread does is an obligation
   which it lists apart. */

#ifndef RACECHECK_EXPRS_H
#define RACECHECK_EXPRS_H

#include "intern.h"
#include "once.h"
#include "pointers.h"

typedef uint32_t expr_id; /* dense, from 1; 0: nothing is known */

enum expr_op {
  X_NONE,    /* what expr_get has of 0 */
  X_CONST,   /* k */
  X_FORMAL,  /* a: number, from 0 */
  X_OBJECT,  /* a: object; its address */
  X_FRESH,   /* a: function, b: record; the memory that the call there has just made */
  X_VALUE,   /* a: function, b: value; opaque */
  X_LOAD,    /* a: address, b: version, k: bits */
  X_ADD,     /* a + k bytes */
  X_INDEX,   /* a + b * k bytes */
  X_OP,      /* code: enum opcode; a, b */
  X_CONVERT, /* a, narrowed or of other sign; k: bits, negative if signed */
  X_AT,      /* a: opaque in a callee, b: version; which call that was */
  X_REACHED, /* a: pointer, b: version of a phi; opaque, but it is that pointer, or leads to memory
                that can be reached from what it points to, or that was stored where it was loaded
                from; code: enum reached */
  X_TOKEN,   /* a: function, b: record; see locks.c: no value at all */
  X_SIGNAL,  /* a: address, code: enum signal, k: count; see signals.h: no value either */
  X_MEMBER,  /* the number of the thread in its OpenMP team */
  X_CLAIM    /* a: function, b: record, k: which; see teams.h: no value either */
};

enum reached {
  REACHED_ANYWHERE = 1, /* it may also be some other pointer into the same object */
  REACHED_SAME = 2      /* it is that pointer, or null */
};

/* In the key of a load, beside its bits: it is atomic, and equal to no other; it orders nothing. */
#define LOAD_ATOMIC  ((uint64_t)1 << 40)
#define LOAD_RELAXED ((uint64_t)1 << 41)

enum {
  XF_FORMAL = 1, /* mentions a formal */
  XF_OPAQUE = 2, /* mentions something that an execution of an instruction defines */
  XF_LOAD = 4
};

struct expr {
  uint8_t op; /* enum expr_op */
  uint8_t code, depth, flags;
  uint32_t a, b;
  uint32_t mentions; /* a bit for each instruction and value that it does, which others may have */
  int64_t k;
};

enum { LATELY = 256 };

struct exprs {
  struct pointers *p;
  struct hash_index ids;
  VEC (struct expr) v;      /* by id */
  struct tuples versions;   /* function, record, and the version inside the callee or nothing */
  VEC (uint32_t) points;    /* by id: 1 + set, 0: not asked yet; of those without formals */
  struct map formal_points; /* function, id: set; of those with formals */
  struct once once;         /* made when it is asked for */
  /* Versions that were asked for lately: a call is one of few, for all that it brings. */
  struct known_version {
    uint32_t f, record, inner, version;
  } lately[LATELY];
};

/* Deeper ones are not made: what would be is 0. */
enum { DEEPEST_EXPR = 11 };

void exprs_init (struct exprs *, struct pointers *);
void exprs_free (struct exprs *);

/* Each returns 0 if an operand is 0, or the result would be too deep. */
expr_id expr_const (struct exprs *, int64_t);
expr_id expr_formal (struct exprs *, uint32_t n);
expr_id expr_object (struct exprs *, object_id);
expr_id expr_fresh (struct exprs *, funid, uint32_t record);
/* What the call gives by a parameter; see escape-gives.c. */
expr_id expr_given (struct exprs *, funid, uint32_t record, setid points);
expr_id expr_value (struct exprs *, funid, uint32_t value);
expr_id expr_load (struct exprs *, expr_id address, uint32_t version, uint64_t bits);
expr_id expr_add (struct exprs *, expr_id, int64_t bytes);
expr_id expr_index (struct exprs *, expr_id base, expr_id index, int64_t stride);
/* No address: what stands for bit NUMBER of what is at ADDRESS. */
expr_id expr_bit (struct exprs *, expr_id address, expr_id number);
expr_id expr_binary (struct exprs *, enum opcode, expr_id a, expr_id b);
expr_id expr_convert (struct exprs *, expr_id, unsigned bits, bool is_signed);
expr_id expr_at (struct exprs *, expr_id, uint32_t version);
expr_id expr_reached (struct exprs *, expr_id from, uint32_t version, unsigned how);
/* What E is if it is dereferenced: null pointers aside, some are others. */
expr_id expr_if_not_null (struct exprs *, expr_id e);
/* What is known of a value that is reached, when nobody knows from where: that it is opaque. */
expr_id expr_unreached (struct exprs *, expr_id);
/* Where a pointer was loaded, or what it was reached from; 0: from nowhere that is known. */
expr_id expr_origin (const struct exprs *, expr_id);
expr_id expr_token (struct exprs *, funid, uint32_t record);
/* SEEN and SENT of a semaphore, barrier or flag; of a counter that goes UP, or DOWN. */
enum signal {
  SIGNAL_SEEN,
  SIGNAL_SENT,
  SIGNAL_SEEN_UP,
  SIGNAL_SENT_UP,
  SIGNAL_SEEN_DOWN,
  SIGNAL_SENT_DOWN,
  SIGNAL_COUNTED,  /* has counted it to that: one thread has */
  SIGNAL_PASSED,   /* has taken a lock that is held at creations of threads */
  SIGNAL_CLOSED,   /* has held it since a creation: count is function << 32 | record */
  SIGNAL_DROPPED,  /* a reference; address of the count */
  SIGNAL_LAST,     /* the last one was dropped */
  SIGNAL_UNSET,    /* a flag has been found to be 0, under a lock that is still held */
  SIGNAL_TURN,     /* a variable has been found to have that value: see turns.h */
  SIGNAL_TAKEN,    /* ... has been changed to it, by compare-and-swap */
  SIGNAL_TURNED,   /* it has been written */
  SIGNAL_FRESH,    /* fact: it has not been written since the load that is the address */
  SIGNAL_PENDING,  /* a relaxed load has found what its address, a signal, tells: see fences.h */
  SIGNAL_ACQUIRED, /* an acquire fence has come after the last relaxed load */
  SIGNAL_FENCED    /* a release fence has been executed */
};
/* COUNT: how often it has been seen, 0 once; what a counter has been seen to have reached. */
expr_id expr_signal (struct exprs *, enum signal, expr_id address, int64_t count);
/* Some signal is sent: nobody knows which. */
expr_id expr_any_signal (struct exprs *);
/* A count that is not constant stands for a number of summaries.numbers: it is less than all that a
   program counts to. */
static inline int64_t signal_count_of (uint32_t number)
{
  return INT64_MIN / 2 + number;
}

/* 0: the count is a constant. */
static inline uint32_t signal_number (int64_t count)
{
  return count > INT64_MIN / 2 && count <= INT64_MIN / 2 + UINT32_MAX
             ? (uint32_t)(count - INT64_MIN / 2)
             : 0;
}

/* Seen at one end of a ring, because it differs from the other one, DISTANCE bytes behind it; less
   than all other counts. */
static inline int64_t signal_unequal (int32_t distance)
{
  return INT64_MIN + INT32_MAX + distance + 1;
}

static inline bool signal_is_unequal (int64_t count)
{
  return count <= INT64_MIN + UINT32_MAX;
}

static inline int64_t signal_distance (int64_t count)
{
  return count - (INT64_MIN + INT32_MAX + 1);
}

/* The turn of a value, which is a number or not known yet: then it is in `b'. */
expr_id expr_turn (struct exprs *, enum signal, expr_id address, expr_id value);
enum { LARGEST_TURN = 127 }; /* numbers that mean the same in every integer type */
static inline bool signal_is_sent (uint8_t code)
{
  return code == SIGNAL_SENT || code == SIGNAL_SENT_UP || code == SIGNAL_SENT_DOWN;
}

static inline bool signal_is_turn (uint8_t code)
{
  return code == SIGNAL_TURN || code == SIGNAL_TAKEN;
}

expr_id expr_member (struct exprs *);
expr_id expr_claim (struct exprs *, funid, uint32_t record, int64_t which);

/* The comparison that holds exactly when CODE, from OP_EQ to OP_GE, does not. */
enum opcode opposite_comparison (enum opcode code);
bool expr_is_comparison (const struct exprs *, expr_id e);

/* Function and record that define a load, or through which a callee was called; INNER is the
   version there, 0: the record itself. */
uint32_t expr_version (struct exprs *, funid, uint32_t record, uint32_t inner);

static inline const struct expr *expr_get (const struct exprs *x, expr_id e)
{
  return &x->v.v[e];
}

/* E = base + offset; the base is no X_ADD. */
expr_id expr_base (const struct exprs *, expr_id e, int64_t *offset);
enum { NUMBER_BITS = 31 }; /* enough for as many numbers as there are threads */
/* E without conversions that leave numbers from 0 on as they are, if these have so few BITS. */
expr_id expr_unconverted (const struct exprs *, expr_id e, unsigned bits);
/* Like expr_base, also through conversions that leave the numbers of threads. */
expr_id expr_number (const struct exprs *, expr_id e, int64_t *k);
/* The element of an array that E is in, if its number is COUNTER, which has so few BITS, plus a
   constant; and how many bytes behind its start E is, and how long it is.  0: it is not. */
expr_id expr_element (struct exprs *, expr_id e, expr_id counter, unsigned bits, int64_t *offset,
                      int64_t *stride);
/* Whether E is memory that was made by one execution of an allocation, here or in a callee. */
bool expr_is_fresh (const struct exprs *, expr_id e);
/* Whether A and B, both fresh, are made by different executions: the calls that led there differ.
 */
bool expr_are_apart (const struct exprs *, expr_id a, expr_id b);
/* What E is an address in: E without offsets and indices. */
expr_id expr_root (const struct exprs *, expr_id e);
/* Whether E mentions what function F's RECORD defines (VALUE: the value it defines). */
static inline bool expr_mentions (const struct exprs *, expr_id e, funid f, uint32_t record,
                                  uint32_t value);
/* E with NEW wherever it mentions OLD. */
expr_id expr_replace (struct exprs *, expr_id e, expr_id old, expr_id new);
bool expr_is_const (const struct exprs *, expr_id, int64_t *);
static inline bool expr_has_formal (const struct exprs *x, expr_id e)
{
  return e && expr_get (x, e)->flags & XF_FORMAL;
}

/* Where E may point to, in function F, whose formals it may mention. */
setid expr_points (struct exprs *, funid f, expr_id e);
/* Whether that is one place of one object, and not in an array of locks. */
bool expr_only_place (struct exprs *, funid f, expr_id e, object_id *, int64_t *offset);
/* The same for where a pointer may lead to. */
bool points_only_place (const struct pointers *, setid, object_id *, int64_t *offset);

static inline uint32_t expr_record_bit_ (uint32_t record)
{
  return UINT32_C (1) << record % 32;
}

static inline uint32_t expr_value_bit_ (uint32_t value)
{
  return UINT32_C (1) << (value + 16) % 32;
}

/* Those of `mentions' that stand for RECORD, which defines VALUE, among others. */
static inline uint32_t expr_bits (uint32_t record, uint32_t value)
{
  return expr_record_bit_ (record) | expr_value_bit_ (value);
}

bool expr_mentions_ (const struct exprs *, expr_id e, funid f, uint32_t record, uint32_t value);

static inline bool expr_mentions (const struct exprs *x, expr_id e, funid f, uint32_t record,
                                  uint32_t value)
{
  return expr_get (x, e)->mentions & expr_bits (record, value) &&
         expr_mentions_ (x, e, f, record, value);
}

/* `count2', `c->lock', `arg0+8': for dumps. */
void expr_print (const struct exprs *, expr_id, struct text *);

#endif
