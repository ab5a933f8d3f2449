/* Tests of analysis/load/archive.c: the archives of GNU, BSD and LLVM, thin, nested and cyclic. */

#include "objfile-make.h"

#include <ar.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

Suite *archive_suite (void);

START_TEST (test_archive)
{
  assemble ("a");
  assemble (LONG_NAME);
  assemble ("c");
  run ("ar rcs lib.a a.o %s.o c.o && ar rcS unindexed.a c.o && ar rcs empty.a", LONG_NAME);
  add_object_cleanly ("c.o");
  add_object_cleanly ("lib.a");
  add_object_cleanly ("empty.a");
  add_object_cleanly ("unindexed.a");
  ck_assert_uint_eq (object_files.n, 5);
  check_facts ("lib.a(a.o)", "<a>");
  check_facts ("lib.a(" LONG_NAME ".o)", "<" LONG_NAME ">");
  check_facts ("lib.a(c.o)", "<c>");
  check_facts ("unindexed.a(c.o)", "<c>");
  ck_assert_uint_eq (object_files.n_archives, 3);
  ck_assert_str_eq (object_files.archives[0].name, "lib.a");
  ck_assert_uint_eq (object_files.archives[0].first, 1);
  ck_assert_uint_eq (object_files.archives[0].n, 3);
  ck_assert_uint_eq (object_files.archives[1].n, 0);
  ck_assert_int_eq (object_called ("c.o")->archive, -1);
  ck_assert_int_eq (object_called ("lib.a(c.o)")->archive, 0);
  ck_assert_int_eq (object_called ("unindexed.a(c.o)")->archive, 2);
}
END_TEST

START_TEST (test_bsd_names)
{
  struct bytes b = {0};
  size_t size;
  assemble ("a");
  uint8_t *a = read_bytes ("a.o", &size);
  ck_assert_uint_eq (size % 2, 0);
  append_bytes (&b, ARMAG, SARMAG);
  put_member (&b, "#1/20", 20 + 4);
  append_bytes (&b, "__.SYMDEF SORTED\0\0\0\0\1\2\3\4", 24);
  put_member (&b, "#1/32", 32 + size);
  append_bytes (&b, "a name with spaces and length.o\0", 32);
  append_bytes (&b, a, size);
  put_member (&b, "short.o", size);
  append_bytes (&b, a, size);
  ck_assert_msg (add_in_memory (b.p, b.n) && n_object_messages == 0, "%s", object_messages);
  ck_assert_uint_eq (object_files.n, 2);
  check_facts ("memory(a name with spaces and length.o)", "<a>");
  check_facts ("memory(short.o)", "<a>");
  free (a);
  free (b.p);
}
END_TEST

START_TEST (test_damaged_bsd_names)
{
  struct bytes b = {0};
  append_bytes (&b, ARMAG, SARMAG);
  put_member (&b, "#1/99", 4);
  append_bytes (&b, "abcd", 4);
  put_member (&b, "#1/900", 1000);
  append_bytes (&b, "abcd", 4);
  ck_assert (!add_in_memory (b.p, b.n));
  ck_assert_int_eq (n_object_messages, 2);
  check_message ("memory(#1): is a text file");
  check_message ("memory(#1): is cut off");
  free (b.p);
}
END_TEST

START_TEST (test_thin_archive)
{
  run ("mkdir -p d/e");
  assemble ("a");
  assemble ("b");
  assemble ("c");
  run ("mv b.o d/e && ar rcsT d/lib.a a.o d/e/b.o c.o && rm c.o");
  ck_assert (add_object ("d/lib.a"));
  ck_assert_int_eq (n_object_messages, 1);
  check_message ("d/lib.a(../c.o): d/../c.o: No such file");
  check_facts ("d/lib.a(../a.o)", "<a>");
  check_facts ("d/lib.a(e/b.o)", "<b>");
  size_t size;
  uint8_t *bytes = read_bytes ("d/lib.a", &size);
  ck_assert (!add_in_memory (bytes, size));
  check_message ("memory: is a thin archive");
  free (bytes);
}
END_TEST

