/* Format html: one page that needs nothing else.  It is report.html with the findings in it as
   JSON; its script shows them. */

#include "format-json.h"

#include <string.h>

extern const char report_html[]; /* made from report.html by the Makefile */

void format_html (const struct report *r, FILE *out)
{
  static const char mark[] = "@DATA@";
  const char *hole = strstr (report_html, mark);
  struct json_report o;
  json_report_start (&o, r, out);
  text_add_n (&o.text, report_html, (size_t)(hole - report_html));
  json_all (&o, true);
  text_add (&o.text, hole + strlen (mark));
  json_report_end (&o);
}
