/* Tests of analysis/report/source.c: lines of files, and how they are shown. */

#include "source.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *source_suite (void);

static char folder[] = "/tmp/racecheck-source-XXXXXX";
static const char *strings[] = {"", "stats.c", "util.c", folder};
static struct rec_file files[] = {{.path = 0}, {.path = 1}, {.path = 2}};
static struct unit unit = {.strings = strings, .files = files, .r = {.key = 1}};

static void make_folder (void)
{
  strcpy (folder + strlen (folder) - 6, "XXXXXX");
  ck_assert_ptr_nonnull (mkdtemp (folder));
  unit.r.directory = 3;
}

static void remove_folder (void)
{
  char *command = text_format ("rm -r '%s'", folder);
  ck_assert_int_eq (system (command), 0);
  free (command);
}

static void expect (char *got, const char *want)
{
  ck_assert_str_eq (got, want);
  free (got);
}

START_TEST (files_are_found)
{
  struct sources s = {0};
  struct source_line l;
  char *path = text_format ("%s/stats.c", folder);
  FILE *f = fopen (path, "w");
  fwrite ("one\n\nthree\0more\nlast", 1, 20, f);
  fclose (f);
  free (path);
  ck_assert (source_line (&s, &unit, 1, 1, &l) && l.n == 3 && !memcmp (l.v, "one", 3));
  ck_assert (source_line (&s, &unit, 1, 2, &l) && l.n == 0);
  ck_assert (source_line (&s, &unit, 1, 3, &l) && l.n == 10);
  ck_assert (source_line (&s, &unit, 1, 4, &l) && l.n == 4 && !memcmp (l.v, "last", 4));
  ck_assert (!source_line (&s, &unit, 1, 5, &l));
  ck_assert (!source_line (&s, &unit, 1, 0, &l));
  ck_assert (!source_line (&s, &unit, 1, INT64_MAX, &l));
  ck_assert (!source_line (&s, &unit, 1, INT64_MIN, &l));
  ck_assert (!source_line (&s, &unit, 0, 1, &l));
  ck_assert (!source_line (&s, &unit, 2, 1, &l)); /* not there, also the second time */
  ck_assert (!source_line (&s, &unit, 2, 1, &l));
  ck_assert_uint_eq (s.files.n, 3);
  sources_free (&s);
  /* From here, if not where the unit was compiled. */
  unit.r.directory = 0;
  ck_assert (!source_line (&s, &unit, 1, 1, &l));
  sources_free (&s);
  char *here = getcwd (NULL, 0);
  ck_assert_int_eq (chdir (folder), 0);
  ck_assert (source_line (&s, &unit, 1, 1, &l));
  ck_assert_int_eq (chdir (here), 0);
  sources_free (&s);
  free (here);
}
END_TEST

START_TEST (not_every_file_is_read)
{
  struct sources s = {0};
  struct source_line l;
  char *fifo = text_format ("%s/stats.c", folder);
  ck_assert_int_eq (mkfifo (fifo, 0600), 0);
  ck_assert (!source_line (&s, &unit, 1, 1, &l));
  strings[1] = "/dev/zero";
  ck_assert (!source_line (&s, &unit, 1, 1, &l));
  strings[1] = folder;
  ck_assert (!source_line (&s, &unit, 1, 1, &l));
  strings[1] = "";
  ck_assert (!source_line (&s, &unit, 1, 1, &l));
  strings[1] = "stats.c";
  sources_free (&s);
  free (fifo);
}
END_TEST

static char *shown_n (const char *line, size_t n, struct rec_loc r)
{
  const struct source_line l = {line, n};
  const struct colours none = {0};
  struct text t = {0};
  source_show (&l, &r, &none, COLOUR_WARNING, &t);
  return t.v ? t.v : strdup ("");
}

static char *shown (const char *line, struct rec_loc r)
{
  return shown_n (line, strlen (line), r);
}

