/* Format sarif: SARIF 2.1.0, in the form that its readers understand.

   GitHub, VS Code and csdiff look at one code flow with one thread flow: the way of the first
   thread to its access, then that of the other one, each message beginning with its thread.  csdiff
   takes `kinds' for the name of an event, and the result itself for the key event if no location
   has the nesting level 0.  Neither csdiff nor GitHub knows suppressions, they take such results
   for open ones: those are written only if asked for, and come last.  GitHub knows an alert again
   by primaryLocationLineHash, and reads the CWE from the tags of the rule, csdiff from `cwe' there.
 */

#include "format-json.h"
#include "rules.h"

#include <inttypes.h>
#include <string.h>

/* Places */

/* Bytes that may not stand in a URI become %XX. */
static void add_uri (const char *path, struct text *out)
{
  static const char plain[] = "-._~/!$&'()*+,;=@";
  bool absolute = *path == '/';
  bool scheme = !absolute && strchr (path, ':') && strcspn (path, ":") < strcspn (path, "/");
  text_add (out, absolute ? "file://" : scheme ? "./" : "");
  for (; *path; path++)
    if ((*path >= 'a' && *path <= 'z') || (*path >= 'A' && *path <= 'Z') ||
        (*path >= '0' && *path <= '9') || strchr (plain, *path) || (*path == ':' && scheme))
      text_add_n (out, path, 1);
    else
      text_printf (out, "%%%02X", (unsigned char)*path);
}

static void put_physical (struct json_report *o, const struct place *at)
{
  const struct rec_loc *l = place_loc (at);
  const char *file = paths_of (&o->paths, at);
  struct text uri = {0};
  if (!*file)
    return;
  add_uri (file, &uri);
  json_open (&o->j, "physicalLocation", '{');
  json_open (&o->j, "artifactLocation", '{');
  json_string (&o->j, "uri", text_of (&uri));
  if (*file != '/')
    json_string (&o->j, "uriBaseId", "%SRCROOT%");
  json_close (&o->j, '}');
  if (l && l->line > 0) {
    struct columns c = json_columns (o, at);
    json_open (&o->j, "region", '{');
    json_number (&o->j, "startLine", l->line);
    if (c.caret)
      json_number (&o->j, "startColumn", c.start);
    if (c.end)
      json_number (&o->j, "endColumn", c.end);
    json_close (&o->j, '}');
  }
  json_close (&o->j, '}');
  text_free (&uri);
}

static void put_function (struct json_report *o, const char *function)
{
  if (!function)
    return;
  json_open (&o->j, "logicalLocations", '[');
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "name", function);
  json_string (&o->j, "kind", "function");
  json_close (&o->j, '}');
  json_close (&o->j, ']');
}

static void put_message (struct json_report *o, const char *text)
{
  json_open (&o->j, "message", '{');
  json_string (&o->j, "text", text);
  json_close (&o->j, '}');
}

/* The flow */

static const char *thread_title (const struct finding_thread *t)
{
  return t->name ? t->name : t->is_main ? "main" : "?";
}

struct flow {
  struct json_report *o;
  const struct finding_access *a;
  bool another; /* the thread has the name of the first one */
  uint32_t order;
};

static void put_flow_location (struct flow *flow, const char *kind, const struct place *at,
                               const char *text)
{
  struct json_report *o = flow->o;
  const struct finding_thread *t = &flow->a->thread;
  bool is_access = !strcmp (kind, "access");
  struct text message = {0};
  text_printf (&message, "%s%s '%s': %s", flow->another ? "another " : "",
               t->is_entry    ? "caller of"
               : t->is_signal ? "signal handler"
                              : "thread",
               thread_title (t), text);
  json_open (&o->j, NULL, '{');
  json_open (&o->j, "kinds", '[');
  json_string (&o->j, NULL, kind);
  json_close (&o->j, ']');
  json_number (&o->j, "nestingLevel", is_access ? 1 : 2);
  json_number (&o->j, "executionOrder", ++flow->order);
  json_string (&o->j, "importance", is_access ? "essential" : "important");
  json_open (&o->j, "location", '{');
  put_physical (o, at);
  if (is_access)
    put_function (o, flow->a->function);
  put_message (o, text_of (&message));
  json_close (&o->j, '}');
  json_close (&o->j, '}');
  text_free (&message);
}

