// What a TLS server asks of GnuTLS, in calls that Swift can make.
#pragma once
#include <errno.h>
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/uio.h>

/// Bytes in the form that GnuTLS takes.
static inline gnutls_datum_t umg_datum(const void *_Nullable bytes, size_t size) {
  gnutls_datum_t datum = {(unsigned char *)bytes, (unsigned int)size};
  return datum;
}

/// How many certificates lie in a text in PEM; a negative number says why it cannot be read.
static inline int umg_certificate_count(gnutls_datum_t text) {
  gnutls_x509_crt_t *list = NULL;
  unsigned int count = 0;
  int status = gnutls_x509_crt_list_import2(&list, &count, &text, GNUTLS_X509_FMT_PEM, 0);
  if (status < 0) return status;
  for (unsigned int index = 0; index < count; index++) gnutls_x509_crt_deinit(list[index]);
  gnutls_free(list);
  return (int)count;
}

/// What a private key is; `algorithm` is a negative number where it cannot be read.
struct umg_key {
  int algorithm;
  unsigned int bits;
};

/// Reads a private key in PEM.
static inline struct umg_key umg_read_key(gnutls_datum_t text) {
  struct umg_key result = {0, 0};
  gnutls_privkey_t key = NULL;
  result.algorithm = gnutls_privkey_init(&key);
  if (result.algorithm < 0) return result;
  result.algorithm = gnutls_privkey_import_x509_raw(key, &text, GNUTLS_X509_FMT_PEM, NULL, 0);
  if (result.algorithm >= 0) result.algorithm = gnutls_privkey_get_pk_algorithm(key, &result.bits);
  gnutls_privkey_deinit(key);
  return result;
}

/// Credentials with nothing to present yet; NULL where there is no memory for them.
static inline gnutls_certificate_credentials_t _Nullable umg_new_credentials(void) {
  gnutls_certificate_credentials_t credentials = NULL;
  return gnutls_certificate_allocate_credentials(&credentials) < 0 ? NULL : credentials;
}

/// Adds a chain and its key, both in PEM; a negative number says why not.
static inline int umg_add_identity(gnutls_certificate_credentials_t credentials,
                                   gnutls_datum_t chain, gnutls_datum_t key) {
  return gnutls_certificate_set_x509_key_mem2(credentials, &chain, &key, GNUTLS_X509_FMT_PEM, NULL,
                                              0);
}

/// The priorities of a text; NULL where it cannot be read.
static inline gnutls_priority_t _Nullable umg_priorities(const char *_Nonnull text) {
  gnutls_priority_t priorities = NULL;
  return gnutls_priority_init(&priorities, text, NULL) < 0 ? NULL : priorities;
}

/// One cipher suite of some priorities.
struct umg_suite {
  /// Its number in messages; 0 where there is none at this place.
  uint16_t number;
  int is_tls13;
  /// Whether the server signs with a key of a curve.
  int is_of_curve;
};

/// The suite at a place; false behind the last.
static inline int umg_suite_at(gnutls_priority_t priorities, unsigned int place,
                               struct umg_suite *_Nonnull suite) {
  unsigned int index = 0;
  int status = gnutls_priority_get_cipher_suite_index(priorities, place, &index);
  if (status == GNUTLS_E_UNKNOWN_CIPHER_SUITE) {
    suite->number = 0;
    return 1;
  }
  if (status < 0) return 0;
  unsigned char number[2] = {0, 0};
  gnutls_protocol_t version = GNUTLS_VERSION_UNKNOWN;
  gnutls_kx_algorithm_t exchange = GNUTLS_KX_UNKNOWN;
  if (gnutls_cipher_suite_info(index, number, &exchange, NULL, NULL, &version) == NULL) return 0;
  suite->number = (uint16_t)(number[0] << 8 | number[1]);
  suite->is_tls13 = version == GNUTLS_TLS1_3;
  suite->is_of_curve = exchange == GNUTLS_KX_ECDHE_ECDSA;
  return 1;
}

/// Receives without waiting; 0 where the other side has ended, the code with a minus where nothing came.
static inline ssize_t umg_receive(int descriptor, void *_Nullable buffer, size_t size) {
  ssize_t count = recv(descriptor, buffer, size, MSG_DONTWAIT);
  return count < 0 ? -errno : count;
}

/// How much is received at once, at least, where little is asked for.
static inline size_t umg_read_ahead(void) { return 4096; }

/// Receives the same where less than `umg_read_ahead` is asked for; what has come beyond that is handed to
/// `keep`.
static inline ssize_t umg_receive_ahead(int descriptor, void *_Nullable buffer, size_t size,
                                        void (*_Nonnull keep)(void *_Nullable context,
                                                              const void *_Nullable bytes,
                                                              size_t count),
                                        void *_Nonnull context) {
  unsigned char bytes[4096];
  ssize_t count = umg_receive(descriptor, bytes, sizeof bytes);
  if (count <= 0) return count;
  size_t given = (size_t)count < size ? (size_t)count : size;
  memcpy(buffer, bytes, given);
  if (given < (size_t)count) keep(context, bytes + given, (size_t)count - given);
  return (ssize_t)given;
}

