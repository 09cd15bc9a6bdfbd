/* Asks a server for one slow answer on each of many connections at once, and tells how late they are.
 *
 *   cc -O2 -o parked Benchmarks/parked.c
 *   ./parked PORT PATH CONNECTIONS MILLISECONDS [USED]
 *
 * Connections are opened first, and used for one request each where USED is its path; then all requests are sent, and the time of each counts from its own
 * sending to the last byte of its answer. Prints, in milliseconds beyond MILLISECONDS, the median, p99 and
 * the greatest, and waits for a line on its input before it sends, so that somebody can look at the
 * server's memory: `open`, then the answer's line.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

struct client {
  int descriptor;
  long length; /* of head and body; 0 while the head is not there */
  long received;
  char head[1024];
  double sent, done;
};

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

static int compare(const void *one, const void *other) {
  double difference = *(const double *)one - *(const double *)other;
  return (difference > 0) - (difference < 0);
}

static void fail(const char *what) {
  fprintf(stderr, "error: %s: %s\n", what, strerror(errno));
  exit(1);
}

/* Whether the whole answer has come. */
static int receive(struct client *client) {
  char bytes[4096];
  for (;;) {
    long count = recv(client->descriptor, bytes, sizeof bytes, 0);
    if (count < 0 && errno == EAGAIN) return 0;
    if (count <= 0) fail("an answer broke off");
    if (client->length == 0) {
      long room = (long)sizeof client->head - 1 - client->received;
      memcpy(client->head + client->received, bytes, (size_t)(count < room ? count : room));
      client->head[client->received + (count < room ? count : room)] = 0;
      char *end = strstr(client->head, "\r\n\r\n");
      char *length = strcasestr(client->head, "\r\ncontent-length:");
      if (end != NULL && length != NULL)
        client->length = end + 4 - client->head + atol(length + 17);
    }
    client->received += count;
    if (client->length > 0 && client->received >= client->length) return 1;
  }
}

/* Has a connection answer a request that is not counted. */
static void use(struct client *client, const char *path) {
  char request[512];
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        path);
  if (send(client->descriptor, request, (size_t)length, MSG_NOSIGNAL) != length) fail("send");
  // The socket waits here, so that this ends with the answer.
  while (!receive(client)) continue;
  client->length = client->received = 0;
}

int main(int count, char **arguments) {
  if (count != 5 && count != 6) return 64;
  int connections = atoi(arguments[3]);
  double expected = atof(arguments[4]);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((unsigned short)atoi(arguments[1])),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  struct client *clients = calloc((size_t)connections, sizeof *clients);
  int poll = epoll_create1(0);
  char request[512];
  int length = snprintf(request, sizeof request, "GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n",
                        arguments[2]);
  for (int index = 0; index < connections; index++) {
    struct client *client = &clients[index];
    client->descriptor = socket(AF_INET, SOCK_STREAM, 0);
    if (client->descriptor < 0) fail("socket");
    if (connect(client->descriptor, (struct sockaddr *)&address, sizeof address) != 0)
      fail("connect");
    if (count == 6) use(client, arguments[5]);
    int on = 1;
    setsockopt(client->descriptor, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    fcntl(client->descriptor, F_SETFL, O_NONBLOCK);
    struct epoll_event event = {.events = EPOLLIN, .data = {.ptr = client}};
    epoll_ctl(poll, EPOLL_CTL_ADD, client->descriptor, &event);
  }
  puts("open");
  fflush(stdout);
  if (getchar() == EOF) return 1;
  for (int index = 0; index < connections; index++) {
    clients[index].sent = now();
    if (send(clients[index].descriptor, request, (size_t)length, MSG_NOSIGNAL) != length)
      fail("send");
  }
  puts("sent");
  fflush(stdout);
  int left = connections;
  while (left > 0) {
    struct epoll_event events[512];
    int ready = epoll_wait(poll, events, 512, 60000);
    if (ready <= 0) fail("nothing came in a minute");
    for (int index = 0; index < ready; index++) {
      struct client *client = events[index].data.ptr;
      if (client->done > 0 || !receive(client)) continue;
      client->done = now();
      left--;
    }
  }
  double *late = calloc((size_t)connections, sizeof *late);
  for (int index = 0; index < connections; index++)
    late[index] = clients[index].done - clients[index].sent - expected;
  qsort(late, (size_t)connections, sizeof *late, compare);
  printf("%.2f %.2f %.2f %.2f\n", late[0], late[connections / 2], late[connections * 99L / 100],
         late[connections - 1]);
  return 0;
}
