"""Requests as they come, and one with all that is on record of it."""

import http.client
import json
import subprocess
import unittest

from stage import ROOT, PanelTest

HOSTILE = '"><script>window.hacked=1</script><img src=x onerror="window.hacked=2">\'</textarea>'


class TrafficTests(PanelTest):
    def open_request(self, text):
        self.press(f'.request[data-seq="{self.seq_of(text)}"]')
        self.wait(lambda: self.all("#detail-title"))

    def seq_of(self, text):
        def find():
            for row in self.all(".request"):
                if text in row.text:
                    return row.get_attribute("data-seq")
        return self.wait(find, f"no request '{text}'")

    def test_a_request_appears_within_a_second_the_newest_first(self):
        self.open()
        self.see("#no-requests", "No requests yet")
        self.driver.execute_script("""
            window.seen = new Promise((resolve) => new MutationObserver(() => {
                if (document.querySelector('.request')) resolve(Date.now());
            }).observe(document.body, { childList: true, subtree: true }));""")
        self.daemon.get("/users/1")
        sent = self.driver.execute_script("return Date.parse(new Date().toISOString())")
        seen = self.driver.execute_async_script("window.seen.then(arguments[0])")
        self.assertLess(seen - sent, 1000)

        self.daemon.get("/users/2")
        self.wait(lambda: len(self.all(".request")) == 2)
        self.wait(lambda: "/users/2" in min(self.all(".request"), key=lambda row: row.location["y"]).text)
        self.see(".request", "users.detail · default")

    def test_filters(self):
        self.daemon.get("/users")
        self.daemon.get("/users/1")
        self.daemon.get("/nowhere")
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"serverError"}')
        self.daemon.get("/users")
        self.open()
        self.wait(lambda: len(self.all(".request")) == 4)

        self.press("#unmatched")
        self.wait(lambda: len(self.all(".request")) == 1)
        self.see(".request", "/nowhere")
        self.press("#unmatched")
        self.select("#status", "5xx")
        self.wait(lambda: len(self.all(".request")) == 1)
        self.select("#status", "Any status")
        self.find("#filter").send_keys("users.list")
        self.wait(lambda: len(self.all(".request")) == 2)
        self.find("#filter").send_keys("xyz")
        self.see("#no-requests", "Nothing fits")
        self.press("#no-requests button")
        self.wait(lambda: len(self.all(".request")) == 4)

    def test_filters_by_session(self):
        _, body = self.daemon.request("POST", "/__admin/sessions", '{"name":"checkout"}')
        session = json.loads(body)["id"]
        self.daemon.get("/users")
        self.daemon.get(f"/__session/{session}/users/7")
        self.open()
        self.wait(lambda: len(self.all(".request")) == 1)
        self.select("#scope", "All worlds")
        self.wait(lambda: len(self.all(".request")) == 2)
        self.see(".request", "checkout")
        self.daemon.get(f"/__session/{session}/users/8")
        self.open_request("/users/8")
        self.see("#detail .facts", "checkout")

    def test_pauses(self):
        self.open()
        self.daemon.get("/users/1")
        self.wait(lambda: len(self.all(".request")) == 1)
        self.press("#pause")
        self.daemon.get("/users/2")
        self.see("#pause", "Go on, 1 new")
        self.assertEqual(len(self.all(".request")), 1)
        self.press("#pause")
        self.wait(lambda: len(self.all(".request")) == 2)

    def test_a_pause_keeps_what_is_shown_whatever_comes(self):
        for number in range(3):
            self.daemon.get(f"/users/{number}")
        self.open()
        self.wait(lambda: len(self.all(".request")) == 3)
        self.press("#pause")
        # In two parts: a page that is behind by more events than the daemon keeps is told of a gap.
        for count in (1300, 2600):
            self.send_many(1300)
            self.see("#pause", f"Go on, {count} new")
        self.assertEqual(sorted(row.get_attribute("data-seq") for row in self.all(".request")), ["1", "2", "3"])
        # What has gone from the list behind it can be opened too.
        self.open_request("/users/0")
        self.see("#detail .facts", "no. 1")
        self.press("#detail .top button")

        self.press("#pause")
        self.see("#count", "2,")
        self.assertEqual(self.text("#pause"), "Pause")
        self.assertNotEqual(self.text("#count"), "2,603")

    def test_a_world_that_is_left_is_not_shown_for_a_pause(self):
        self.daemon.request("POST", "/__admin/sessions", "{}")
        self.daemon.get("/users")
        self.open()
        self.wait(lambda: len(self.all(".request")) == 1)
        self.press("#pause")
        self.press("#world")
        self.press("#session-list button", "Show")
        self.press("#worlds .close")
        self.see("#no-requests", "No requests yet")
        self.assertEqual(self.text("#pause"), "Pause")

    def test_older_requests_are_a_step_away(self):
        self.daemon.get("/users/first")
        self.send_many(1500)
        self.open()
        self.see("#count", "1,000")
        self.press("#older")
        self.see("#count", "1,501")
        self.see_none("#older")
        self.find("#filter").send_keys("/users/first")
        self.open_request("/users/first")
        self.see("#detail .facts", "no. 1")
        # They are not pushed out by the next that comes.
        self.press("#detail .top button")
        self.find("#filter").clear()
        self.find("#filter").send_keys("users")
        self.daemon.get("/users/last")
        self.see("#count", "1,502")

    def send_many(self, count):
        connection = http.client.HTTPConnection("127.0.0.1", self.daemon.port, timeout=10)
        for _ in range(count):
            connection.request("GET", "/users")
            connection.getresponse().read()
        connection.close()

    def test_opens_to_headers_bodies_and_times(self):
        self.daemon.request("POST", "/user/login", "name=ada&password=x",
                            {"Content-Type": "application/x-www-form-urlencoded", "X-Key": "k-1"})
        self.open()
        self.open_request("/user/login")
        self.see("#detail .part", "name=ada&password=x")
        self.see("#detail .headers", "k-1")
        self.see("#detail .json", '"token"')
        self.see("#detail .timing", "Waited")
        self.see("#detail .facts", "account.login")
        self.assertEqual(self.text("#detail .pill"), "200")
        self.press("#detail .top button")
        self.see_none("#detail")

    def test_shows_json_folded_with_all_digits(self):
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", """{"outcome":{"text":
            "{\\"big\\":12345678901234567890,\\"a\\":{\\"b\\":{\\"c\\":[1,2,3]}},\\"a\\":1.0}",
            "headers":{"Content-Type":"application/json"}}}""")
        self.daemon.get("/users")
        self.open()
        self.open_request("/users")
        self.see("#detail .json", "12345678901234567890")
        self.see("#detail .json", "1.0")
        folded = self.find("#detail .json details details details")
        self.assertIsNone(folded.get_attribute("open"))
        self.press("#detail .json details details details > summary")
        self.see("#detail .json", "3 members")

    def test_shows_pictures_and_bytes(self):
        # A file of the example that is a picture, and bytes that are none.
        picture = next((ROOT / "fixtures/assets").rglob("*.png"), None) or next((ROOT / "fixtures/assets").rglob("*.jpg"))
        target = "/assets/" + str(picture.relative_to(ROOT / "fixtures/assets"))
        self.assertEqual(self.daemon.get(target), 200)
        self.daemon.request("POST", "/users", bytes([0, 1, 2, 255, 65]), {"Content-Type": "application/octet-stream"})
        self.open()
        self.open_request(target)
        self.wait(lambda: self.driver.execute_script(
            "return document.querySelector('#detail img')?.naturalWidth > 0"))
        self.press("#detail .top button")
        self.open_request("POST")
        self.see("#detail pre", "00 01 02 ff 41")
        self.assertEqual(self.problems(), [])

    def test_a_near_miss_is_a_difference_to_read(self):
        self.daemon.get("/api/v1/items?page=2&size=21")
        self.open()
        self.open_request("/api/v1/items")
        self.see("#detail .misses", "items.page2")
        self.see("#detail .difference", "query size")
        self.see("#detail .expected", "20")
        self.see("#detail .came", "21")

    def test_a_hostile_request_is_shown_and_never_run(self):
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", json.dumps(
            {"outcome": {"text": HOSTILE, "headers": {"Content-Type": "text/html", "X-Note": HOSTILE}}}))
        self.open()
        self.daemon.request("GET", "/users", None, {"X-Bad": HOSTILE})
        self.daemon.request("POST", "/nowhere?q=%3Cscript%3E", HOSTILE, {"Content-Type": "text/html"})
        self.daemon.request("POST", "/svg", '<svg xmlns="http://www.w3.org/2000/svg"><script>window.hacked=3</script></svg>',
                            {"Content-Type": "image/svg+xml"})
        self.daemon.request("POST", "/keys", json.dumps({"__proto__": HOSTILE, HOSTILE: 1}),
                            {"Content-Type": "application/json"})
        for target, text in (("/users", HOSTILE), ("/nowhere", HOSTILE), ("/svg", "window.hacked=3"), ("/keys", "__proto__")):
            self.open_request(target)
            self.see("#detail", text)
            self.press("#detail .top button")
        self.assertIsNone(self.driver.execute_script("return window.hacked ?? null"))
        self.assertEqual(self.driver.execute_script("return document.querySelectorAll('main script, main img').length"), 0)
        self.assertEqual(self.problems(), [])

    def test_makes_the_next_request_fail_and_no_other(self):
        self.daemon.get("/users")
        self.open()
        self.open_request("/users")
        self.press("#detail button", "Make it fail next time")
        self.see("#said", "users.list answers with serverError, once")
        self.assertEqual([self.daemon.get("/users"), self.daemon.get("/users")], [500, 200])

    def test_copies_a_command_that_sends_the_same(self):
        body = "it's \"quoted\"\n$HOME `x` \\ \u00e4"
        self.daemon.request("POST", "/users?a=%20b&c={1}", body.encode(), {"Content-Type": "text/plain", "X-Empty": ""})
        self.daemon.request("PUT", "/update/info", bytes([0, 39, 255]), {"Content-Type": "application/x-bytes"})
        self.daemon.request("PUT", "/update/info", "@here", {"Content-Type": "text/plain"})
        self.open()
        for seq in (1, 2, 3):
            self.press(f'.request[data-seq="{seq}"]')
            self.see("#detail .facts", f"no. {seq}")
            self.driver.execute_script("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
            self.press("#detail button", "Copy as curl")
            self.see("#said", "The command copied")
            command = self.driver.execute_script("return window.copied")
            subprocess.run(["sh", "-c", command], check=True, capture_output=True, timeout=10, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"})
            first, second = (json.loads(self.daemon.request("GET", f"/__admin/requests/{one}")[1])["request"] for one in (seq, seq + 3))
            for field in ("method", "target", "text", "base64"):
                self.assertEqual(first.get(field), second.get(field), command)
            own = ("Host", "Accept-Encoding", "Content-Length", "User-Agent", "Accept")
            self.assertEqual({tuple(one) for one in first["headers"] if one[0] not in own},
                             {tuple(one) for one in second["headers"] if one[0] not in own}, command)
            self.press("#detail .top button")


if __name__ == "__main__":
    unittest.main()
