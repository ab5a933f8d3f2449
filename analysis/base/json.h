/* JSON: a writer that keeps commas, brackets and escapes right, whatever the strings hold.

     struct json j = {.out = &text};
     json_open (&j, NULL, '{');
     json_string (&j, "name", "count2");
     json_close (&j, '}');

   KEY is NULL for an element of an array. */

#ifndef RACECHECK_JSON_H
#define RACECHECK_JSON_H

#include "text.h"

#include <stdbool.h>
#include <stdint.h>

struct json {
  struct text *out;
  unsigned depth;
  bool more; /* something stands before, in the same brackets */
};

void json_open (struct json *, const char *key, char bracket);
void json_close (struct json *, char bracket);
/* NULL: nothing is written.  Bytes that are no UTF-8 become U+FFFD. */
void json_string (struct json *, const char *key, const char *value);
void json_bytes (struct json *, const char *key, const char *value, size_t n);
void json_number (struct json *, const char *key, int64_t value);
void json_bool (struct json *, const char *key, bool value);

#endif
