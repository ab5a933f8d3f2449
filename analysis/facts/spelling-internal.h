/* What the files of the spelling share: spelling.c spells the base of an access, spelling-path.c
   the fields and elements behind it, spelling-value.c expressions, spelling-type.c types. */

#ifndef RACECHECK_SPELLING_INTERNAL_H
#define RACECHECK_SPELLING_INTERNAL_H

#include "spelling.h"

/* Limits of one spelling: of nesting, characters, values looked at, and fields searched for one
   that is at an offset.  What lies beyond is `...'. */
enum { DEEPEST = 12, LONGEST = 240, MOST_EFFORT = 256, MOST_FIELDS = 4096 };

struct speller {
  const struct unit *u;
  const struct function *f;
  struct text *out;
  int depth;
  size_t start;    /* of this spelling in `out' */
  unsigned effort; /* so far */
  uint64_t mask;   /* the bits of the access that are looked at; 0: all */
};

/* How tightly an expression binds; decides where parentheses are needed. */
enum binding { LOOSE, BINARY, UNARY, POSTFIX };

/* Where following a path has led. */
struct path_place {
  const struct type *type; /* NULL: unknown */
  int64_t bitoff;          /* from the root */
  uint32_t next_index;
};

static inline bool is_aggregate (const struct type *t)
{
  return t && (t->r.kind == TK_STRUCT || t->r.kind == TK_UNION);
}

/* Then nothing more is begun. */
static inline bool is_long (const struct speller *s)
{
  return s->out->n - s->start > LONGEST;
}

/* spelling.c */
/* A struct in which the compiler keeps variables that nested functions or OpenMP regions share: the
   source knows only the variables.  Such structs have names that no source can have. */
bool is_frame (const struct unit *, const struct type *);
const struct record *definition (const struct function *, uint32_t value);
bool same_but_qualifiers (const struct type *, const struct type *);
int64_t byte_size (const struct unit *, uint32_t type);
/* The pointed-to type of VALUE, or 0. */
uint32_t pointee (struct speller *, uint32_t value);
/* `i' from `i * size', where SIZE is in bytes; true if the operand is a multiple of it. */
bool spell_scaled (struct speller *, const struct operand *, int64_t size);
void spell_call (struct speller *, const struct rec_call *);
void spell_lvalue (struct speller *, const struct address *, uint64_t bits);

/* spelling-value.c */
void spell_value (struct speller *, uint32_t value, enum binding);
void spell_address_of (struct speller *, const struct address *, enum binding);
void spell_any (struct speller *, const struct operand *, enum binding);

/* spelling-path.c */
uint64_t type_bits (const struct unit *, const struct type *);
/* Follows the steps of A from P on.  FIRST is what joins the first field: `->' or `.'. */
void spell_path (struct speller *, const struct address *, struct path_place *, const char *first);
/* The path has led to an aggregate, but the access is smaller: goes on by offset.  The spelling of
   the access starts at START. */
void spell_rest (struct speller *, struct path_place *, int64_t bitoff, uint64_t bits, size_t start,
                 const char *separator);

#endif
