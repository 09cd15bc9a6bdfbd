class Understudy < Formula
  desc "Local HTTP mock daemon: routes in Swift, variants by one call"
  homepage "https://github.com/OWNER/understudy"
  license "MIT"
  head "https://github.com/OWNER/understudy.git", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "gnutls"
  depends_on "libmicrohttpd"
  depends_on "pcre2"

  def install
    system "swift", "build", "--disable-sandbox", "--configuration", "release", "--product", "understudy"
    bin.install ".build/release/understudy"
    pkgshare.install "fixtures"
    (man1/"understudy.1").write Utils.safe_popen_read(bin/"understudy", "man")
    generate_completions_from_executable(bin/"understudy", "completions", shells: [:bash, :zsh, :fish])
  end

  service do
    run [opt_bin/"understudy", "serve", "--fixtures", opt_pkgshare/"fixtures"]
    log_path var/"log/understudy.log"
    error_log_path var/"log/understudy.log"
  end

  test do
    assert_match "routes are sound", shell_output("#{bin}/understudy check --fixtures #{pkgshare}/fixtures")
  end
end
