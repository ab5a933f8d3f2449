/* Events: the sentences of the report.

   For a finding, in this order: what is wrong; the first access, its thread and the calls that lead
   to it; the other one likewise; the doubt; what else they race on; the declaration with what all
   accesses say together; a few more of these.  A sentence begins with `read here', `written here',
   `updated here' or `freed here' if and only if it tells one of the two that race: tools and tests
   go by that. */

#include "events.h"
#include "rules.h"
#include "spelling.h"

#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

/* A finding is for people: what is more than they would read is left out. */
enum { MOST_STEPS = 6, MOST_FURTHER = 3, MOST_BARE = 2, MOST_MISSING = 2, MOST_LOCKS = 6 };

struct teller {
  struct events *events;
  const struct finding *f;
  struct text text; /* of the event at hand */
};

/* Places */

const char *place_file (const struct place *p)
{
  const struct rec_loc *l = place_loc (p);
  if (!p->unit)
    return "";
  uint32_t name = l && l->file ? p->unit->files[l->file].path : p->unit->r.key;
  return p->unit->strings[name];
}

static bool same_place (const struct place *a, const struct place *b)
{
  const struct rec_loc *x = place_loc (a), *y = place_loc (b);
  if (!x || !y)
    return !x && !y && a->unit == b->unit;
  return x->line == y->line && x->column == y->column && !strcmp (place_file (a), place_file (b));
}

/* Words */

/* Names come from files, and must not end the line or the quotes. */
static void add_name (struct text *t, const char *name)
{
  struct text clean = {0};
  spell_name (name, &clean);
  text_printable (&clean);
  text_add (t, text_of (&clean));
  text_free (&clean);
}

static void add_quoted (struct text *t, const char *name)
{
  text_add_n (t, (const char[]){EVENT_QUOTE}, 1);
  add_name (t, name);
  text_add_n (t, (const char[]){EVENT_UNQUOTE}, 1);
}

/* FORMAT with %s for quoted names, which must not be NULL. */
static void say (struct teller *t, const char *format, ...)
{
  va_list names;
  va_start (names, format);
  for (const char *p; (p = strstr (format, "%s")); format = p + 2) {
    text_add_n (&t->text, format, (size_t)(p - format));
    add_quoted (&t->text, va_arg (names, const char *));
  }
  text_add (&t->text, format);
  va_end (names);
}

/* `a', `a and b', `a, b and c', of N. */
static void say_joint (struct teller *t, uint32_t i, uint32_t n, const char *last)
{
  text_add (&t->text, i == 0 ? "" : i + 1 == n ? last : ", ");
}

static void finish (struct teller *t, enum event_kind kind, struct place at)
{
  char *text = arena_strdup (&t->events->arena, text_of (&t->text));
  vec_push (&t->events->v, (struct event){kind, at, text});
  text_clear (&t->text);
}

/* The location: the name as people say it is quoted, what explains it is not.

     'count2'   'conn->state' (struct conn.state)   '*buf' allocated in 'new_buf' */

static bool ends (const char *s, char c)
{
  size_t n = strlen (s);
  return n && s[n - 1] == c;
}

/* Where the explanation starts, at the space in front of it; or the end. */
static const char *explanation (const char *location)
{
  static const char allocated[] = " allocated in '";
  const char *a = strstr (location, allocated), *paren = strrchr (location, '(');
  if (a && a > location && ends (location, '\''))
    return a;
  if (paren && paren > location + 1 && paren[-1] == ' ' && ends (location, ')') &&
      (!strncmp (paren, "(struct ", 8) || !strncmp (paren, "(union ", 7) ||
       (strchr (paren, '.') && !strchr (paren, ' '))))
    return paren - 1;
  return location + strlen (location);
}

static void say_location (struct teller *t)
{
  const char *location = t->f->location ? t->f->location : "memory";
  const char *rest = explanation (location);
  char *name = xstrndup (location, (size_t)(rest - location));
  add_quoted (&t->text, name);
  free (name);
  if (ends (rest, '\'')) {
    const char *function = strchr (rest, '\'') + 1;
    name = xstrndup (function, strlen (function) - 1);
    say (t, " allocated in %s", name);
    free (name);
  } else {
    add_name (&t->text, rest);
  }
}

