/* What bare libmicrohttpd makes of slow answers: each connection is suspended, and a thread resumes it
 * when its time has come.
 *
 *   cc -O2 -pthread -o parkedBare Benchmarks/parkedBare.c -lmicrohttpd
 *   ./parkedBare PORT WORKERS MILLISECONDS
 */
#include <arpa/inet.h>
#include <errno.h>
#include <microhttpd.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>

/* All wait equally long, so that a queue is in order by itself. */
struct waiting {
  struct MHD_Connection *connection;
  struct timespec due;
  int has_waited;
  struct waiting *next;
};

static struct waiting *first, **last = &first;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t more;
static struct MHD_Response *response;
static long delay;

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

static enum MHD_Result answer(void *context, struct MHD_Connection *connection, const char *url,
                              const char *method, const char *version, const char *upload,
                              size_t *upload_size, void **request) {
  (void)context, (void)url, (void)method, (void)version, (void)upload, (void)upload_size;
  if (*request == NULL) {
    *request = calloc(1, sizeof(struct waiting));
    return MHD_YES;
  }
  struct waiting *waiting = *request;
  if (waiting->has_waited) return MHD_queue_response(connection, MHD_HTTP_OK, response);
  waiting->has_waited = 1;
  waiting->connection = connection;
  clock_gettime(CLOCK_MONOTONIC, &waiting->due);
  waiting->due.tv_nsec += delay % 1000 * 1000000;
  waiting->due.tv_sec += delay / 1000 + waiting->due.tv_nsec / 1000000000;
  waiting->due.tv_nsec %= 1000000000;
  pthread_mutex_lock(&lock);
  MHD_suspend_connection(connection);
  *last = waiting;
  last = &waiting->next;
  pthread_cond_signal(&more);
  pthread_mutex_unlock(&lock);
  return MHD_YES;
}

static void completed(void *context, struct MHD_Connection *connection, void **request,
                      enum MHD_RequestTerminationCode code) {
  (void)context, (void)connection, (void)code;
  free(*request);
}

int main(int count, char **arguments) {
  if (count != 4) return 64;
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_port = htons((unsigned short)atoi(arguments[1])),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
  delay = atol(arguments[3]);
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

  static const char body[] = "{\"id\":42,\"title\":\"Amber Desk Lamp\"}";
  response =
      MHD_create_response_from_buffer(sizeof body - 1, (void *)body, MHD_RESPMEM_PERSISTENT);
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
