import Certificates
import GnuTLS
import Platform
import UnderstudyAPI

extension CommandRunner {
  /// `cert trust`: gives the CA to the stores of this machine that are there.
  func trust(
    _ contents: CertificateFolder.Contents, _ folder: CertificateFolder
  ) throws(CommandFailure) -> ExitStatus {
    let file = Self.quoted(folder.authorityCertificate)
    if trustStores.isDarwin {
      console.output(
        """
        This Mac, and the simulator that is booted:
          security add-trusted-cert -r trustRoot \
        -k ~/Library/Keychains/login.keychain-db \(file)
          xcrun simctl keychain booted add-root-cert \(file)

        """)
      return .ok
    }
    if let database = browserDatabase() {
      // One of the same name, of an older CA, would stay in the way.
      _ = try run(database.tool, database.removal, isQuiet: true)
      try runOrThrow(
        database.tool,
        [
          "-A", "-d", database.name, "-t", "C,,", "-n", TrustStores.nickname, "-i",
          folder.authorityCertificate,
        ])
      console.output("Chromium trusts the CA: \(database.name)\n")
    }
    let anchor = trustStores.anchor
    guard let tool = systemTool() else {
      throw CommandFailure(
        .failed, "This system has no 'update-ca-certificates'.",
        hint: "add \(file) to its store by hand, or tell clients alone: curl --cacert \(file)")
    }
    do throws(SystemError) {
      try Files.writeAtomically(contents.authority.certificate.pem, to: anchor)
    } catch {
      let target = Self.quoted(anchor)
      throw CommandFailure(
        .cannotCreate, "'\(anchor)' cannot be written: \(error).",
        hint: "run 'sudo install -D -m 644 \(file) \(target) && sudo update-ca-certificates'")
    }
    try runOrThrow(tool, [])
    console.output("The system trusts the CA: \(anchor)\n")
    return .ok
  }

  /// `cert untrust`: takes the CA out of them again.
  func untrust(_ folder: CertificateFolder) throws(CommandFailure) -> ExitStatus {
    let file = Self.quoted(folder.authorityCertificate)
    if trustStores.isDarwin {
      console.output(
        """
        This Mac, and the simulator that is booted, which forgets all that was added to it:
          security remove-trusted-cert \(file)
          xcrun simctl keychain booted reset

        """)
      return .ok
    }
    if let database = browserDatabase(),
      try run(database.tool, database.removal, isQuiet: true) == 0
    {
      console.output("Chromium does not trust the CA any more: \(database.name)\n")
    }
    let anchor = trustStores.anchor
    guard Files.permissions(of: anchor) != nil else {
      console.output("The system does not trust the CA.\n")
      return .ok
    }
    Files.remove(anchor)
    if Files.permissions(of: anchor) != nil {
      throw CommandFailure(
        .cannotCreate, "'\(anchor)' cannot be removed.",
        hint: "run 'sudo rm \(Self.quoted(anchor)) && sudo update-ca-certificates --fresh'")
    }
    if let tool = systemTool() { try runOrThrow(tool, ["--fresh"]) }
    console.output("The system does not trust the CA any more.\n")
    return .ok
  }

  private func systemTool() -> Tool? {
    trustStores.tool("update-ca-certificates", path: console.environment("PATH"))
  }

  /// The database that Chromium reads on Linux, where it is there and can be written.
  private func browserDatabase() -> (tool: Tool, name: String, removal: [String])? {
    guard let home = console.environment("HOME"),
      Files.permissions(of: "\(home)/.pki/nssdb") != nil,
      let tool = trustStores.tool("certutil", path: console.environment("PATH"))
    else { return nil }
    let name = "sql:\(home)/.pki/nssdb"
    return (tool, name, ["-D", "-d", name, "-n", TrustStores.nickname])
  }

  private func runOrThrow(_ tool: Tool, _ arguments: [String]) throws(CommandFailure) {
    let status = try run(tool, arguments)
    if status != 0 {
      throw CommandFailure(
        .failed, "'\(tool.path)' ended with the status \(status).", hint: "it said why, above")
    }
  }

  private func run(
    _ tool: Tool, _ arguments: [String], isQuiet: Bool = false
  ) throws(CommandFailure) -> Int32 {
    let variables = ["PATH", "HOME", "LANG"].compactMap { name in
      console.environment(name).map { "\(name)=\($0)" }
    }
    do throws(SystemError) {
      return try tool.run(arguments, environment: variables, isQuiet: isQuiet)
    } catch {
      throw CommandFailure(.failed, "'\(tool.path)' does not start: \(error).")
    }
  }

  /// A path as a shell takes it.
  static func quoted(_ path: String) -> String {
    let plain = path.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/._-+:@".utf8.contains(byte)
    }
    if plain, !path.isEmpty { return path }
    return "'"
      + path.split(separator: "'", omittingEmptySubsequences: false)
      .joined(separator: "'\\''") + "'"
  }
}
