/* Clusters: each finding has a few probable causes, of which it may share each with others.
   Greedily the cause that explains most of those not explained yet is taken, until none explains
   two.  What is nearer to a mistake in the program, or in the analysis, counts for more than what
   is merely in common: a lock that a function forgets for more than a pair of threads.

   Data races and possible ones are not mixed.  The work is proportional to the findings, but for
   the heap. */

#include "cluster.h"
#include "events.h"
#include "intern.h"
#include "rules.h"

#include <inttypes.h>
#include <string.h>
#include <libiberty/fibheap.h>

static const struct {
  const char *name;
  uint8_t weight, least; /* how many findings it must explain */
} causes[N_CAUSES] = {[CAUSE_ITSELF] = {"itself", 0, 1},     [CAUSE_CALL] = {"call", 13, 2},
                      [CAUSE_LOCK] = {"lock", 12, 2},        [CAUSE_OBJECT] = {"object", 11, 2},
                      [CAUSE_STRUCT] = {"struct", 9, 2},     [CAUSE_POINTER] = {"pointer", 8, 2},
                      [CAUSE_FUNCTION] = {"function", 7, 2}, [CAUSE_THREADS] = {"threads", 4, 3}};

const char *cause_name (enum cause cause)
{
  return causes[cause].name;
}

struct key {
  uint8_t cause;
  uint32_t live;  /* findings that are not explained yet */
  uint32_t first; /* 1 + number of its first link */
};

struct link {
  uint32_t finding, next;
};

struct clusterer {
  const struct finding **list;
  uint32_t n;
  struct strings names;
  VEC (struct key) keys; /* by name - 1 */
  VEC (struct link) links;
  vec_u32 of;          /* N_CAUSES for each finding: key, or 0 */
  uint32_t *explained; /* by finding: 1 + group */
};

/* Causes */

static const char *known (const char *name)
{
  return name ? name : "?";
}

static const struct finding_access *access_of (const struct finding *f, uint32_t i)
{
  static const struct finding_access none;
  return i < f->n_accesses ? &f->accesses[i] : f->n_accesses ? f->accesses : &none;
}

static bool holds (const struct finding_access *a, const char *lock)
{
  for (uint32_t i = 0; i < a->n_locks; i++)
    if (!strcmp (a->locks[i].name, lock))
      return true;
  return false;
}

static void add_place (const struct place *at, struct text *out)
{
  const struct rec_loc *l = place_loc (at);
  text_printf (out, "%s:%" PRId64 ":%" PRId64, place_file (at), l ? l->line : 0, l ? l->column : 0);
}

/* The first of the two names, by the alphabet, and the other one. */
static void thread_names (const struct finding *f, const char **first, const char **other)
{
  *first = known (access_of (f, 0)->thread.name);
  *other = known (access_of (f, 1)->thread.name);
  if (strcmp (*first, *other) > 0) {
    const char *swap = *first;
    *first = *other;
    *other = swap;
  }
}

/* What is the same for all findings with this cause; nothing: the finding does not have it. */
static void add_key (enum cause cause, const struct finding *f, struct text *out)
{
  const struct finding_access *a = access_of (f, 0);
  const char *dot = f->field ? strrchr (f->field, '.') : NULL, *thread, *other;
  if (rules[f->rule].about != RULE_OF_ACCESSES)
    return;
  switch (cause) {
  case CAUSE_CALL:
    if (f->doubt == DOUBT_UNKNOWN_CALL && place_loc (&f->doubted))
      add_place (&f->doubted, out);
    break;
  case CAUSE_POINTER:
    if (f->doubt == DOUBT_UNKNOWN_POINTER && f->doubted_name)
      text_add (out, f->doubted_name);
    break;
  case CAUSE_LOCK:
    if (f->common_lock && !holds (a, f->common_lock) && a->function)
      text_printf (out, "%s %s", a->function, f->common_lock);
    break;
  case CAUSE_OBJECT:
    if (place_loc (&f->declaration))
      add_place (&f->declaration, out);
    break;
  case CAUSE_STRUCT:
    if (dot)
      text_add_n (out, f->field, (size_t)(dot - f->field));
    break;
  case CAUSE_FUNCTION:
    if (a->function && !a->n_locks)
      text_printf (out, "%s", a->function);
    break;
  case CAUSE_THREADS:
    thread_names (f, &thread, &other);
    if (strcmp (thread, other)) /* that there are many of one kind is no mistake */
      text_printf (out, "%s %s", thread, other);
    break;
  case CAUSE_ITSELF:
  case N_CAUSES:
    break;
  }
}

void cluster_say (enum cause cause, const struct finding *f, struct text *out)
{
  const struct finding_access *a = access_of (f, 0);
  const char *thread, *other;
  struct text key = {0};
  add_key (cause, f, &key);
  thread_names (f, &thread, &other);
  switch (cause) {
  case CAUSE_CALL:
    text_printf (out, "a call in '%s' at %s may be of another function", known (f->doubted_name),
                 text_of (&key));
    break;
  case CAUSE_POINTER:
    text_printf (out, "what '%s' returns comes from code without facts", text_of (&key));
    break;
  case CAUSE_LOCK:
    text_printf (out, "'%s' does not hold '%s', which is held at other accesses",
                 known (a->function), f->common_lock);
    break;
  case CAUSE_OBJECT:
    if (f->declared)
      text_printf (out, "'%s' is shared without a lock that all accesses hold", f->declared);
    else
      text_printf (out, "memory allocated at %s is shared without a lock that all accesses hold",
                   text_of (&key));
    break;
  case CAUSE_STRUCT:
    text_printf (out, "fields of '%s' are shared without a lock that all accesses hold",
                 text_of (&key));
    break;
  case CAUSE_FUNCTION:
    text_printf (out, "'%s' accesses shared memory without a lock", known (a->function));
    break;
  case CAUSE_THREADS:
    text_printf (out, "threads '%s' and '%s' may run at the same time", thread, other);
    break;
  case CAUSE_ITSELF:
  case N_CAUSES:
    text_printf (out, "race on '%s'", known (f->symbol));
    break;
  }
  text_free (&key);
}

