/* Fingerprints: a hash of the rule, the symbol of the location, and of the two accesses their
   functions and how they are spelled, in an order that does not depend on which comes first.
   Neither lines nor files nor whether there is a doubt are a part of it.

   Findings that are equal in all this are numbered, so that one more of them is a new one. */

#include "fingerprint.h"
#include "hash.h"
#include "intern.h"
#include "rules.h"
#include "text.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

/* FNV-1a: short, and the same everywhere, also on machines with another order of bytes. */
static uint64_t hash_text (const char *s)
{
  uint64_t h = UINT64_C (0xcbf29ce484222325);
  for (; *s; s++)
    h = (h ^ (unsigned char)*s) * UINT64_C (0x100000001b3);
  return hash_u64 (h);
}

static const char *known (const char *name)
{
  return name ? name : "";
}

static void add_access (const struct finding *f, uint32_t i, struct text *out)
{
  const struct finding_access *a = i < f->n_accesses ? &f->accesses[i] : NULL;
  if (a)
    text_printf (out, "%s %s %s", known (a->function), known (a->library), known (a->spelled));
}

static void add_key (const struct finding *f, struct text *out)
{
  struct text a = {0}, b = {0};
  add_access (f, 0, &a);
  add_access (f, f->n_accesses > 1 ? 1 : 0, &b);
  bool swap = strcmp (text_of (&a), text_of (&b)) > 0;
  text_printf (out, "%s\n%s\n%s\n%s", rules[f->rule].option, known (f->symbol),
               text_of (swap ? &b : &a), text_of (swap ? &a : &b));
  text_free (&a);
  text_free (&b);
}

void fingerprints_make (struct findings *f)
{
  struct strings keys = {0};
  vec_u32 count = {0};
  struct text key = {0};
  for (uint32_t i = 0; i < f->v.n; i++) {
    text_clear (&key);
    add_key (&f->v.v[i], &key);
    uint32_t id = strings_intern (&keys, text_of (&key));
    if (id > count.n)
      vec_push (&count, 0);
    if (++count.v[id - 1] > 1)
      text_printf (&key, "\n%" PRIu32, count.v[id - 1]);
    snprintf (f->v.v[i].fingerprint, FINGERPRINT, "%016" PRIx64, hash_text (text_of (&key)));
  }
  text_free (&key);
  vec_free (&count);
  strings_free (&keys);
}
