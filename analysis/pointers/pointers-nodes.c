/* Where the nodes of a function are: those of its values, formals, result and variable arguments.
   Most values are numbers, which hold no pointer and have no node: each copy of the function would
   have them again. */

#include "pointers-internal.h"

enum { NO_POINTER = 1 << 30 }; /* of a slot: it has a node, but is no pointer by its type */

static uint32_t places_of (const struct function *b)
{
  return b->n_values + 1 + b->n_params + 2;
}

/* The node of a place of the function; 0: it has none. */
node_id node_of_place (const struct solver *s, funid f, uint32_t place)
{
  uint32_t slot = s->slots[s->p->value_base[f] + place] & ~(uint32_t)NO_POINTER;
  return slot ? first_node (s, f) + slot - 1 : 0;
}

node_id first_node (const struct solver *s, funid f)
{
  return s->copies.at.f == f ? s->copies.at.base : s->node_base[f];
}

node_id value_node (const struct solver *s, funid f, uint32_t value)
{
  return node_of_place (s, f, value);
}

node_id formal_node (const struct solver *s, funid f, uint32_t n)
{
  const struct function *b = s->program->functions[f].body;
  return b && n < b->n_params ? node_of_place (s, f, b->n_values + 1 + n) : 0;
}

node_id result_node (const struct solver *s, funid f)
{
  const struct function *b = s->program->functions[f].body;
  return node_of_place (s, f, b->n_values + 1 + b->n_params);
}

node_id varargs_node (const struct solver *s, funid f)
{
  return result_node (s, f) + 1;
}

uint32_t nodes_of (const struct solver *s, funid f)
{
  return s->node_base[f + 1] - s->node_base[f];
}

bool value_may_hold (const struct solver *s, funid f, uint32_t value)
{
  uint32_t slot = s->slots[s->p->value_base[f] + value];
  return slot && !(slot & NO_POINTER);
}

/* Integers with three quarters of a pointer's bits are bit-fields that hold all that matters of
   one; those with more than a pointer's, and vectors, come from copies of small memory. */
bool may_hold_pointer (const struct unit *u, uint32_t type)
{
  const struct type *t = type_at (u, type);
  return !t || t->r.kind == TK_POINTER ||
         ((t->r.kind == TK_INTEGER || t->r.kind == TK_OTHER) &&
          t->r.bits >= u->r.pointer_bits / 4 * 3);
}

/* Gives out the slots of a function; returns how many nodes that makes. */
static uint32_t find_slots (struct solver *s, funid f)
{
  const struct function *b = s->program->functions[f].body;
  uint32_t *slots = s->slots + s->p->value_base[f], n = 0;
  const struct unit *u = function_unit (s->program, f);
  for (uint32_t v = 1; v <= b->n_values; v++)
    if (is_pointer_integer (u, b->value_types[v])
            ? bitset_has (&s->integers, s->p->value_base[f] + v)
            : may_hold_pointer (u, b->value_types[v]))
      slots[v] = ++n;
  for (uint32_t i = 0; i < b->n_records; i++) /* `...' may be anything */
    if (b->records[i]->kind == REC_va && b->records[i]->dst && !slots[b->records[i]->dst])
      slots[b->records[i]->dst] = ++n | NO_POINTER;
  for (uint32_t i = b->n_values + 1; i < places_of (b); i++)
    slots[i] = ++n;
  return n;
}

void make_nodes (struct solver *s)
{
  const struct program *p = s->program;
  node_id next = s->nodes.n;
  for (funid f = 1; f <= p->n_functions; f++)
    s->p->value_base[f + 1] =
        s->p->value_base[f] + (p->functions[f].body ? places_of (p->functions[f].body) : 0);
  s->integers = integers_with_pointers (p, s->p->value_base, s->p->models);
  s->slots = ARENA_ARRAY (&s->arena, s->p->value_base[p->n_functions + 1], uint32_t);
  s->node_base = ARENA_ARRAY (&s->arena, p->n_functions + 2, node_id);
  for (funid f = 1; f <= p->n_functions; f++) {
    s->node_base[f] = next;
    next += p->functions[f].body ? find_slots (s, f) : 0;
  }
  s->node_base[p->n_functions + 1] = next;
  while (s->nodes.n < next)
    solver_new_node (s);
}
