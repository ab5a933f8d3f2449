/* The ways to write a lock, an access, a place in memory: tables from which the dice choose.  The
   first row of each is the plainest. */

#include "generator.h"

#include <stdio.h>
#include <string.h>

/* Helper functions that a cell has made, by what they are for. */
enum helper {
  H_TAKE,
  H_DROP,
  H_TAKE_DEEP,
  H_DROP_DEEP,
  H_TAKE_MACRO,
  H_DROP_MACRO,
  H_INIT,
  H_INC,
  H_SET,
  H_GET,
  H_INC_DEEP,
  H_SET_DEEP,
  H_GET_DEEP,
};

static bool have (struct cell *c, enum helper h)
{
  bool had = c->helpers & 1u << h;
  c->helpers |= 1u << h;
  return had;
}

static const char *helper_name (struct cell *c, const char *word)
{
  return cell_name (c, word, strlen (word));
}

/* Locks. */

static const struct {
  const char *type, *initialiser, *init, *lock, *unlock, *trylock;
} lock_kinds[] = {
    {"pthread_mutex_t", "PTHREAD_MUTEX_INITIALIZER", "pthread_mutex_init (%s, NULL)",
     "pthread_mutex_lock (%s)", "pthread_mutex_unlock (%s)", "pthread_mutex_trylock (%s)"},
    {"pthread_mutex_t", NULL, "pthread_mutex_init (%s, NULL)", "pthread_mutex_lock (%s)",
     "pthread_mutex_unlock (%s)", "pthread_mutex_trylock (%s)"},
    {"pthread_spinlock_t", NULL, "pthread_spin_init (%s, 0)", "pthread_spin_lock (%s)",
     "pthread_spin_unlock (%s)", "pthread_spin_trylock (%s)"},
    {"pthread_rwlock_t", "PTHREAD_RWLOCK_INITIALIZER", "pthread_rwlock_init (%s, NULL)",
     "pthread_rwlock_wrlock (%s)", "pthread_rwlock_unlock (%s)", "pthread_rwlock_trywrlock (%s)"},
    {"mtx_t", NULL, "mtx_init (%s, mtx_plain)", "mtx_lock (%s)", "mtx_unlock (%s)",
     "mtx_trylock (%s)"},
    {"pthread_mutex_t", "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP", "init_recursive (%s)",
     "pthread_mutex_lock (%s)", "pthread_mutex_unlock (%s)", "pthread_mutex_trylock (%s)"},
    {"pthread_mutex_t", "PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP", "pthread_mutex_init (%s, NULL)",
     "pthread_mutex_lock (%s)", "pthread_mutex_unlock (%s)", "pthread_mutex_trylock (%s)"},
};
const unsigned n_lock_kinds = sizeof lock_kinds / sizeof *lock_kinds;

const char *lock_type (const struct cell *c)
{
  return lock_kinds[c->lock_kind].type;
}

/* FORMAT with one %s. */
static const char *filled (const char *format, const char *with)
{
  const char *at = strstr (format, "%s");
  return text_of ("%.*s%s%s", (int)(at - format), format, with, at + 2);
}

void lock_init (struct cell *c, const char *lock, struct buf *out)
{
  buf_printf (out, "%s;", filled (lock_kinds[c->lock_kind].init, text_of ("&%s", lock)));
}

/* take (l) calls the lock function; take_deep calls take. */
static const char *lock_wrapper (struct cell *c, bool release, bool deep)
{
  enum helper h = (release ? H_DROP : H_TAKE) + (deep ? H_TAKE_DEEP - H_TAKE : 0);
  const char *word = release ? (deep ? "leave" : "drop") : (deep ? "enter" : "take");
  const char *name = helper_name (c, word);
  if (have (c, h))
    return name;
  const char *call =
      deep
          ? text_of ("%s (l)", lock_wrapper (c, release, false))
          : filled (release ? lock_kinds[c->lock_kind].unlock : lock_kinds[c->lock_kind].lock, "l");
  struct item *i = cell_item (c, I_FUNC, text_of ("void %s (%s *l)", name, lock_type (c)));
  bool checked = !deep && chance (&c->dice, F_wrappers, 30);
  item_line (i, text_of (checked ? "  if (%s != 0) abort ();" : "  %s;", call), 0);
  return name;
}

