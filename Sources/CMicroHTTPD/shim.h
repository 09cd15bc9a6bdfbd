// The C library as Swift can call it: its variadic functions with fixed arguments.
#pragma once
#include <microhttpd.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <string.h>
#include <stdarg.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#include "memory.h"
#if defined(__linux__)
#include <linux/sockios.h>
#include <sys/eventfd.h>
#endif

/// MHD_start_daemon with its options in one array.
static inline struct MHD_Daemon *umhd_start(unsigned int flags, MHD_AccessHandlerCallback handler,
                                            void *context,
                                            const struct MHD_OptionItem *_Nonnull options) {
  return MHD_start_daemon(flags, 0, NULL, NULL, handler, context, MHD_OPTION_ARRAY, options,
                          MHD_OPTION_END);
}

/// Who is told that the library found no descriptor for somebody who has connected.
struct umhd_shortage {
  void (*_Nonnull tell)(void *_Nullable context);
  void *_Nullable context;
};

/// What the library says; all of it but one thing is for those who write it.
///
/// A worker without connections that finds no descriptor asks again at once, and for ever: there is
/// none that could end and make room. It says so each time, from its own thread, which may rest
/// here: nobody waits for it.
static void umhd_heed(void *shortage, const char *words, va_list arguments) {
  (void)arguments;
  if (strncmp(words, "Hit process or system resource limit", 36) != 0) return;
  struct umhd_shortage *told = (struct umhd_shortage *)shortage;
  told->tell(told->context);
  if (strstr(words, "FIRST connection") == NULL) return;
  struct timespec rest = {0, 50 * 1000 * 1000};
  nanosleep(&rest, NULL);
}
static inline void *_Nonnull umhd_listener_of_words(void) { return (void *)&umhd_heed; }

/// The TLS session of a connection, a `gnutls_session_t`; NULL where it has none.
static inline struct gnutls_session_int *_Nullable umhd_tls_session(
    struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info == NULL ? NULL : (struct gnutls_session_int *)info->tls_session;
}

/// What the library asks for a certificate, in the form of an option; there is none.
///
/// The library does not start without one for all connections. Each has its own before it would be
/// asked for.
static inline int umhd_refuse_certificate(void) { return -1; }
static inline void *umhd_no_certificate(void) { return (void *)&umhd_refuse_certificate; }

/// What bytes a target has: 1 where there is a blank or a control character, 2 where there is a
/// query, a percent sign or what is no ASCII.
///
/// Without a branch for each byte, so that the compiler looks at many at once.
static inline int umhd_look_at(const char *target, size_t count) {
  unsigned char odd = 0, special = 0;
  for (size_t index = 0; index < count; index++) {
    unsigned char byte = (unsigned char)target[index];
    odd |= (unsigned char)((byte <= 0x20) | (byte == 0x7F));
    special |= (unsigned char)((byte == '?') | (byte == '%') | (byte >= 0x80));
  }
  return odd | special << 1;
}

/// Where a connection's header lines lie: four numbers for each, which are the place of its name and
/// of its value behind a base, and their lengths.
struct umhd_places {
  const char *base;
  uint32_t *numbers;
  size_t capacity;
  size_t count;
  int is_same;
};

static inline void umhd_place(
    const char *base, const char *name, size_t name_size, const char *value, size_t value_size,
    uint32_t place[4]) {
  place[0] = (uint32_t)((uintptr_t)name - (uintptr_t)base);
  place[1] = (uint32_t)name_size;
  place[2] = (uint32_t)((uintptr_t)value - (uintptr_t)base);
  place[3] = (uint32_t)value_size;
}

static enum MHD_Result umhd_note_place(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value,
    size_t value_size) {
  (void)kind;
  struct umhd_places *places = (struct umhd_places *)context;
  if (places->count + 4 <= places->capacity)
    umhd_place(places->base, name, name_size, value, value_size, places->numbers + places->count);
  places->count += 4;
  return MHD_YES;
}

