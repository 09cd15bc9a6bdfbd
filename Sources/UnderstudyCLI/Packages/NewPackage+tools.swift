// What is around the Swift of a package.

extension NewPackage {
  var makefile: String {
    let source =
      switch dependency {
      case .checkout(let checkout): "'\(path(to: checkout))'"
      case .repository(let url): "'\(url)'"
      }
    return """
      # One line each. `make run` and `make test` install what is missing first.
      ARGS ?=
      CONTAINER ?= docker

      .PHONY: run test check image setup

      run: setup ; @swift run \(name.program) $$([ -t 1 ] && echo dev || echo serve) $(ARGS)
      test: setup ; @swift test $(ARGS)
      check: setup ; @swift run \(name.program) check $(ARGS)
      # The toolchain, and what is around the program, come from Understudy's own Dockerfile.
      image: ; @$(CONTAINER) build --target builder --tag understudy-builder \(source) \
      \t&& $(CONTAINER) build --target base --tag understudy-base \(source) \
      \t&& $(CONTAINER) build --tag \(name.program) .
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
    # `make image` makes both bases; docker run --rm --read-only --publish 127.0.0.1:8080:8080 \(name.program)
    FROM understudy-builder AS build
    FROM understudy-base
    COPY --from=build /image/ /

    """
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
