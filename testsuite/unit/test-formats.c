/* Tests of analysis/base/json.c, paths.c, glob.c, fingerprint.c and cluster.c. */

#include "cluster.h"
#include "fingerprint.h"
#include "glob.h"
#include "json.h"
#include "paths.h"
#include "rules.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

Suite *formats_suite (void);

static void expect (struct text *t, const char *want)
{
  ck_assert_str_eq (text_of (t), want);
  text_free (t);
}

/* JSON */

START_TEST (json_structure)
{
  struct text t = {0};
  struct json j = {.out = &t, .depth = 10}; /* too deep for new lines */
  json_open (&j, NULL, '{');
  json_string (&j, "a", "b");
  json_string (&j, "nothing", NULL);
  json_number (&j, "n", INT64_MIN);
  json_open (&j, "list", '[');
  json_close (&j, ']');
  json_open (&j, "more", '[');
  json_bool (&j, NULL, true);
  json_bool (&j, NULL, false);
  json_open (&j, NULL, '{');
  json_close (&j, '}');
  json_close (&j, ']');
  json_close (&j, '}');
  expect (&t, "{\"a\":\"b\",\"n\":-9223372036854775808,\"list\":[],\"more\":[true,false,{}]}");
}
END_TEST

START_TEST (json_any_bytes)
{
  static const struct {
    const char *bytes, *want;
  } rows[] = {{"", "\"\""},
              {"a\"b\\c", "\"a\\\"b\\\\c\""},
              {"\n\t\r\x1f\x7f", "\"\\n\\t\\u000d\\u001f\\u007f\""},
              {"</script>", "\"\\u003c/script>\""},
              {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""},
              {"\xe2\x80\xa8\xe2\x80\xa9", "\"\\u2028\\u2029\""},
              /* cut off, overlong, half of a pair, beyond the last, no start */
              {"x\xc3", "\"x\xef\xbf\xbd\""},
              {"\xc0\xaf", "\"\xef\xbf\xbd\xef\xbf\xbd\""},
              {"\xed\xa0\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
              {"\xf4\x90\x80\x80", "\"\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\""},
              {"\x80y\xff", "\"\xef\xbf\xbdy\xef\xbf\xbd\""}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct text t = {0};
    struct json j = {.out = &t, .depth = 10};
    json_string (&j, NULL, rows[i].bytes);
    expect (&t, rows[i].want);
  }
  struct text t = {0};
  struct json j = {.out = &t, .depth = 10};
  json_bytes (&j, "key", "a\0b", 3);
  expect (&t, "\"key\":\"a\\u0000b\"");
}
END_TEST

/* Paths */

START_TEST (paths_are_normal)
{
  static const char *const rows[][2] = {{"a/b.c", "a/b.c"},
                                        {"./a//b/./c.c", "a/b/c.c"},
                                        {"a/../b.c", "b.c"},
                                        {"a/b/../../c.c", "c.c"},
                                        {"../a.c", "../a.c"},
                                        {"../../a.c", "../../a.c"},
                                        {"a/../../b.c", "../b.c"},
                                        {"/a/./b/../c.c", "/a/c.c"},
                                        {"/../a.c", "/a.c"},
                                        {"/a/..", "/"},
                                        {"a/..", "."},
                                        {"", "."},
                                        {"a...c/..b", "a...c/..b"}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    struct text t = {0};
    path_normalise (rows[i][0], &t);
    expect (&t, rows[i][1]);
  }
}
END_TEST

START_TEST (paths_are_relative)
{
  static const char *strings[] = {"", "src/a.c", "/usr/include/b.h", "/home/me/project"};
  struct rec_file files[] = {{.path = 0}, {.path = 1}, {.path = 2}};
  struct rec_loc locs[] = {{.file = 0}, {.file = 1, .line = 1}, {.file = 2, .line = 1}};
  struct unit unit = {
      .strings = strings, .files = files, .locs = locs, .r = {.key = 1, .directory = 3}};
  struct place first = {&unit, 1}, second = {&unit, 2}, none = {0};
  static const char *const rows[][2] = {{"/home/me/project", "src/a.c"},
                                        {"/home/me/project/", "src/a.c"},
                                        {"/home/me/../me", "project/src/a.c"},
                                        {"/", "home/me/project/src/a.c"},
                                        {"/home/me/proj", "/home/me/project/src/a.c"}};
  struct paths p;
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++) {
    paths_init (&p, rows[i][0]);
    ck_assert_str_eq (paths_of (&p, &first), rows[i][1]);
    ck_assert_str_eq (paths_of (&p, &none), "");
    paths_free (&p);
  }
  paths_init (&p, "/home");
  ck_assert_str_eq (paths_of (&p, &second), "/usr/include/b.h");
  paths_free (&p);
  unit.r.directory = 0; /* as with -ffile-prefix-map */
  paths_init (&p, NULL);
  ck_assert_str_eq (paths_of (&p, &first), "src/a.c");
  paths_free (&p);
}
END_TEST

