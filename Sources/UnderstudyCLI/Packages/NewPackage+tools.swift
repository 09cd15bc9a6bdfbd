// What is around the Swift of a package.

extension NewPackage {
  var makefile: String {
    let context =
      switch dependency {
      case .checkout(let checkout): " --build-context understudy='\(path(to: checkout))'"
      case .repository: ""
      }
    return """
      # One line each. `make run` and `make test` install what is missing first.
      ARGS ?=
      CONTAINER ?= docker

      .PHONY: run test check image setup

      run: setup ; @swift run \(name.program) $$([ -t 1 ] && echo dev || echo serve) $(ARGS)
      test: setup ; @swift test $(ARGS)
      check: setup ; @swift run \(name.program) check $(ARGS)
      image: ; @$(CONTAINER) build\(context) --tag \(name.program) .
      setup: ; @./setup

      """
  }

  var setup: String {
    """
    #!/usr/bin/env bash
    # setup: installs the libraries that Understudy is built on, where this machine lacks them.
    set -euo pipefail
    ! pkg-config --exists libmicrohttpd libpcre2-8 zlib gnutls 2>/dev/null || exit 0
    packages=(pkg-config libmicrohttpd-dev libpcre2-dev zlib1g-dev libgnutls28-dev libcurl4)
    if [ "$(uname)" = Darwin ]; then
      exec brew install pkgconf libmicrohttpd pcre2 gnutls
    elif ! command -v apt-get >/dev/null; then
      printf 'error: These packages are missing: %s (Debian names).\\n' "${packages[*]}" >&2
      exit 1
    fi
    as_root() { if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi; }
    as_root apt-get --quiet update >&2
    as_root env DEBIAN_FRONTEND=noninteractive \\
      apt-get --quiet install --yes --no-install-recommends "${packages[@]}" >&2

    """
  }

  var dockerfile: String {
    """
    # docker run --rm --read-only --cap-drop=ALL --publish 127.0.0.1:8080:8080 \(name.program)
    FROM swift:6.3-bookworm AS build
    RUN apt-get update \\
      && apt-get install --yes --no-install-recommends libgnutls28-dev libmicrohttpd-dev libpcre2-dev pkg-config zlib1g-dev \\
      && rm -rf /var/lib/apt/lists/*
    \(sources)COPY . .
    RUN swift build --configuration release --static-swift-stdlib --product \(name.program) \\
      && strip -o /\(name.program) "$(swift build --configuration release --show-bin-path)/\(name.program)"

    FROM debian:bookworm-slim
    # libcurl is for the commands that speak to a daemon, such as the health check.
    RUN apt-get update \\
      && apt-get install --yes --no-install-recommends libmicrohttpd12 libcurl3-gnutls libgnutls30 libpcre2-8-0 zlib1g \\
      && rm -rf /var/lib/apt/lists/*
    COPY --from=build /\(name.program) /usr/local/bin/\(name.program)
    COPY fixtures /app/fixtures
    WORKDIR /app
    USER 65532:65532
    EXPOSE 8080
    HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["\(name.program)", "status"]
    ENTRYPOINT ["\(name.program)"]
    # Inside a container loopback is out of reach: what is published decides who may call.
    CMD ["serve", "--host", "0.0.0.0"]

    """
  }

  /// Where the package is built, and the checkout beside it as `Package.swift` has it.
  private var sources: String {
    guard case .checkout(let checkout) = dependency else { return "WORKDIR /build\n" }
    var (work, other) = ("/build", checkout)
    if let way = PackagePath.relative(checkout, from: folder) {
      // As many folders as the way goes up.
      let ups = way.split(separator: "/").prefix { $0 == ".." }.count
      let own = folder.split(separator: "/").suffix(ups)
      work = (["/build"] + own.map(String.init)).joined(separator: "/")
      other = PackagePath.absolute(way, from: work)
    }
    let folders = ["Sources", "Tests", "routes", "Benchmarks"]
    return "# The checkout that Package.swift names; 'make image' says where it is.\n"
      + "COPY --from=understudy Package.swift \(other)/\n"
      + folders.map { "COPY --from=understudy \($0) \(other)/\($0)\n" }.joined()
      + "WORKDIR \(work)\n"
  }

  var dockerIgnore: String {
    """
    .build
    .git
    .swiftpm
    **/*.key

    """
  }

  var gitIgnore: String {
    """
    .build/
    .swiftpm/
    *.xcodeproj
    .DS_Store

    """
  }

  var readme: String {
    """
    # \(name.text)

    The routes of a mock daemon, made with Understudy. Needs Swift 6.2 or later.

    ```sh
    make run      # installs what is missing, builds, serves at http://localhost:8080,
                  # and in a terminal builds again what is saved
    make test     # the same, then the tests
    make check    # names everything that is wrong with routes and fixtures
    make image    # a container
    ```

    ```sh
    curl localhost:8080/greetings
    swift run \(name.program) activate greetings.list serverError
    swift run \(name.program) add route orders.list GET /orders
    ```

    | folder | holds |
    | --- | --- |
    | `routes` | the module `\(name.routes)`: a file for each group, and the catalog |
    | `fixtures` | the files that they serve; one that is saved is served at once |
    | `Sources/\(name.main)` | the program `\(name.program)`, with all commands of `understudy` |
    | `Tests` | `swift test` |

    `./setup` installs the libraries that it is built on: libmicrohttpd, PCRE2, zlib and GnuTLS with
    their headers, and libcurl for the commands that speak to a daemon.

    """
  }
}