static enum MHD_Result umhd_compare_place(
    void *context, enum MHD_ValueKind kind, const char *name, size_t name_size, const char *value,
    size_t value_size) {
  (void)kind;
  struct umhd_places *places = (struct umhd_places *)context;
  uint32_t place[4];
  umhd_place(places->base, name, name_size, value, value_size, place);
  places->is_same = places->count + 4 <= places->capacity &&
                    memcmp(places->numbers + places->count, place, sizeof place) == 0;
  places->count += 4;
  return places->is_same ? MHD_YES : MHD_NO;
}

/// Notes where the lines lie, as far as there is room for the numbers; returns how many there are.
static inline size_t umhd_note_places(
    struct MHD_Connection *connection, const char *base, uint32_t *_Nullable numbers,
    size_t capacity) {
  struct umhd_places places = {base, numbers, capacity, 0, 1};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, umhd_note_place, &places);
  return places.count;
}

/// Whether the lines lie where others did.
static inline int umhd_has_places(
    struct MHD_Connection *connection, const char *base, const uint32_t *_Nullable numbers,
    size_t count) {
  struct umhd_places places = {base, (uint32_t *)numbers, count, 0, 1};
  MHD_get_connection_values_n(connection, MHD_HEADER_KIND, umhd_compare_place, &places);
  return places.is_same && places.count == count;
}

/// How many bytes a head has, from the request line to the empty line; 0 before all of it is there.
static inline long umhd_head_size(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info == NULL ? 0 : (long)info->header_size;
}

/// The descriptor of a connection; -1 where there is none.
static inline int umhd_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info == NULL ? -1 : (int)info->connect_fd;
}

/// What the daemon keeps for a connection from its first to its last request.
static inline void *umhd_connection_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info == NULL ? NULL : info->socket_context;
}

/// The size of a body that is not known before it ends.
static inline uint64_t umhd_size_unknown(void) { return MHD_SIZE_UNKNOWN; }

/// What a content reader returns behind the last byte.
static inline ssize_t umhd_end_of_stream(void) { return MHD_CONTENT_READER_END_OF_STREAM; }

/// What a content reader returns to cut the body short and close.
static inline ssize_t umhd_end_with_error(void) { return MHD_CONTENT_READER_END_WITH_ERROR; }

/// Has the library forget that the client waits for 100 Continue, before it has said so.
///
/// It looks at the line behind the first call of the handler; the value lies in the connection's own
/// memory.
static inline void umhd_forget_expectation(struct MHD_Connection *connection) {
  const char *value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, "Expect");
  if (value != NULL) ((char *)value)[0] = '\0';
}

/// How many bytes the system takes before they are read; a window that was announced stays.
static inline void umhd_set_receive_buffer(int descriptor, int size) {
  setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, sizeof size);
}

/// How long the segments of a connection may be.
static inline int umhd_segment_size(int descriptor) {
  int size = 0;
  socklen_t length = sizeof size;
  return getsockopt(descriptor, IPPROTO_TCP, TCP_MAXSEG, &size, &length) == 0 ? size : 0;
}

/// Has clients that connect from now on send segments as short as those of a real network.
///
/// Over loopback they have 64 KiB, for which the client's system sets aside a send buffer of
/// megabytes: whatever the server reads, a whole photo then is sent at once.
static inline void umhd_limit_segments(int listener) {
  int size = 1460;
  setsockopt(listener, IPPROTO_TCP, TCP_MAXSEG, &size, sizeof size);
}

/// Has a response sent without chunks, its connection closed behind it.
///
/// An answer to HEAD whose GET would be sent in chunks: the library sends the last chunk, which then is
/// taken for the beginning of the next answer.
static inline void umhd_without_chunks(struct MHD_Response *response) {
  MHD_set_response_options(response, MHD_RF_HTTP_1_0_COMPATIBLE_STRICT, MHD_RO_END);
}

/// Has the library give back a connection at once whose body is about to be cut short.
///
/// A content reader that is asked again after a pause and ends with an error closes its connection,
/// but nothing makes the library look at it once more, to free it; it would lie there until all
/// connections that were idle for longer are gone. Those with a time limit of their own, however,
/// are looked at in each round, in the present one too.
static inline void umhd_hasten(struct MHD_Connection *connection) {
  MHD_set_connection_option(connection, MHD_CONNECTION_OPTION_TIMEOUT, 1u);
}

