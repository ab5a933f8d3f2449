/* UTF-8: characters of bytes that may be anything. */

#ifndef RACECHECK_UTF8_H
#define RACECHECK_UTF8_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The length of a well-formed UTF-8 character at P, of which N bytes may be read, with its number
 *in CODE; 0 if there is none. */
static inline size_t utf8_next (const unsigned char *p, size_t n, uint32_t *code)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = *p < 0x80 ? 1 : *p >= 0xf0 ? 4 : *p >= 0xe0 ? 3 : 2;
  if (length == 1) {
    *code = *p;
    return 1;
  }
  if (*p < 0xc0 || *p >= 0xf8 || length > n)
    return 0;
  *code = *p & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if ((p[i] & 0xc0) != 0x80)
      return 0;
    *code = *code << 6 | (p[i] & 0x3f);
  }
  bool bad = *code < least[length] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000);
  return bad ? 0 : length;
}

#endif
