"""Sessions: made, looked at, ended; and their addresses, for a camera too."""

import json
import pathlib
import tempfile
import unittest

from stage import PanelTest, needs_camera, scan


class SessionTests(PanelTest):
    def make(self, name):
        self.press("#world")
        self.find("#session-name").send_keys(name)
        self.press("#session-form button")
        self.see("#address-title", f"Session {name}")
        return self.text("#address .copyable code").rsplit("/", 1)[1]

    def test_makes_one_and_shows_its_address(self):
        self.open()
        session = self.make("checkout")
        self.assertEqual(self.text("#address .copyable code"), f"http://localhost:{self.daemon.port}/__session/{session}")
        self.see("#address", "understudy serve --lan")
        self.press("#worlds .close")
        self.see("#connection", "Live")

        self.press(self.variant("users.list", "serverError"))
        self.see('.route[data-id="users.list"] .who', "Chosen for this route in session checkout")
        self.see("#said", "users.list answers with serverError")
        self.assertEqual(self.daemon.get("/users"), 200)
        self.assertEqual(self.daemon.get(f"/__session/{session}/users"), 500)
        self.wait(lambda: len(self.all(".request")) == 1)

    def test_switches_and_ends(self):
        self.open()
        session = self.make("checkout")
        self.press("#show-null")
        self.see("#address-title", "The base")
        self.press(f"#end-{session}")
        self.see("#said", "Session checkout has ended")
        self.assertEqual(self.daemon.get(f"/__admin/sessions/{session}"), 404)
        self.wait(lambda: len(self.all("#session-list li")) == 1)

    def test_says_that_a_session_has_ended(self):
        self.open()
        session = self.make("checkout")
        self.press("#worlds .close")
        self.see("#connection", "Live")
        self.daemon.request("DELETE", f"/__admin/sessions/{session}")
        self.see("#gone", "This session has ended")
        self.press("#gone-base")
        self.see("#connection", "Live")
        self.see("#world", "Base")

    def test_is_a_session_s_own_below_its_path(self):
        _, body = self.daemon.request("POST", "/__admin/sessions", '{"name":"checkout"}')
        session = json.loads(body)["id"]
        self.open(f"/__session/{session}/__admin/")
        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "serverError")
        self.assertEqual(self.daemon.get("/users"), 200)
        self.assertEqual(self.daemon.get(f"/__session/{session}/users"), 500)
        self.see(".request", "/users")
        self.see_none("#scope")
        self.press("#world")
        self.see_none("#session-part")
        self.assertEqual(self.problems(), [])

    def test_is_a_session_s_own_by_its_host(self):
        _, body = self.daemon.request("POST", "/__admin/sessions", "{}")
        session = json.loads(body)["id"]
        self.driver.get(f"http://{session}.localhost:{self.daemon.port}/__admin/")
        self.see("#connection", "Live")
        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "serverError")
        self.assertEqual(self.daemon.get("/users"), 200)
        self.assertEqual(self.daemon.get(f"/__session/{session}/users"), 500)
        self.see('.route[data-id="users.list"] .hits', "1 hit")
        self.press("#world")
        self.see("#address-title", "This session")
        self.assertEqual(self.text("#address .copyable code"), f"http://{session}.localhost:{self.daemon.port}")
        self.see_none("#session-part")

    def test_an_answer_about_the_world_before_is_not_taken_for_this_one_s(self):
        self.daemon.get("/users/1")
        self.pretend("""
            const send = window.fetch;
            window.fetch = async (url, options) => {
                const response = await send(url, options);
                if (!String(url).endsWith('/requests?limit=1000') || window.late) return response;
                await new Promise((resolve) => { window.late = resolve; });
                return response;
            };""")
        self.driver.get(self.daemon.url + "/__admin/")
        self.wait(lambda: self.driver.execute_script("return Boolean(window.late)"))
        self.make("checkout")
        self.see("#connection", "Live")
        self.driver.execute_script("window.late()")
        self.daemon.get("/__session/" + self.text("#address .copyable code").rsplit("/", 1)[1] + "/users/2")
        self.press("#worlds .close")
        self.see(".request", "/users/2")
        self.assertEqual(len(self.all(".request")), 1)

    def test_an_address_stays_as_it_is_while_somebody_reads_it(self):
        self.open()
        session = self.make("checkout")
        self.driver.execute_script("document.querySelector('#address code').dataset.mark = 1")
        self.daemon.get(f"/__session/{session}/users")
        self.see("#session-list", "1 request")
        self.assertTrue(self.all("#address [data-mark]"))
        # Another of the same name is another address.
        self.find("#session-name").send_keys("checkout")
        self.press("#session-form button")
        self.wait(lambda: session not in self.text("#address"))
        self.see("#address", "/__session/")

    def test_what_is_said_is_seen_and_heard_over_a_dialog(self):
        self.open()
        self.make("checkout")
        self.see("#worlds #said", "Session checkout has begun")

    @needs_camera
    def test_a_phone_reads_the_address_in_the_code(self):
        self.pretend_lan(lanURL="http://192.168.1.7:8080")
        self.open()
        session = self.make("phone")
        self.wait(lambda: self.all("#address svg"))
        self.assertEqual(self.scan(self.find("#address > svg")), f"http://192.168.1.7:8080/__session/{session}")

    @needs_camera
    def test_codes_of_every_length_can_be_read(self):
        self.open()
        with tempfile.TemporaryDirectory() as folder:
            for length in (1, 14, 15, 26, 27, 42, 43, 62, 63, 84, 85, 106):
                text = ("http://192.168.1.7:8080/" + "aZ-9/" * 60)[:length]
                rows = self.driver.execute_async_script(
                    "import('/__admin/panel/qr.js').then(({ qr }) => arguments[1](qr(arguments[0])))", text)
                self.assertEqual(len(rows), len(rows[0]))
                size = len(rows) + 8
                line = [0] * size
                whole = [line] * 4 + [[0] * 4 + [int(dark) for dark in row] + [0] * 4 for row in rows] + [line] * 4
                image = pathlib.Path(folder, "code.pbm")
                scaled = [" ".join(str(dark) for dark in row for _ in range(4)) for row in whole for _ in range(4)]
                image.write_text(f"P1\n{size * 4} {size * 4}\n" + "\n".join(scaled) + "\n")
                self.assertEqual(scan(image), text, f"{length} bytes")
            self.assertIsNone(self.driver.execute_async_script(
                "import('/__admin/panel/qr.js').then(({ qr }) => arguments[0](qr('x'.repeat(107))))"))


if __name__ == "__main__":
    unittest.main()
