/* Between the files of footprints: how they are kept. */

#ifndef RACECHECK_FOOTPRINTS_INTERNAL_H
#define RACECHECK_FOOTPRINTS_INTERNAL_H

#include "footprints.h"
#include "summaries-internal.h"

enum { MOST_ATOMS = 20, MOST_TERMS = 7, MOST_LEVELS = 5, MOST_CONDITIONS = 26, MOST_OUTER = 4 };
enum { MOST_SINKS = 3, MOST_QUOTIENTS = 3, MOST_CHOICES = 2, MOST_LOOKED = 2 };

/* What numbers are made of. */
enum atom_kind {
  ATOM_SYMBOL,    /* a: number in summaries.symbols; the same for all threads of the team */
  ATOM_PRODUCT,   /* of 1 + atom A, if there is one, and symbols B <= C, C may be 0 */
  ATOM_MEMBER,    /* the number of the thread in the team */
  ATOM_ITERATION, /* the number of an iteration of function A's loop and variable B, see facts.def;
                     C: how those are distributed */
  ATOM_COUNTER,   /* how often the loop of function A that phi B counts has begun again; C: between
                     which barriers the access is; 0: nobody knows */
  ATOM_FREE       /* anything; B is KNOWN: what the rows say of it */
};
enum { KNOWN = 1 };

/* Of iterations: when two threads have different ones. */
enum distinct {
  DISTINCT_NEVER,  /* nobody knows */
  DISTINCT_ALWAYS, /* in one phase of the team */
  DISTINCT_AROUND  /* when all loops around the construct are in the same round */
};

struct atom {
  uint32_t kind, a, b, c;
  uint32_t distinct;
  uint32_t raw;       /* ITERATION: it is the variable itself, not the number of its iteration */
  uint32_t of_league; /* ITERATION: other teams of the league have others, too */
};

/* A sum of atoms, and a constant. */
struct row {
  int64_t k;
  uint32_t n, equal;
  struct {
    int64_t c;
    uint64_t atom;
  } t[MOST_TERMS];
};

/* One index of the element: the row times STRIDE bytes and the symbols of MULTIPLIER. */
struct level {
  int64_t stride;
  uint32_t multiplier[2];
  struct row row;
};

/* What is known of iterations that wait for others: see doacross.c. */
struct order {
  uint32_t dimensions; /* 0: nothing */
  uint32_t posts;      /* the iteration posts afterwards */
  uint64_t chain; /* the iterations for which it has waited had waited, too, before they posted */
  int64_t wait[MOST_SINKS]; /* for the iteration that many before it; 0: for none */
  uint64_t atom[MOST_SINKS];
};

/* ATOM is the row times symbol BY, if there is one, divided by symbol OF. */
struct quotient {
  uint32_t by, of;
  uint64_t atom;
  struct row row;
};

/* ATOM is one of two rows: the first if ZERO is 0. */
struct choice {
  uint64_t atom;
  struct row zero, rows[2];
};

/* ATOM is the number that is found in a table: see tables.c. */
struct looked {
  uint64_t table, atom;
  struct row number;
};

struct footprint {
  uint32_t base; /* symbol */
  uint32_t exact;
  setid behind; /* locations of the elements: it is what their pointers lead to; else SETS_EMPTY */
  uint32_t n_choices;
  uint32_t split;  /* a matrix with one index: columns are inside by what is known of them */
  uint32_t leaves; /* bits: indices that are outside of their row; see footprints-leaving.c */
  int64_t offset;  /* bytes, to be divided among the levels */
  uint64_t bytes;
  uint32_t n_atoms, n_levels, n_around, n_rows, n_unequal, n_quotients, n_looked, unused;
  uint64_t around[MOST_OUTER]; /* atoms: the loops around the construct */
  struct atom atoms[MOST_ATOMS];
  struct level levels[MOST_LEVELS]; /* the coarsest first */
  struct row unequal[2];            /* that are not 0 */
  struct order order;
  struct quotient quotients[MOST_QUOTIENTS];
  struct choice choices[MOST_CHOICES];
  struct looked looked[MOST_LOOKED];
  struct row rows[MOST_CONDITIONS]; /* that are not negative, or 0 */
};

void footprint_load (const struct summaries *, uint32_t id, struct footprint *);
uint32_t footprint_keep (struct summaries *, const struct footprint *);