static void tell_finding (struct teller *t, struct place at)
{
  const struct rule_row *rule = &rules[t->f->rule];
  const char *words = t->f->said                  ? t->f->said
                      : t->f->doubt == DOUBT_NONE ? rule->certain
                                                  : rule->possible;
  for (const char *hole; (hole = strchr (words, '%')); words = hole + 2) {
    text_add_n (&t->text, words, (size_t)(hole - words));
    if (hole[1] == 'L')
      say_location (t);
    else
      add_quoted (&t->text, t->f->other_lock ? t->f->other_lock : "?");
  }
  text_add (&t->text, words);
  finish (t, EVENT_FINDING, at);
}

/* Threads */

static bool same_name (const char *a, const char *b)
{
  return a && b ? !strcmp (a, b) : a == b;
}

/* Whether people could not tell them apart. */
static bool same_title (const struct finding_thread *a, const struct finding_thread *b)
{
  return a->is_entry == b->is_entry && a->is_signal == b->is_signal && same_name (a->name, b->name);
}

static bool same_thread (const struct finding_thread *a, const struct finding_thread *b)
{
  return same_title (a, b) && a->many == b->many && same_place (&a->created, &b->created) &&
         same_name (a->creator, b->creator);
}

static const char *thread_name (const struct finding_thread *x)
{
  return x->name ? x->name : x->is_main ? "main" : "?";
}

/* ` by thread 'x''.  With a function of the library, which then does it, ` by 'memcpy' in thread
 * 'x''. */
static void say_thread (struct teller *t, const struct finding_access *a, bool another)
{
  const struct finding_thread *x = &a->thread;
  if (a->library)
    say (t, " by %s", a->library);
  text_add (&t->text, !a->library ? " by " : x->is_entry ? " for " : " in ");
  if (x->is_entry)
    say (t, another ? "another caller of %s" : "any caller of %s", thread_name (x));
  else if (x->is_signal)
    say (t, another ? "another run of signal handler %s" : "signal handler %s", thread_name (x));
  else
    say (t, another ? "another thread %s" : "thread %s", thread_name (x));
}

/* Where it comes from.  The main thread comes from nowhere. */
static void tell_thread (struct teller *t, const struct finding_access *a)
{
  const struct finding_thread *x = &a->thread;
  bool placed = place_loc (&x->created);
  const char *done = x->is_signal ? "installed" : "created";
  const char *what = x->is_signal ? "signal handler %s" : "thread %s";
  if (x->is_main || (x->is_entry && !placed))
    return;
  if (x->is_entry) {
    say (t, "%s may be called by several threads at a time", thread_name (x));
  } else if (placed || x->creator) {
    say (t, what, thread_name (x));
    text_printf (&t->text, " is %s%s", done, placed ? " here" : "");
    if (x->creator)
      say (t, " by thread %s", x->creator);
    text_add (&t->text, x->many ? "; several run at a time" : "");
  } else {
    text_add (&t->text, "it is not known where ");
    say (t, what, thread_name (x));
    text_printf (&t->text, " is %s%s", done, x->many ? "; several run at a time" : "");
  }
  finish (t, EVENT_THREAD, placed ? x->created : a->at);
}

/* Locks */

static bool holds (const struct finding_access *a, const char *lock)
{
  for (uint32_t i = 0; i < a->n_locks; i++)
    if (same_name (a->locks[i].name, lock))
      return true;
  return false;
}

/* Whether the doubt is just whether this lock is that of the other access: then nobody can say that
   it is missing. */
static bool is_doubted (const struct finding *f, const char *lock)
{
  return f->doubt == DOUBT_LOCK_OBJECTS &&
         ((!f->lock && !f->other_lock) || same_name (lock, f->lock) ||
          same_name (lock, f->other_lock));
}

/* Names like `c->lock' mean something only in their function. */
static bool is_known_in (const struct finding_access *a, const struct finding_access *other,
                         const char *lock)
{
  bool is_path = strpbrk (lock, "*[(") || strstr (lock, "->");
  return !is_path || (a->function && same_name (a->function, other->function));
}

/* ` but not 'lock2'': what the other access holds and this one does not. */
static void say_missing (struct teller *t, const struct finding_access *a,
                         const struct finding_access *other)
{
  const char *missing[MOST_MISSING];
  uint32_t n = 0;
  bool foreign = false;
  for (uint32_t i = 0; i < other->n_locks && n < MOST_MISSING; i++) {
    const char *lock = other->locks[i].name;
    if (holds (a, lock) || is_doubted (t->f, lock))
      continue;
    foreign |= !is_known_in (a, other, lock);
    missing[n++] = lock;
  }
  for (uint32_t i = 0; i < n; i++) {
    text_add (&t->text, i ? " or " : " but not ");
    add_quoted (&t->text, missing[i]);
  }
  text_add (&t->text, foreign ? " of the other access" : "");
}

