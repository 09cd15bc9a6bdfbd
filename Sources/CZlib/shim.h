// zlib, whose initialisers are macros that Swift does not see.
#pragma once
#include <zlib.h>

/// Begins to inflate; the window's bits say which format (zlib.h, inflateInit2).
static inline int umz_inflate_begin(z_stream *_Nonnull stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}

/// Begins to deflate; the window's bits say which format (zlib.h, deflateInit2).
static inline int umz_deflate_begin(z_stream *_Nonnull stream, int window_bits) {
  return deflateInit2(stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, window_bits, 8,
                      Z_DEFAULT_STRATEGY);
}