/* Where the thread is created, the calls, the access. */
static void put_way (struct flow *flow, const struct event *access)
{
  const struct finding_access *a = flow->a;
  struct text t = {0};
  if (place_loc (&a->thread.created))
    put_flow_location (flow, "thread", &a->thread.created,
                       a->thread.is_signal  ? "is installed here"
                       : a->thread.is_entry ? "may be one of several"
                                            : "is created here");
  for (uint32_t i = 0; i < a->n_steps; i++) {
    const char *callee = i + 1 < a->n_steps ? a->steps[i + 1].caller : a->function;
    text_clear (&t);
    text_printf (&t, "'%s' calls '%s' here", a->steps[i].caller ? a->steps[i].caller : "?",
                 callee ? callee : "?");
    put_flow_location (flow, "call", &a->steps[i].at, text_of (&t));
  }
  put_flow_location (flow, "access", &a->at, json_event_text (flow->o, access));
  text_free (&t);
}

static void put_flow (struct json_report *o, const struct finding *f)
{
  struct flow flow = {.o = o};
  uint32_t n = 0;
  json_open (&o->j, "codeFlows", '[');
  json_open (&o->j, NULL, '{');
  json_open (&o->j, "threadFlows", '[');
  json_open (&o->j, NULL, '{');
  json_open (&o->j, "locations", '[');
  for (uint32_t i = 0; i < o->events.v.n; i++)
    if (o->events.v.v[i].kind == EVENT_ACCESS) {
      flow.a = &f->accesses[n < f->n_accesses ? n : 0];
      flow.another =
          n && !strcmp (thread_title (&flow.a->thread), thread_title (&f->accesses[0].thread));
      put_way (&flow, &o->events.v.v[i]);
      n++;
    }
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_close (&o->j, ']');
}

static void put_related (struct json_report *o)
{
  json_open (&o->j, "relatedLocations", '[');
  for (uint32_t i = 0, id = 1; i < o->events.v.n; i++) {
    const struct event *e = &o->events.v.v[i];
    if (e->kind == EVENT_FINDING || e->kind == EVENT_THREAD || e->kind == EVENT_STEP ||
        !*place_file (&e->at))
      continue;
    json_open (&o->j, NULL, '{');
    json_number (&o->j, "id", id++);
    put_physical (o, &e->at);
    put_message (o, json_event_text (o, e));
    json_close (&o->j, '}');
  }
  json_close (&o->j, ']');
}

/* Why the user does not want to see a result. */
static void put_suppression (struct json_report *o, const struct decided *d)
{
  struct text uri = {0};
  json_open (&o->j, "suppressions", '[');
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "kind", d->by ? "external" : "inSource");
  json_string (&o->j, "justification", d->by ? d->by->reason : d->finding->why);
  if (d->by) {
    add_uri (d->by->file, &uri);
    json_open (&o->j, "location", '{');
    json_open (&o->j, "physicalLocation", '{');
    json_open (&o->j, "artifactLocation", '{');
    json_string (&o->j, "uri", text_of (&uri));
    json_close (&o->j, '}');
    json_open (&o->j, "region", '{');
    json_number (&o->j, "startLine", d->by->line);
    json_close (&o->j, '}');
    json_close (&o->j, '}');
    json_close (&o->j, '}');
  }
  json_close (&o->j, '}');
  json_close (&o->j, ']');
  text_free (&uri);
}