/* Keys */

static void add_keys (struct clusterer *c, uint32_t finding)
{
  const struct finding *f = c->list[finding];
  struct text name = {0};
  for (unsigned cause = 0; cause < N_CAUSES; cause++) {
    text_clear (&name);
    add_key ((enum cause)cause, f, &name);
    uint32_t id = 0;
    if (name.n) {
      text_printf (&name, " %u %d", cause, (int)finding_confidence (f));
      id = strings_intern (&c->names, text_of (&name));
      if (id > c->keys.n)
        vec_push (&c->keys, (struct key){.cause = (uint8_t)cause});
      struct key *key = &c->keys.v[id - 1];
      vec_push (&c->links, (struct link){finding, key->first});
      key->first = c->links.n;
      key->live++;
    }
    vec_push (&c->of, id);
  }
  text_free (&name);
}

/* More is better; of equals, what was seen first.  Less comes first out of the heap. */
static fibheapkey_t rank (const struct clusterer *c, uint32_t key)
{
  const struct key *k = &c->keys.v[key - 1];
  return -((fibheapkey_t)k->live * causes[k->cause].weight) * ((fibheapkey_t)1 << 32) + key;
}

static void explain (struct clusterer *c, uint32_t key, uint32_t group)
{
  for (uint32_t l = c->keys.v[key - 1].first; l; l = c->links.v[l - 1].next) {
    uint32_t finding = c->links.v[l - 1].finding;
    if (c->explained[finding])
      continue;
    c->explained[finding] = group;
    for (unsigned i = 0; i < N_CAUSES; i++) {
      uint32_t other = c->of.v[finding * N_CAUSES + i];
      if (other)
        c->keys.v[other - 1].live--;
    }
  }
}

/* Numbers the groups; returns the cause of each, by number. */
static void choose (struct clusterer *c, vec_u32 *chosen)
{
  fibheap_t heap = fibheap_new ();
  for (uint32_t k = 1; k <= c->keys.n; k++)
    fibheap_insert (heap, rank (c, k), (void *)(uintptr_t)k);
  while (!fibheap_empty (heap)) {
    fibheapkey_t was = fibheap_min_key (heap);
    uint32_t k = (uint32_t)(uintptr_t)fibheap_extract_min (heap);
    const struct key *key = &c->keys.v[k - 1];
    if (key->live < causes[key->cause].least)
      continue;
    if (rank (c, k) != was) { /* others have been explained meanwhile */
      fibheap_insert (heap, rank (c, k), (void *)(uintptr_t)k);
      continue;
    }
    vec_push (chosen, key->cause);
    explain (c, k, chosen->n);
  }
  fibheap_delete (heap);
}

void clusters_make (struct clusters *out, const struct finding **list, uint32_t n)
{
  struct clusterer c = {.list = list, .n = n};
  vec_u32 chosen = {0};
  *out = (struct clusters){0};
  c.explained = xcalloc (n + 1, sizeof *c.explained);
  for (uint32_t i = 0; i < n; i++)
    add_keys (&c, i);
  choose (&c, &chosen);
  for (uint32_t i = 0; i < n; i++)
    if (!c.explained[i]) {
      vec_push (&chosen, CAUSE_ITSELF);
      c.explained[i] = chosen.n;
    }

  /* In the order of their first findings. */
  vec_u32 number = {0},
          next = {0}; /* by group: 1 + its cluster; by cluster: where its next one goes */
  const struct finding **sorted = XNEWVEC (const struct finding *, n + 1);
  vec_resize (&number, chosen.n + 1);
  for (uint32_t i = 0; i < n; i++) {
    uint32_t *at = &number.v[c.explained[i]];
    if (!*at) {
      vec_push (&out->v, (struct cluster){.cause = (uint8_t)chosen.v[c.explained[i] - 1]});
      *at = out->v.n;
    }
    out->v.v[*at - 1].n++;
  }
  for (uint32_t i = 0, first = 0; i < out->v.n; first += out->v.v[i++].n) {
    out->v.v[i].first = first;
    vec_push (&next, first);
  }
  for (uint32_t i = 0; i < n; i++)
    sorted[next.v[number.v[c.explained[i]] - 1]++] = list[i];
  if (n)
    memcpy (list, sorted, n * sizeof *list);

  free (sorted);
  vec_free (&number);
  vec_free (&next);
  vec_free (&chosen);
  free (c.explained);
  strings_free (&c.names);
  vec_free (&c.keys);
  vec_free (&c.links);
  vec_free (&c.of);
}

void clusters_free (struct clusters *c)
{
  vec_free (&c->v);
}
