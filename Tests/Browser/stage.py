"""What the tests of the control panel stand on: a daemon of their own and a browser without a window."""

import http.client
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

from selenium import webdriver
from selenium.common.exceptions import StaleElementReferenceException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT = 30


def program():
    """The daemon that is tested: UNDERSTUDY, or what `swift build` has made."""
    return os.environ.get("UNDERSTUDY") or str(ROOT / ".build/debug/understudy")


class Daemon:
    """A daemon with the example routes on a port of loopback, which ends with its test."""

    def __init__(self, *options, port=0):
        self.folder = tempfile.mkdtemp()
        ready = pathlib.Path(self.folder, "url")
        self.log = open(pathlib.Path(self.folder, "log"), "wb")
        self.process = subprocess.Popen(
            [program(), "serve", "--port", str(port), "--log", "off", "--fixtures", str(ROOT / "fixtures"),
             "--ready-file", str(ready), *options], stdout=self.log, stderr=self.log,
            # A certificate of its own lies with it.
            env={**os.environ, "XDG_DATA_HOME": self.folder})
        until(lambda: ready.exists() and ready.read_text().strip() or self.process.poll() is not None)
        if self.process.poll() is not None:
            raise AssertionError(pathlib.Path(self.folder, "log").read_text())
        self.port = int(ready.read_text().strip().rsplit(":", 1)[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.connections = []

    @property
    def admin_url(self):
        """The admin API's own address, as the daemon has printed it."""
        return re.search(r"admin +(\S+)", pathlib.Path(self.folder, "log").read_text())[1]

    def stop(self):
        for connection in self.connections:
            connection.close()
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            self.process.wait(20)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)

    def request(self, method, target, body=None, headers=None, timeout=LIMIT):
        """Sends a request as an app does, and gives its status and body."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        try:
            connection.request(method, target, body, headers or {})
            response = connection.getresponse()
            return response.status, response.read()
        finally:
            connection.close()

    def get(self, target):
        return self.request("GET", target)[0]

    def send(self, method, target):
        """Sends a request without waiting for its answer; gives the connection."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        connection.request(method, target)
        self.connections.append(connection)
        return connection


def scan(image):
    """What a camera reads in a picture."""
    done = subprocess.run(["zbarimg", "--quiet", "--raw", "-Sdisable", "-Sqrcode.enable", str(image)], capture_output=True, text=True, timeout=20)
    return done.stdout.rstrip("\n")


# On Linux .ci/setup has installed it: there a test fails without.
needs_camera = unittest.skipIf(sys.platform == "darwin" and not shutil.which("zbarimg"), "zbar is not installed")


def until(condition, limit=LIMIT):
    """Waits for something that no browser tells of."""
    end = time.monotonic() + limit
    while not (value := condition()):
        if time.monotonic() > end:
            raise AssertionError("it did not come true in time")
        time.sleep(0.01)
    return value


def browser(width=1280, height=800, dark=False, scale=1):
    """A browser of its own size and colours, with nothing kept from before."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--hide-scrollbars",
                     "--no-first-run", "--disable-background-networking", f"--force-device-scale-factor={scale}",
                     f"--window-size={width},{height}"):
        options.add_argument(argument)
    # The certificate of the daemon is signed by nobody whom a browser knows.
    options.accept_insecure_certs = True
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = Service(shutil.which("chromedriver"))
    driver = webdriver.Chrome(options=options, service=service)
    size(driver, width, height, dark, scale)
    return driver


def size(driver, width, height, dark=False, scale=1):
    """Gives the page a size, which a window may not have, and a theme."""
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": height, "deviceScaleFactor": scale, "mobile": False})
    driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
                     # A colour that is on its way to another is neither.
                     {"name": "prefers-reduced-motion", "value": "reduce"}]})


class PanelTest(unittest.TestCase):
    """A test of the page: one browser for all of a class, a daemon for each test."""

    options = ()

    @classmethod
    def setUpClass(cls):
        cls.driver = browser()
        cls.addClassCleanup(cls.driver.quit)

    def setUp(self):
        self.daemon = Daemon(*self.options)
        self.addCleanup(lambda: self.daemon.stop())
        size(self.driver, 1280, 800)

    def open(self, path="/__admin/"):
        self.driver.get(self.daemon.url + path)
        self.see("#connection", "Live")

    def pretend(self, script):
        """Has a script run before the page does."""
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", added)

    def pretend_lan(self, **members):
        """Has the page hear of a daemon that other machines reach, which no test starts."""
        self.pretend("""
            const send = window.fetch;
            window.fetch = async (url, options) => {
                const response = await send(url, options);
                if (!String(url).endsWith('/daemon')) return response;
                return new Response(JSON.stringify({ ...await response.json(), ...%s }));
            };""" % json.dumps(members))

    def scan(self, code):
        """What a camera reads in a code on the page."""
        with tempfile.TemporaryDirectory() as folder:
            image = pathlib.Path(folder, "code.png")
            code.screenshot(str(image))
            return scan(image)

    # What is there

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def all(self, selector):
        """The elements that are shown."""
        return self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter((one) => one.checkVisibility())", selector)

    def text(self, selector):
        return self.driver.execute_script(
            "return [...document.querySelectorAll(arguments[0])].filter(one => one.checkVisibility()).map(one => one.innerText).join('\\n')", selector)

    def wait(self, condition, words="it"):
        waiting = WebDriverWait(self.driver, LIMIT, 0.02, [StaleElementReferenceException])
        return waiting.until(lambda _: condition(), words)

    def see(self, selector, text):
        """Waits until a part of the page shows a text."""
        try:
            self.wait(lambda: text in self.text(selector))
        except Exception:
            raise AssertionError(f"'{text}' is not in {selector}: {self.text(selector)!r}") from None

    def see_none(self, selector):
        self.wait(lambda: not self.all(selector), f"{selector} is still there")

    # What people do

    def press(self, selector, text=None):
        def press():
            for one in self.all(selector):
                if text is None or one.text == text:
                    one.click()
                    return True
        self.wait(press, f"no {selector} '{text or ''}'")

    def select(self, selector, text):
        Select(self.find(selector)).select_by_visible_text(text)

    def variant(self, route, name):
        return f'.route[data-id="{route}"] [data-variant="{name}"]'

    def type(self, *keys):
        """Types where the focus is."""
        webdriver.ActionChains(self.driver).send_keys(*keys).perform()

    def problems(self):
        """What the browser complains of: errors of scripts, refusals of the policy."""
        return [entry["message"] for entry in self.driver.get_log("browser")
                if entry["level"] == "SEVERE" and entry["source"] != "network"]