/* Fingerprints */

static void fingerprints (const struct finding *v, uint32_t n, char out[][FINGERPRINT])
{
  struct findings f = {0};
  for (uint32_t i = 0; i < n; i++)
    vec_push (&f.v, v[i]);
  fingerprints_make (&f);
  for (uint32_t i = 0; i < n; i++)
    memcpy (out[i], f.v.v[i].fingerprint, FINGERPRINT);
  vec_free (&f.v);
}

START_TEST (fingerprints_last)
{
  struct finding_access pair[] = {{.spelled = "n", .function = "f"},
                                  {.spelled = "p->n", .function = "g"}};
  struct finding_access turned[] = {pair[1], pair[0]}, other[] = {pair[0], pair[0]};
  struct finding race = {
      .rule = RULE_RACE, .symbol = "n", .location = "n", .n_accesses = 2, .accesses = pair};
  struct finding v[] = {race, race, race, race, race};
  char out[5][FINGERPRINT];
  fingerprints (v, 1, out);
  ck_assert_str_eq (out[0], "bbe5ec6fd732aa5a"); /* what is in people's baselines */
  v[1].symbol = "m";
  v[2].accesses = other;
  v[3].accesses = turned; /* the same as the first, and so the second one of its kind */
  v[3].doubt = DOUBT_SAME_OBJECT;
  v[4].n_accesses = 0;
  fingerprints (v, 5, out);
  for (unsigned i = 0; i < 5; i++)
    for (unsigned k = 0; k < i; k++)
      ck_assert_str_ne (out[i], out[k]);
  fingerprints (v + 3, 1, out + 1);
  ck_assert_str_eq (out[0], out[1]);
}
END_TEST

/* Globs */

START_TEST (globs)
{
  static const struct {
    const char *pattern, *text;
    bool fits, is_path;
  } rows[] = {{"a", "a", true, false},
              {"a", "ab", false, false},
              {"", "", true, false},
              {"*", "", true, false},
              {"struct stats.*", "struct stats.hits", true, false},
              {"buckets[].used", "buckets[].used", true, false},
              {"buckets[].used", "bucketsx.used", false, false},
              {"a*b*c", "aXbXbc", true, false},
              {"a*b*c", "aXbXbd", false, false},
              {"?b", "ab", true, false},
              {"?b", "b", false, false},
              {"src", "src/a.c", true, true},
              {"src/", "src/lib/a.c", true, true},
              {"src", "srcs/a.c", false, true},
              {"src/*.c", "src/a.c", true, true},
              {"src/l*", "src/lib/a.c", true, true},
              {"./src", "src/a.c", true, true},
              {"a.c", "src/a.c", true, true},
              {"*.h", "src/a.h", true, true},
              {"lib/a.c", "src/lib/a.c", false, true},
              {"/usr", "/usr/include/a.h", true, true},
              {".", "src/a.c", true, true},
              {".", "/usr/a.c", false, true}};
  for (unsigned i = 0; i < sizeof rows / sizeof *rows; i++)
    ck_assert_msg ((rows[i].is_path ? glob_matches_path
                                    : glob_matches) (rows[i].pattern, rows[i].text) == rows[i].fits,
                   "%s and %s", rows[i].pattern, rows[i].text);
}
END_TEST

/* Clusters */

/* Findings as `certain function/thread thread2/lock', of which the lock is not held there. */
struct row {
  const char *function, *first, *second, *lock;
  uint8_t doubt;
};

