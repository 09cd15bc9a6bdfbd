extension Setting {
  /// Further names of the daemon's certificate.
  public static let tlsName = twinned(
    "tls-name", .many("NAME"),
    help: "make the certificate good for this host, wildcard or address too; repeatable")
}