START_TEST (test_nested_archives)
{
  run ("mkdir d");
  assemble ("a");
  assemble (LONG_NAME);
  run ("ar rcs d/inner.a a.o %s.o && ar rcsT outer.a d/inner.a", LONG_NAME);
  write_thin ("unflattened.a", "d/inner.a");
  write_thin ("d/cycle.a", "../cycle.a");
  write_thin ("cycle.a", "d/./cycle.a");
  add_object_cleanly ("outer.a");
  add_object_cleanly ("unflattened.a");
  add_object_cleanly ("cycle.a");
  ck_assert_uint_eq (object_files.n, 4);
  check_facts ("outer.a(d/inner.a(a.o))", "<a>");
  check_facts ("outer.a(d/inner.a(" LONG_NAME ".o))", "<" LONG_NAME ">");
  check_facts ("unflattened.a(d/inner.a(a.o))", "<a>");
  check_facts ("unflattened.a(d/inner.a(" LONG_NAME ".o))", "<" LONG_NAME ">");
  ck_assert_int_eq (object_called ("unflattened.a(d/inner.a(a.o))")->archive, 1);
  ck_assert_uint_eq (object_files.archives[0].n, 2);
}
END_TEST

START_TEST (test_flattened_cycle)
{
  struct bytes b = {0};
  append_bytes (&b, "!<thin>\n", 8);
  put_member (&b, "//", 8);
  append_bytes (&b, "loop.a/\n", 8);
  put_member (&b, "/0:76", 1);
  write_bytes ("loop.a", b.p, b.n);
  free (b.p);
  ck_assert (!add_object ("loop.a"));
  check_message ("nested too deeply");
}
END_TEST

START_TEST (test_thin_members_that_lead_nowhere)
{
  struct bytes b = {0};
  run ("mkfifo pipe");
  write_thin ("thin.a", "pipe");
  ck_assert (!add_object ("thin.a"));
  check_message ("thin.a(pipe): pipe: is not a regular file");
  append_bytes (&b, "!<thin>\n", 8);
  put_member (&b, "//", 8);
  append_bytes (&b, "thin.a/\n", 8);
  put_member (&b, "/0:1000000000", 1);
  put_member (&b, "/9", 1);
  write_bytes ("far.a", b.p, b.n);
  free (b.p);
  ck_assert (!add_object ("far.a"));
  ck_assert_int_eq (n_object_messages, 2);
  check_message ("far.a(thin.a): thin.a: the header of a member is cut off");
  check_message ("far.a(/9): /9: No such file");
}
END_TEST

START_TEST (test_many_members)
{
  enum { N = 20000 };
  struct bytes b = {0};
  size_t size;
  assemble ("a");
  uint8_t *a = read_bytes ("a.o", &size);
  append_bytes (&b, ARMAG, SARMAG);
  put_member (&b, "//", 20 * N);
  for (int i = 0; i < N; i++) {
    char name[32];
    append_bytes (&b, name, snprintf (name, sizeof name, "member-of-many%04x/\n", i));
  }
  for (int i = 0; i < N; i++) {
    char name[16];
    snprintf (name, sizeof name, "/%d", 20 * i);
    put_member (&b, name, size);
    append_bytes (&b, a, size);
  }
  ck_assert_msg (add_in_memory (b.p, b.n) && n_object_messages == 0, "%s", object_messages);
  ck_assert_uint_eq (object_files.n, N);
  ck_assert_str_eq (object_files.v[N - 1].name, "memory(member-of-many4e1f)");
  free (a);
  free (b.p);
}
END_TEST

Suite *archive_suite (void)
{
  Suite *suite = suite_create ("archive");
  TCase *tests = object_group (suite, "archives");
  tcase_add_test (tests, test_archive);
  tcase_add_test (tests, test_bsd_names);
  tcase_add_test (tests, test_damaged_bsd_names);
  tcase_add_test (tests, test_thin_archive);
  tcase_add_test (tests, test_nested_archives);
  tcase_add_test (tests, test_flattened_cycle);
  tcase_add_test (tests, test_thin_members_that_lead_nowhere);
  tcase_add_test (tests, test_many_members);
  return suite;
}