/// Sends a TCP reset at once and leaves the descriptor to the library.
static inline void umhd_reset(int descriptor) {
#if defined(__linux__)
  // Dissolving the association of a connected socket aborts it (connect(2), AF_UNSPEC).
  struct sockaddr address;
  memset(&address, 0, sizeof address);
  address.sa_family = AF_UNSPEC;
  connect(descriptor, &address, sizeof address);
#else
  struct linger linger = {1, 0};
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, sizeof linger);
  // The library would shut the socket down first, which sends a FIN. Another socket put in its
  // place closes the connection now, and leaves the descriptor to the library.
  int blank = socket(AF_INET, SOCK_STREAM, 0);
  if (blank >= 0) {
    dup2(blank, descriptor);
    close(blank);
  }
#endif
}

/// Ends both directions in the ordinary way and leaves the descriptor to the library.
static inline void umhd_close(int descriptor) { shutdown(descriptor, SHUT_RDWR); }

/// A second descriptor of a connection, which outlives the library's; -1 where none is left.
static inline int umhd_keep(int descriptor) {
#if defined(__linux__)
  return fcntl(descriptor, F_DUPFD_CLOEXEC, 0);
#else
  return dup(descriptor);
#endif
}

/// Sends what the socket takes without waiting; how many bytes that were, -1 where it is gone.
static inline ssize_t umhd_send(int descriptor, const void *bytes, size_t size) {
  int flags = MSG_DONTWAIT;
#if defined(__linux__)
  flags |= MSG_NOSIGNAL;
#endif
  ssize_t sent = send(descriptor, bytes, size, flags);
  if (sent < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) return 0;
  return sent;
}

/// The words of a status.
static inline const char *umhd_reason(unsigned int status) {
  return MHD_get_reason_phrase_for(status);
}

/// Says that nothing more will be sent.
static inline void umhd_finish(int descriptor) { shutdown(descriptor, SHUT_WR); }

/// Has the system refuse further connections to a listener that the library serves.
///
/// Not by MHD_quiesce_daemon where the library uses epoll: it takes the listener out of the sets of its
/// workers, as these do themselves once they know, and whichever comes second aborts the process. A
/// descriptor on which nothing ever happens takes the listener's place; with its last descriptor the
/// listener is gone, from all sets too.
///
/// One rest is left: a worker that has just reached its limit of connections, or found no descriptor for one,
/// takes the listener out of its set by itself. Where it does so behind the exchange, the stand-in is in no
/// set, and the library aborts the process.
///
/// - Returns: whether the descriptor is the caller's from now on; else the library closes it when it stops.
static inline int umhd_stop_listening(struct MHD_Daemon *daemon, int listener) {
#if defined(__linux__)
  int nothing = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (nothing >= 0) {
    int done = dup3(nothing, listener, O_CLOEXEC);
    close(nothing);
    if (done >= 0) return 0;
  }
#else
  (void)listener;
#endif
  MHD_quiesce_daemon(daemon);
  return 1;
}

/// Says that nothing more will be read: whoever waits for more is told that it has ended.
static inline void umhd_stop_reading(int descriptor) { shutdown(descriptor, SHUT_RD); }

/// Whether the other side has ended, and nothing of what it sent is left to be read.
static inline int umhd_has_left(int descriptor) {
  char byte;
  return recv(descriptor, &byte, 1, MSG_PEEK | MSG_DONTWAIT) == 0;
}

/// Throws away what has arrived, a megabyte at most; false where the other side has ended.
static inline int umhd_drain(int descriptor) {
  char buffer[16384];
  for (int round = 0; round < 64; round++) {
    ssize_t count = recv(descriptor, buffer, sizeof buffer, MSG_DONTWAIT);
    if (count == 0) return 0;
    if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  }
  return 1;
}

