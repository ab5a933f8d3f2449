/* Tests of work in a child process: what it prints, how it ends, and that the caller survives. */

#include "isolate.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <libiberty/libiberty.h>

Suite *isolate_suite (void);

static int print_and_return (void *context)
{
  printf ("out %s\n", (const char *)context);
  fprintf (stderr, "err\n");
  return 3;
}

static int print_much (void *context)
{
  (void)context;
  for (int i = 0; i < 100000; i++)
    puts ("0123456789");
  return 0;
}

static int crash (void *context)
{
  (void)context;
  puts ("before");
  fflush (stdout);
  abort ();
}

static int end_by_itself (void *context)
{
  (void)context;
  xexit (1);
}

static int run (int (*work) (void *), void *context, struct text *out, struct text *why)
{
  struct isolated i;
  *out = *why = (struct text){0};
  ck_assert (isolate_start (&i, work, context));
  return isolate_finish (&i, out, why);
}

START_TEST (what_it_prints_and_returns)
{
  struct text out, why;
  char word[] = "word";
  ck_assert_int_eq (run (print_and_return, word, &out, &why), 3);
  ck_assert_ptr_nonnull (strstr (text_of (&out), "out word\n"));
  ck_assert_ptr_nonnull (strstr (text_of (&out), "err\n"));
  ck_assert_str_eq (text_of (&why), "");
  text_free (&out);
}
END_TEST

START_TEST (more_than_a_pipe_holds)
{
  struct text out, why;
  ck_assert_int_eq (run (print_much, NULL, &out, &why), 0);
  ck_assert_uint_eq (out.n, 1100000);
  text_free (&out);
}
END_TEST

START_TEST (a_crash_is_told)
{
  struct text out, why;
  ck_assert_int_eq (run (crash, NULL, &out, &why), -1);
  ck_assert_str_eq (text_of (&why), "killed by signal 6");
  text_free (&out);
  text_free (&why);
}
END_TEST

START_TEST (no_memory_is_told)
{
  struct text out, why;
  ck_assert_int_eq (run (end_by_itself, NULL, &out, &why), -1);
  ck_assert_str_eq (text_of (&why), "out of memory");
  text_free (&out);
  text_free (&why);
}
END_TEST

/* What the caller has not written yet is not written twice, nor read twice. */
START_TEST (streams_of_the_caller_are_left_alone)
{
  struct text out, why;
  char name[] = "/tmp/isolate.XXXXXX", word[] = "x", line[16];
  int fd = mkstemp (name);
  FILE *f = fdopen (fd, "w+");
  unlink (name);
  fputs ("one\ntwo\n", f);
  rewind (f);
  ck_assert_ptr_nonnull (fgets (line, sizeof line, f));
  run (print_and_return, word, &out, &why);
  ck_assert_ptr_nonnull (fgets (line, sizeof line, f));
  ck_assert_str_eq (line, "two\n");
  ck_assert_ptr_null (fgets (line, sizeof line, f));
  fclose (f);
  text_free (&out);
}
END_TEST

Suite *isolate_suite (void)
{
  Suite *s = suite_create ("isolate");
  TCase *t = tcase_create ("child");
  tcase_add_test (t, what_it_prints_and_returns);
  tcase_add_test (t, more_than_a_pipe_holds);
  tcase_add_test (t, a_crash_is_told);
  tcase_add_test (t, no_memory_is_told);
  tcase_add_test (t, streams_of_the_caller_are_left_alone);
  suite_add_tcase (s, t);
  return s;
}
