/* Models: what functions mean whose bodies nobody sees, or whose meaning their bodies do not show:
   locks, threads, atomics, and what a library does to the memory it is given.

   A model is a list of effects that happen one after the other.  The built-in models
   (models/ *.models) and the user's (--models=FILE) have one syntax; models/README.models explains
   it and every effect.  models-effects.h has the same tables in the same order:

     pthread_mutex_trylock: acquire *arg0 mutex on =0|=EOWNERDEAD

   is one effect: kind EFFECT_ACQUIRE, op[ACQUIRE_LOCK] the place *arg0, op[ACQUIRE_CLASS] the
   keyword LOCK_MUTEX, op[ACQUIRE_MODE] the keyword MODE_EXCLUSIVE, and an outcome. */

#ifndef RACECHECK_MODELS_H
#define RACECHECK_MODELS_H

#include "arena.h"
#include "hash.h"
#include "models-effects.h"
#include "text.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* A place: an expression of pointers.  The value of the base, plus offsets[0], dereferenced, plus
   offsets[1], dereferenced ... and after the last dereference plus offsets[derefs].  `*(arg1+8)' is
   argument 1, offset 8, one dereference. */

enum model_base {
  MODEL_ARG,     /* argument `number', from 0 */
  MODEL_ARGS,    /* every argument from `number' on: those of `...' */
  MODEL_RET,     /* the result */
  MODEL_STATIC,  /* address of an object `name' of the library, which nothing protects */
  MODEL_THREAD,  /* address of an object of the library that each thread has for itself */
  MODEL_SAFE,    /* address of an object of the library that synchronises its own accesses */
  MODEL_LOCAL,   /* value that an earlier effect of the row gave to local.`name' */
  MODEL_FUNCTION /* address of the function `name' of a library, if the program mentions it */
};

struct model_offset {
  int32_t bytes;
  int16_t pointers; /* times the size of a pointer */
  bool unknown;     /* +?: anywhere inside the object */
  const char
      *field; /* +.NAME: where the struct has that field, which the prototype says; or NULL */
};

enum { MODEL_DEREFS = 3, MODEL_LAST_ARG = 62, MODEL_ALTERNATIVES = 3 };

struct model_place {
  uint8_t base; /* enum model_base */
  uint8_t derefs;
  uint8_t number;
  const char *name;
  const struct model_offset *offsets; /* derefs + 1, or NULL: all zero */
};

/* How many bytes. */
enum model_size_kind {
  SIZE_TYPE,    /* of the type that the pointer points to by the prototype; void: SIZE_OBJECT */
  SIZE_OBJECT,  /* from there to the end of the object */
  SIZE_STRING,  /* up to and with the first zero byte */
  SIZE_WSTRING, /* ... zero wchar_t */
  SIZE_PRODUCT  /* bytes (times the size of a pointer) times the factors */
};

struct model_size {
  uint8_t kind;    /* enum model_size_kind */
  bool at_most;    /* perhaps fewer */
  bool pointers;   /* `bytes' counts pointers */
  uint8_t factors; /* how many */
  int64_t bytes;
  struct model_place factor[2];
};

enum model_operand_kind {
  MODEL_NONE, /* optional, and not given */
  MODEL_PLACE,
  MODEL_NUMBER,
  MODEL_UNKNOWN, /* `?' */
  MODEL_SIZE,
  MODEL_CALL,
  MODEL_CONSTANTS,
  MODEL_KEYWORD
};

struct model_operand {
  uint8_t kind; /* enum model_operand_kind */
  union {
    struct model_place place;
    int64_t number;
    const struct model_size *size;
    const struct model_call *call;
    const struct model_constants *constants;
    uint8_t keyword; /* enum lock_class, ... as the effect says */
  } u;
};

struct model_call {
  struct model_place callee;
  uint32_t n_args;
  const struct model_operand *args; /* places, numbers, unknown */
};

struct model_constants {
  uint32_t n;
  int64_t v[MODEL_ALTERNATIVES];
};

enum model_relation {
  RELATION_EQ,
  RELATION_NE,
  RELATION_LT,
  RELATION_LE,
  RELATION_GT,
  RELATION_GE,
  RELATION_BITS, /* of arguments only: all of these bits are set */
  RELATION_NO_BITS
};

struct model_condition {
  uint8_t relation; /* enum model_relation */
  int64_t value;
};

/* An effect happens if the result fits one of the alternatives.  `expected': programs rely on it,
   so it counts wherever the result is not known to say the opposite; otherwise (a try, a wait with
   a time limit) it counts only where the result is known to say so.  `fails': it does not happen
   only if the result is `other'. */
struct model_outcome {
  bool expected, fails;
  int64_t other;
  uint8_t n;
  struct model_condition alternatives[MODEL_ALTERNATIVES];
};

/* An effect happens only if the argument is so, or is given at all. */
struct model_guard {
  uint8_t arg;
  bool given;
  struct model_condition condition;
};

struct model_effect {
  uint8_t kind; /* enum effect_kind */
  uint8_t n_operands;
  const struct model_operand *op;
  const struct model_outcome *outcome; /* NULL: whatever the result is */
  const struct model_guard *guard;     /* NULL: whatever the arguments are */
};