/* Of a cluster C, or one that was decided about. */
static void put_result (struct json_report *o, const struct finding *f, const struct cluster *c,
                        const struct decided *d)
{
  static const uint8_t rank[] = {90, 50, 20}; /* of 100, by confidence */
  json_report_tell (o, f);
  const struct event *first = &o->events.v.v[0];
  char cwe[16];
  snprintf (cwe, sizeof cwe, "%u", rules[f->rule].cwe);
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "ruleId", rules[f->rule].option);
  json_number (&o->j, "ruleIndex", f->rule);
  json_string (&o->j, "level", o->r->options->werror ? "error" : "warning");
  json_number (&o->j, "rank", rank[finding_confidence (f)]);
  put_message (o, json_event_text (o, first));
  json_open (&o->j, "locations", '[');
  if (*place_file (&first->at)) {
    json_open (&o->j, NULL, '{');
    put_physical (o, &first->at);
    put_function (o, f->n_accesses ? f->accesses[0].function : NULL);
    json_close (&o->j, '}');
  }
  json_close (&o->j, ']');
  json_open (&o->j, "partialFingerprints", '{');
  json_string (&o->j, "primaryLocationLineHash", f->fingerprint);
  json_string (&o->j, "racecheck/v1", f->fingerprint);
  json_close (&o->j, '}');
  json_open (&o->j, "taxa", '[');
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "id", cwe);
  json_open (&o->j, "toolComponent", '{');
  json_string (&o->j, "name", "cwe");
  json_close (&o->j, '}');
  json_close (&o->j, '}');
  json_close (&o->j, ']');
  if (f->n_accesses && rules[f->rule].about < RULE_OF_LANES)
    put_flow (o, f);
  put_related (o);
  if (d)
    put_suppression (o, d);
  if (c && c->n > 1) {
    struct text cause = {0};
    cluster_say ((enum cause)c->cause, o->r->v[c->first], &cause);
    json_open (&o->j, "properties", '{');
    json_string (&o->j, "probableCause", text_of (&cause));
    json_close (&o->j, '}');
    text_free (&cause);
  }
  json_close (&o->j, '}');
  json_report_flush (o);
}

/* The run */

static void put_text (struct json_report *o, const char *key, const char *text)
{
  json_open (&o->j, key, '{');
  json_string (&o->j, "text", text);
  json_close (&o->j, '}');
}

static void put_rule (struct json_report *o, const struct rule_row *rule)
{
  char cwe[32];
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "id", rule->option);
  json_string (&o->j, "name", rule->option);
  put_text (o, "shortDescription", rule->brief);
  put_text (o, "fullDescription", rule->help);
  json_open (&o->j, "help", '{');
  json_string (&o->j, "text", rule->help);
  json_string (&o->j, "markdown", rule->help);
  json_close (&o->j, '}');
  json_open (&o->j, "defaultConfiguration", '{');
  json_string (&o->j, "level", "warning");
  json_close (&o->j, '}');
  json_open (&o->j, "properties", '{');
  json_open (&o->j, "cwe", '[');
  snprintf (cwe, sizeof cwe, "CWE-%u", rule->cwe);
  json_string (&o->j, NULL, cwe);
  json_close (&o->j, ']');
  json_string (&o->j, "precision", "high");
  json_string (&o->j, "problem.severity", "warning");
  json_open (&o->j, "tags", '[');
  snprintf (cwe, sizeof cwe, "external/cwe/cwe-%03u", rule->cwe);
  json_string (&o->j, NULL, "concurrency");
  json_string (&o->j, NULL, "correctness");
  json_string (&o->j, NULL, cwe);
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_close (&o->j, '}');
}

static void put_tool (struct json_report *o)
{
  json_open (&o->j, "tool", '{');
  json_open (&o->j, "driver", '{');
  json_string (&o->j, "name", "racecheck");
  json_string (&o->j, "version", RACECHECK_VERSION);
  json_open (&o->j, "rules", '[');
  for (unsigned i = 0; i < N_RULES; i++)
    put_rule (o, &rules[i]);
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_close (&o->j, '}');
}

