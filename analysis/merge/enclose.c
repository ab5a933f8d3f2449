/* See enclose.h. */

#include "enclose.h"

#include <string.h>

uint32_t add_function (struct arena *arena, struct unit *u, const char *name)
{
  GROW (arena, u->strings, u->n_strings, const char *);
  u->strings[u->n_strings] = name;
  GROW (arena, u->symbols, u->n_symbols, struct rec_symbol);
  u->symbols[u->n_symbols] = (struct rec_symbol){.r.kind = REC_symbol,
                                                 .name = u->n_strings,
                                                 .flags = SF_PUBLIC | SF_FUNCTION | SF_ARTIFICIAL};
  return u->n_symbols;
}

struct rec_call *call_of (struct arena *arena, uint32_t symbol, uint32_t loc)
{
  struct address *callee = ARENA_NEW (arena, struct address);
  callee->base_kind = BASE_SYMBOL;
  callee->base = symbol;
  struct rec_call *c = ARENA_NEW (arena, struct rec_call);
  c->r = (struct record){.kind = REC_call, .loc = loc};
  c->callee = (struct operand){.kind = OPND_ADDRESS, .u.addr = callee};
  return c;
}

/* Copies the records of F, with a call of FIRST behind the phis of its first block, and of LAST
   before each return; 0 stands for none. */
static void enclose (struct arena *arena, struct function *f, uint32_t first, uint32_t last)
{
  size_t room = (size_t)f->n_records + 1;
  for (uint32_t i = 0; i < f->n_records; i++)
    room += f->records[i]->kind == REC_return;
  struct record **records = ARENA_ARRAY (arena, room, struct record *);
  uint32_t n = 0;
  for (uint32_t b = 0; b < f->n_blocks; b++) {
    uint32_t i = f->blocks[b].first, end = f->blocks[b].end;
    f->blocks[b].first = n;
    for (; i < end || (b == 0 && first); i++) {
      const struct record *old = i < end ? f->records[i] : NULL;
      if (b == 0 && first && !(old && old->kind == REC_phi)) {
        records[n++] = &call_of (arena, first, old ? old->loc : 0)->r;
        first = 0;
      }
      if (!old)
        break;
      if (last && old->kind == REC_return)
        records[n++] = &call_of (arena, last, old->loc)->r;
      if (old->dst)
        f->value_defs[old->dst] = n;
      records[n++] = f->records[i];
    }
    f->blocks[b].end = n;
  }
  f->records = records;
  f->n_records = n;
}

void enclose_bodies (struct units *units, const struct models *m)
{
  for (size_t i = 0; m->n_enclosing && i < units->n; i++) {
    struct unit *u = units->v[i];
    for (uint32_t k = 0; k < u->n_functions; k++) {
      struct function *f = &u->functions[k];
      const char *name = u->strings[u->symbols[f->r.symbol].name];
      const char *first = models_enclosing (m, MODEL_ENTER, name);
      const char *last = models_enclosing (m, MODEL_LEAVE, name);
      if (first || last)
        enclose (&units->arena, f, first ? add_function (&units->arena, u, first) : 0,
                 last ? add_function (&units->arena, u, last) : 0);
    }
  }
}
