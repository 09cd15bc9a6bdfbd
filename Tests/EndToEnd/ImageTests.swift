import Foundation
import Testing
import UnderstudyAPI

@Suite("The image")
struct ImageTests {
  @Test func `is built from named folders alone, and without keys`() throws {
    let ignored = try String(
      contentsOf: Program.root.appendingPathComponent(".dockerignore"), encoding: .utf8)
    let lines = ignored.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)

    // The last line that fits decides.
    #expect(lines.first == "*")
    #expect(Array(lines.suffix(4)) == ["**/*.key", "**/*-key.pem", "**/ca.key", "**/leaf.key"])
    let recipe = try String(
      contentsOf: Program.root.appendingPathComponent("Dockerfile"), encoding: .utf8)
    let steps = recipe.split(separator: "\n").filter { $0.hasPrefix("RUN") }
    #expect(steps.count == 2)
    // Nothing that makes certificates runs while it is built: all containers would share them.
    #expect(
      steps.allSatisfy { !$0.contains("understudy cert") && !$0.contains("understudy serve") })
  }

  @Test func `ends in what is there without a shell, as nobody, and names no machine`() throws {
    let recipe = try String(
      contentsOf: Program.root.appendingPathComponent("Dockerfile"), encoding: .utf8)
    let lines = recipe.split(separator: "\n").map(String.init)
    let last = lines.filter { !$0.hasPrefix("#") }.split { $0.hasPrefix("FROM ") }.last ?? []

    // What 'base' is made from has nothing in it.
    #expect(lines.contains("FROM scratch AS base"))
    #expect(Array(last) == ["COPY --from=build /image/ /"])
    #expect(lines.contains("USER 65532:65532"))
    #expect(lines.contains("ARG VERSION=\(Version.current)"))
    // The same file builds amd64 and arm64.
    for machine in ["x86_64", "amd64", "aarch64", "arm64"] { #expect(!recipe.contains(machine)) }
  }

  @Test func `is built from a package by the lines that the page shows`() throws {
    let page = try String(
      contentsOf: Program.root.appendingPathComponent("docs/container.md"), encoding: .utf8)
    let recipe = try String(
      contentsOf: Program.root.appendingPathComponent("Dockerfile"), encoding: .utf8)

    #expect(
      page.contains(
        """
        ```dockerfile
        FROM understudy-builder AS build
        FROM understudy-base
        COPY --from=build /image/ /
        ```
        """))
    for stage in ["builder", "base"] {
      #expect(recipe.contains(" AS \(stage)\n"))
      #expect(page.contains("docker build --target \(stage) --tag understudy-\(stage) .\n"))
    }
  }
  @Test(.enabled("strip and ldd are needed.") { try ImageTests.hasTools() })
  func `of a package has the fixtures of the package alone`() throws {
    let shell = try #require(try Shell("bash"))

    let (output, error) = try shell.run(
      ["-c"],
      """
      set -e
      mkdir -p image/fixtures/users image/usr/local/bin package/fixtures
      touch image/fixtures/users/1.json image/usr/local/bin/understudy package/fixtures/own.json
      cp "$(type -P true)" package/shop
      printf '#!/bin/bash\ncase "$*" in *--show-bin-path) pwd ;; *dump-package) echo "{}" ;; esac\n' >swift
      chmod +x swift
      folder=$PWD
      cd package
      "$ROOT/container/build-package" shop "$folder/image"
      cd ../image
      find fixtures -type f
      usr/local/bin/understudy && echo runs
      """, environment: ["ROOT": Program.root.path])

    #expect(output == "fixtures/own.json\nruns\n", "\(error)")
  }

  private static func hasTools() throws -> Bool {
    try Shell("bash") != nil && Shell("strip") != nil && Shell("ldd") != nil
  }
}