static void say_locks (struct teller *t, const struct finding_access *a)
{
  uint32_t n = a->n_locks > MOST_LOCKS ? MOST_LOCKS : a->n_locks;
  text_add (&t->text, n ? " holding " : " with no lock held");
  for (uint32_t i = 0; i < n; i++) {
    say_joint (t, i, a->n_locks, " and ");
    add_quoted (&t->text, a->locks[i].name);
    if (a->locks[i].shared)
      text_add (&t->text, a->mode == FINDING_READ || a->mode > FINDING_FREE ? " for reading"
                                                                            : " for reading only");
  }
  if (n < a->n_locks)
    text_printf (&t->text, " and %" PRIu32 " more", a->n_locks - n);
}

/* Accesses */

static const char *const done_here[] = {[FINDING_READ] = "read here",
                                        [FINDING_WRITE] = "written here",
                                        [FINDING_UPDATE] = "updated here",
                                        [FINDING_FREE] = "freed here",
                                        [FINDING_LOCK] = "locked here",
                                        [FINDING_UNLOCK] = "unlocked here",
                                        [FINDING_WAIT] = "waited for here",
                                        [FINDING_DESTROY] = "destroyed here",
                                        [FINDING_EARLIER] = "locked before that here"};

static bool same_steps (const struct finding_access *a, const struct finding_access *b)
{
  if (a->n_steps != b->n_steps)
    return false;
  for (uint32_t i = 0; i < a->n_steps; i++)
    if (!same_name (a->steps[i].caller, b->steps[i].caller) ||
        !same_place (&a->steps[i].at, &b->steps[i].at))
      return false;
  return true;
}

/* The way to it, if it is short enough for the same sentence. */
static void say_way (struct teller *t, const struct finding_access *a)
{
  const struct finding_step *step = a->steps;
  if (a->n_steps == 1 && step->caller) {
    const struct rec_loc *l = place_loc (&step->at);
    say (t, ", called from %s", step->caller);
    if (l) {
      text_add (&t->text, " at ");
      add_name (&t->text, place_file (&step->at));
      text_printf (&t->text, ":%" PRId64, l->line);
    }
  } else if (!a->n_steps && a->function && !same_name (a->function, a->thread.name)) {
    say (t, ", in %s", a->function);
  }
}

/* The function that step I of the way calls. */
static const char *callee (const struct finding_access *a, uint32_t i)
{
  return i + 1 < a->n_steps ? a->steps[i + 1].caller : a->function;
}

/* A call, and SKIPPED ones behind it. */
static void tell_step (struct teller *t, const struct finding_access *a, uint32_t i,
                       uint32_t skipped)
{
  const struct finding_step *step = &a->steps[i];
  const struct finding_thread *x = &a->thread;
  bool is_start = i == 0 && !x->is_entry && !x->is_signal && same_name (step->caller, x->name);
  const char *to = callee (a, i), *behind = callee (a, i + skipped);
  say (t, is_start ? "thread %s" : "%s", step->caller ? step->caller : "?");
  say (t, " calls %s here", to ? to : "?");
  if (skipped) {
    say (t, ", which leads to %s", behind ? behind : "?");
    text_printf (&t->text, skipped == 1 ? " by one more call" : " by %" PRIu32 " more calls",
                 skipped);
  }
  finish (t, EVENT_STEP, step->at);
}

static void tell_steps (struct teller *t, const struct finding_access *a)
{
  if (a->n_steps < 2)
    return;
  uint32_t skipped = a->n_steps > MOST_STEPS ? a->n_steps - MOST_STEPS : 0;
  for (uint32_t i = 0; i < a->n_steps; i++) {
    bool gap = skipped && i == MOST_STEPS / 2 - 1;
    tell_step (t, a, i, gap ? skipped : 0);
    i += gap ? skipped : 0;
  }
}

/* One of the pair; IS_SECOND: the other one has been told, and what both share is not told again.
 */
static void tell_access (struct teller *t, const struct finding_access *a,
                         const struct finding_access *other, bool is_second)
{
  text_add (&t->text, done_here[a->mode]);
  text_add (&t->text, a->atomic ? " atomically" : "");
  say_thread (t, a, is_second && same_title (&a->thread, &other->thread));
  say_locks (t, a);
  if (a->n_locks)
    say_missing (t, a, other);
  say_way (t, a);
  finish (t, EVENT_ACCESS, a->at);
  bool told = is_second && same_thread (&a->thread, &other->thread);
  if (!told)
    tell_thread (t, a);
  if (!told || !same_steps (a, other))
    tell_steps (t, a);
}

