/* A program of cells: main, its threads, and the files; and the answers. */

#include "generator.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

static const char *const includes[] = {
    "errno.h",  "limits.h", "pthread.h",   "sched.h",  "semaphore.h", "setjmp.h",
    "signal.h", "stdarg.h", "stdatomic.h", "stddef.h", "stdint.h",    "stdio.h",
    "stdlib.h", "string.h", "threads.h",   "time.h",   "unistd.h"};

static const char support[] =
    "void use (long value);\n"
    "int coin (void);\n"
    "void start_thread (pthread_t *handle, void *(*start) (void *), void *argument);\n"
    "void end_thread (pthread_t handle);\n"
    "void init_recursive (pthread_mutex_t *lock);\n";

/* PAUSE stands for the whims of the scheduler in runs that look for races.  Nobody knows how a coin falls, or
   a race could be one that never happens. */
static const char support_code[] =
    "\n#ifndef PAUSE\n#define PAUSE ((void) 0)\n#endif\n"
    "\n_Thread_local long sink;\n"
    "_Thread_local unsigned coins;\n"
    "\nvoid use (long value)\n{\n  sink += value;\n  PAUSE;\n}\n"
    "\nint coin (void)\n{\n  PAUSE;\n"
    "  coins = coins * 1103515245 + 12345 + (unsigned) getpid ();\n"
    "  return coins >> 16 & 0xff;\n}\n"
    "\nvoid start_thread (pthread_t *handle, void *(*start) (void *), void *argument)\n{\n"
    "  if (pthread_create (handle, NULL, start, argument) != 0)\n    abort ();\n}\n"
    "\nvoid end_thread (pthread_t handle)\n{\n  pthread_join (handle, NULL);\n}\n"
    "\nvoid init_recursive (pthread_mutex_t *lock)\n{\n  pthread_mutexattr_t kind;\n"
    "  pthread_mutexattr_init (&kind);\n"
    "  pthread_mutexattr_settype (&kind, PTHREAD_MUTEX_RECURSIVE);\n"
    "  pthread_mutex_init (lock, &kind);\n  pthread_mutexattr_destroy (&kind);\n}\n";

struct out {
  FILE *f, *answers;
  const char *name;
  unsigned line; /* of what is written next */
};

static void put (struct out *o, const char *text)
{
  fputs (text, o->f);
  for (const char *s = text; *s; s++)
    o->line += *s == '\n';
}

static const char *file_name (unsigned file)
{
  static const char *const names[] = {"main.c", "core.c", "net.c", "store.c", "tools.c"};
  return names[file];
}

static void open_file (struct out *o, const char *folder, const char *name)
{
  o->name = name;
  o->line = 1;
  o->f = fopen (text_of ("%s/%s", folder, name), "w");
  if (!o->f)
    die ("cannot write %s/%s", folder, name);
}

/* Where they are written is where the answers get their line numbers. */
static void put_line (struct out *o, const struct cell *c, const struct line *l)
{
  static const char *const words[] = {['.'] = "access", ['A'] = "culprit", ['B'] = "partner"};
  if (l->mark)
    fprintf (o->answers, "%s %u %s:%u\n", words[(unsigned char)l->mark], c->number, o->name,
             o->line);
  put (o, text_of ("%s\n", l->text));
}

static void put_function (struct out *o, const struct cell *c, const struct item *i)
{
  put (o, text_of ("\n%s%s\n{\n", i->is_static ? "static " : "", i->head));
  fprintf (o->answers, "lines %u %s %u %u\n", c->number, o->name, o->line,
           o->line + (unsigned)i->n_lines);
  for (size_t k = 0; k < i->n_lines; k++)
    put_line (o, c, &i->lines[k]);
  put (o, "}\n");
}

static void write_header (const struct program *p, struct out *o, const char *folder)
{
  open_file (o, folder, "program.h");
  put (o, "#ifndef PROGRAM_H\n#define PROGRAM_H\n\n");
  for (size_t k = 0; k < sizeof includes / sizeof *includes; k++)
    put (o, text_of ("#include <%s>\n", includes[k]));
  put (o, "\n");
  put (o, support);
  for (unsigned k = 0; k < 4; k++)
    put (o, text_of ("int filler_%u (int value);\n", k));
  for (size_t n = 0; n < p->n_cells; n++) {
    const struct cell *c = &p->cells[n];
    put (o, "\n");
    for (size_t k = 0; k < c->n_items; k++)
      if (c->items[k].kind == I_MACRO)
        put (o, text_of ("%s\n", c->items[k].head));
    for (size_t k = 0; k < c->n_items; k++)
      for (size_t l = 0; c->items[k].kind == I_TYPE && l < c->items[k].n_lines; l++)
        put_line (o, c, &c->items[k].lines[l]);
    for (size_t k = 0; k < c->n_items; k++) {
      const struct item *i = &c->items[k];
      if (i->is_static || i->kind == I_TYPE || i->kind == I_MACRO)
        continue;
      put (o, text_of ("%s%s;\n", i->kind == I_GLOBAL ? "extern " : "", i->head));
    }
  }
  put (o, "\n#endif\n");
  fclose (o->f);
}