#define LOC(...) ((struct rec_loc){__VA_ARGS__})

START_TEST (ranges)
{
  expect (shown ("a->b = c;", LOC (.line = 3, .column = 2, .start = 1, .finish = 2)),
          "    3 | a->b = c;\n"
          "      | ~^~~\n");
  expect (shown ("f (a,  ", LOC (.line = 123456, .column = 1, .lines = 3, .finish = -1)),
          "123456 | f (a,\n"
          "       | ^~~~~\n");
  expect (shown ("\ta\tb;", LOC (.line = 1, .column = 4, .start = 2)),
          "    1 |         a       b;\n"
          "      |         ~~~~~~~~^\n");
  /* Anything may stand there. */
  expect (shown ("ab", LOC (.line = 1, .column = 1, .start = INT64_MAX, .finish = INT64_MAX)),
          "    1 | ab\n"
          "      | ^~\n");
  expect (shown ("ab", LOC (.line = 1, .column = 2, .start = INT64_MIN, .finish = INT64_MIN)),
          "    1 | ab\n"
          "      |  ^\n");
  expect (shown ("ab", LOC (.line = 1, .column = 3)), "");
  expect (shown ("ab", LOC (.line = 1, .column = 0)), "");
  expect (shown ("ab", LOC (.line = 1, .column = INT64_MAX)), "");
  expect (shown ("ab", LOC (.line = 1, .column = INT64_MIN)), "");
  expect (shown ("", LOC (.line = 1, .column = 1)), "");
}
END_TEST

START_TEST (characters)
{
  expect (shown ("\xc3\xa9 = \xe4\xb8\xad + x;", LOC (.line = 1, .column = 12)),
          "    1 | \xc3\xa9 = \xe4\xb8\xad + x;\n"
          "      |          ^\n");
  expect (shown_n ("\0\33[2J\x80 x", 8, LOC (.line = 1, .column = 8)),
          "    1 | <U+0000><U+001B>[2J<80> x\n"
          "      |                         ^\n");
  /* Too long for its number, half of one, none at all, the C1 control, and one that turns text. */
  expect (
      shown ("\xc0\xaf\xed\xa0\x80\xff\xc2\x9b\xe2\x80\xae\xe2\x80", LOC (.line = 1, .column = 1)),
      "    1 | <c0><af><ed><a0><80><ff><U+009B><U+202E><e2><80>\n"
      "      | ^~~~\n");
}
END_TEST

START_TEST (long_lines)
{
  enum { N = 100000 };
  char *line = malloc (N + 1);
  memset (line, 'a', N);
  line[N] = 0;
  line[N / 2] = 'b';
  for (int i = 0; i < 3; i++) { /* short, in the middle, with a range that starts far before */
    char *text = shown (line, LOC (.line = 1, .column = i ? N / 2 + 1 : 3,
                                   .start = i == 2 ? N / 2 : 0, .finish = i == 2 ? N : 0));
    size_t length = strcspn (text, "\n");
    ck_assert_uint_eq (length, 8 + 160);
    const char *carets = text + length + 1;
    ck_assert_uint_le (strlen (carets), 8 + 160 + 1);
    ck_assert_int_eq (text[strcspn (carets, "^")], i ? 'b' : 'a');
    free (text);
  }
  free (line);
}
END_TEST

Suite *source_suite (void)
{
  Suite *suite = suite_create ("source");
  TCase *lines = tcase_create ("lines"), *looks = tcase_create ("looks");
  tcase_add_checked_fixture (lines, make_folder, remove_folder);
  tcase_add_test (lines, files_are_found);
  tcase_add_test (lines, not_every_file_is_read);
  tcase_add_test (looks, ranges);
  tcase_add_test (looks, characters);
  tcase_add_test (looks, long_lines);
  suite_add_tcase (suite, lines);
  suite_add_tcase (suite, looks);
  return suite;
}