static const char *lock_macro (struct cell *c, bool release)
{
  const char *name = helper_name (c, release ? "RELEASE" : "ACQUIRE");
  if (!have (c, release ? H_DROP_MACRO : H_TAKE_MACRO))
    cell_item (
        c, I_MACRO,
        text_of ("#define %s(l) %s", name,
                 filled (release ? lock_kinds[c->lock_kind].unlock : lock_kinds[c->lock_kind].lock,
                         "&(l)")));
  return name;
}

void lock_statement (struct cell *c, const char *lock, bool release, struct buf *out)
{
  const char *address = text_of ("&%s", lock);
  const char *call =
      filled (release ? lock_kinds[c->lock_kind].unlock : lock_kinds[c->lock_kind].lock, address);
  switch (roll (&c->dice, F_wrappers, 8)) {
  case 1:
    buf_printf (out, "if (%s != 0) abort ();", call);
    break;
  case 2:
    buf_printf (out, "%s (%s);", lock_macro (c, release), lock);
    break;
  case 3:
  case 4:
    buf_printf (out, "%s (%s);", lock_wrapper (c, release, false), address);
    break;
  case 5:
    buf_printf (out, "%s (%s);", lock_wrapper (c, release, true), address);
    break;
  case 6:
    if (!release) {
      buf_printf (out, "while (%s != 0) sched_yield ();",
                  filled (lock_kinds[c->lock_kind].trylock, address));
      break;
    }
    /* fall through */
  default:
    buf_printf (out, "%s;", call);
  }
}

/* Accesses.  %E the lvalue, %T its type, %N a number. */

struct spelling {
  char op;
  const char *text;
};

static const struct spelling spellings[] = {
    {'+', "%E++;"},
    {'+', "%E += 1;"},
    {'+', "++%E;"},
    {'+', "%E = %E + 1;"},
    {'+', "{ %T seen = %E; %E = seen + 1; }"},
    {'+', "{ %T *where = &%E; (*where)++; }"},
    {'+', "for (int turn = 0; turn < 2; turn++) %E++;"},
    {'+', "if (coin () >= 0) %E++;"},
    {'+', "do %E += 2; while (coin () < 0);"},
    {'+', "switch (coin () & 1) { case 0: default: %E++; }"},
    {'=', "%E = %N;"},
    {'=', "%E = (%T) coin ();"},
    {'=', "{ %T *where = &%E; *where = %N; }"},
    {'=', "{ %T fresh = (%T) coin (); %E = fresh; }"},
    {'=', "if (coin () >= 0) %E = %N;"},
    {'=', "for (int turn = 0; turn < 2; turn++) %E = (%T) turn;"},
    {'r', "use (%E);"},
    {'r', "{ %T seen = %E; use (seen); }"},
    {'r', "{ const %T *where = &%E; use (*where); }"},
    {'r', "if (%E == %N) use (1);"},
    {'r', "use (%E > %N ? 1 : 2);"},
    {'r', "for (int turn = 0; turn < 2; turn++) use (%E);"},
};

static void write_access (struct cell *c, const char *text, const char *lvalue, struct buf *out)
{
  for (const char *s = text; *s; s++) {
    if (*s != '%') {
      buf_add_n (out, s, 1);
      continue;
    }
    switch (*++s) {
    case 'E':
      buf_add (out, lvalue);
      break;
    case 'T':
      buf_add (out, c->type);
      break;
    case 'N':
      buf_printf (out, "%u", 1 + roll (&c->dice, F_spelling, 9));
      break;
    }
  }
}

