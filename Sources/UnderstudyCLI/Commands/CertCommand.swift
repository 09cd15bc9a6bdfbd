import Certificates
import GnuTLS
import Platform
import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// The forms in which the CA's certificate leaves its folder; its key never does.
  enum CertificateFormat: String, CaseIterable {
    case pem, der, mobileconfig
  }

  private static let certificateWords = ["trust", "untrust", "renew"]

  /// `cert`, `cert trust`, `cert untrust` and `cert renew`.
  func cert(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let word = invocation.operands.first
    try options.check(
      form: word.map { "cert \($0)" } ?? "cert",
      [
        (.tlsName, ["cert", "cert renew"]), (.export, ["cert"]), (.exportFile, ["cert"]),
        (.alsoAuthority, ["cert renew"]), (.json, ["cert"]),
      ])
    switch word {
    case nil: return try showCertificates(options)
    case "trust"?:
      try refuseForRoot()
      let folder = try certificateFolder()
      return try trust(opened(folder), folder)
    case "untrust"?: return try untrust(certificateFolder())
    case "renew"?: return try renew(options)
    case let word?:
      let words = Self.certificateWords
      throw CommandFailure(
        .usage,
        "'cert' takes 'trust', 'untrust' or 'renew', not '\(word)'."
          + Spelling.suggestion(for: word, among: words))
    }
  }

  /// The names of a certificate, as options and environment say.
  func certificateNames(_ options: OptionValues) throws(CommandFailure) -> [CertificateName] {
    var names: [CertificateName] = []
    for value in options.values(.tlsName) {
      guard let name = CertificateName(value.text) else {
        throw value.failure(
          mustBe: "a host such as api.example.com, a wildcard such as *.example.com or an address, "
            + "without a port")
      }
      names.append(name)
    }
    return names
  }

  /// Where this user's certificates lie.
  func certificateFolder() throws(CommandFailure) -> CertificateFolder {
    try inCertificates { () throws(CertificateError) in
      try CertificateFolder.standard(console.environment)
    }
  }

  /// Does what certificates may be in the way of.
  func inCertificates<Answer>(
    _ body: () throws(CertificateError) -> Answer
  ) throws(CommandFailure) -> Answer {
    do throws(CertificateError) {
      return try body()
    } catch {
      throw CommandFailure(error, program: program)
    }
  }

  private func opened(
    _ folder: CertificateFolder, _ names: [CertificateName] = []
  ) throws(CommandFailure) -> CertificateFolder.Contents {
    try inCertificates { () throws(CertificateError) in
      try folder.open(names: names, now: clock())
    }
  }

  /// Under sudo there may be another home, whose CA no daemon uses.
  private func refuseForRoot() throws(CommandFailure) {
    guard let user = console.environment("SUDO_USER"), !user.isEmpty, user != "root",
      console.environment("XDG_DATA_HOME") == nil,
      ["/root", "/var/root"].contains(console.environment("HOME"))
    else { return }
    throw CommandFailure(
      .usage, "Under sudo, 'cert trust' would take the CA of root, not the one of '\(user)'.",
      hint: "run it without sudo: it says which commands need the rights")
  }

  private func showCertificates(_ options: OptionValues) throws(CommandFailure) -> ExitStatus {
    let format = try options.choice(.export, CertificateFormat.self)
    let isJSON = try options.isOn(.json)
    if isJSON, format != nil {
      throw CommandFailure(
        .usage,
        "Options '\(Setting.json.flag)' and '\(Setting.export.flag)' exclude each other: give one."
      )
    }
    let path = options.value(.exportFile)?.text
    if path != nil, format == nil {
      throw CommandFailure(
        .usage, "Option '\(Setting.exportFile.flag)' needs '\(Setting.export.flag)'.")
    }
    let names = try certificateNames(options)
    let folder = try certificateFolder()
    let contents = try opened(folder, names)
    if let format {
      try export(contents.authority.certificate, format, path)
    } else if isJSON {
      console.print(CertificateListing(contents, folder, now: clock()).json)
    } else {
      console.output(CertificateListing(contents, folder, now: clock()).text)
    }
    return .ok
  }

  private func export(
    _ authority: Certificate, _ format: CertificateFormat, _ path: String?
  ) throws(CommandFailure) {
    let bytes =
      switch format {
      case .pem: authority.pem
      case .der: authority.der
      case .mobileconfig: ConfigurationProfile.bytes(for: authority)
      }
    guard let path else {
      if case .der = format {
        console.outputBytes(bytes)
      } else {
        console.output(String(decoding: bytes, as: UTF8.self))
      }
      return
    }
    do throws(SystemError) {
      try Files.writeAtomically(bytes, to: path)
    } catch {
      throw CommandFailure(
        .cannotCreate, "'\(path)' cannot be written: \(error).",
        hint: "choose another file with \(Setting.exportFile.flag)")
    }
  }

  private func renew(_ options: OptionValues) throws(CommandFailure) -> ExitStatus {
    let names = try certificateNames(options)
    let folder = try certificateFolder()
    let takesAuthority = try options.isOn(.alsoAuthority)
    let contents = try inCertificates { () throws(CertificateError) in
      takesAuthority
        ? try folder.renewAuthority(names: names, now: clock())
        : try folder.renewLeaf(names: names, now: clock())
    }
    console.output(
      takesAuthority
        ? "CA and leaf are new. Give the new CA trust: nothing trusts it yet.\n"
        : "The leaf is new. Its key is the old one: pins of the key hold, those of the certificate "
          + "do not.\n")
    console.output("A daemon that serves takes it within a day, or when it starts again.\n\n")
    console.output(CertificateListing(contents, folder, now: clock()).text)
    return .ok
  }
}

extension CommandFailure {
  /// What certificates are in the way of.
  init(_ error: CertificateError, program: String) {
    let status: ExitStatus = if case .notWritable = error { .cannotCreate } else { .configuration }
    self.init(status, error.message, hint: error.hint(program: program))
  }
}