/* What is done with a lock. */
static void tell_operation (struct teller *t, const struct finding_access *a,
                            const struct finding_access *before)
{
  text_add (&t->text, done_here[a->mode]);
  if (a->mode == FINDING_EARLIER) {
    finish (t, EVENT_ACCESS, a->at);
    return;
  }
  say_thread (t, a, before && same_title (&a->thread, &before->thread));
  say_locks (t, a);
  say_way (t, a);
  finish (t, EVENT_ACCESS, a->at);
  if (!before || !same_thread (&a->thread, &before->thread))
    tell_thread (t, a);
  tell_steps (t, a);
}

/* Iterations of one loop, in one thread. */
static void tell_lanes (struct teller *t)
{
  static const char *const who[] = {" by one lane", " by another lane"};
  const struct finding_access *a = t->f->accesses;
  for (uint32_t i = 0; i < t->f->n_accesses; i++) {
    text_add (&t->text, done_here[a[i].mode]);
    text_add (&t->text, t->f->n_accesses == 1 ? " by each lane" : who[i != 0]);
    if (a[i].function)
      say (t, ", in %s", a[i].function);
    finish (t, EVENT_ACCESS, a[i].at);
  }
}

/* The doubt */

static void tell_doubt (struct teller *t, struct place at)
{
  const struct finding *f = t->f;
  switch (f->doubt) {
  case DOUBT_SAME_OBJECT:
    text_add (&t->text, "the two accesses may be to different objects");
    break;
  case DOUBT_SAME_ELEMENT:
    text_add (&t->text, "the two accesses may be to different elements");
    break;
  case DOUBT_LOCK_OBJECTS:
    if (!f->lock)
      text_add (&t->text, "the locks held may belong to different objects");
    else if (!f->other_lock || same_name (f->lock, f->other_lock))
      say (t, "the two %s may belong to different objects", f->lock);
    else
      say (t, "%s and %s may belong to different objects", f->lock, f->other_lock);
    break;
  case DOUBT_UNKNOWN_POINTER:
    say (t,
         f->through ? "one of the accesses goes through %s, which"
                    : "one of the accesses goes through a pointer that",
         f->through);
    text_add (&t->text, " comes from code without facts");
    break;
  case DOUBT_MERGED:
    text_add (&t->text,
              "one of the accesses goes through a pointer that may lead to too many places "
              "to tell them apart");
    break;
  case DOUBT_IN_STEP:
    text_add (&t->text,
              "lanes that execute each instruction together do the first before the second");
    break;
  case DOUBT_JOIN:
    text_add (&t->text, "one of the threads may have been joined before the other access");
    break;
  case DOUBT_RELEASED:
    text_add (&t->text, "a lock that was held on the way to one of the accesses may be held still");
    break;
  case DOUBT_WAIT:
    text_add (&t->text,
              "an atomic, a condition or a pipe for which one of the threads waits may order them");
    break;
  case DOUBT_EXIT:
    text_add (&t->text, "one of the accesses is done only if its thread ends the program");
    break;
  case DOUBT_UNKNOWN_CALL:
    text_printf (&t->text,
                 "one of the accesses is reached through a call %sthat may be of another function",
                 place_loc (&f->doubted) ? "here " : "");
    at = place_loc (&f->doubted) ? f->doubted : at;
    break;
  default:
    return;
  }
  finish (t, EVENT_DOUBT, at);
}

/* Other memory, of which one finding is enough. */
static void tell_others (struct teller *t, struct place at)
{
  enum { MOST_NAMED = 3 };
  const struct finding *f = t->f;
  uint32_t n = f->n_others > MOST_NAMED ? MOST_NAMED : f->n_others;
  if (!n)
    return;
  text_add (&t->text, "the same two accesses race on ");
  for (uint32_t i = 0; i < n; i++) {
    say_joint (t, i, f->n_others, " and ");
    add_quoted (&t->text, f->others[i]);
  }
  text_add (&t->text, n < f->n_others ? " and others too" : " too");
  finish (t, EVENT_OTHERS, at);
}

/* The evidence */

