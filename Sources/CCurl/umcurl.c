// For strndup and strncasecmp beside -std=c11.
#if defined(__linux__)
#define _GNU_SOURCE
#endif

#include "umcurl.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

// From curl/curl.h, whose numbers never change (libcurl's ABI policy).
typedef struct CURL CURL;
struct curl_slist;

enum {
  CURLE_OUT_OF_MEMORY = 27,
  CURL_GLOBAL_ALL = 3,
  CURLINFO_RESPONSE_CODE = 0x200000 + 2,
  CURLPROTO_HTTP_AND_HTTPS = 1 | 2,
  CURLOPT_NOBODY = 44,
  CURLOPT_NOSIGNAL = 99,
  CURLOPT_TIMEOUT_MS = 155,
  CURLOPT_PROTOCOLS = 181,
  CURLOPT_PATH_AS_IS = 234,
  CURLOPT_WRITEDATA = 10001,
  CURLOPT_URL = 10002,
  CURLOPT_ERRORBUFFER = 10010,
  CURLOPT_POSTFIELDS = 10015,
  CURLOPT_HTTPHEADER = 10023,
  CURLOPT_HEADERDATA = 10029,
  CURLOPT_CUSTOMREQUEST = 10036,
  CURLOPT_CAINFO = 10065,
  CURLOPT_NOPROXY = 10177,
  CURLOPT_WRITEFUNCTION = 20011,
  CURLOPT_HEADERFUNCTION = 20079,
  CURLOPT_POSTFIELDSIZE_LARGE = 30120,
};

static struct {
  int is_ready;
  int (*global_init)(long);
  CURL *(*easy_init)(void);
  int (*easy_setopt)(CURL *, int, ...);
  int (*easy_perform)(CURL *);
  int (*easy_getinfo)(CURL *, int, ...);
  void (*easy_cleanup)(CURL *);
  const char *(*easy_strerror)(int);
  struct curl_slist *(*slist_append)(struct curl_slist *, const char *);
  void (*slist_free_all)(struct curl_slist *);
} curl;

static pthread_once_t curl_once = PTHREAD_ONCE_INIT;

static void load(void) {
  static const char *const names[] = {
      "libcurl.so.4",
      "libcurl-gnutls.so.4",
      "libcurl.4.dylib",
  };
  void *library = NULL;
  for (size_t i = 0; i < sizeof names / sizeof *names && !library; i++)
    library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
  if (!library) return;
  *(void **)&curl.global_init = dlsym(library, "curl_global_init");
  *(void **)&curl.easy_init = dlsym(library, "curl_easy_init");
  *(void **)&curl.easy_setopt = dlsym(library, "curl_easy_setopt");
  *(void **)&curl.easy_perform = dlsym(library, "curl_easy_perform");
  *(void **)&curl.easy_getinfo = dlsym(library, "curl_easy_getinfo");
  *(void **)&curl.easy_cleanup = dlsym(library, "curl_easy_cleanup");
  *(void **)&curl.easy_strerror = dlsym(library, "curl_easy_strerror");
  *(void **)&curl.slist_append = dlsym(library, "curl_slist_append");
  *(void **)&curl.slist_free_all = dlsym(library, "curl_slist_free_all");
  curl.is_ready = curl.global_init && curl.easy_init && curl.easy_setopt && curl.easy_perform &&
                  curl.easy_getinfo && curl.easy_cleanup && curl.easy_strerror &&
                  curl.slist_append && curl.slist_free_all &&
                  curl.global_init(CURL_GLOBAL_ALL) == 0;
}

static size_t append(const char *data, size_t size, size_t count, void *context) {
  struct umcurl_bytes *bytes = context;
  size_t added = size * count;
  if (added == 0) return 0;
  uint8_t *start = realloc(bytes->start, bytes->count + added);
  if (!start) return 0;
  memcpy(start + bytes->count, data, added);
  bytes->start = start;
  bytes->count += added;
  return added;
}