/// Sends what is held and parts behind it without waiting; how much the socket has taken, the code
/// with a minus where that is nothing.
static inline ssize_t umg_send(int descriptor, const void *_Nullable held, size_t held_size,
                               const giovec_t *_Nullable parts, int count) {
  enum { limit = 32 };
  struct iovec all[limit + 1];
  struct msghdr message;
  memset(&message, 0, sizeof message);
  if (held_size == 0) {
    message.msg_iov = (struct iovec *)parts;
    message.msg_iovlen = count;
  } else {
    // What finds no place is sent next time.
    if (count > limit) count = limit;
    all[0].iov_base = (void *)held;
    all[0].iov_len = held_size;
    if (count > 0) memcpy(all + 1, parts, (size_t)count * sizeof *parts);
    message.msg_iov = all;
    message.msg_iovlen = count + 1;
  }
  int flags = MSG_DONTWAIT;
#if defined(__linux__)
  flags |= MSG_NOSIGNAL;
#endif
  ssize_t sent = sendmsg(descriptor, &message, flags);
  return sent < 0 ? -errno : sent;
}

/// Has a socket that waits for more send what it has, and wait no longer; false where it does not wait.
static inline int umg_uncork(int descriptor) {
#if defined(__linux__)
  int value = 0;
  socklen_t size = sizeof value;
  if (getsockopt(descriptor, IPPROTO_TCP, TCP_CORK, &value, &size) != 0 || value == 0) return 0;
  value = 0;
  return setsockopt(descriptor, IPPROTO_TCP, TCP_CORK, &value, sizeof value) == 0;
#else
  (void)descriptor;
  return 0;
#endif
}

/// Has a session read and write by functions that get `context`.
static inline void umg_set_transport(gnutls_session_t session, void *_Nonnull context,
                                     gnutls_pull_func pull, gnutls_vec_push_func push) {
  gnutls_transport_set_ptr2(session, context, context);
  gnutls_transport_set_pull_function(session, pull);
  gnutls_transport_set_vec_push_function(session, push);
}

/// What a session reads by.
static inline void *_Nullable umg_context(gnutls_session_t session) {
  return gnutls_transport_get_ptr(session);
}

/// Has a function see every message of a handshake, before and after the library does.
static inline void umg_set_hook(gnutls_session_t session, gnutls_handshake_hook_func hook) {
  gnutls_handshake_set_hook_function(session, GNUTLS_HANDSHAKE_ANY, GNUTLS_HOOK_BOTH, hook);
}

/// Has a session speak HTTP/1.1 with clients that ask for a protocol.
static inline int umg_speak_http(gnutls_session_t session) {
  static const unsigned char name[] = "http/1.1";
  gnutls_datum_t protocol = {(unsigned char *)name, sizeof name - 1};
  return gnutls_alpn_set_protocols(session, &protocol, 1, 0);
}

/// Presents these credentials.
static inline int umg_set_credentials(gnutls_session_t session,
                                      gnutls_certificate_credentials_t credentials) {
  return gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials);
}

/// Certificates that are trusted; NULL where the text in PEM has none.
static inline gnutls_x509_trust_list_t _Nullable umg_trust(gnutls_datum_t text) {
  gnutls_x509_trust_list_t list = NULL;
  if (gnutls_x509_trust_list_init(&list, 0) < 0) return NULL;
  if (gnutls_x509_trust_list_add_trust_mem(list, &text, NULL, GNUTLS_X509_FMT_PEM, 0, 0) > 0)
    return list;
  gnutls_x509_trust_list_deinit(list, 1);
  return NULL;
}

/// How many certificates the client has sent.
static inline unsigned int umg_peer_count(gnutls_session_t session) {
  unsigned int count = 0;
  const gnutls_datum_t *chain = gnutls_certificate_get_peers(session, &count);
  return chain == NULL ? 0 : count;
}

/// Verifies what a client has sent for the use by clients; the status, 0 where all is well, -1
/// where it cannot be read.
static inline int umg_verify_peer(gnutls_session_t session, gnutls_x509_trust_list_t list) {
  enum { limit = 16 };
  gnutls_x509_crt_t chain[limit];
  unsigned int count = 0, made = 0;
  const gnutls_datum_t *peers = gnutls_certificate_get_peers(session, &count);
  if (peers == NULL || count == 0 || count > limit) return -1;
  int result = -1;
  for (; made < count; made++) {
    if (gnutls_x509_crt_init(&chain[made]) < 0) goto end;
    if (gnutls_x509_crt_import(chain[made], &peers[made], GNUTLS_X509_FMT_DER) < 0) {
      made++;
      goto end;
    }
  }
  gnutls_typed_vdata_st use = {GNUTLS_DT_KEY_PURPOSE_OID, (unsigned char *)GNUTLS_KP_TLS_WWW_CLIENT,
                               0};
  unsigned int status = 0;
  if (gnutls_x509_trust_list_verify_crt2(list, chain, count, &use, 1, 0, &status, NULL) >= 0)
    result = (int)status;
end:
  for (unsigned int index = 0; index < made; index++) gnutls_x509_crt_deinit(chain[index]);
  return result;
}

/// The subject of the client's certificate as RFC 4514 writes it; free it with `gnutls_free`.
static inline gnutls_datum_t umg_peer_subject(gnutls_session_t session) {
  gnutls_datum_t subject = {NULL, 0};
  unsigned int count = 0;
  const gnutls_datum_t *peers = gnutls_certificate_get_peers(session, &count);
  gnutls_x509_crt_t certificate = NULL;
  if (peers == NULL || count == 0 || gnutls_x509_crt_init(&certificate) < 0) return subject;
  if (gnutls_x509_crt_import(certificate, &peers[0], GNUTLS_X509_FMT_DER) < 0 ||
      gnutls_x509_crt_get_dn3(certificate, &subject, 0) < 0) {
    subject.data = NULL;
    subject.size = 0;
  }
  gnutls_x509_crt_deinit(certificate);
  return subject;
}

/// Frees what GnuTLS has given.
static inline void umg_free(void *_Nullable bytes) { gnutls_free(bytes); }
