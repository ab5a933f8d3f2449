/* One use of an idiom in a program: its items, from its template and the dice. */

#include "generator.h"

#include <ctype.h>
#include <string.h>

static const char *const words[] = {"conn",  "job",   "cache", "frame", "page",  "route", "stat",
                                    "order", "track", "block", "user",  "shard", "task",  "view",
                                    "node",  "queue", "disk",  "lane",  "tile",  "zone"};
static const char *const types[] = {"int", "long", "unsigned", "short", "unsigned long", "int"};

const char *root_word (struct cell *c)
{
  return words[roll (&c->dice, F_names, sizeof words / sizeof *words)];
}

const char *type_name (struct cell *c)
{
  return types[roll (&c->dice, F_types, sizeof types / sizeof *types)];
}

const char *cell_name (struct cell *c, const char *word, size_t n)
{
  int w = (int)n;
  switch (c->name_style) {
  case 1:
    return text_of ("%s%u_%.*s", c->word, c->number, w, word);
  case 2:
    return text_of ("%s%c%.*s%u", c->word, toupper ((unsigned char)*word), w - 1, word + 1,
                    c->number);
  case 3:
    return text_of ("%.1s%u%.*s", c->word, c->number, w, word);
  default:
    return text_of ("%.*s_%u", w, word, c->number);
  }
}

struct item *cell_item (struct cell *c, int kind, const char *head)
{
  c->items = grow (c->items, c->n_items, sizeof *c->items);
  struct item *i = &c->items[c->n_items++];
  *i = (struct item){.kind = kind, .head = head, .file = c->home};
  return i;
}

void item_line (struct item *i, const char *text, char mark)
{
  i->lines = grow (i->lines, i->n_lines, sizeof *i->lines);
  i->lines[i->n_lines++] = (struct line){text, mark};
}

static const char *expanded (struct cell *c, const char *in)
{
  struct buf out = {0};
  expand (c, in, NULL, &out);
  return buf_text (&out);
}

/* A variable per line; its declaration is what stands before the initialiser. */
static void add_globals (struct cell *c, const struct section *s)
{
  for (size_t k = 0; k < s->n_lines; k++) {
    const struct template_line *l = &s->lines[k];
    if (!listed (l->only, c->mutation))
      continue;
    const char *text = expanded (c, l->text);
    size_t n = strcspn (text, "=;");
    while (n && text[n - 1] == ' ')
      n--;
    item_line (cell_item (c, I_GLOBAL, text_of ("%.*s", (int)n, text)), text, 0);
  }
}

static const char *const entry_words[N_SECTIONS] = {[S_INIT] = "setup",
                                                    [S_WORK] = "work",
                                                    [S_SIDE] = "side",
                                                    [S_AFTER] = "finish",
                                                    [S_OWN] = "run"};

static void add_section (struct cell *c, const struct section *s)
{
  if (!listed (s->only, c->mutation))
    return;
  if (s->kind == S_GLOBAL) {
    add_globals (c, s);
    return;
  }
  const char *head = "";
  if (s->kind == S_FUNC) {
    head = expanded (c, s->signature);
  } else if (entry_words[s->kind]) {
    const char *word = entry_words[s->kind];
    if (c->entry[s->kind])
      die ("%s: two sections '%s'", c->idiom->name, word);
    c->entry[s->kind] = cell_name (c, word, strlen (word));
    bool numbered = s->kind == S_WORK || s->kind == S_SIDE;
    head = text_of ("void %s (%s)", c->entry[s->kind], numbered ? "int id" : "void");
  }
  size_t item = cell_item (c, s->kind == S_TYPE ? I_TYPE : I_FUNC, head) - c->items;
  expand_body (c, item, s->lines, s->n_lines, s->kind == S_TYPE ? "" : "  ");
}

/* What the places need comes first in its init function. */
static void finish_init (struct cell *c)
{
  if (!c->n_init_lines)
    return;
  if (!c->entry[S_INIT])
    add_section (c, &(struct section){.kind = S_INIT});
  const char *head = text_of ("void %s (void)", c->entry[S_INIT]);
  size_t k = 0;
  while (strcmp (c->items[k].head, head))
    k++;
  struct item *i = &c->items[k], old = *i;
  i->lines = NULL;
  i->n_lines = 0;
  for (size_t n = 0; n < c->n_init_lines; n++)
    item_line (i, c->init_lines[n].text, c->init_lines[n].mark);
  for (size_t n = 0; n < old.n_lines; n++)
    item_line (i, old.lines[n].text, old.lines[n].mark);
}

static bool is_entry (const struct cell *c, const char *head)
{
  for (int k = 0; k < N_SECTIONS; k++)
    if (c->entry[k] && strstr (head, text_of (" %s (", c->entry[k])))
      return true;
  return false;
}

/* Which file, and whether static: main's file calls the entries and sets what is on its stack. */
static void place_items (struct cell *c)
{
  bool hidden = chance (&c->dice, F_linkage, 60);
  for (size_t k = 0; k < c->n_items; k++) {
    struct item *i = &c->items[k];
    unsigned elsewhere = roll (&c->dice, F_split, c->n_files);
    if (i->kind == I_FUNC && c->split)
      i->file = elsewhere;
    bool for_main = i->kind == I_FUNC ? is_entry (c, i->head) : c->n_main_lines > 0;
    i->is_static = hidden && !c->split && (!for_main || c->home == 0);
  }
}

void cell_make (struct cell *c, const struct idiom *idiom, const char *mutation, unsigned number,
                uint64_t seed, unsigned n_files, unsigned n_workers)
{
  *c = (struct cell){.idiom = idiom, .mutation = mutation, .number = number};
  dice_init (&c->dice, seed);
  c->n_files = n_files;
  c->n_workers = n_workers;
  c->home = roll (&c->dice, F_files, n_files);
  c->split = chance (&c->dice, F_split, 40) && n_files > 1;
  c->word = root_word (c);
  c->type = type_name (c);
  c->lock_kind = roll (&c->dice, F_locks, n_lock_kinds);
  c->name_style = roll (&c->dice, F_names, 4);
  for (size_t k = 0; k < sizeof c->choices / sizeof *c->choices; k++)
    c->choices[k] = roll (&c->dice, F_picks, 1u << 20);
  for (size_t k = 0; k < idiom->n_sections; k++)
    add_section (c, &idiom->sections[k]);
  finish_init (c);
  place_items (c);
  if (*idiom->names)
    buf_printf (&c->names, "%s ", expanded (c, idiom->names));
}