static bool any_lock (const struct finding *f)
{
  for (uint32_t i = 0; i < f->n_accesses; i++)
    if (f->accesses[i].n_locks)
      return true;
  return false;
}

/* What all accesses say together.  WHOSE is `its', or `the' if nobody has said of what yet. */
static void say_evidence (struct teller *t, const char *whose)
{
  const struct finding *f = t->f;
  bool any = f->held && f->common_lock;
  if (any)
    say (t, "%s is held at ", f->common_lock);
  else
    text_add (&t->text, any_lock (f) ? "no lock is common to " : "no lock is held at ");
  if (f->of == 1)
    text_printf (&t->text, "%s only access", whose);
  else if (any)
    text_printf (&t->text, "%" PRIu32 " of %s %" PRIu32 " accesses", f->held, whose, f->of);
  else
    text_printf (&t->text, "%s of %s %" PRIu32 " accesses", any_lock (f) ? "all" : "any", whose,
                 f->of);
}

static void tell_declaration (struct teller *t, struct place at)
{
  const struct finding *f = t->f;
  bool placed = place_loc (&f->declaration);
  if (placed && f->declared)
    say (t, "%s is declared here", f->declared);
  else if (placed)
    text_add (&t->text, "allocated here");
  if (f->of) {
    text_add (&t->text, placed ? "; " : "");
    say_evidence (t, placed ? "its" : "the");
  }
  if (f->of && !placed) {
    text_add (&t->text, " to ");
    say_location (t);
  }
  if (placed || f->of)
    finish (t, EVENT_DECLARATION, placed ? f->declaration : at);
}

/* Further accesses: at other places than those told already, and first those that hold no lock,
   since they are to be mended too; then such that do, since they show how. */

static bool is_told (const struct teller *t, uint32_t first, const struct finding_access *a)
{
  for (uint32_t i = first; i < t->events->v.n; i++) {
    const struct event *e = &t->events->v.v[i];
    if ((e->kind == EVENT_ACCESS || e->kind == EVENT_FURTHER) && same_place (&e->at, &a->at))
      return true;
  }
  return false;
}

static void tell_further (struct teller *t, uint32_t first)
{
  uint32_t told = 0;
  for (int locked = 0; locked < 2; locked++)
    for (uint32_t i = 2; i < t->f->n_accesses && told < (locked ? MOST_FURTHER : MOST_BARE); i++) {
      const struct finding_access *a = &t->f->accesses[i];
      if ((a->n_locks != 0) != locked || !place_loc (&a->at) || is_told (t, first, a))
        continue;
      text_printf (&t->text, "also %s%s", done_here[a->mode], a->atomic ? " atomically" : "");
      say_thread (t, a, false);
      say_locks (t, a);
      say_way (t, a);
      finish (t, EVENT_FURTHER, a->at);
      told++;
    }
}

void events_add (struct events *events, const struct finding *f)
{
  struct teller t = {events, f, {0}};
  const struct finding_access *a = f->accesses, *b = f->n_accesses > 1 ? a + 1 : a;
  struct place at = f->n_accesses ? a->at : f->declaration;
  uint32_t first = events->v.n;
  tell_finding (&t, at);
  if (rules[f->rule].about == RULE_OF_LOCKS) {
    for (uint32_t i = 0; i < f->n_accesses; i++)
      tell_operation (&t, a + i, i ? a + i - 1 : NULL);
  } else if (f->n_accesses && rules[f->rule].about == RULE_OF_ACCESSES) {
    tell_access (&t, a, b, false);
    tell_access (&t, b, a, true); /* perhaps the same one, by another thread */
  }
  if (rules[f->rule].about == RULE_OF_LANES)
    tell_lanes (&t);
  tell_doubt (&t, at);
  if (rules[f->rule].about == RULE_OF_ACCESSES)
    tell_others (&t, at);
  tell_declaration (&t, at);
  if (rules[f->rule].about == RULE_OF_ACCESSES)
    tell_further (&t, first);
  text_free (&t.text);
}

void events_clear (struct events *events)
{
  arena_free (&events->arena);
  vec_clear (&events->v);
}

void events_free (struct events *events)
{
  arena_free (&events->arena);
  vec_free (&events->v);
}

void event_plain (const struct event *e, struct text *out)
{
  size_t start = out->n;
  text_add (out, e->text);
  for (size_t i = start; i < out->n; i++)
    if (out->v[i] == EVENT_QUOTE || out->v[i] == EVENT_UNQUOTE)
      out->v[i] = '\'';
}
