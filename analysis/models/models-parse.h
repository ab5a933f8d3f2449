/* What the files of the parser of models share: models-tokens.c reads tokens and reports errors,
   models-operands.c reads operands and conditions, models-parse.c effects, names and rows.

   Functions that return bool and take a parser they may change return false after an error, which
   has then been reported; parse_eat*, parse_word_is and parse_starts_* only tell what is there. */

#ifndef RACECHECK_MODELS_PARSE_H
#define RACECHECK_MODELS_PARSE_H

#include "models.h"

enum {
  MAX_ERRORS = 20, /* shown */
  MAX_GROUPS = 4,
  MAX_CHOICES = 64, /* in one {} */
  MAX_LOCALS = 8,
  MAX_SHOWN = 40 /* characters of a token */
};

struct slice {
  const char *s;
  size_t n;
};

/* A name with its {}: choice[i][k] is the k-th text of the i-th group. */
struct family {
  struct slice text;
  unsigned n_groups;
  unsigned n_choices[MAX_GROUPS];
  struct slice choice[MAX_GROUPS][MAX_CHOICES];
};

struct parser {
  struct models *models;
  const char *file;
  uint16_t source;
  const char *text, *end;
  models_report *report;
  void *context;
  unsigned errors;
  /* effects by their first letter: 1 + the first, and 1 + the next with the same */
  uint8_t first_effect[26], next_effect[EFFECT_KINDS];

  /* the row */
  const char *row, *row_end, *p;
  uint32_t row_line;
  bool failed;
  const char *word_start, *word_end; /* the last word looked at */
  struct slice word;
  const struct family *family; /* and which of its names is meant */
  unsigned chosen[MAX_GROUPS];
  unsigned n_locals;
  struct slice locals[MAX_LOCALS];
  unsigned min_args;
};

/* The known names, as an error about WORD shows them: the one that was probably meant, or all. */
struct known {
  struct slice word;
  bool unseen; /* nobody is going to see it */
  const char *nearest;
  unsigned distance, n;
  struct text all;
};

/* Is C a decimal digit? */
static inline bool parse_is_digit (char c)
{
  return c >= '0' && c <= '9';
}

/* Is C an ASCII letter or an underscore? */
static inline bool parse_is_letter (char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

/* The character at the cursor; 0 at the end of the row. */
static inline char parse_peek (const struct parser *r)
{
  return r->p < r->row_end ? *r->p : 0;
}

/* Steps over C, if it is at the cursor. */
static inline bool parse_eat (struct parser *r, char c)
{
  if (parse_peek (r) != c || r->p >= r->row_end)
    return false;
  r->p++;
  return true;
}

/* Is this word NAME? */
static inline bool parse_word_is (struct slice w, const char *name)
{
  size_t i = 0;
  while (i < w.n && w.s[i] == name[i] && name[i])
    i++;
  return i == w.n && name[i] == 0;
}

/* models-tokens.c: messages */

/* Adds the start of S as a message can show it: in ASCII, and not too long. */
void parse_add_shown (struct text *, const char *s, size_t n);
/* Reports an error at AT.  Always false, so that parsing functions can return it. */
__attribute__ ((format (printf, 3, 4))) bool parse_fail (struct parser *, const char *at,
                                                         const char *format, ...);
/* What stands at AT, for a message: a word, a character, or that there is nothing.  To be freed. */
char *parse_token_at (const struct parser *, const char *at);
/* Reports that WHAT should be at the cursor; always false. */
bool parse_fail_expected (struct parser *, const char *what);
/* Starts the list of names that could have stood in the place of WORD. */
struct known parse_new_known (const struct parser *, struct slice word);
/* Adds one of them; NAME must outlive the list. */
void parse_add_known (struct known *, const char *name);
/* Reports that the word is no WHAT, and frees the list; always false. */
bool parse_fail_unknown (struct parser *, const char *what, struct known *);

/* models-tokens.c: tokens and numbers */

/* Moves the cursor over blanks, ends of lines and comments. */
void parse_skip_space (struct parser *);
/* The word at the cursor, maybe empty, and its end; $1 is what was chosen in the first group. */
struct slice parse_word_at (struct parser *, const char **end);
/* Steps over the word NAME, if it is at the cursor. */
bool parse_eat_word (struct parser *, const char *name);
/* Is there a number or the name of a constant at the cursor? */
bool parse_starts_number (struct parser *);
/* Digits in W from I on; false, without a message, if there are none, or too many. */
bool parse_digits (struct slice w, size_t i, uint64_t *value);
/* Reads a number or the name of a constant. */
bool parse_number (struct parser *, int64_t *value);

/* models-operands.c */

/* What a size is if none is given, by its kind: SIZE_TYPE or SIZE_OBJECT. */
extern const struct model_size parse_default_sizes[];
/* Is there a place at the cursor? */
bool parse_starts_place (struct parser *);
/* Is there a size at the cursor? */
bool parse_starts_size (struct parser *);
/* The number of the keyword W in its set, or -1. */
int parse_find_keyword (const struct model_keyword_set *, struct slice w);
/* Reads an operand of the type that its INFO tells. */
bool parse_operand (struct parser *, const struct model_operand_info *info, struct model_operand *);
/* Reads what stands behind `on' or, if EXPECTED, behind `expect'. */
bool parse_outcome (struct parser *, bool expected, struct model_effect *);
/* Reads what stands behind `if'. */
bool parse_guard (struct parser *, struct model_effect *);

#endif
