/* Inflates compressed ELF sections (SHF_COMPRESSED) for objfile.c.

   The size in the section's header is a claim of the file, which may be damaged or hostile.  So it
   is never allocated at once: the buffer grows with what the data really yield, and inflating stops
   at the first byte beyond the claim or the limit. */

#include "objfile.h"

#include <stdlib.h>
#include <zlib.h>
#include <zstd.h>

enum {
  STEP_MIN = 64 * 1024,        /* output room made before the first call */
  STEP_MAX = 64 * 1024 * 1024, /* and at most, so that room stays close to what is filled */
  FEED_MAX = 1 << 30           /* zlib counts input in 32 bits */
};

bool objfile_buffer_reserve (struct objfile_buffer *buffer, size_t extra)
{
  if (extra <= buffer->room - buffer->size)
    return true;
  if (extra > SIZE_MAX / 2 - buffer->size)
    return false;
  /* By half at least, so that many small additions copy linearly. */
  size_t room = buffer->size + (extra > buffer->size / 2 ? extra : buffer->size / 2);
  uint8_t *bytes = realloc (buffer->bytes, room);
  if (!bytes)
    return false;
  buffer->bytes = bytes;
  buffer->room = room;
  return true;
}

/* The room to make next: as much as there is already (doubling keeps copying linear), within the
   steps, and not more than END leaves except for the one byte that betrays an overlong stream. */
static size_t next_step (const struct objfile_buffer *out, size_t start, size_t end)
{
  size_t step = out->size - start;
  if (step < STEP_MIN)
    step = STEP_MIN;
  if (step > STEP_MAX)
    step = STEP_MAX;
  size_t left = end - out->size;
  return step <= left ? step : left + 1;
}

static const char *inflate_zlib (const uint8_t *in, size_t size, size_t end,
                                 struct objfile_buffer *out)
{
  z_stream stream = {0};
  if (inflateInit (&stream) != Z_OK)
    return "not enough memory to inflate the facts";
  const char *problem = NULL;
  size_t start = out->size, fed = 0;
  for (int status = Z_OK; status != Z_STREAM_END;) {
    size_t step = next_step (out, start, end);
    if (!objfile_buffer_reserve (out, step)) {
      problem = "not enough memory to inflate the facts";
      break;
    }
    size_t feed = size - fed < FEED_MAX ? size - fed : FEED_MAX;
    stream.next_in = (Bytef *)in + fed;
    stream.avail_in = feed;
    stream.next_out = out->bytes + out->size;
    stream.avail_out = step;
    status = inflate (&stream, Z_NO_FLUSH);
    fed += feed - stream.avail_in;
    out->size += step - stream.avail_out;
    if (out->size > end) {
      problem = "the compressed facts are larger than their header says";
      break;
    }
    if (status != Z_OK && status != Z_STREAM_END) {
      problem = "the compressed facts are damaged";
      break;
    }
  }
  inflateEnd (&stream);
  return problem;
}

/* Several frames may follow each other: linkers that compress in parallel write one per thread. */
static const char *inflate_zstd (const uint8_t *bytes, size_t size, size_t end,
                                 struct objfile_buffer *out)
{
  ZSTD_DStream *stream = ZSTD_createDStream ();
  if (!stream)
    return "not enough memory to inflate the facts";
  const char *problem = NULL;
  size_t start = out->size;
  ZSTD_inBuffer in = {bytes, size, 0};
  for (size_t status = 1; status != 0 || in.pos < in.size;) {
    size_t step = next_step (out, start, end);
    if (!objfile_buffer_reserve (out, step)) {
      problem = "not enough memory to inflate the facts";
      break;
    }
    ZSTD_outBuffer piece = {out->bytes + out->size, step, 0};
    size_t before = in.pos;
    status = ZSTD_decompressStream (stream, &piece, &in);
    out->size += piece.pos;
    if (out->size > end) {
      problem = "the compressed facts are larger than their header says";
      break;
    }
    /* Input used up in the middle of a frame shows as a call without progress. */
    if (ZSTD_isError (status) || (status != 0 && in.pos == before && piece.pos == 0)) {
      problem = "the compressed facts are damaged";
      break;
    }
  }
  ZSTD_freeDStream (stream);
  return problem;
}

const char *objfile_inflate (enum objfile_compression method, const uint8_t *in, size_t size,
                             uint64_t claimed, size_t limit, struct objfile_buffer *out)
{
  if (claimed > limit || out->size > limit - claimed)
    return "the compressed facts claim an absurd size";
  size_t end = out->size + claimed;
  const char *problem;
  switch (method) {
  case COMPRESSION_ZLIB:
    problem = inflate_zlib (in, size, end, out);
    break;
  case COMPRESSION_ZSTD:
    problem = inflate_zstd (in, size, end, out);
    break;
  default:
    return "the facts are compressed in a way that racecheck does not know";
  }
  if (!problem && out->size != end)
    problem = "the compressed facts are smaller than their header says";
  return problem;
}
