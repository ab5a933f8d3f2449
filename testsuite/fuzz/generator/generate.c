/* Writes a multi-threaded C program and what is true about it.

     generate [OPTION...] SEED FOLDER IDIOMS-FILE...

   FOLDER gets one to five .c files, program.h, and `answers' (see answers.awk).  The same seed
   gives the same program.

     --cells=N          so many idioms in one program; default: drawn
     --only=K[,K...]    only these of the cells, in the same form
     --idiom=NAME[/MUTATION]   all cells are of this idiom; MUTATION `ok' is the form without race
     --race-free        all cells have the form without race
     --plain=FEATURE[,...]     what is not varied; `all' for everything
     --list             only prints the idioms with their mutations
     --features         only prints the features */

#include "generator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const features[] = {
#define X(name) #name,
    FEATURES (X)
#undef X
};

static void make_plain (const char *list)
{
  for (const char *s = list; *s; s += strcspn (s, ","), s += *s == ',') {
    size_t n = strcspn (s, ",");
    bool known = n == 3 && !strncmp (s, "all", 3);
    if (known)
      plain = ~0u;
    for (int k = 0; k < N_FEATURES; k++)
      if (strlen (features[k]) == n && !strncmp (s, features[k], n))
        plain |= 1u << k, known = true;
    if (!known)
      die ("unknown feature '%s'", s);
  }
}

static bool wanted (const char *only, unsigned number)
{
  if (!only)
    return true;
  for (const char *s = only; *s; s += strcspn (s, ","), s += *s == ',')
    if ((unsigned)atoi (s) == number)
      return true;
  return false;
}

/* The forms of all idioms one after the other, each racy one and as often the one without race; a
   program takes some that are far apart, so that consecutive seeds have all of them soon. */
static void choose (const struct idioms *all, uint64_t seed, unsigned number, unsigned n_cells,
                    const struct idiom **idiom, const char **mutation)
{
  size_t n_forms = 0;
  for (size_t k = 0; k < all->n; k++)
    n_forms += 2 * all->v[k].n_mutations;
  size_t stride = 61; /* coprime to their number */
  for (size_t a = stride, b = n_forms; b != 0 || a != 1;) {
    size_t rest = b ? a % b : 0;
    a = b ? b : ++stride;
    b = b ? rest : n_forms;
  }
  size_t form = (seed * n_cells + number) * stride % n_forms;
  for (size_t k = 0; k < all->n; k++) {
    size_t n = all->v[k].n_mutations;
    if (form < 2 * n) {
      *idiom = &all->v[k];
      *mutation = form < n ? all->v[k].mutations[form].name : "ok";
      return;
    }
    form -= 2 * n;
  }
}

static void choose_named (const struct idioms *all, const char *name, uint64_t seed,
                          const struct idiom **idiom, const char **mutation)
{
  size_t n = strcspn (name, "/");
  for (size_t k = 0; k < all->n; k++) {
    const struct idiom *i = &all->v[k];
    if (strlen (i->name) != n || strncmp (i->name, name, n))
      continue;
    *idiom = i;
    *mutation = name[n]    ? name + n + 1
                : seed % 2 ? i->mutations[seed / 2 % i->n_mutations].name
                           : "ok";
    return;
  }
  die ("unknown idiom '%s'", name);
}

static void list (const struct idioms *all)
{
  for (size_t k = 0; k < all->n; k++) {
    const struct idiom *i = &all->v[k];
    printf ("%s ok %s\n", i->name, i->about);
    for (size_t m = 0; m < i->n_mutations; m++)
      printf ("%s %s %s\n", i->name, i->mutations[m].name, i->mutations[m].about);
  }
}

static unsigned number_of_cells (struct dice *d, uint64_t seed)
{
  unsigned n = 1 + roll (d, F_rounds, 10);
  return seed % 25 == 24 ? 40 + n : n;
}

int main (int argc, char **argv)
{
  const char *only = NULL, *name = NULL, *plain_list = "";
  unsigned n_cells = 0;
  bool listing = false, race_free = false;
  int a = 1;
  for (; a < argc && !strncmp (argv[a], "--", 2); a++) {
    if (!strncmp (argv[a], "--cells=", 8))
      n_cells = (unsigned)atoi (argv[a] + 8);
    else if (!strncmp (argv[a], "--only=", 7))
      only = argv[a] + 7;
    else if (!strncmp (argv[a], "--idiom=", 8))
      name = argv[a] + 8;
    else if (!strncmp (argv[a], "--plain=", 8))
      plain_list = argv[a] + 8;
    else if (!strcmp (argv[a], "--list"))
      listing = true;
    else if (!strcmp (argv[a], "--race-free"))
      race_free = true;
    else if (!strcmp (argv[a], "--features")) {
      for (int k = 0; k < N_FEATURES; k++)
        puts (features[k]);
      return 0;
    } else
      die ("unknown option %s", argv[a]);
  }
  struct idioms all = {0};
  for (int k = listing ? a : a + 2; k < argc; k++)
    idioms_read (&all, argv[k]);
  if (!all.n)
    die ("usage: generate [OPTION...] SEED FOLDER IDIOMS-FILE...");
  if (listing) {
    list (&all);
    return 0;
  }
  struct program p = {.seed = strtoull (argv[a], NULL, 10)};
  dice_init (&p.dice, p.seed);
  if (!n_cells)
    n_cells = number_of_cells (&p.dice, p.seed);
  make_plain (plain_list);
  p.n_files = 1 + roll (&p.dice, F_files, 5);
  p.n_workers = 3 + roll (&p.dice, F_skeleton, 3);
  for (unsigned number = 1; number <= n_cells; number++) {
    const struct idiom *idiom = NULL;
    const char *mutation = NULL;
    if (!wanted (only, number))
      continue;
    if (name)
      choose_named (&all, name, p.seed + number - 1, &idiom, &mutation);
    else
      choose (&all, p.seed, number, n_cells, &idiom, &mutation);
    if (race_free)
      mutation = "ok";
    p.cells = grow (p.cells, p.n_cells, sizeof *p.cells);
    cell_make (&p.cells[p.n_cells++], idiom, mutation, number, p.seed * 1000003 + number, p.n_files,
               p.n_workers);
  }
  program_write (&p, argv[a + 1]);
  return 0;
}
