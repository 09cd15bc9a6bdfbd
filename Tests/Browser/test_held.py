"""Requests that wait for their release."""

import json
import unittest

from stage import PanelTest


class HeldTests(PanelTest):
    def test_a_held_request_is_released_with_a_variant(self):
        self.open()
        self.press(self.variant("users.list", "timeout"))
        self.see("#said", "timeout")
        waiting = self.daemon.send("GET", "/users")
        self.see(".held", "/users")
        self.see(".held", "held for")
        self.see(".request", "held")

        self.press(".held [data-variant=serverError]")
        self.assertEqual(waiting.getresponse().status, 500)
        self.see("#said", "GET /users is answered with serverError")
        self.see_none(".held")
        self.see(".request", "500")

    def test_has_a_release_for_each_variant_but_those_that_hold(self):
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"timeout"}')
        waiting = self.daemon.send("GET", "/users")
        self.open()
        self.press(".held .more")
        self.wait(lambda: len(self.all(".held .chips button")) > 8)
        _, body = self.daemon.request("GET", "/__admin/routes/users.list")
        names = [variant["name"] for variant in json.loads(body)["variants"] if variant["name"] != "timeout"]
        self.assertEqual(sorted(one.text for one in self.all(".held .chips button")), sorted(names))
        self.press(".held .chips button", "rateLimited")
        self.assertEqual(waiting.getresponse().status, 429)

    def test_a_client_that_hangs_up_is_not_held_any_more(self):
        self.open()
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"timeout"}')
        waiting = self.daemon.send("GET", "/users")
        self.see(".held", "/users")
        waiting.close()
        self.see_none(".held")
        self.see(".request", "cancelled")


if __name__ == "__main__":
    unittest.main()
