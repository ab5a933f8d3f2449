/* The generator of programs with known answers.

   An idiom (see idioms/README) is a template of code: a way to share memory, and
   mutations of it that are races.  A cell is one use of an idiom in a program, in a form that is
   drawn from a seed; its code is a list of items (types, variables, functions), which are spread
   over the files of the program.  Lines carry marks: which accesses take part in the race that was
   planted. */

#ifndef GENERATOR_H
#define GENERATOR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* text.c */

struct buf {
  char *s; /* NULL: empty */
  size_t n, cap;
};

void buf_add (struct buf *b, const char *s);
void buf_add_n (struct buf *b, const char *s, size_t n);
void buf_printf (struct buf *b, const char *format, ...) __attribute__ ((format (printf, 2, 3)));
const char *buf_text (const struct buf *b);
char *text_of (const char *format, ...) __attribute__ ((format (printf, 1, 2)));
void *grow (void *array, size_t n, size_t size); /* room for one more than N */
void die (const char *format, ...) __attribute__ ((format (printf, 1, 2), noreturn));

/* What is varied.  Each has random numbers of its own, so that one can be made plain (always 0)
   without changing the others: that is how programs are reduced. */
#define FEATURES(X)                                                                            \
  X (files)                                                                                    \
  X (split) X (linkage) X (storage) X (locks) X (wrappers) X (spelling) X (outline) X (blocks) \
      X (names) X (noise) X (picks) X (order) X (skeleton) X (types) X (rounds)
enum feature {
#define X(name) F_##name,
  FEATURES (X)
#undef X
      N_FEATURES
};

struct dice {
  uint64_t state[N_FEATURES];
};

extern unsigned plain; /* bits of features */
void dice_init (struct dice *d, uint64_t seed);
unsigned roll (struct dice *d, enum feature f, unsigned n);      /* 0 .. N-1; 0 if plain */
bool chance (struct dice *d, enum feature f, unsigned per_cent); /* false if plain */

/* idioms.c */

struct template_line {
  const char *only; /* the mutations that have it (`a,b' or `!a,b'); NULL: all */
  const char *text;
  const char *mark; /* NULL: no access */
};

enum section_kind { S_TYPE, S_GLOBAL, S_FUNC, S_INIT, S_WORK, S_SIDE, S_AFTER, S_OWN, N_SECTIONS };

struct section {
  enum section_kind kind;
  const char *only;
  const char *signature; /* S_FUNC */
  struct template_line *lines;
  size_t n_lines;
};

struct mutation {
  const char *name, *about;
};

struct idiom {
  const char *name, *about;
  const char *reasons; /* words of verdicts that are right for the form without race */
  const char *alarm;   /* what is missing in the analysis: false alarms are expected */
  const char *names;   /* identifiers of the location, besides those of places */
  char *data, *locks;  /* names of places, blank after each */
  struct mutation *mutations;
  size_t n_mutations;
  struct section *sections;
  size_t n_sections;
};

struct idioms {
  struct idiom *v;
  size_t n;
};

void idioms_read (struct idioms *all, const char *file);
bool listed (const char *only, const char *mutation); /* is a line with ONLY in this form? */
char mark_of (const char *mark, const char *mutation);

/* cells.c */

struct line {
  const char *text;
  char mark; /* 0 none, '.' access, 'B' races with culprits, 'A' culprit */
};

struct item {
  enum { I_TYPE, I_MACRO, I_GLOBAL, I_FUNC } kind;
  unsigned file;
  bool is_static;
  const char *head; /* signature, or declaration without initialiser */
  struct line *lines;
  size_t n_lines;
};

struct place {
  const char *name, *expr;
};

struct cell {
  const struct idiom *idiom;
  const char *mutation; /* `ok' */
  unsigned number, home;
  bool split;
  struct dice dice;
  unsigned lock_kind, n_workers, n_files;
  const char *type; /* of data */
  const char *word;
  unsigned name_style;
  struct place *places;
  size_t n_places;
  struct buf names;
  struct item *items;
  size_t n_items;
  struct line *init_lines, *main_lines; /* of places: in its init function, in main before */
  size_t n_init_lines, n_main_lines;
  unsigned n_helpers, choices[10];
  unsigned helpers; /* bits of what was made already */
  unsigned helper_ids[32];
  const char *entry[N_SECTIONS]; /* names of its functions, NULL if it has none */
};

void cell_make (struct cell *c, const struct idiom *idiom, const char *mutation, unsigned number,
                uint64_t seed, unsigned n_files, unsigned n_workers);
struct item *cell_item (struct cell *c, int kind, const char *head);
void item_line (struct item *i, const char *text, char mark);
const char *cell_name (struct cell *c, const char *word, size_t n);
void cell_functions_done (struct cell *c);

/* expand.c */
void expand (struct cell *c, const char *in, char *mark, struct buf *out);
void expand_body (struct cell *c, size_t item, const struct template_line *lines, size_t n,
                  const char *indent);

/* styles.c */
extern const unsigned n_lock_kinds;
const char *lock_type (const struct cell *c);
void lock_statement (struct cell *c, const char *lock, bool release, struct buf *out);
void lock_init (struct cell *c, const char *lock, struct buf *out);
void access_statement (struct cell *c, char op, const char *lvalue, char *mark, struct buf *out);
const char *place_expr (struct cell *c, const char *name, bool is_lock);
const char *noise_statement (struct cell *c);
const char *type_name (struct cell *c);
const char *root_word (struct cell *c);

/* program.c */
struct program {
  struct cell *cells;
  size_t n_cells;
  struct dice dice;
  unsigned n_files, n_workers;
  uint64_t seed;
};
void program_write (struct program *p, const char *folder);

#endif
