"""What the page says when it cannot show what it is for."""

import unittest

from stage import Daemon, PanelTest


class StateTests(PanelTest):
    def test_says_that_the_daemon_is_gone_and_comes_back_by_itself(self):
        self.daemon.get("/users")
        self.open()
        self.press(self.variant("users.list", "empty"))
        self.see("#said", "empty")
        self.wait(lambda: len(self.all(".request")) == 1)
        port = self.daemon.port
        self.daemon.stop()
        self.see("#gone", "The daemon is gone")

        self.daemon = Daemon(port=port)
        self.see("#connection", "Live")
        self.see_none("#gone")
        # Another daemon: what was before is not its own.
        self.wait(lambda: not self.all(".request"))
        self.wait(lambda: self.find(self.variant("users.list", "default")).get_attribute("aria-pressed") == "true")
        self.daemon.get("/users/5")
        self.see(".request", "/users/5")

    def test_a_load_that_fails_is_made_again_while_the_stream_lives(self):
        self.pretend("""
            const send = window.fetch;
            window.streams = window.failures = 0;
            window.fetch = async (url, options) => {
                if (String(url).endsWith('/events')) window.streams += 1;
                if (!String(url).endsWith('/network') || window.failures === 2) return send(url, options);
                window.failures += 1;
                throw new TypeError('Failed to fetch');
            };""")
        self.driver.get(self.daemon.url + "/__admin/")
        self.see("#gone", "The daemon is gone")
        self.see("#connection", "Live")
        self.see_none("#gone")
        self.assertEqual(self.driver.execute_script("return [window.streams, window.failures]"), [1, 2])

    def test_a_flip_without_a_daemon_is_taken_back(self):
        self.open()
        self.daemon.stop()
        self.see("#gone", "The daemon is gone")
        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "The daemon is not there")
        self.wait(lambda: self.find(self.variant("users.list", "default")).get_attribute("aria-pressed") == "true")

    def test_has_words_for_no_routes(self):
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": """
            const send = window.fetch;
            window.fetch = async (url, options) => String(url).endsWith('/routes')
                ? new Response('{"revision":1,"scenario":null,"routes":[]}') : send(url, options);"""})
        self.addCleanup(self.driver.execute_cdp_cmd, "Page.removeScriptToEvaluateOnNewDocument", added)
        self.open()
        self.see("#no-routes", "No routes")

    def test_an_empty_journal_says_where_to_send_requests(self):
        self.open()
        self.see("#no-requests", f"http://localhost:{self.daemon.port}")


class TokenTests(PanelTest):
    options = ("--admin-token", "secret-1")

    def setUp(self):
        super().setUp()
        self.driver.get(self.daemon.url + "/__admin/")
        self.driver.execute_script("sessionStorage.clear()")
        self.driver.refresh()

    def test_asks_for_the_token_once_and_keeps_it_for_the_tab(self):
        self.wait(lambda: self.all("#token-field"))
        self.find("#token-field").send_keys("wrong\n")
        self.see("#token-problem", "That was not it")
        self.find("#token-field").send_keys("secret-1\n")
        self.see("#connection", "Live")
        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "serverError")
        self.assertEqual(self.daemon.get("/users"), 500)
        self.see(".request", "/users")

        self.driver.refresh()
        self.see("#connection", "Live")
        self.assertEqual(self.all("#token"), [])
        self.assertEqual(self.driver.execute_script("return localStorage.length + document.cookie.length"), 0)


if __name__ == "__main__":
    unittest.main()
