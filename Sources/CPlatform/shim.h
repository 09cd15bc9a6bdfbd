// What Swift's own modules of the C library leave out.
#pragma once
#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <unistd.h>
#if defined(__linux__)
#include <malloc.h>
#include <spawn.h>
#include <sys/epoll.h>
#include <sys/inotify.h>

// Declared by glibc only for those who define _GNU_SOURCE.
int posix_spawn_file_actions_addchdir_np(posix_spawn_file_actions_t *, const char *);
int posix_spawn_file_actions_addclosefrom_np(posix_spawn_file_actions_t *, int);
long syscall(long, ...);

enum { UPLAT_SPAWN_SETSID = 0x80 };  // POSIX_SPAWN_SETSID

// A variadic function is none that Swift can call. Both are the same number on every architecture.
static inline int uplat_pidfd_open(int process) { return (int)syscall(434, process, 0); }
static inline int uplat_pidfd_send_signal(int descriptor, int number) {
  return (int)syscall(424, descriptor, number, 0, 0);
}
#endif

extern char **environ;

/// The variables of the environment, `NAME=value` each, NULL behind the last.
static inline char **uplat_environment(void) { return environ; }

/// How many descriptors go with one message.
static inline int uplat_descriptor_limit(void) { return 64; }

/// Sends what a socket takes of some bytes, with descriptors (unix(7), SCM_RIGHTS); -1 where it is gone.
static inline ssize_t uplat_send(int socket, const void *bytes, size_t size, const int *descriptors,
                                 int count) {
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(64 * sizeof(int))];
  } control;
  struct iovec part = {(void *)bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  if (count > 0) {
    memset(&control, 0, sizeof control);
    message.msg_control = control.space;
    message.msg_controllen = CMSG_SPACE((size_t)count * sizeof(int));
    struct cmsghdr *head = CMSG_FIRSTHDR(&message);
    head->cmsg_level = SOL_SOCKET;
    head->cmsg_type = SCM_RIGHTS;
    head->cmsg_len = CMSG_LEN((size_t)count * sizeof(int));
    memcpy(CMSG_DATA(head), descriptors, (size_t)count * sizeof(int));
  }
  int flags = 0;
#if defined(__linux__)
  flags = MSG_NOSIGNAL;
#endif
  ssize_t sent;
  do sent = sendmsg(socket, &message, flags);
  while (sent < 0 && errno == EINTR);
  return sent;
}

/// Receives bytes, and descriptors where some come with them; 0 at the end, -1 where it is gone.
///
/// - descriptors: room for as many as go with one message; none outlives an exec.
/// - count: how many have come.
static inline ssize_t uplat_receive(int socket, void *bytes, size_t size, int *descriptors, int *count) {
  union {
    struct cmsghdr head;
    char space[CMSG_SPACE(64 * sizeof(int))];
  } control;
  struct iovec part = {bytes, size};
  struct msghdr message;
  memset(&message, 0, sizeof message);
  message.msg_iov = &part;
  message.msg_iovlen = 1;
  message.msg_control = control.space;
  message.msg_controllen = sizeof control.space;
  int flags = 0;
#if defined(__linux__)
  flags = MSG_CMSG_CLOEXEC;
#endif
  ssize_t received;
  do received = recvmsg(socket, &message, flags);
  while (received < 0 && errno == EINTR);
  *count = 0;
  if (received < 0) return received;
  for (struct cmsghdr *head = CMSG_FIRSTHDR(&message); head != NULL; head = CMSG_NXTHDR(&message, head)) {
    if (head->cmsg_level != SOL_SOCKET || head->cmsg_type != SCM_RIGHTS) continue;
    int arrived = (int)((head->cmsg_len - CMSG_LEN(0)) / sizeof(int));
    for (int index = 0; index < arrived && *count < 64; index++) {
      int descriptor;
      memcpy(&descriptor, CMSG_DATA(head) + (size_t)index * sizeof(int), sizeof descriptor);
      fcntl(descriptor, F_SETFD, FD_CLOEXEC);
      descriptors[(*count)++] = descriptor;
    }
  }
  return received;
}
