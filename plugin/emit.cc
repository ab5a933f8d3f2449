/* Emits the facts as a section of the assembler output.  Eight bytes a directive and a formatter of
   our own make this cheaper than assemble_string, which is most of what the plugin costs. */

#include "extract.h"

static char *put_hex (char *p, const uint8_t *bytes, unsigned n)
{
  static char digits[256][2];
  if (!digits[0][0])
    for (unsigned i = 0; i < 256; i++) {
      digits[i][0] = "0123456789abcdef"[i >> 4];
      digits[i][1] = "0123456789abcdef"[i & 15];
    }
  *p++ = '0';
  *p++ = 'x';
  for (unsigned i = 0; i < n; i++, p += 2)
    memcpy (p, digits[bytes[BYTES_BIG_ENDIAN ? i : n - 1 - i]], 2);
  return p;
}

/* One directive with up to eight units of SIZE bytes each. */
static void put_line (const char *directive, const uint8_t *data, size_t units, unsigned size)
{
  char line[256], *p = stpcpy (line, directive);
  for (size_t i = 0; i < units; i++) {
    if (i)
      *p++ = ',';
    p = put_hex (p, data + i * size, size);
  }
  *p++ = '\n';
  fwrite (line, 1, p - line, asm_out_file);
}

void emit_section (const uint8_t *data, size_t size)
{
  enum { UNITS = 8, QUAD = 8 };
  switch_to_section (get_section (FACTS_SECTION, SECTION_DEBUG, NULL));
  for (; size >= QUAD; ) {
    size_t units = MIN (size / QUAD, (size_t)UNITS);
    put_line ("\t.quad\t", data, units, QUAD);
    data += units * QUAD;
    size -= units * QUAD;
  }
  if (size)
    put_line ("\t.byte\t", data, size, 1);
}
