// zlib, whose initialisers are macros that Swift does not see.
#pragma once
#include <zlib.h>

/// Begins to inflate: gzip and zlib by their headers, or raw deflate.
static inline int umz_inflate_begin(z_stream *_Nonnull stream, int is_raw) {
  return inflateInit2(stream, is_raw ? -MAX_WBITS : MAX_WBITS + 32);
}
