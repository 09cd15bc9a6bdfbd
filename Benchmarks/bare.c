/* The floor: libmicrohttpd with epoll, one thread and one static answer, and nothing else.
 *
 *   cc -O2 -o bare Benchmarks/bare.c -lmicrohttpd
 *   ./bare PORT
 */
#include <arpa/inet.h>
#include <microhttpd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char body[] =
    "{\"id\":42,\"title\":\"Amber Desk Lamp\",\"category\":\"lighting\",\"price_cents\":4900,"
    "\"currency\":\"EUR\",\"stock\":5,\"image_url\":\"/assets/items/lamp.png\","
    "\"created_at\":\"2025-01-06T09:00:00Z\",\"updated_at\":\"2025-02-05T11:00:00Z\","
    "\"description\":\"A small lamp for a large desk.\",\"tags\":[\"lighting\",\"amber\"],"
    "\"rating\":{\"average\":4,\"count\":5}}";

static struct MHD_Response *response;

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request) {
  (void)context, (void)url, (void)method, (void)version, (void)upload;
  /* The first call comes after the headers; the reply is queued once the body has been read. */
  if (*request == NULL) {
    *request = &response;
    return MHD_YES;
  }
  if (*upload_size > 0) {
    *upload_size = 0;
    return MHD_YES;
  }
  return MHD_queue_response(connection, MHD_HTTP_OK, response);
}

int main(int count, char **arguments) {
  if (count != 2) return 64;
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((unsigned short)atoi(arguments[1])),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGINT);
  sigprocmask(SIG_BLOCK, &signals, NULL);

  response =
      MHD_create_response_from_buffer(sizeof body - 1, (void *)body, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/json");
  struct MHD_Daemon *daemon =
      MHD_start_daemon(MHD_USE_EPOLL_INTERNAL_THREAD, 0, NULL, NULL, answer, NULL,
                       MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_MEMORY_LIMIT,
                       (size_t)32768, MHD_OPTION_END);
  if (daemon == NULL) {
    fprintf(stderr, "error: Port %s cannot be had.\n", arguments[1]);
    return 75;
  }
  int signal;
  sigwait(&signals, &signal);
  MHD_stop_daemon(daemon);
  MHD_destroy_response(response);
  return 0;
}
