/* Access: the memory that single instructions touch. */

#include "access.h"
#include "spelling.h"

struct list {
  struct access *v;
  unsigned n;
};

static struct access *add (struct list *l, enum access_mode mode, const struct address *a,
                           uint64_t bits, uint32_t flags)
{
  static struct access spare; /* written, never read */
  struct access *out = l->n < MOST_ACCESSES ? &l->v[l->n++] : &spare;
  *out = (struct access){mode, a, bits, flags, 0, 0};
  return out;
}

static void add_contents (struct list *l, enum access_mode mode, const struct operand *o,
                          uint64_t bits)
{
  if (o->kind == OPND_CONTENTS)
    add (l, mode, o->u.addr, bits, 0);
}

static void add_asm_operand (struct list *l, const struct rec_asm_operand *o)
{
  if (o->direction != MD_OUT)
    add_contents (l, ACCESS_READ, &o->operand, o->bits);
  if (o->direction != MD_IN)
    add_contents (l, ACCESS_WRITE, &o->operand, o->bits);
}

unsigned accesses_of (const struct unit *u, const struct function *f, const struct record *r,
                      struct access out[MOST_ACCESSES])
{
  struct list l = {out, 0};
  switch (r->kind) {
  case REC_load: {
    const struct rec_load *o = (const struct rec_load *)r;
    struct access *a = add (&l, ACCESS_READ, &o->addr, load_bits (u, f, o), o->flags);
    a->rep_off = o->rep_off;
    a->rep_bits = o->rep_bits;
    break;
  }
  case REC_store: {
    const struct rec_store *o = (const struct rec_store *)r;
    add_contents (&l, ACCESS_READ, &o->src, store_bits (u, f, o));
    struct access *a = add (&l, ACCESS_WRITE, &o->addr, store_bits (u, f, o), o->flags);
    a->rep_off = o->rep_off;
    a->rep_bits = o->rep_bits;
    break;
  }
  case REC_copy: {
    const struct rec_copy *o = (const struct rec_copy *)r;
    add (&l, ACCESS_READ, &o->from, o->bits, o->flags);
    add (&l, ACCESS_WRITE, &o->to, o->bits, o->flags);
    break;
  }
  case REC_clear: {
    const struct rec_clear *o = (const struct rec_clear *)r;
    add (&l, ACCESS_WRITE, &o->addr, o->bits, o->flags);
    break;
  }
  case REC_call: {
    const struct rec_call *o = (const struct rec_call *)r;
    for (uint32_t i = 0; i < o->args.n; i++)
      add_contents (&l, ACCESS_READ, &o->args.v[i], 0);
    add_contents (&l, ACCESS_WRITE, &o->result, o->result_bits);
    break;
  }
  case REC_va: {
    const struct rec_va *o = (const struct rec_va *)r;
    add_contents (&l, ACCESS_WRITE, &o->result, o->type ? u->types[o->type].r.bits : 0);
    break;
  }
  case REC_return:
    add_contents (&l, ACCESS_READ, &((const struct rec_return *)r)->value, 0);
    break;
  case REC_asm_operand:
    add_asm_operand (&l, (const struct rec_asm_operand *)r);
    break;
  default:
    break;
  }
  return l.n;
}

static bool is_of_local (const struct operand *o, uint32_t local)
{
  return (o->kind == OPND_ADDRESS || o->kind == OPND_CONTENTS) &&
         o->u.addr->base_kind == BASE_LOCAL && o->u.addr->base == local;
}

bool record_has_local (const struct record *r, uint32_t local)
{
  const struct record_desc *desc = &facts_records[r->kind];
  bool has = false;
  for (unsigned i = 0; i < desc->n_fields; i++) {
    const void *p = (const char *)r + desc->fields[i].offset;
    const struct address *a = p;
    const struct operand_list *l = p;
    if (desc->fields[i].type == FT_ADDR && r->kind != REC_load && r->kind != REC_store)
      has |= a->base_kind == BASE_LOCAL && a->base == local;
    else if (desc->fields[i].type == FT_OPND)
      has |= is_of_local (p, local);
    for (uint32_t k = 0; desc->fields[i].type == FT_OPNDS && k < l->n; k++)
      has |= is_of_local (&l->v[k], local);
  }
  return has;
}
