/* Vec: arrays of any type that grow, by macro.

     VEC (struct edge) edges = {0};
     vec_push (&edges, (struct edge){from, to});
     for (uint32_t i = 0; i < edges.n; i++) use (&edges.v[i]);
     vec_free (&edges);

   All zero is empty.  The owner of the struct owns the elements; growing moves them, so that a
   pointer to one is good until the next push.  Arguments are evaluated once.  More elements than 32
   bits can count, or than memory holds, end the program as xmalloc does. */

#ifndef RACECHECK_VEC_H
#define RACECHECK_VEC_H

#include <assert.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <libiberty/libiberty.h>

#define VEC(type)     \
  struct {            \
    type *v;          \
    uint32_t n, room; \
  }

/* The one that functions pass to each other. */
typedef VEC (uint32_t) vec_u32;

/* With AddressSanitizer each push moves the elements, as long as they are few: who keeps a pointer
   to one for too long is found out. */
#ifdef __SANITIZE_ADDRESS__
enum { VEC_TIGHT = 1024 };
#else
enum { VEC_TIGHT = 1 };
#endif

/* V, moved to where it has room for WANT elements of SIZE bytes, and half of its own room more. */
static inline void *vec_move_ (void *v, uint32_t *room, uint64_t want, size_t size)
{
  uint64_t grown = *room + (uint64_t)*room / 2;
  if (grown < 8)
    grown = 8;
  if (want < VEC_TIGHT)
    grown = want;
  if (grown < want)
    grown = want;
  if (grown > UINT32_MAX)
    grown = UINT32_MAX;
  if (want > grown || grown > PTRDIFF_MAX / size)
    xmalloc_failed (PTRDIFF_MAX);
  *room = (uint32_t)grown;
  return xrealloc (v, (size_t)grown * size);
}

/* Room for WANT elements in all, whatever their number now. */
#define vec_reserve(vec, want)                                                                \
  ((void)({                                                                                   \
    __typeof__ (vec) reserve_ = (vec);                                                        \
    uint64_t want_ = (want);                                                                  \
    if (want_ > reserve_->room)                                                               \
      reserve_->v = (__typeof__ (reserve_->v))vec_move_ (reserve_->v, &reserve_->room, want_, \
                                                         sizeof *reserve_->v);                \
  }))

/* Appends a value, in amortised constant time; it may come from the array itself. */
#define vec_push(vec, ...)                         \
  ((void)({                                        \
    __typeof__ (vec) push_ = (vec);                \
    __typeof__ (*push_->v) value_ = (__VA_ARGS__); \
    vec_reserve (push_, (uint64_t)push_->n + 1);   \
    push_->v[push_->n++] = value_;                 \
  }))

/* Takes the last element off and returns it; there must be one. */
#define vec_pop(vec)               \
  ({                               \
    __typeof__ (vec) pop_ = (vec); \
    assert (pop_->n > 0);          \
    pop_->v[--pop_->n];            \
  })

/* The last element, as an lvalue; there must be one. */
#define vec_last(vec)               \
  (*({                              \
    __typeof__ (vec) last_ = (vec); \
    assert (last_->n > 0);          \
    last_->v + last_->n - 1;        \
  }))

/* Makes it N elements; those that are new are zero. */
#define vec_resize(vec, size)                                                         \
  ((void)({                                                                           \
    __typeof__ (vec) resize_ = (vec);                                                 \
    uint32_t size_ = (size);                                                          \
    vec_reserve (resize_, size_);                                                     \
    if (size_ > resize_->n)                                                           \
      memset (resize_->v + resize_->n, 0, (size_ - resize_->n) * sizeof *resize_->v); \
    resize_->n = size_;                                                               \
  }))

/* Empty, but keeps its memory. */
#define vec_clear(vec) ((void)((vec)->n = 0))

/* Gives the memory back; empty and usable again. */
#define vec_free(vec)               \
  ((void)({                         \
    __typeof__ (vec) free_ = (vec); \
    free (free_->v);                \
    free_->v = NULL;                \
    free_->n = free_->room = 0;     \
  }))

/* Memory held, for --stats. */
#define vec_bytes(vec) ((size_t)(vec)->room * sizeof *(vec)->v)

#endif
