/* Locked: which memory inline assembly accesses atomically.  On x86 an instruction with the prefix
   `lock', and `xchg' without it, reads and writes its memory at once.  An operand is accessed so if
   no other instruction of the template names it. */

#include "locked.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* How a template uses an operand. */
enum asm_use { ASM_NOT_NAMED, ASM_LOCKED, ASM_PLAIN };

#define BETWEEN " \t\n;" /* instructions */

static const char *skip (const char *p)
{
  return p + strspn (p, BETWEEN);
}

static bool has_word (const char *p, const char *word)
{
  size_t n = strlen (word);
  return !strncmp (p, word, n) && !isalnum ((unsigned char)p[n]) && p[n] != '_';
}

static bool is_exchange (const char *p)
{
  static const char *const names[] = {"xchg", "xchgb", "xchgw", "xchgl", "xchgq"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (has_word (p, names[i]))
      return true;
  return false;
}

/* Whether the instruction at P names the operand; *END: where it ends. */
static bool names_operand (const char *p, uint32_t operand, const char **end)
{
  bool found = false;
  for (; *p && *p != '\n' && *p != ';'; p++) {
    if (*p != '%' || !p[1])
      continue;
    if (isalpha ((unsigned char)*++p))
      p++; /* how it is printed */
    found |= isdigit ((unsigned char)*p) && strtoul (p, NULL, 10) == operand;
    p -= !*p || *p == '\n' || *p == ';';
  }
  *end = p;
  return found;
}

static enum asm_use use_of (const char *text, uint32_t operand)
{
  enum asm_use use = ASM_NOT_NAMED;
  bool all_locked = *skip (text) != 0;
  if (strstr (text, "%["))
    return ASM_PLAIN;
  for (const char *p = skip (text); *p; p = skip (p)) {
    bool locked = has_word (p, "lock");
    if (locked)
      p = skip (p + strlen ("lock")); /* it may stand by itself */
    locked |= is_exchange (p);
    all_locked &= locked;
    if (names_operand (p, operand, &p) && use != ASM_PLAIN)
      use = locked ? ASM_LOCKED : ASM_PLAIN;
  }
  return all_locked ? ASM_LOCKED : use;
}

static bool is_same_memory (const struct rec_asm_operand *a, const struct rec_asm_operand *b)
{
  const struct address *x = a->operand.u.addr, *y = b->operand.u.addr;
  return b->operand.kind == OPND_CONTENTS && a->bits == b->bits && x->base_kind == y->base_kind &&
         x->base == y->base && x->bitoff == y->bitoff && !x->n_indices && !y->n_indices;
}

bool is_locked_operand (const struct unit *u, const struct function *b, uint32_t record)
{
  const struct rec_asm_operand *o = (const struct rec_asm_operand *)b->records[record];
  uint32_t at = record;
  while (at && b->records[at]->kind == REC_asm_operand)
    at--;
  if (at == record || o->operand.kind != OPND_CONTENTS || b->records[at]->kind != REC_asm)
    return false;
  const char *text = u->strings[((const struct rec_asm *)b->records[at])->text];
  enum asm_use use = use_of (text, record - at - 1);
  /* What is read and written is an output that is named, and an input that is not. */
  for (uint32_t i = at + 1; use == ASM_NOT_NAMED && i < b->n_records; i++) {
    const struct rec_asm_operand *other = (const struct rec_asm_operand *)b->records[i];
    if (b->records[i]->kind != REC_asm_operand)
      break;
    if (is_same_memory (o, other))
      use = use_of (text, i - at - 1);
  }
  return use == ASM_LOCKED;
}

/* Of the elements of an array only some may be used so. */
static bool is_one_word (const struct objects *o, loc_id l)
{
  struct array_around around[MOST_AROUND];
  int64_t offset = loc_get (o, l)->offset;
  return offset > OFFSET_EVERYTHING && !arrays_around (o, loc_object (o, l), offset, around);
}

void find_locked_words (struct pointers *p, struct bitset *words)
{
  static const char start[] = ".asm_";
  for (uint32_t k = 0; k < p->calls.n; k++) {
    const struct call_edge *call = &p->calls.v[k];
    const struct program *program = p->objects.program;
    const char *name = call->callee ? program->functions[call->callee].link_name : NULL;
    if (!call->caller || !name || strncmp (name, start, sizeof start - 1))
      continue;
    const struct rec_call *c =
        (const struct rec_call *)program->functions[call->caller].body->records[call->record];
    setid at = c->args.n ? points_of_operand (p, call->caller, &c->args.v[0]) : SETS_EMPTY;
    for (struct set_iter i = sets_each (&p->sets, at); set_next (&i);)
      if (is_one_word (&p->objects, i.x))
        bitset_add (words, i.x);
  }
}

bool is_word_access (const struct function *b, uint32_t record)
{
  if (b->records[record]->kind != REC_store)
    return b->records[record]->kind == REC_load;
  uint32_t block = 0;
  while (block < b->n_blocks && b->blocks[block].end <= record)
    block++;
  for (uint32_t r = record; block < b->n_blocks && r-- > b->blocks[block].first;) {
    const struct record *before = b->records[r];
    if (before->kind == REC_asm)
      return ((const struct rec_asm *)before)->flags & MF_MEMORY;
    if (before->kind != REC_op && before->kind != REC_asm_operand)
      break;
  }
  return false;
}
