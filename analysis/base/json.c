/* JSON: what is near the root stands on lines of its own, so that two files can be compared; what
   is deep in the tree does not. */

#include "json.h"
#include "utf8.h"

#include <inttypes.h>
#include <string.h>

enum { MOST_LINES = 4 }; /* deeper than that there are no new lines */

static void put_line (struct json *j)
{
  if (j->depth && j->depth <= MOST_LINES)
    text_printf (j->out, "\n%*s", (int)j->depth, "");
}

static void put_string (struct text *out, const char *s, size_t n)
{
  text_add (out, "\"");
  for (size_t i = 0; i < n;) {
    uint32_t code = 0;
    size_t length = utf8_next ((const unsigned char *)s + i, n - i, &code);
    if (!length)
      text_add (out, "\xef\xbf\xbd");
    else if (code == '"' || code == '\\')
      text_printf (out, "\\%c", (int)code);
    else if (code == '\n')
      text_add (out, "\\n");
    else if (code == '\t')
      text_add (out, "\\t");
    /* `<' so that the text may stand in HTML, the two separators since scripts take them for lines.
     */
    else if (code < ' ' || code == 0x7f || code == '<' || code == 0x2028 || code == 0x2029)
      text_printf (out, "\\u%04" PRIx32, code);
    else
      text_add_n (out, s + i, length);
    i += length ? length : 1;
  }
  text_add (out, "\"");
}

static void put_key (struct json *j, const char *key)
{
  if (j->more)
    text_add (j->out, ",");
  put_line (j);
  if (key) {
    put_string (j->out, key, strlen (key));
    text_add (j->out, ":");
  }
  j->more = true;
}

void json_open (struct json *j, const char *key, char bracket)
{
  put_key (j, key);
  text_add_n (j->out, &bracket, 1);
  j->depth++;
  j->more = false;
}

void json_close (struct json *j, char bracket)
{
  j->depth--;
  if (j->more && j->depth < MOST_LINES)
    text_printf (j->out, "\n%*s", (int)j->depth, "");
  text_add_n (j->out, &bracket, 1);
  j->more = true;
}

void json_bytes (struct json *j, const char *key, const char *value, size_t n)
{
  put_key (j, key);
  put_string (j->out, value, n);
}

void json_string (struct json *j, const char *key, const char *value)
{
  if (value)
    json_bytes (j, key, value, strlen (value));
}

void json_number (struct json *j, const char *key, int64_t value)
{
  put_key (j, key);
  text_printf (j->out, "%" PRId64, value);
}

void json_bool (struct json *j, const char *key, bool value)
{
  put_key (j, key);
  text_add (j->out, value ? "true" : "false");
}