/* The threads of main.  Every worker does the work of all cells, the side thread what they have for
   it; what has threads of its own runs before, while or after these run, in main or in a thread. */

enum when { BEFORE, WHILE, IN_THREAD, AFTERWARDS, N_WHEN };

static void call_all (struct out *o, const struct program *p, enum section_kind kind,
                      const char *args, const char *indent)
{
  for (size_t n = 0; n < p->n_cells; n++)
    if (p->cells[n].entry[kind])
      put (o, text_of ("%s%s (%s);\n", indent, p->cells[n].entry[kind], args));
}

static bool any (const struct program *p, enum section_kind kind)
{
  for (size_t n = 0; n < p->n_cells; n++)
    if (p->cells[n].entry[kind])
      return true;
  return false;
}

static void run_own (struct out *o, const struct program *p, const enum when *when, enum when now)
{
  for (size_t n = 0; n < p->n_cells; n++) {
    const char *own = p->cells[n].entry[S_OWN];
    if (!own || when[n] != now)
      continue;
    if (now == IN_THREAD)
      put (o,
           text_of ("  pthread_t of_%s;\n  start_thread (&of_%s, in_%s, NULL);\n", own, own, own));
    else
      put (o, text_of ("  %s ();\n", own));
  }
}

static void put_workers (struct out *o, struct program *p)
{
  bool table = chance (&p->dice, F_skeleton, 25);
  if (any (p, S_WORK)) {
    if (table) {
      put (o, "\nstatic void (*const duties[]) (int) = {\n");
      for (size_t n = 0; n < p->n_cells; n++)
        if (p->cells[n].entry[S_WORK])
          put (o, text_of ("  %s,\n", p->cells[n].entry[S_WORK]));
      put (o, "};\n");
    }
    put (o, "\nstatic void *worker (void *argument)\n{\n  int id = (int) (intptr_t) argument;\n");
    put (o, text_of ("  for (int round = 0; round < %u; round++) {\n",
                     1 + roll (&p->dice, F_rounds, 4)));
    if (table)
      put (o, "    for (size_t k = 0; k < sizeof duties / sizeof *duties; k++)\n"
              "      duties[k] (id);\n");
    else
      call_all (o, p, S_WORK, "id", "    ");
    put (o, "  }\n  return NULL;\n}\n");
  }
  if (any (p, S_SIDE)) {
    put (o, "\nstatic void *assistant (void *argument)\n{\n");
    call_all (o, p, S_SIDE, text_of ("%u", p->n_workers - 1), "  ");
    put (o, "  return argument;\n}\n");
  }
}

static void put_create (struct out *o, const struct program *p, bool loop, unsigned n)
{
  if (loop) {
    put (o, text_of ("  for (int i = 0; i < %u; i++)\n"
                     "    pthread_create (&workers[i], NULL, worker, (void *) (intptr_t) i);\n",
                     n));
    return;
  }
  (void)p;
  for (unsigned k = 0; k < n; k++)
    put (o,
         text_of ("  pthread_create (&workers_%u, NULL, worker, (void *) (intptr_t) %u);\n", k, k));
}

