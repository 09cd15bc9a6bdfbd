/* What bare libmicrohttpd makes of slow answers: each connection is suspended, and a thread resumes it
 * when its time has come. With PIECES the head is sent at once, and so many pieces of the body behind it.
 *
 *   cc -O2 -pthread -o parkedBare Benchmarks/parkedBare.c -lmicrohttpd
 *   ./parkedBare PORT WORKERS MILLISECONDS [PIECES]
 */
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

/* All wait equally long, so that a queue is in order by itself. */
struct waiting {
  struct MHD_Connection *connection;
  struct timespec due;
  int times; /* How often it has waited. */
  struct waiting *next;
};

static struct waiting *first, **last = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more;
static struct MHD_Response *response;
static const char text[] = "{\"id\":42,\"title\":\"Amber Desk Lamp\"}";
static long delay; /* Of the answer, or of each piece. */
static int pieces;

static void *resume(void *context) {
  pthread_mutex_lock(&lock);
  for (;;) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    if (first == NULL) {
      pthread_cond_wait(&more, &lock);
    } else if (first->due.tv_sec > now.tv_sec ||
               (first->due.tv_sec == now.tv_sec && first->due.tv_nsec > now.tv_nsec)) {
      pthread_cond_timedwait(&more, &lock, &first->due);
    } else {
      struct waiting *waiting = first;
      first = waiting->next;
      if (first == NULL) last = &first;
      MHD_resume_connection(waiting->connection);
    }
  }
  return context;
}

/* Suspends a connection for the delay. */
static void wait_for(struct waiting *waiting, struct timespec from) {
  waiting->times++;
  waiting->due = from;
  waiting->due.tv_nsec += delay % 1000 * 1000000;
  waiting->due.tv_sec += delay / 1000 + waiting->due.tv_nsec / 1000000000;
  waiting->due.tv_nsec %= 1000000000;
  waiting->next = NULL;
  pthread_mutex_lock(&lock);
  MHD_suspend_connection(waiting->connection);
  *last = waiting;
  last = &waiting->next;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
}

/* The next piece of a body, once its time has come. */
static ssize_t read_piece(void *context, uint64_t position, char *buffer, size_t size) {
  struct waiting *waiting = context;
  size_t end = (sizeof text - 1) * (size_t)waiting->times / (size_t)pieces;
  size_t count = end > position ? end - position : 0;
  if (count == 0) {
    wait_for(waiting, waiting->due);
    return 0;
  }
  if (count > size) count = size;
  memcpy(buffer, text + position, count);
  return (ssize_t)count;
}

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request) {
  (void)context, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  if (*request == NULL) {
    *request = calloc(1, sizeof(struct waiting));
    return MHD_YES;
  }
  struct waiting *waiting = *request;
  if (waiting->times > 0) return MHD_queue_response(connection, MHD_HTTP_OK, response);
  waiting->connection = connection;
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  if (pieces == 0) {
    wait_for(waiting, now);
    return MHD_YES;
  }
  waiting->due = now;
  struct MHD_Response *paced =
      MHD_create_response_from_callback(sizeof text - 1, 256, read_piece, waiting, NULL);
  MHD_add_response_header(paced, "Content-Type", "application/json");
  enum MHD_Result result = MHD_queue_response(connection, MHD_HTTP_OK, paced);
  MHD_destroy_response(paced);
  return result;
}

static void completed(void *context, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode code) {
  (void)context, (void)connection, (void)code;
  free(*request);
}

int main(int count, char **arguments) {
  if (count != 4 && count != 5) return 64;
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((unsigned short)atoi(arguments[1])),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  pieces = count == 5 ? atoi(arguments[4]) : 0;
  delay = atol(arguments[3]) / (pieces > 0 ? pieces : 1);
  struct rlimit limit;
  getrlimit(RLIMIT_NOFILE, &limit);
  limit.rlim_cur = limit.rlim_max;
  setrlimit(RLIMIT_NOFILE, &limit);
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &signals, NULL);
  pthread_condattr_t attributes;
  pthread_condattr_init(&attributes);
  pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
  pthread_cond_init(&more, &attributes);

  response =
      MHD_create_response_from_buffer(sizeof text - 1, (void *)text, MHD_RESPMEM_PERSISTENT);
  MHD_add_response_header(response, "Content-Type", "application/json");
  pthread_t thread;
  pthread_create(&thread, NULL, resume, NULL);
  struct MHD_Daemon *daemon = MHD_start_daemon(
      MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC, 0, NULL, NULL, answer,
      NULL, MHD_OPTION_SOCK_ADDR, &address, MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)32768,
      MHD_OPTION_CONNECTION_LIMIT, 20000u, MHD_OPTION_THREAD_POOL_SIZE,
      (unsigned)atoi(arguments[2]), MHD_OPTION_LISTEN_BACKLOG_SIZE, 1024u, MHD_OPTION_NOTIFY_COMPLETED,
      completed, NULL, MHD_OPTION_END);
  if (daemon == NULL) {
    fprintf(stderr, "error: Port %s cannot be had.\n", arguments[1]);
    return 75;
  }
  int signal;
  sigwait(&signals, &signal);
  /* Whatever still waits would have to be resumed first. */
  return 0;
}
