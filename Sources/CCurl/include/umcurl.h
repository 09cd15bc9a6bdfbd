// One HTTP call through libcurl, which is loaded when first needed.
//
// The prototypes are our own, so that neither building nor starting needs libcurl: linked, it
// brings 34 libraries and 3 ms to every start.

#ifndef UMCURL_H
#define UMCURL_H

#include <stddef.h>
#include <stdint.h>

/// What is returned where no libcurl can be loaded; other values are libcurl's CURLcode.
#define UMCURL_NOT_INSTALLED (-1)

/// A growing piece of memory.
struct umcurl_bytes {
  uint8_t *start;
  size_t count;
};

/// A call.
struct umcurl_request {
  const char *method;
  const char *url;
  /// Lines of the header, each with a line feed behind it.
  const char *header_lines;
  const uint8_t *body;
  size_t body_size;
  /// Whether the body is sent, empty or not.
  int has_body;
  /// Whether http_proxy and its like are passed over.
  int bypasses_proxy;
  /// The file of those whose certificates are trusted; NULL for libcurl's own.
  const char *authorities;
  long timeout_milliseconds;
};

/// An answer; give it back with umcurl_free().
struct umcurl_response {
  long status;
  /// The header lines of the last answer as they came.
  struct umcurl_bytes head;
  struct umcurl_bytes body;
  /// libcurl's words for an error, ended by a zero.
  char message[256];
};

/// Makes a call and waits for its answer. Zero when there is one.
int umcurl_perform(const struct umcurl_request *request, struct umcurl_response *response);

/// Frees what an answer holds.
void umcurl_free(struct umcurl_response *response);

#endif