static void spell_access (struct cell *c, char op, const char *lvalue, struct buf *out)
{
  const struct spelling *of[sizeof spellings / sizeof *spellings];
  unsigned n = 0;
  for (size_t k = 0; k < sizeof spellings / sizeof *spellings; k++)
    if (spellings[k].op == op)
      of[n++] = &spellings[k];
  write_access (c, of[roll (&c->dice, F_spelling, n)]->text, lvalue, out);
}

static char worse (char a, char b)
{
  static const char order[] = ".BA";
  if (!a || !b)
    return a ? a : b;
  return strchr (order, a) > strchr (order, b) ? a : b;
}

/* The function that makes such an access through its argument, and carries its mark. */
static const char *access_helper (struct cell *c, char op, bool deep, char mark)
{
  int k = op == '+' ? 0 : op == '=' ? 1 : 2;
  static const char *const names[][3] = {{"bump", "assign", "look"}, {"advance", "renew", "check"}};
  const char *name = helper_name (c, names[deep][k]);
  if (have (c, (deep ? H_INC_DEEP : H_INC) + k)) {
    if (deep)
      access_helper (c, op, false, mark);
    else {
      struct line *l = c->items[c->helper_ids[k]].lines;
      l->mark = worse (l->mark, mark);
    }
    return name;
  }
  const char *head = text_of ("void %s (%s%s *where)", name, op == 'r' ? "const " : "", c->type);
  if (deep) {
    const char *under = access_helper (c, op, false, mark);
    item_line (cell_item (c, I_FUNC, head), text_of ("  %s (where);", under), 0);
    return name;
  }
  struct buf body = {0};
  static const char *const bodies[] = {"  (*where)++;", "  *where = %N;", "  use (*where);"};
  write_access (c, bodies[k], "", &body);
  struct item *i = cell_item (c, I_FUNC, head);
  item_line (i, buf_text (&body), mark);
  c->helper_ids[k] = i - c->items;
  return name;
}

void access_statement (struct cell *c, char op, const char *lvalue, char *mark, struct buf *out)
{
  unsigned how = roll (&c->dice, F_outline, 6);
  if (how < 4 || !mark) {
    spell_access (c, op, lvalue, out);
    return;
  }
  buf_printf (out, "%s (&%s);", access_helper (c, op, how == 5, *mark), lvalue);
  *mark = 0;
}

/* Places.  %T the type, %N the name, %S a struct tag, %O a second name, %I the initialiser. */

static const struct storage {
  const char *type; /* NULL: none */
  const char *global, *global2, *func, *init, *main, *expr;
} storages[] = {
    {NULL, "%T %N%I", NULL, NULL, NULL, NULL, "%N"},
    {"struct %S { char tag; %T %N; long spare; };", "struct %S %O", NULL, NULL, NULL, NULL,
     "%O.%N"},
    {NULL, "%T %N[4]", NULL, NULL, NULL, NULL, "%N[2]"},
    {"struct %S { long spare; %T %N; };", "struct %S *%O", NULL, NULL,
     "%O = calloc (1, sizeof *%O);", NULL, "%O->%N"},
    {NULL, "%T %N%I", "%T *%O = &%N", NULL, NULL, NULL, "(*%O)"},
    {"struct %S { int tag; struct { char spare; %T %N; } inner[2]; };", "struct %S %O[3]", NULL,
     NULL, NULL, NULL, "%O[1].inner[1].%N"},
    {NULL, "%T *%N", NULL, NULL, NULL, "%T %O%Z; %N = &%O;", "(*%N)"},
    {NULL, "%T %N%I", NULL, "%T *%O (void)", NULL, NULL, "(*%O ())"},
    {"struct %S { int tag; union { %T %N; char bytes[64]; } as; };", "struct %S %O", NULL, NULL,
     NULL, NULL, "%O.as.%N"},
    {NULL, "%T *%N", NULL, NULL, "%N = malloc (sizeof *%N);", NULL, "(*%N)"},
};

struct naming {
  const char *type, *name, *tag, *other, *initialiser;
};

