import Platform
import Understudy
import UnderstudyAPI

extension CommandRunner {
  /// `new NAME [--path FOLDER] [--understudy FOLDER|URL]`: makes a package that builds at once.
  func new(_ invocation: Invocation) throws(CommandFailure) -> ExitStatus {
    let options = options(of: invocation)
    let name = try PackageName(invocation.operands[0])
    let given = options.value(.folder)
    if let given, given.text.isEmpty { throw given.failure(mustBe: "a folder") }
    let folder = PackagePath.absolute(given?.text ?? name.text, from: workingFolder)
    // A repository that was begun before is fine.
    if Files.permissions(of: folder) != nil {
      guard RootedFolder(folder).exists else {
        throw CommandFailure(.cannotCreate, "'\(folder)' is no folder.")
      }
      guard Files.names(in: folder).allSatisfy({ $0 == ".git" }) else {
        throw CommandFailure(
          .cannotCreate, "Folder '\(folder)' is not empty.",
          hint: "choose another with \(Setting.folder.usage)")
      }
    }
    let draft = NewPackage(name: name, folder: folder, dependency: try dependency(options))
    for file in draft.files {
      try write(file.text, to: "\(folder)/\(file.path)", mode: file.mode)
    }
    let shown = given?.text ?? name.text
    console.output("Package '\(name.text)' is in \(shown):\n")
    for file in draft.files { console.output("  \(file.path)\n") }
    console.output("It serves its example with 'make run' there, and 'make test' tests it.\n")
    return .ok
  }

  private func dependency(_ options: OptionValues) throws(CommandFailure) -> NewPackage.Dependency {
    guard let value = options.value(.understudy) else {
      guard NewPackage.isCheckout(checkout) else {
        throw CommandFailure(
          .usage, "The checkout that this program was built from is not at '\(checkout)'.",
          hint: "name one, or a repository, with \(Setting.understudy.usage)")
      }
      return .checkout(checkout)
    }
    if value.text.contains("://") || value.text.hasPrefix("git@") {
      guard value.text.utf8.allSatisfy({ $0 > 32 && $0 < 127 && $0 != UInt8(ascii: "\"") }),
        !value.text.contains("\\")
      else { throw value.failure(mustBe: "a folder, or a URL that git takes") }
      return .repository(value.text)
    }
    let folder = PackagePath.absolute(value.text, from: workingFolder)
    guard NewPackage.isCheckout(folder) else {
      throw CommandFailure(
        value.status, "\(value.origin) is '\(value.text)', and there is no checkout of Understudy.",
        hint: "name the folder that has its Package.swift, or the URL of a repository")
    }
    return .checkout(folder)
  }

  /// Writes a file, and the folders that it lies in.
  func write(_ text: String, to path: String, mode: UInt16 = 0o644) throws(CommandFailure) {
    do throws(SystemError) {
      if let slash = path.lastIndex(of: "/") { try Files.makeFolder(String(path[..<slash])) }
      try Files.writeAtomically(Array(text.utf8), to: path, mode: mode)
    } catch {
      throw CommandFailure(.cannotCreate, "'\(path)' cannot be written: \(error).")
    }
  }
}
