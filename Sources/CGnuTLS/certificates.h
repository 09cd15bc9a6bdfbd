// What Swift cannot say to GnuTLS by itself about keys and certificates: macros, arrays of handles.
#pragma once
#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <string.h>

/// Gives memory of the library back, wiped: it may have held a key.
static inline void umg_give_back(gnutls_datum_t *_Nonnull datum) {
  if (datum->data != NULL) {
    gnutls_memset(datum->data, 0, datum->size);
    gnutls_free(datum->data);
  }
  datum->data = NULL;
  datum->size = 0;
}

/// Makes a key on the curve P-256.
static inline int umg_generate_p256(gnutls_x509_privkey_t _Nonnull key) {
  return gnutls_x509_privkey_generate(
      key, GNUTLS_PK_ECDSA, GNUTLS_CURVE_TO_BITS(GNUTLS_ECC_CURVE_SECP256R1), 0);
}

/// The public half of a key, as SubjectPublicKeyInfo in DER.
static inline int umg_public_half(
    gnutls_x509_privkey_t _Nonnull key, gnutls_datum_t *_Nonnull output) {
  gnutls_privkey_t whole = NULL;
  gnutls_pubkey_t half = NULL;
  int status = gnutls_privkey_init(&whole);
  if (status >= 0) status = gnutls_privkey_import_x509(whole, key, 0);
  if (status >= 0) status = gnutls_pubkey_init(&half);
  if (status >= 0) status = gnutls_pubkey_import_privkey(half, whole, 0, 0);
  if (status >= 0) status = gnutls_pubkey_export2(half, GNUTLS_X509_FMT_DER, output);
  if (half != NULL) gnutls_pubkey_deinit(half);
  if (whole != NULL) gnutls_privkey_deinit(whole);
  return status;
}

/// The public key of a certificate, as SubjectPublicKeyInfo in DER.
static inline int umg_public_key(
    gnutls_x509_crt_t _Nonnull certificate, gnutls_datum_t *_Nonnull output) {
  gnutls_pubkey_t key = NULL;
  int status = gnutls_pubkey_init(&key);
  if (status >= 0) status = gnutls_pubkey_import_x509(key, certificate, 0);
  if (status >= 0) status = gnutls_pubkey_export2(key, GNUTLS_X509_FMT_DER, output);
  if (key != NULL) gnutls_pubkey_deinit(key);
  return status;
}

/// Marks a certificate as one of a server (RFC 5280, 4.2.1.12).
static inline int umg_set_server_purpose(gnutls_x509_crt_t _Nonnull certificate) {
  return gnutls_x509_crt_set_key_purpose_oid(certificate, GNUTLS_KP_TLS_WWW_SERVER, 0);
}

enum { UMG_LONGEST_CHAIN = 8 };

/// Verifies a server's chain in DER, all but its dates. The status has the bits of
/// gnutls_certificate_status_t.
static inline int umg_verify(
    const gnutls_datum_t *_Nonnull chain, unsigned count, const gnutls_datum_t *_Nonnull anchors,
    unsigned anchor_count, const char *_Nullable host, unsigned *_Nonnull status) {
  gnutls_x509_trust_list_t list = NULL;
  gnutls_x509_crt_t certificates[UMG_LONGEST_CHAIN] = {NULL};
  unsigned made = 0;
  if (count == 0 || count > UMG_LONGEST_CHAIN) return GNUTLS_E_INVALID_REQUEST;
  int result = gnutls_x509_trust_list_init(&list, 0);
  for (unsigned i = 0; result >= 0 && i < anchor_count; i++) {
    result =
        gnutls_x509_trust_list_add_trust_mem(list, &anchors[i], NULL, GNUTLS_X509_FMT_DER, 0, 0);
  }
  for (; result >= 0 && made < count; made++) {
    result = gnutls_x509_crt_init(&certificates[made]);
    if (result < 0) break;
    result = gnutls_x509_crt_import(certificates[made], &chain[made], GNUTLS_X509_FMT_DER);
  }
  if (result >= 0) {
    gnutls_typed_vdata_st data[2];
    memset(data, 0, sizeof data);
    data[0].type = GNUTLS_DT_KEY_PURPOSE_OID;
    data[0].data = (unsigned char *)GNUTLS_KP_TLS_WWW_SERVER;
    data[1].type = GNUTLS_DT_DNS_HOSTNAME;
    data[1].data = (unsigned char *)host;
    result = gnutls_x509_trust_list_verify_crt2(
        list, certificates, count, data, host == NULL ? 1 : 2,
        GNUTLS_VERIFY_DISABLE_TIME_CHECKS | GNUTLS_VERIFY_DISABLE_TRUSTED_TIME_CHECKS, status,
        NULL);
  }
  for (unsigned i = 0; i < made; i++) gnutls_x509_crt_deinit(certificates[i]);
  if (list != NULL) gnutls_x509_trust_list_deinit(list, 1);
  return result;
}