static void put_taxonomy (struct json_report *o)
{
  char id[16];
  json_open (&o->j, "taxonomies", '[');
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "name", "cwe");
  json_string (&o->j, "organization", "MITRE");
  put_text (o, "shortDescription", "The MITRE Common Weakness Enumeration");
  json_open (&o->j, "taxa", '[');
  for (unsigned i = 0; i < N_RULES; i++) {
    bool known = false;
    for (unsigned k = 0; k < i; k++)
      known |= rules[k].cwe == rules[i].cwe;
    if (known)
      continue;
    snprintf (id, sizeof id, "%u", rules[i].cwe);
    json_open (&o->j, NULL, '{');
    json_string (&o->j, "id", id);
    json_close (&o->j, '}');
  }
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_close (&o->j, ']');
}

static void put_notification (struct json_report *o, const char *level, const char *text)
{
  json_open (&o->j, NULL, '{');
  json_string (&o->j, "level", level);
  put_message (o, text);
  json_close (&o->j, '}');
}

static void put_off (struct json_report *o, const char *why, enum rule rule, uint32_t n)
{
  struct text t = {0};
  text_printf (&t, "%s: -W%s would show %" PRIu32 " more results", why, rules[rule].option, n);
  if (n)
    put_notification (o, "note", text_of (&t));
  text_free (&t);
}

/* What a reader of the results must know: what they do not cover. */
static void put_invocation (struct json_report *o)
{
  const struct findings *f = o->r->findings;
  struct text t = {0};
  json_open (&o->j, "invocations", '[');
  json_open (&o->j, NULL, '{');
  json_bool (&o->j, "executionSuccessful", true);
  json_open (&o->j, "toolExecutionNotifications", '[');
  if (f->state == FINDINGS_NO_FACTS)
    put_notification (o, "error", "no object has facts: nothing was analysed");
  if (f->state == FINDINGS_NO_THREADS)
    put_notification (o, "note", "no thread is created: nothing can race");
  if (f->stopped) {
    text_printf (&t, "%s: %" PRIu32 " locations are not decided", f->stopped, f->undecided);
    put_notification (o, "warning", text_of (&t));
    text_clear (&t);
  }
  put_off (o, "pointers may lead to too many places to tell them apart", RULE_LOST, f->lost);
  put_off (o, "it is not known how two threads could get to the same object", RULE_OBJECTS,
           f->unexplained);
  if (f->without_facts) {
    text_printf (&t, "facts missing for %" PRIu32 " object%s", f->without_facts,
                 f->without_facts == 1 ? "" : "s");
    put_notification (o, "warning", text_of (&t));
    text_clear (&t);
  }
  if (o->r->left_out) {
    text_printf (&t, "%" PRIu32 " more findings are not shown", o->r->left_out);
    put_notification (o, "note", text_of (&t));
    text_clear (&t);
  }
  text_add (&t, "findings not shown: ");
  size_t n = t.n;
  report_say_hidden (o->r, &t);
  if (t.n > n)
    put_notification (o, "note", text_of (&t));
  json_close (&o->j, ']');
  json_close (&o->j, '}');
  json_close (&o->j, ']');
  text_free (&t);
}

void format_sarif (const struct report *r, FILE *out)
{
  struct json_report o;
  json_report_start (&o, r, out);
  json_open (&o.j, NULL, '{');
  json_string (&o.j, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  json_string (&o.j, "version", "2.1.0");
  json_open (&o.j, "runs", '[');
  json_open (&o.j, NULL, '{');
  put_tool (&o);
  put_taxonomy (&o);
  put_invocation (&o);
  json_string (&o.j, "columnKind", "unicodeCodePoints");
  json_open (&o.j, "results", '[');
  for (uint32_t i = 0; i < r->clusters.v.n; i++) {
    const struct cluster *c = &r->clusters.v.v[i];
    for (uint32_t k = 0; k < c->n; k++)
      put_result (&o, r->v[c->first + k], c, NULL);
  }
  for (uint32_t i = 0; i < r->n_decided; i++)
    put_result (&o, r->decided[i].finding, NULL, &r->decided[i]);
  json_close (&o.j, ']');
  json_close (&o.j, '}');
  json_close (&o.j, ']');
  json_close (&o.j, '}');
  json_report_end (&o);
}