/// A connection to where another connection of ours came to, which waits; -1 where there is none.
static inline int umhd_connect_alike(int descriptor) {
  struct sockaddr_storage address;
  socklen_t size = sizeof address;
  if (getsockname(descriptor, (struct sockaddr *)&address, &size) != 0) return -1;
  int other = socket(address.ss_family, SOCK_STREAM, 0);
  if (other < 0) return -1;
  fcntl(other, F_SETFD, FD_CLOEXEC);
  if (connect(other, (struct sockaddr *)&address, size) == 0) return other;
  close(other);
  return -1;
}

/// Sends all bytes, for as long as that takes; false where the other side is gone.
static inline int umhd_send_all(int descriptor, const void *bytes, size_t size) {
  int flags = 0;
#if defined(__linux__)
  flags |= MSG_NOSIGNAL;
#endif
  const char *rest = (const char *)bytes;
  while (size > 0) {
    ssize_t sent = send(descriptor, rest, size, flags);
    if (sent < 0 && errno == EINTR) continue;
    if (sent <= 0) return 0;
    rest += sent;
    size -= (size_t)sent;
  }
  return 1;
}

/// Receives what has arrived; 0 at the end, -2 where nothing is there, -1 where the connection broke.
static inline ssize_t umhd_receive(int descriptor, void *buffer, size_t size) {
  ssize_t count = recv(descriptor, buffer, size, MSG_DONTWAIT);
  if (count >= 0) return count;
  return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR ? -2 : -1;
}

/// Closes a descriptor that was kept.
static inline void umhd_discard(int descriptor) { close(descriptor); }

/// How many bytes the other side has not yet acknowledged.
static inline int umhd_unsent(int descriptor) {
  int count = 0;
#if defined(__linux__)
  if (ioctl(descriptor, SIOCOUTQ, &count) != 0) return 0;
#endif
  return count;
}

/// What goes through the library with a connection of a further port: the port's number, and how
/// often it had refused when the connection was accepted.
struct umhd_ticket {
  uint64_t port;
  uint64_t round;
};

/// A ticket in the place of a client's address, which nobody asks for.
struct umhd_ticket_address {
  struct sockaddr head;
  struct umhd_ticket ticket;
};

/// MHD_add_connection with a ticket, which is there again when the connection begins.
static inline void umhd_add(struct MHD_Daemon *daemon, int descriptor, struct umhd_ticket ticket) {
  struct umhd_ticket_address address;
  memset(&address, 0, sizeof address);
  address.head.sa_family = AF_UNSPEC;
  address.ticket = ticket;
  // The library closes the socket where it does not want it.
  MHD_add_connection(daemon, descriptor, &address.head, sizeof address);
}

/// The ticket of a connection; zeros where it came by one of the daemon's own addresses.
static inline struct umhd_ticket umhd_ticket_of(struct MHD_Connection *connection) {
  struct umhd_ticket_address address;
  memset(&address, 0, sizeof address);
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  if (info != NULL && info->client_addr != NULL && info->client_addr->sa_family == AF_UNSPEC)
    memcpy(&address, info->client_addr, sizeof address);
  return address.ticket;
}

/// One end of a connection whose other end is closed; -1 where there is no descriptor for it.
static inline int umhd_abandoned_socket(void) {
  int ends[2];
#if defined(__linux__)
  // At once: a process that is begun meanwhile would keep the other end.
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return -1;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return -1;
  fcntl(ends[0], F_SETFD, FD_CLOEXEC);
#endif
  close(ends[1]);
  return ends[0];
}

/// A copy of a descriptor, not below a number; -1 where there is none left.
static inline int umhd_copy(int descriptor, int least) {
  return fcntl(descriptor, F_DUPFD_CLOEXEC, least);
}

#if defined(__linux__)
/// accept4(2), which the headers show only to those who ask for GNU's additions.
int accept4(int descriptor, struct sockaddr *address, socklen_t *size, int flags);

/// The type of a stream socket that neither blocks nor outlives an exec; Swift does not always find
/// the two flags, which the system's header declares in an enum.
static inline int umhd_stream_type(void) { return SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK; }

/// Accepts a connection that neither blocks nor outlives an exec.
static inline int umhd_accept(int descriptor, struct sockaddr *address, socklen_t *size) {
  return accept4(descriptor, address, size, SOCK_CLOEXEC | SOCK_NONBLOCK);
}
#endif