static const char *clusters_of (const struct row *rows, uint32_t n, struct text *out)
{
  struct finding_access *accesses = XCNEWVEC (struct finding_access, 2 * n + 1);
  struct finding *v = XCNEWVEC (struct finding, n + 1);
  const struct finding **list = XNEWVEC (const struct finding *, n + 1);
  struct clusters c;
  for (uint32_t i = 0; i < n; i++) {
    accesses[2 * i] =
        (struct finding_access){.function = rows[i].function, .thread = {.name = rows[i].first}};
    accesses[2 * i + 1] =
        (struct finding_access){.function = "other", .thread = {.name = rows[i].second}};
    v[i] = (struct finding){.accesses = &accesses[2 * i],
                            .n_accesses = 2,
                            .symbol = rows[i].function,
                            .common_lock = rows[i].lock,
                            .doubt = rows[i].doubt};
    list[i] = &v[i];
  }
  clusters_make (&c, list, n);
  text_clear (out);
  for (uint32_t i = 0; i < c.v.n; i++) {
    text_printf (out, "%s", i ? "; " : "");
    for (uint32_t k = 0; k < c.v.v[i].n; k++)
      text_printf (out, "%d ", (int)(list[c.v.v[i].first + k] - v));
    cluster_say ((enum cause)c.v.v[i].cause, list[c.v.v[i].first], out);
  }
  clusters_free (&c);
  free (list);
  free (v);
  free (accesses);
  return text_of (out);
}

START_TEST (clusters)
{
  static const struct row rows[] = {
      {"f", "a", "b", "lock", DOUBT_NONE}, {"g", "a", "b", NULL, DOUBT_NONE},
      {"f", "c", "d", "lock", DOUBT_NONE}, {"h", "b", "a", NULL, DOUBT_NONE},
      {"i", "a", "b", NULL, DOUBT_NONE},   {"f", "c", "d", "lock", DOUBT_SAME_OBJECT},
      {"j", "e", "e", NULL, DOUBT_NONE}};
  struct text t = {0};
  /* The lock before the threads, though more findings are of those; the order is that of the first
     ones; a possible one is by itself. */
  ck_assert_str_eq (clusters_of (rows, 7, &t),
                    "0 2 'f' does not hold 'lock', which is held at other accesses; "
                    "1 3 4 threads 'a' and 'b' may run at the same time; "
                    "5 race on 'f'; 6 race on 'j'");
  ck_assert_str_eq (clusters_of (rows, 0, &t), "");
  ck_assert_str_eq (clusters_of (rows, 1, &t), "0 race on 'f'");
  text_free (&t);
}
END_TEST

/* Every finding is in one cluster, whatever the causes are. */
START_TEST (many_clusters)
{
  enum { N = 5000 };
  struct row *rows = XCNEWVEC (struct row, N);
  static const char *const names[] = {"a", "b", "c", "d", "e", "f", "g"};
  for (uint32_t i = 0; i < N; i++)
    rows[i] = (struct row){names[i % 7], names[i / 7 % 3], names[i / 21 % 5],
                           i % 4 ? names[i % 5] : NULL, (uint8_t)(i > N / 2)};
  struct text t = {0};
  uint32_t n = 0, semicolons = 0;
  bool *seen = XCNEWVEC (bool, N);
  clusters_of (rows, N, &t);
  for (char *p = t.v; *p; p++)
    if (*p >= '0' && *p <= '9') {
      unsigned long number = strtoul (p, &p, 10);
      ck_assert (number < N && !seen[number]);
      seen[number] = true;
      n++;
    } else {
      semicolons += *p == ';';
    }
  ck_assert_uint_eq (n, N);
  ck_assert_uint_lt (semicolons, 200);
  text_free (&t);
  free (seen);
  free (rows);
}
END_TEST

Suite *formats_suite (void)
{
  Suite *suite = suite_create ("formats");
  TCase *tests = tcase_create ("formats");
  tcase_add_test (tests, json_structure);
  tcase_add_test (tests, json_any_bytes);
  tcase_add_test (tests, paths_are_normal);
  tcase_add_test (tests, paths_are_relative);
  tcase_add_test (tests, fingerprints_last);
  tcase_add_test (tests, globs);
  tcase_add_test (tests, clusters);
  tcase_add_test (tests, many_clusters);
  suite_add_tcase (suite, tests);
  return suite;
}