// Keeps the lines of the last head only: an interim answer (100, 103) comes before it.
static size_t append_line(const char *data, size_t size, size_t count, void *context) {
  struct umcurl_bytes *head = context;
  if (size * count >= 5 && memcmp(data, "HTTP/", 5) == 0) head->count = 0;
  return append(data, size, count, context);
}

// Appends a line; -1 where memory is out, and the list is as it was.
static int append_header(struct curl_slist **list, const char *line, size_t length) {
  char *copy = strndup(line, length);
  if (!copy) return -1;
  struct curl_slist *longer = curl.slist_append(*list, copy);
  free(copy);
  if (!longer) return -1;
  *list = longer;
  return 0;
}

static int append_headers(struct curl_slist **list, const char *lines) {
  // libcurl would wait a second for "100 Continue", and call every body a form.
  if (append_header(list, "Expect:", 7) != 0) return -1;
  int has_type = 0;
  for (const char *line = lines; *line;) {
    size_t length = strcspn(line, "\n");
    if (strncasecmp(line, "Content-Type:", 13) == 0) has_type = 1;
    if (append_header(list, line, length) != 0) return -1;
    line += length + (line[length] == '\n');
  }
  return has_type ? 0 : append_header(list, "Content-Type:", 13);
}

int umcurl_perform(const struct umcurl_request *request, struct umcurl_response *response) {
  memset(response, 0, sizeof *response);
  pthread_once(&curl_once, load);
  if (!curl.is_ready) return UMCURL_NOT_INSTALLED;

  CURL *call = curl.easy_init();
  struct curl_slist *headers = NULL;
  int code = CURLE_OUT_OF_MEMORY;
  if (call && append_headers(&headers, request->header_lines) == 0) {
    curl.easy_setopt(call, CURLOPT_URL, request->url);
    curl.easy_setopt(call, CURLOPT_PROTOCOLS, (long)CURLPROTO_HTTP_AND_HTTPS);
    curl.easy_setopt(call, CURLOPT_PATH_AS_IS, 1L);
    // A call may be made on any thread: no alarm(2) for slow name servers.
    curl.easy_setopt(call, CURLOPT_NOSIGNAL, 1L);
    curl.easy_setopt(call, CURLOPT_TIMEOUT_MS, request->timeout_milliseconds);
    curl.easy_setopt(call, CURLOPT_ERRORBUFFER, response->message);
    curl.easy_setopt(call, CURLOPT_HTTPHEADER, headers);
    if (request->bypasses_proxy) curl.easy_setopt(call, CURLOPT_NOPROXY, "*");
    if (request->authorities) curl.easy_setopt(call, CURLOPT_CAINFO, request->authorities);
    if (request->has_body) {
      curl.easy_setopt(call, CURLOPT_POSTFIELDSIZE_LARGE, (int64_t)request->body_size);
      curl.easy_setopt(call, CURLOPT_POSTFIELDS, request->body_size ? (const char *)request->body : "");
    }
    if (strcmp(request->method, "HEAD") == 0)
      curl.easy_setopt(call, CURLOPT_NOBODY, 1L);
    else
      curl.easy_setopt(call, CURLOPT_CUSTOMREQUEST, request->method);
    curl.easy_setopt(call, CURLOPT_WRITEFUNCTION, append);
    curl.easy_setopt(call, CURLOPT_WRITEDATA, &response->body);
    curl.easy_setopt(call, CURLOPT_HEADERFUNCTION, append_line);
    curl.easy_setopt(call, CURLOPT_HEADERDATA, &response->head);
    code = curl.easy_perform(call);
    curl.easy_getinfo(call, CURLINFO_RESPONSE_CODE, &response->status);
  }
  if (code != 0 && !response->message[0])
    strncpy(response->message, curl.easy_strerror(code), sizeof response->message - 1);
  if (headers) curl.slist_free_all(headers);
  if (call) curl.easy_cleanup(call);
  return code;
}

void umcurl_free(struct umcurl_response *response) {
  free(response->head.start);
  free(response->body.start);
  memset(response, 0, sizeof *response);
}