/* Each is false if there is no room, or a number is too large. */
bool row_add (struct row *, const struct row *, int64_t factor);
bool row_add_atom (struct row *, uint64_t atom, int64_t factor);
bool row_negate (struct row *);
bool footprint_add_row (struct footprint *, const struct row *);
/* The whole units of an offset, rounded down or to the nearest one, which are taken out of it. */
int64_t footprint_take_offset (int64_t *offset, int64_t unit, bool down);
/* Whether the row cannot be negative, nor as large as a multiplier's symbol. */
bool footprint_fits (const struct footprint *, const struct row *, uint32_t symbol);

/* Whether the row cannot be negative. */
bool footprint_is_natural (const struct footprint *, const struct row *);

enum { DEEPEST_ROW = 12 };

/* A footprint that is being made. */
struct making {
  struct body *d;
  uint32_t record;
  struct footprint f;
  struct {
    expr_id e;
    struct row row;
  } known[MOST_ATOMS];
  uint32_t n_known;
  int depth;
  bool moved;  /* by who has started the region, by what only that knows */
  bool inside; /* the indices so far are those of an array, not of a pointer */
};

/* A number as a row; false if there is no room. */
bool making_expr (struct making *, expr_id, struct row *);
bool making_operand (struct making *, const struct operand *, struct row *);
/* The same for what is no sum. */
bool making_factor (struct making *, expr_id, struct row *);
/* The number of an atom of the footprint, which is added if need be. */
bool making_atom (struct making *, struct atom, uint64_t *atom);
/* R += FACTOR * ROW * SYMBOL */
bool making_add_times (struct making *, struct row *r, const struct row *row, uint32_t symbol,
                       int64_t factor);
bool making_not_negative (struct making *, uint64_t atom);
/* A value by which the construct counts; see below. */
bool making_iteration (struct making *, const struct expr *, struct row *);
/* Whether the construct, or the loop whose lanes are at hand, counts by that value. */
bool making_counts (const struct making *, const struct expr *);
/* The symbol that the row is; 0: it is something else. */
uint32_t making_symbol (const struct making *, const struct row *);
/* Adds what the branches say that lead to the record. */
void making_conditions (struct making *);
/* R += FACTOR * SYMBOL */
bool making_add_symbol (struct making *, struct row *r, uint32_t symbol, int64_t factor);
/* QUOTIENT * BY, rounded towards zero or down, is OF but for less than BY. */
bool making_division (struct making *, const struct row *of, int64_t by, bool down,
                      uint64_t quotient);
/* A compared with B as CODE says holds. */
bool making_comparison (struct making *, const struct row *a, const struct row *b,
                        enum opcode code);
/* Adds what the branch at the end of a block says where the record is; whether that is all. */
bool making_branch (struct making *, uint32_t block);
/* Notes which columns leave their rows. */
void making_leaving (struct making *);
/* Adds what who starts the region knows of the numbers that it passes. */
void creator_rows (struct making *);
/* The function that starts the region; NULL: nobody knows, or several do. */
struct creator {
  funid f; /* 0: nobody knows */
  const struct function *b;
  const struct unit *u;
  uint32_t block, record;
  uint32_t data; /* the local that is the block of what is passed; UINT32_MAX: there is none */
  const struct flow *flow; /* NULL: nobody has asked for it */
};
struct creator *creator_of (struct body *);
const struct flow *creator_flow (struct making *, struct creator *);
/* R += FACTOR * an operand of the creator; its values are symbols. */
bool creator_add (struct making *, const struct creator *, const struct operand *, struct row *r,
                  int64_t factor);
uint32_t creator_symbol (const struct making *, const struct creator *, uint32_t value);
/* The operation whose result the operand is, or NULL. */
const struct rec_op *creator_operation (const struct creator *, const struct operand *);
/* What is known of an array into which few instructions store; NULL: nothing. */
struct table *tables_find (struct summaries *, object_id);
/* The only call of the function, or creation of threads that execute it; NULL: there are others. */
const struct call_edge *tables_call (struct summaries *, funid);
/* What tables_find finds, if its elements, of that many bytes, are constants. */
const struct table *table_of_numbers (struct summaries *, object_id, uint64_t element);
/* Whether two different elements of such a one may differ by K. */
bool table_has_difference (const struct table *, int64_t k);
/* A number that is loaded from an element of an array all of whose numbers are known. */
bool tables_row (struct making *, expr_id load, struct row *);

/* The pointer that it has moved to make the one that E is, as a symbol, and by how many bytes; 0:
   nobody knows. */
uint32_t creator_pointer (struct making *, expr_id e, struct row *bytes);
/* Adds for which iterations of the loop the access has waited. */
void doacross_find (struct making *);

#endif
