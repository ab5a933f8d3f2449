/* Baselines: findings that are known, by their fingerprints. */

#include "choice.h"
#include "events.h"
#include "outfile.h"

#include <errno.h>
#include <inttypes.h>
#include <string.h>

static const char title[] = "# racecheck baseline 1: fingerprint, and what was found";

static bool is_fingerprint (const char *s, size_t n)
{
  return n == FINGERPRINT - 1 && strspn (s, "0123456789abcdef") >= n;
}

bool baseline_read (struct baseline *b, const char *file)
{
  FILE *in = fopen (file, "r");
  char *line = NULL;
  size_t room = 0;
  bool good = true;
  if (!in) {
    fprintf (stderr, "racecheck: error: %s: %s\n", file, strerror (errno));
    return false;
  }
  for (unsigned n = 1; good && getline (&line, &room, in) > 0; n++) {
    size_t length = strcspn (line, " \n");
    line[strcspn (line, "\r\n")] = 0;
    if (*line == '#' || !*line)
      continue;
    good = is_fingerprint (line, length);
    if (!good) {
      fprintf (stderr, "%s:%u: error: no line of a baseline\n", file, n);
      break;
    }
    uint32_t id = strings_intern_n (&b->fingerprints, line, length);
    if (id > b->texts.n)
      vec_push (&b->texts, arena_strdup (&b->arena, line + length + (line[length] == ' ')));
  }
  if (ferror (in)) {
    fprintf (stderr, "racecheck: error: %s: %s\n", file, strerror (errno));
    good = false;
  }
  free (line);
  fclose (in);
  return good;
}

void baseline_free (struct baseline *b)
{
  strings_free (&b->fingerprints);
  vec_free (&b->texts);
  arena_free (&b->arena);
}

static int by_text (const void *a, const void *b)
{
  return strcmp (*(char *const *)a, *(char *const *)b);
}

/* Without numbers that change: `data race on 'closed' in queue_close and queue_get'. */
static char *line_of (struct events *e, const struct finding *f)
{
  struct text t = {0};
  events_clear (e);
  events_add (e, f);
  text_printf (&t, "%s ", f->fingerprint);
  event_plain (&e->v.v[0], &t);
  for (uint32_t i = 0; i < 2 && i < f->n_accesses; i++)
    if (f->accesses[i].function && (!i || f->accesses[0].function != f->accesses[1].function))
      text_printf (&t, "%s%s", i ? " and " : " in ", f->accesses[i].function);
  text_printable (&t);
  return t.v;
}

bool baseline_write (const char *file, const struct finding *const *v, uint32_t n)
{
  struct outfile out;
  struct events events = {0};
  if (!outfile_open (&out, file))
    return false;
  char **lines = XNEWVEC (char *, n + 1);
  for (uint32_t i = 0; i < n; i++)
    lines[i] = line_of (&events, v[i]);
  qsort (lines, n, sizeof *lines, by_text);
  fprintf (out.out, "%s\n", title);
  for (uint32_t i = 0; i < n; i++) {
    fprintf (out.out, "%s\n", lines[i]);
    free (lines[i]);
  }
  free (lines);
  events_free (&events);
  return outfile_close (&out);
}

/* Prints the lines of A that are not in B; how many. */
static uint32_t print_missing (const struct baseline *a, const struct baseline *b, const char *word)
{
  uint32_t n = 0;
  for (uint32_t i = 1; i <= strings_count (&a->fingerprints); i++) {
    const char *print = strings_text (&a->fingerprints, i);
    if (strings_find (&b->fingerprints, print))
      continue;
    printf ("%s: %s [%s]\n", word, a->texts.v[i - 1], print);
    n++;
  }
  return n;
}

int64_t baseline_diff (const char *old_file, const char *new_file)
{
  struct baseline old = {0}, new = {0};
  int64_t added = -1;
  if (baseline_read (&old, old_file) && baseline_read (&new, new_file)) {
    uint32_t gone = print_missing (&old, &new, "gone");
    added = print_missing (&new, &old, "new");
    printf ("racecheck: %" PRId64 " new, %" PRIu32 " gone, %" PRIu32 " unchanged\n", added, gone,
            strings_count (&old.fingerprints) - gone);
  }
  baseline_free (&old);
  baseline_free (&new);
  return added;
}