static const char *written (const char *text, const struct naming *n)
{
  struct buf out = {0};
  for (const char *s = text; *s; s++) {
    if (*s != '%') {
      buf_add_n (&out, s, 1);
      continue;
    }
    s++;
    buf_add (&out, *s == 'T'   ? n->type
                   : *s == 'N' ? n->name
                   : *s == 'S' ? n->tag
                   : *s == 'O' ? n->other
                   : *s == 'I' ? n->initialiser
                               : (*n->initialiser ? n->initialiser : " = {0}"));
  }
  return buf_text (&out);
}

static void add_line (struct line **lines, size_t *n, const char *text)
{
  *lines = grow (*lines, *n, sizeof **lines);
  (*lines)[(*n)++] = (struct line){text, 0};
}

static void add_global (struct cell *c, const char *text)
{
  const char *equals = strstr (text, " = ");
  size_t n = equals ? (size_t)(equals - text) : strlen (text);
  item_line (cell_item (c, I_GLOBAL, text_of ("%.*s", (int)n, text)), text_of ("%s;", text), 0);
}

const char *place_expr (struct cell *c, const char *name, bool is_lock)
{
  for (size_t k = 0; k < c->n_places; k++)
    if (!strcmp (c->places[k].name, name))
      return c->places[k].expr;
  const struct storage *s =
      &storages[roll (&c->dice, F_storage, sizeof storages / sizeof *storages)];
  const char *initialiser = is_lock ? lock_kinds[c->lock_kind].initialiser : "";
  bool run_time = is_lock && (!initialiser || !strstr (s->global, "%I"));
  struct naming n = {is_lock ? lock_type (c) : c->type, helper_name (c, name),
                     helper_name (c, text_of ("%s_box", name)),
                     helper_name (c, text_of ("%s_%s", name, s->func ? "of" : "ref")),
                     initialiser && *initialiser ? text_of (" = %s", initialiser) : ""};
  if (s->type)
    item_line (cell_item (c, I_TYPE, ""), written (s->type, &n), 0);
  add_global (c, written (s->global, &n));
  if (s->global2)
    add_global (c, written (s->global2, &n));
  if (s->func)
    item_line (cell_item (c, I_FUNC, written (s->func, &n)), text_of ("  return &%s;", n.name), 0);
  if (s->init)
    add_line (&c->init_lines, &c->n_init_lines, text_of ("  %s", written (s->init, &n)));
  if (s->main)
    add_line (&c->main_lines, &c->n_main_lines, text_of ("  %s", written (s->main, &n)));
  const char *expr = written (s->expr, &n);
  if (run_time) {
    struct buf out = {0};
    buf_add (&out, "  ");
    lock_init (c, expr, &out);
    add_line (&c->init_lines, &c->n_init_lines, buf_text (&out));
  } else if (s->init && strstr (s->init, "malloc")) {
    add_line (&c->init_lines, &c->n_init_lines, text_of ("  %s = 0;", expr));
  }
  if (!is_lock)
    buf_printf (&c->names, "%s %s %s ", n.name, n.other, s->init ? helper_name (c, "setup") : "");
  c->places = grow (c->places, c->n_places, sizeof *c->places);
  c->places[c->n_places++] = (struct place){name, expr};
  return expr;
}

const char *noise_statement (struct cell *c)
{
  static const char *const noises[] = {
      "use (filler_%u (coin ()));",
      "if (coin () < 0) use (filler_%u (3));",
      "sched_yield (); /* %u */",
      "{ char text[24]; snprintf (text, sizeof text, \"%%d\", coin ()); use (text[%u]); }",
      "for (int idle = 0; idle < 3; idle++) use (filler_%u (idle));",
  };
  unsigned which = roll (&c->dice, F_noise, sizeof noises / sizeof *noises);
  char text[200];
  snprintf (text, sizeof text, noises[which], roll (&c->dice, F_noise, 4));
  return text_of ("%s", text);
}
