/* Tests that an interrupted run leaves no files. */

#include "unfinished.h"

#include <check.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

Suite *unfinished_suite (void);

static char folder[] = "/tmp/unfinished.XXXXXX", finished[64], half[64], inner[64];

static void make_file (const char *name)
{
  FILE *f = fopen (name, "w");
  ck_assert_ptr_nonnull (f);
  fclose (f);
}

static void make_files (void)
{
  strcpy (folder, "/tmp/unfinished.XXXXXX");
  ck_assert_ptr_nonnull (mkdtemp (folder));
  sprintf (finished, "%s/finished", folder);
  sprintf (half, "%s/half", folder);
  sprintf (inner, "%s/inner", folder);
  make_file (finished);
  make_file (half);
  ck_assert_int_eq (mkdir (inner, 0700), 0);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP};

/* Only what was unfinished is gone, and the process ends as if nobody had looked at the signal. */
START_TEST (what_is_unfinished_goes)
{
  int status;
  make_files ();
  pid_t pid = fork ();
  if (!pid) {
    signal (signals[_i], SIG_DFL); /* Check has a handler of its own */
    unfinished_add (finished);
    unfinished_remove ();
    unfinished_add (inner);
    unfinished_add (half);
    raise (signals[_i]);
    _exit (1);
  }
  ck_assert_int_eq (waitpid (pid, &status, 0), pid);
  ck_assert (WIFSIGNALED (status) && WTERMSIG (status) == signals[_i]);
  ck_assert_int_eq (access (half, F_OK), -1);
  ck_assert_int_eq (access (inner, F_OK), -1);
  ck_assert_int_eq (access (finished, F_OK), 0);
  unlink (finished);
  ck_assert_int_eq (rmdir (folder), 0);
}
END_TEST

Suite *unfinished_suite (void)
{
  Suite *s = suite_create ("unfinished");
  TCase *t = tcase_create ("signals");
  tcase_add_loop_test (t, what_is_unfinished_goes, 0, sizeof signals / sizeof *signals);
  suite_add_tcase (s, t);
  return s;
}
