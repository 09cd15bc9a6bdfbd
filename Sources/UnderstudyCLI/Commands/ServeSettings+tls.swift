import Certificates
import GnuTLS
import Platform
import UnderstudyAPI
import UnderstudyServer

extension CommandRunner {
  /// Reads what options and environment say about TLS; after the other ports.
  func readTLS(
    _ options: OptionValues, into settings: inout MockServer.Settings
  ) throws(CommandFailure) {
    settings.tlsPort = try options.number(.tlsPort, in: 0...65535)
    guard let port = options.value(.tlsPort) else {
      if let value = options.value(.port), !settings.servesPlain {
        throw .noPort(value)
      }
      for setting in [Setting.tlsCert, .tlsKey, .tlsName, .requireClientCert] {
        guard let value = options.value(setting) else { continue }
        throw CommandFailure(
          value.status, "\(value.origin) does nothing without '\(Setting.tlsPort.flag)'.",
          hint: "name a port for HTTPS with \(Setting.tlsPort.flag)")
      }
      return
    }
    let others: [(port: Int?, owner: String)] = [
      (settings.servesPlain ? settings.port : nil, "the mocks"),
      (settings.adminPort, "the admin API"),
    ]
    for other in others where settings.tlsPort != 0 && other.port == settings.tlsPort {
      throw CommandFailure(
        port.status, "\(port.origin) is \(port.text), which is the port of \(other.owner) too.",
        hint: "choose another: HTTP and HTTPS need a port each")
    }
    if options.values(.tlsCert).isEmpty, options.values(.tlsKey).isEmpty {
      settings.identities = try developmentIdentities(options, isOpenToLAN: settings.isOpenToLAN)
    } else {
      if let value = options.value(.tlsName) {
        throw CommandFailure(
          value.status, "\(value.origin) does nothing with '\(Setting.tlsCert.flag)'.",
          hint: "the names are in the certificate that was given")
      }
      settings.identities = GivenIdentity(try identity(options, port))
    }
    settings.clients = try clients(options)
  }

  /// The certificates that this program makes itself.
  private func developmentIdentities(
    _ options: OptionValues, isOpenToLAN: Bool
  ) throws(CommandFailure) -> DevelopmentIdentities {
    var names = try certificateNames(options)
    // Devices call it by that address, which the daemon prints.
    if isOpenToLAN, let name = Machine.lanAddress.flatMap(CertificateName.init) {
      names.append(name)
    }
    let folder = try certificateFolder()
    return try inCertificates { () throws(CertificateError) in
      DevelopmentIdentities(
        try CertificateStore(folder: folder, names: names, clock: clock), clock: clock)
    }
  }

  /// The certificates with their keys, in the order given.
  private func identity(
    _ options: OptionValues, _ port: OptionValues.Value
  ) throws(CommandFailure) -> Identity {
    let (chains, keys) = (options.values(.tlsCert), options.values(.tlsKey))
    guard chains.count == keys.count, let chain = chains.first else {
      let value = chains.last ?? keys.last ?? port
      throw CommandFailure(
        value.status,
        "Options '\(Setting.tlsCert.flag)' and '\(Setting.tlsKey.flag)' go in pairs: there are "
          + "\(chains.count) and \(keys.count).",
        hint:
          "name both with \(Setting.tlsCert.usage) \(Setting.tlsKey.usage), as often as it takes")
    }
    var pairs: [Identity.Pair] = []
    for (chain, key) in zip(chains, keys) {
      pairs.append(
        Identity.Pair(
          certificatePEM: try read(chain, "certificate"), keyPEM: try read(key, "key")))
    }
    do throws(IdentityError) {
      return try Identity(pairs)
    } catch {
      let place = min(error.place, chains.count - 1)
      throw failure(error.reason, chains[place], keys[place], chain.status)
    }
  }

  private func failure(
    _ reason: IdentityError.Reason, _ chain: OptionValues.Value, _ key: OptionValues.Value,
    _ status: ExitStatus
  ) -> CommandFailure {
    let (chain, key) = (chain.text, key.text)
    return switch reason {
    case .noCertificate:
      CommandFailure(
        .configuration, "File '\(chain)' has no certificate in PEM.",
        hint: "it must begin with '-----BEGIN CERTIFICATE-----', the server's own first")
    case .noKey:
      CommandFailure(
        .configuration, "File '\(key)' has no private key in PEM.",
        hint: "name the file of the key with \(Setting.tlsKey.flag)")
    case .encryptedKey:
      CommandFailure(
        .configuration, "The private key in '\(key)' is encrypted.",
        hint: "decrypt it: openssl pkey -in '\(key)' -out FILE")
    case .keyOfAnother:
      CommandFailure(
        .configuration,
        "The private key in '\(key)' does not belong to the certificate in '\(chain)'.",
        hint: "name the key with which the certificate was asked for")
    case .unusable(let words):
      CommandFailure(
        .configuration, "The certificate in '\(chain)' cannot be presented: \(words)",
        hint: "choose another with \(Setting.tlsCert.flag)")
    }
  }

  /// Which certificates clients must have.
  private func clients(_ options: OptionValues) throws(CommandFailure) -> ClientTrust? {
    guard let value = options.value(.requireClientCert) else { return nil }
    if value.text == "any" { return .any }
    guard let trust = ClientTrust(authoritiesPEM: try read(value, "file of authorities")) else {
      throw CommandFailure(
        .configuration, "File '\(value.text)' has no certificate in PEM.",
        hint: "name those who sign clients' certificates, or take every one with 'any'")
    }
    return trust
  }

  private func read(
    _ value: OptionValues.Value, _ what: String
  ) throws(CommandFailure) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(SystemError) {
      bytes = try Files.read(value.text)
    } catch {
      throw CommandFailure(
        .configuration, "The \(what) '\(value.text)' cannot be read: \(error.description).",
        hint: "\(value.origin) names it")
    }
    guard let bytes else {
      throw CommandFailure(
        .configuration, "The \(what) '\(value.text)' does not exist.",
        hint: "\(value.origin) names it")
    }
    return bytes
  }
}

extension CommandFailure {
  /// Neither HTTP nor HTTPS is served.
  static func noPort(_ plain: OptionValues.Value) -> CommandFailure {
    CommandFailure(
      plain.status, "\(plain.origin) is 'off', which leaves no port to listen on.",
      hint: "name one for HTTPS with \(Setting.tlsPort.flag)")
  }
}