static void put_main (struct out *o, struct program *p)
{
  enum when *when = NULL;
  for (size_t n = 0; n < p->n_cells; n++) {
    when = grow (when, n, sizeof *when);
    when[n] = roll (&p->cells[n].dice, F_skeleton, N_WHEN);
    if (p->cells[n].entry[S_WORK] || p->cells[n].entry[S_SIDE])
      when[n] = when[n] % 2 ? IN_THREAD : WHILE; /* what it does in them is in parallel */
    if (p->cells[n].entry[S_OWN] && when[n] == IN_THREAD)
      put (o,
           text_of ("\nstatic void *in_%s (void *argument)\n{\n  %s ();\n  return argument;\n}\n",
                    p->cells[n].entry[S_OWN], p->cells[n].entry[S_OWN]));
  }
  put_workers (o, p);
  bool loop = !chance (&p->dice, F_skeleton, 50), work = any (p, S_WORK), side = any (p, S_SIDE);
  unsigned n_threads = p->n_workers - 1;
  put (o, "\nint main (void)\n{\n");
  if (work && loop)
    put (o, text_of ("  pthread_t workers[%u];\n", n_threads));
  for (unsigned k = 0; work && !loop && k < n_threads; k++)
    put (o, text_of ("  pthread_t workers_%u;\n", k));
  if (side)
    put (o, "  pthread_t helper;\n");
  for (size_t n = 0; n < p->n_cells; n++)
    for (size_t k = 0; k < p->cells[n].n_main_lines; k++)
      put_line (o, &p->cells[n], &p->cells[n].main_lines[k]);
  call_all (o, p, S_INIT, "", "  ");
  run_own (o, p, when, BEFORE);
  if (side)
    put (o, "  start_thread (&helper, assistant, NULL);\n");
  if (work)
    put_create (o, p, loop, n_threads);
  run_own (o, p, when, IN_THREAD);
  run_own (o, p, when, WHILE);
  if (work && loop)
    put (o, text_of ("  for (int i = 0; i < %u; i++)\n    pthread_join (workers[i], NULL);\n",
                     n_threads));
  for (unsigned k = 0; work && !loop && k < n_threads; k++)
    put (o, text_of ("  pthread_join (workers_%u, NULL);\n", k));
  if (side)
    put (o, "  end_thread (helper);\n");
  for (size_t n = 0; n < p->n_cells; n++)
    if (p->cells[n].entry[S_OWN] && when[n] == IN_THREAD)
      put (o, text_of ("  end_thread (of_%s);\n", p->cells[n].entry[S_OWN]));
  run_own (o, p, when, AFTERWARDS);
  call_all (o, p, S_AFTER, "", "  ");
  put (o, "  return 0;\n}\n");
}

static void put_filler (struct out *o, struct program *p, unsigned k)
{
  static const char *const bodies[] = {
      "  int sum = 0;\n  for (int i = 0; i < (value & 7); i++)\n    sum += i * value;\n  return "
      "sum;\n",
      "  static const short table[] = {3, 1, 4, 1, 5, 9, 2, 6};\n  return table[value & 7];\n",
      "  char text[32];\n  int n = snprintf (text, sizeof text, \"%d\", value);\n"
      "  return n > 2 ? text[1] : n;\n",
      "  switch (value & 3) {\n  case 0:\n    return value + 1;\n  case 1:\n    return value / 3;\n"
      "  default:\n    return value < 9 ? filler_1 (value) : 2;\n  }\n",
  };
  (void)p;
  put (o, text_of ("\nint filler_%u (int value)\n{\n%s}\n", k, bodies[k]));
}

static void write_file (struct program *p, struct out *o, const char *folder, unsigned file)
{
  open_file (o, folder, file_name (file));
  put (o, "#include \"program.h\"\n\n");
  for (size_t n = 0; n < p->n_cells; n++)
    for (size_t k = 0; k < p->cells[n].n_items; k++) {
      const struct item *i = &p->cells[n].items[k];
      if (i->kind == I_FUNC && i->file == file && i->is_static)
        put (o, text_of ("static %s;\n", i->head));
    }
  for (size_t n = 0; n < p->n_cells; n++)
    for (size_t k = 0; k < p->cells[n].n_items; k++) {
      const struct item *i = &p->cells[n].items[k];
      if (i->kind == I_GLOBAL && i->file == file)
        for (size_t l = 0; l < i->n_lines; l++)
          put (o, text_of ("%s%s\n", i->is_static && !l ? "static " : "", i->lines[l].text));
    }
  for (unsigned k = 0; k < 4; k++)
    if (file == k % p->n_files)
      put_filler (o, p, k);
  for (size_t n = 0; n < p->n_cells; n++) {
    const struct cell *c = &p->cells[n];
    bool backwards = chance (&p->dice, F_order, 40);
    for (size_t k = 0; k < c->n_items; k++) {
      const struct item *i = &c->items[backwards ? c->n_items - 1 - k : k];
      if (i->kind == I_FUNC && i->file == file)
        put_function (o, c, i);
    }
  }
  if (file == 0) {
    put (o, support_code);
    put_main (o, p);
  }
  fclose (o->f);
}

void program_write (struct program *p, const char *folder)
{
  struct out o = {0};
  mkdir (folder, 0777);
  o.answers = fopen (text_of ("%s/answers", folder), "w");
  if (!o.answers)
    die ("cannot write %s/answers", folder);
  for (size_t n = 0; n < p->n_cells; n++) {
    const struct cell *c = &p->cells[n];
    fprintf (o.answers, "cell %u %s %s %s %s %s\n", c->number, c->idiom->name, c->mutation,
             c->idiom->alarm ? "alarm" : "-", *c->idiom->reasons ? c->idiom->reasons : "-",
             buf_text (&c->names));
  }
  write_header (p, &o, folder);
  for (unsigned file = 0; file < p->n_files; file++)
    write_file (p, &o, folder, file);
  fclose (o.answers);
}
