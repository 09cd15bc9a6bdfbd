// PCRE2 for bytes; its names are macros, which Swift does not see.
#pragma once
#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

typedef pcre2_code_8 umpcre2_code;
typedef pcre2_match_context_8 umpcre2_match_context;

/// Compiles a pattern that fits whole values only; NULL and an error where it cannot.
static inline umpcre2_code *_Nullable umpcre2_compile(const uint8_t *_Nullable text, size_t size,
                                                      int *_Nonnull error,
                                                      size_t *_Nonnull offset) {
  return pcre2_compile_8(text, size,
                         PCRE2_UTF | PCRE2_ANCHORED | PCRE2_ENDANCHORED | PCRE2_DOLLAR_ENDONLY |
                             PCRE2_NEVER_BACKSLASH_C,
                         error, offset, NULL);
}

static inline void umpcre2_free(umpcre2_code *_Nullable code) { pcre2_code_free_8(code); }

/// A context with limits on steps and on memory (in kibibytes).
static inline umpcre2_match_context *_Nullable umpcre2_context(uint32_t steps, uint32_t kibibytes) {
  umpcre2_match_context *context = pcre2_match_context_create_8(NULL);
  if (context != NULL) {
    pcre2_set_match_limit_8(context, steps);
    pcre2_set_heap_limit_8(context, kibibytes);
  }
  return context;
}

static inline void umpcre2_free_context(umpcre2_match_context *_Nullable context) {
  pcre2_match_context_free_8(context);
}

/// 1 where the whole text fits, 0 where it does not, -1 beyond a limit, -2 where it is no UTF-8.
static inline int umpcre2_match(const umpcre2_code *_Nonnull code, const uint8_t *_Nullable text,
                                size_t size, umpcre2_match_context *_Nullable context) {
  pcre2_match_data_8 *data = pcre2_match_data_create_8(1, NULL);
  if (data == NULL) return -1;
  static const uint8_t empty[1] = {0};
  int result = pcre2_match_8(code, text == NULL ? empty : text, size, 0, 0, data, context);
  pcre2_match_data_free_8(data);
  if (result >= 0) return 1;
  if (result == PCRE2_ERROR_NOMATCH) return 0;
  return result <= PCRE2_ERROR_UTF8_ERR1 && result >= PCRE2_ERROR_UTF8_ERR21 ? -2 : -1;
}

/// The words of an error; returns their length.
static inline int umpcre2_message(int error, uint8_t *_Nonnull buffer, size_t size) {
  return pcre2_get_error_message_8(error, buffer, size);
}
