"""The page at other doors than the base's: HTTPS, the admin API's own port, a session's own port and host."""

import json
import ssl
import unittest
import urllib.request

from stage import PanelTest, needs_camera


class SessionDoorTests(PanelTest):
    def begin(self, body):
        return json.loads(self.daemon.request("POST", "/__admin/sessions", body)[1])

    def addresses(self):
        """The base URLs that the page shows."""
        self.press("#world")
        self.wait(lambda: self.all("#address .copyable"))
        return self.text("#address .copyable code").split("\n")

    def open_at(self, url):
        self.driver.get(url + "/__admin/")
        self.see("#connection", "Live")
        self.wait(lambda: self.all(".route"))

    def test_by_its_port_a_session_has_that_address_and_no_other(self):
        self.pretend_lan(lanURL="http://192.168.1.7:8080")
        session = self.begin('{"port":true}')
        url = session["urls"]["port"]
        self.open_at(url)
        self.see("#no-requests", url)
        self.assertEqual(self.text("#world-name"), "This session")
        self.assertEqual(self.addresses(), [url])
        self.assertEqual(self.text("#address-title"), "This session")
        # Nobody else reaches loopback, and the base's address leads elsewhere.
        self.assertNotIn("phone", self.text("#address"))
        self.assertEqual(self.all("#address svg"), [])
        self.see_none("#session-part")
        self.press("#worlds .close")

        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "serverError")
        self.assertEqual(self.daemon.get("/users"), 200)
        self.assertEqual(self.daemon.get(f"/__session/{session['id']}/users"), 500)
        self.see(".request", "/users")
        self.assertEqual(self.problems(), [])

    def test_by_its_host_a_session_has_no_address_for_phones(self):
        self.pretend_lan(lanURL="http://192.168.1.7:8080")
        url = self.begin("{}")["urls"]["host"]
        self.open_at(url)
        self.assertEqual(self.addresses(), [url])
        self.assertNotIn("phone", self.text("#address"))

    def test_below_its_path_a_session_has_the_phone_s_address_too(self):
        self.pretend_lan(lanURL="http://192.168.1.7:8080")
        session = self.begin("{}")
        self.open_at(session["urls"]["prefix"])
        self.assertEqual(self.addresses(), [session["urls"]["prefix"], f"http://192.168.1.7:8080/__session/{session['id']}"])


class AdminPortTests(SessionDoorTests):
    """The same where the admin API has a port of its own."""

    options = ("--admin-port", "0")

    def begin(self, body):
        call = urllib.request.Request(self.daemon.admin_url + "/__admin/sessions", body.encode(), method="POST")
        return json.loads(urllib.request.urlopen(call).read())

    def test_by_its_port_a_session_has_that_address_and_no_other(self):
        # There the admin API is not.
        session = self.begin('{"port":true}')
        self.driver.get(session["urls"]["port"] + "/__admin/")
        self.assertNotIn("Control panel", self.driver.title)

    def test_by_its_host_a_session_has_no_address_for_phones(self):
        session = self.begin("{}")
        self.open_at(self.daemon.admin_url.replace("localhost", f"{session['id']}.localhost"))
        self.assertEqual(self.addresses(), [session["urls"]["host"]])
        self.assertNotIn("phone", self.text("#address"))

    def test_below_its_path_a_session_has_the_phone_s_address_too(self):
        self.pretend_lan(lanURL="http://192.168.1.7:8080")
        session = self.begin("{}")
        self.open_at(f"{self.daemon.admin_url}/__session/{session['id']}")
        self.see("#no-requests", session["urls"]["prefix"])
        self.assertEqual(self.addresses(), [session["urls"]["prefix"], f"http://192.168.1.7:8080/__session/{session['id']}"])
        self.press("#worlds .close")
        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "serverError")
        self.assertEqual(self.daemon.get(f"/__session/{session['id']}/users"), 500)
        self.see(".request", "/users")
        self.press(".request")
        self.driver.execute_script("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
        self.press("#detail button", "Copy as curl")
        self.wait(lambda: f"'{session['urls']['prefix']}/users'" in (self.driver.execute_script("return window.copied") or ""))

    def test_the_base_has_the_mocks_address(self):
        self.open_at(self.daemon.admin_url)
        self.assertEqual(self.addresses(), [f"http://localhost:{self.daemon.port}"])


class SecureTests(PanelTest):
    options = ("--tls-port", "0")

    def setUp(self):
        super().setUp()
        self.tls_url = json.loads(self.daemon.request("GET", "/__admin/daemon")[1])["tlsURL"]

    def open_secure(self):
        self.driver.get(self.tls_url + "/__admin/")
        self.see("#connection", "Live")

    def get_secure(self, target):
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        return urllib.request.urlopen(self.tls_url + target, context=trusting).status

    def command(self, text):
        """The command for a request that is shown."""
        self.wait(lambda: any(text in row.text and (row.click() or True) for row in self.all(".request")))
        self.see("#detail-title", text)
        self.driver.execute_script("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
        self.press("#detail button", "Copy as curl")
        self.see("#said", "The command copied")
        return self.driver.execute_script("return window.copied")

    def test_works_over_https(self):
        self.open_secure()
        self.press(self.variant("users.list", "empty"))
        self.see("#said", "empty")
        self.assertEqual(self.get_secure("/users"), 200)
        self.assertIn(f"'{self.tls_url}/users'", self.command("/users"))
        self.see("#detail .facts", "TLS1.3, TLS_")
        self.see("#detail .facts", ", localhost")
        self.press("#detail .top button")

        self.daemon.get("/users/1")
        self.assertIn(f"'http://localhost:{self.daemon.port}/users/1'", self.command("/users/1"))
        self.assertNotIn("TLS", self.text("#detail .facts"))
        self.assertEqual(self.problems(), [])

    @needs_camera
    def test_shows_the_address_with_tls_beside_the_other(self):
        self.pretend_lan(lanURL="http://192.168.1.7:8080", lanTLSURL="https://192.168.1.7:8443")
        self.open()
        self.press("#world")
        self.wait(lambda: len(self.all("#address > svg")) == 2)
        self.assertEqual(self.text("#address .copyable code").split("\n"),
                         [f"http://localhost:{self.daemon.port}", self.tls_url, "http://192.168.1.7:8080", "https://192.168.1.7:8443"])
        self.assertEqual([self.scan(code) for code in self.all("#address > svg")], ["http://192.168.1.7:8080", "https://192.168.1.7:8443"])

    def test_shows_the_profile_of_a_session(self):
        self.daemon.request("POST", "/__admin/sessions", '{"name":"old","tls":"tls12Only"}')
        self.open()
        self.press("#world")
        self.see("#session-list", "TLS tls12Only")


if __name__ == "__main__":
    unittest.main()
