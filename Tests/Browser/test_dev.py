"""What the page shows under `understudy dev`: a build that fails, and a daemon that takes over."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

from stage import ROOT, Daemon, PanelTest, program, until

BUILD = """if [ -e errors ]; then cat errors; exit 1; fi
cp '%s' app.new && mv app.new app
"""


class DevDaemon(Daemon):
    """`understudy dev` in a package whose build copies the program that is tested."""

    def __init__(self):
        self.folder = tempfile.mkdtemp()
        package = pathlib.Path(self.folder)
        (package / "routes").mkdir()
        for name, text in [("Package.swift", ""), ("routes/Users.swift", ""), ("build.sh", BUILD % program())]:
            (package / name).write_text(text)
        shutil.copytree(ROOT / "fixtures", package / "fixtures")
        ready = package / "url"
        self.log = open(package / "log", "wb")
        self.process = subprocess.Popen(
            [program(), "dev", "--port", "0", "--log", "off", "--ready-file", str(ready), "--build", "sh build.sh",
             "--binary", str(package / "app")], stdout=self.log, stderr=self.log, cwd=package)
        until(lambda: ready.exists() and ready.read_text().strip())
        self.port = int(ready.read_text().strip().rsplit(":", 1)[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.connections = []

    def save(self, text, errors=None):
        """Saves a file of routes, which compiles unless there are errors."""
        file = pathlib.Path(self.folder, "errors")
        if errors is None:
            file.unlink(missing_ok=True)
        else:
            file.write_text(errors)
        pathlib.Path(self.folder, "routes/Users.swift").write_text(text)


class DevTests(PanelTest):
    def setUp(self):
        super().setUp()
        self.daemon.stop()
        self.daemon = DevDaemon()

    def test_shows_why_a_build_fails_until_one_serves_with_what_was_chosen(self):
        self.open()
        self.see_none("#gone")
        self.press(self.variant("users.list", "serverError"))
        until(lambda: self.daemon.get("/users") == 500)

        self.daemon.save("1", "routes/Users.swift:3:9: error: cannot find '<b>lst</b>' in scope\n")
        self.see("#gone", "routes/Users.swift:3:9: error: cannot find '<b>lst</b>' in scope")
        self.assertEqual(self.daemon.get("/users"), 500)

        self.daemon.save("2")
        self.see_none("#gone")
        self.see("#connection", "Live")
        self.assertEqual(self.daemon.get("/users"), 500)
        self.wait(lambda: self.find(self.variant("users.list", "serverError")).get_attribute("aria-pressed") == "true")


if __name__ == "__main__":
    unittest.main()
