// What is asked of GnuTLS, which libmicrohttpd brings along: digests, keys and certificates.
#pragma once
#include <gnutls/gnutls.h>
#include <gnutls/crypto.h>

/// Begins a SHA-256; NULL where there is no memory for it.
static inline gnutls_hash_hd_t _Nullable umg_sha256_begin(void) {
  gnutls_hash_hd_t handle = NULL;
  return gnutls_hash_init(&handle, GNUTLS_DIG_SHA256) < 0 ? NULL : handle;
}

#include "certificates.h"
#include "server.h"
