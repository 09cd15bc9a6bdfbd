// What is known of the memory that the library has for each connection.
#pragma once
#include <stdint.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

/// How much memory the library has for each connection: exactly this is the fastest. One byte more,
/// and short connections cost half as much again.
static inline size_t umhd_connection_memory(void) { return 32768; }

/// Gives the system back those pages of a connection's memory that hold nothing but zeros.
///
/// The library zeroes what it frees: all of its memory between two requests, half of it before it
/// writes an answer. Thousands of connections that wait then hold pages for nothing. Whole pages of
/// zeros read as zeros afterwards too, so that it makes no difference what the library keeps there; no
/// other thread may use the connection meanwhile.
///
/// - method: where the request line begins. That is the beginning of the memory, unless empty lines
///   came before it: then the byte in front of it is the end of one.
/// - is_used: whether the connection has had a request before; the second half of its memory has not been
///   touched otherwise.
#if defined(__linux__)
__attribute__((no_sanitize("address")))
static inline void umhd_give_back(const char *method, int is_used) {
  if (method[-1] == '\n') return;
  const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
  uintptr_t start = ((uintptr_t)method + page - 1) & ~(page - 1);
  size_t size = is_used ? umhd_connection_memory() : umhd_connection_memory() / 2;
  uintptr_t end = ((uintptr_t)method + size) & ~(page - 1);
  uintptr_t zeros = start;  // Where the present run of zeros began.
  for (uintptr_t at = start; at < end; at += page) {
    const uint64_t *words = (const uint64_t *)at;
    size_t index = 0;
    while (index < page / sizeof *words && words[index] == 0) index++;
    if (index == page / sizeof *words) continue;
    if (zeros < at) madvise((void *)zeros, at - zeros, MADV_DONTNEED);
    zeros = at + page;
  }
  if (zeros < end) madvise((void *)zeros, end - zeros, MADV_DONTNEED);
}
#else
// Elsewhere pages that were given back need not read as zeros.
static inline void umhd_give_back(const char *method, int is_used) {
  (void)method, (void)is_used;
}
#endif