struct model {
  const char *name;
  const char *file; /* where the row is */
  uint32_t line;
  uint16_t source;   /* 0 built in, else number of the user's file */
  uint8_t min_args;  /* a call with fewer arguments is of some other function of that name */
  bool overrides;    /* holds although the function has a body */
  uint64_t kinds[2]; /* a bit for each effect_kind in it */
  uint32_t n_effects;
  const struct model_effect *effects;
};

static inline bool model_has (const struct model *m, enum effect_kind kind)
{
  return m->kinds[kind / 64] >> kind % 64 & 1;
}

/* The whole table. */

struct model_entry {
  const char *name;
  const struct model *model; /* NULL: taken back */
};

struct models {
  struct arena arena;
  struct hash_index index; /* of the entries, by name */
  struct model_entry *entries;
  size_t room, n;      /* entries that fit; models that there are */
  uint32_t *enclosing; /* entries of what happens first or last in bodies */
  size_t n_enclosing;
  uint32_t *patterns; /* entries whose names have stars */
  size_t n_patterns;
  uint16_t sources; /* 0 while the built-in models are read, then 1 + files of the user so far */
};

/* MESSAGE is a line without its end: `file:line:column: error: ...'. */
typedef void models_report (void *context, const char *message);

struct models *models_new (void);       /* with the built-in models */
struct models *models_new_empty (void); /* all that is added counts as one file */
void models_free (struct models *);

/* Adds the rows of a file; a row replaces the one an earlier file has for the function.  Rows with
   errors are reported and left out.  Returns the number of errors. */
unsigned models_add_file (struct models *, const char *path, models_report *, void *context);
unsigned models_add_text (struct models *, const char *file, const char *text, size_t size,
                          models_report *, void *context);

/* NULL if there is none. */
const struct model *models_find (const struct models *, const char *name);
/* For a call as the facts have it.  SYMBOL and BUILTIN may be NULL. */
const struct model *models_find_call (const struct models *, const char *symbol,
                                      const char *builtin, bool internal);
/* The row for what happens first, or last, in the body of FUNCTION: its name, or NULL. */
enum model_end { MODEL_ENTER, MODEL_LEAVE };
const char *models_enclosing (const struct models *, enum model_end, const char *function);
/* Returns the one of that name that it replaces, or NULL. */
const struct model *models_put (struct models *, const struct model *);
void models_remove (struct models *, const char *name);
size_t models_count (const struct models *);
size_t models_bytes (const struct models *); /* memory */
/* All of them by name; the caller frees the array. */
const struct model **models_sorted (const struct models *);
/* The table as text that reads back to the same table. */
void models_dump (const struct models *, struct text *);
void model_dump (const struct model *, struct text *);

/* Outcomes. */

/* What is known of a result: low <= result <= high, and not `hole'. */
struct result_range {
  int64_t low, high;
  bool has_hole;
  int64_t hole;
};

enum model_answer { ANSWER_NO, ANSWER_YES, ANSWER_MAYBE };

extern const struct result_range result_unknown;
struct result_range result_range_of (enum model_relation, int64_t value);
enum model_answer model_outcome_given (const struct model_outcome *, struct result_range);
/* Whether an argument that is VALUE lets the effect happen. */
bool model_guard_allows (const struct model_guard *, int64_t value);
/* May the effect have happened, given the result?  Must it have, as far as programs rely on it? */
static inline bool model_may (const struct model_outcome *o, struct result_range r)
{
  return model_outcome_given (o, r) != ANSWER_NO;
}
static inline bool model_must (const struct model_outcome *o, struct result_range r)
{
  enum model_answer a = model_outcome_given (o, r);
  return a == ANSWER_YES || (a == ANSWER_MAYBE && o->expected);
}

/* The built-in texts, made from models/ *.models by the Makefile; the last has no name. */
struct builtin_models {
  const char *name, *text;
};
extern const struct builtin_models builtin_models[];

/* For those who walk operands without knowing the effect: the tables as data. */

enum model_operand_type {
  MODEL_TYPE_MEMORY,
  MODEL_TYPE_VALUE,
  MODEL_TYPE_ORDER,
  MODEL_TYPE_TARGET,
  MODEL_TYPE_SIZE,
  MODEL_TYPE_CALL,
  MODEL_TYPE_CONSTANTS,
#define KEYWORD_SET(set, what) MODEL_TYPE_##set,
#define KEYWORD_NOTHING(...)
  MODEL_KEYWORDS (KEYWORD_SET, KEYWORD_NOTHING, KEYWORD_NOTHING)
#undef KEYWORD_SET
#undef KEYWORD_NOTHING
};

struct model_operand_info {
  const char *name; /* as in the index: "LOCK" */
  const char *key;
  uint8_t type; /* enum model_operand_type */
  uint8_t init; /* keyword or model_size_kind that is meant if none is given */
};

struct model_effect_info {
  const char *name;
  const struct model_operand_info *operands;
  uint8_t n_operands;
};

struct model_keyword_set {
  const char *what; /* "class" */
  const char *const *names;
  uint8_t n;
};

extern const struct model_effect_info model_effects[EFFECT_KINDS];
/* NULL if TYPE is not a set of keywords. */
const struct model_keyword_set *model_keywords (enum model_operand_type);

#endif
