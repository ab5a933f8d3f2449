/* Arena: memory that is given back all at once.  Each stage and each unit has its own. */

#ifndef RACECHECK_ARENA_H
#define RACECHECK_ARENA_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct arena_chunk;

/* All zero is an empty arena. */
struct arena {
  struct arena_chunk *chunks;
  char *next, *end;
  size_t bytes; /* taken from the system */
};

/* Zeroed memory of SIZE bytes, aligned for any type; never NULL.  All pieces of no size are one. */
void *arena_alloc (struct arena *, size_t size);
/* The same, but with anything in it. */
void *arena_room (struct arena *, size_t size);
/* N zeroed elements of SIZE bytes; dies on overflow, as every request too large for the machine. */
void *arena_array (struct arena *, size_t n, size_t size);
char *arena_strdup (struct arena *, const char *);
char *arena_memdup0 (struct arena *, const void *, size_t); /* and a NUL behind it */
char *arena_printf (struct arena *, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));
void arena_free (struct arena *);

#define ARENA_NEW(arena, type)      ((type *)arena_alloc ((arena), sizeof (type)))
#define ARENA_ARRAY(arena, n, type) ((type *)arena_array ((arena), (n), sizeof (type)))

#ifdef __cplusplus
}
#endif
#endif
