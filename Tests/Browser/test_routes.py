"""Flipping variants, for one route and for all."""

import json
import unittest

from stage import Keys, PanelTest


class RouteTests(PanelTest):
    def test_a_flip_is_one_click_and_the_next_request_answers_so(self):
        self.open()
        self.press(self.variant("users.list", "serverError"))
        self.see("#said", "users.list answers with serverError")

        self.assertEqual(self.daemon.get("/users"), 500)
        self.see('.route[data-id="users.list"] .last', "500")
        self.see('.route[data-id="users.list"] .hits', "1 hit")
        self.see('.route[data-id="users.list"] .who', "Chosen for this route")

        self.press('.route[data-id="users.list"] .who button')
        self.see_none('.route[data-id="users.list"] .who')
        self.assertEqual(self.daemon.get("/users"), 200)

    def test_a_flip_is_shown_before_the_daemon_has_answered_and_put_right_after(self):
        self.open()
        # The daemon answers when this test says so.
        self.driver.execute_script("""
            const send = window.fetch;
            window.fetch = (url, options) => options?.method !== 'PUT' ? send(url, options)
                : new Promise((resolve) => { window.answer = () => resolve(new Response('{"detail":"Not today."}', { status: 422 })); });""")
        button = self.variant("users.list", "serverError")
        self.press(button)
        self.wait(lambda: self.find(button).get_attribute("aria-pressed") == "true")

        self.driver.execute_script("window.answer()")
        self.see("#said", "Not today.")
        self.wait(lambda: self.find(button).get_attribute("aria-pressed") == "false")

    def test_a_flip_from_elsewhere_is_shown(self):
        self.open()
        self.daemon.request("PUT", "/__admin/routes/users.list/variant",
                            '{"variant":"maintenance","lease":{"requests":2}}')
        button = self.variant("users.list", "maintenance")
        self.wait(lambda: self.all(button))
        self.assertEqual(self.find(button).get_attribute("aria-pressed"), "true")
        self.see('.route[data-id="users.list"] .who', "Chosen for this route, for 2 more requests")

        self.daemon.get("/users")
        self.see('.route[data-id="users.list"] .who', "for one more request")
        self.daemon.get("/users")
        self.see_none('.route[data-id="users.list"] .who')

    def test_a_lease_by_time_counts_down_and_ends(self):
        self.open()
        self.daemon.request("PUT", "/__admin/routes/users.list/variant",
                            '{"variant":"empty","lease":{"seconds":2}}')
        self.see('.route[data-id="users.list"] .who', "for 2 s more")
        self.see('.route[data-id="users.list"] .who', "for 1 s more")

    def test_says_who_decides(self):
        self.open()
        self.daemon.request("PATCH", "/__admin/variants", '{"items.*":"offline"}')
        self.see('.route[data-id="items.overview"] .who', "Chosen for its group")
        self.daemon.request("PUT", "/__admin/variant", '{"variant":"loading"}')
        self.see('.route[data-id="users.detail"] .who', "Chosen for all routes")

    def test_has_all_variants_one_step_away(self):
        self.open()
        hidden = self.variant("users.list", "rateLimited")
        self.assertEqual(self.all(hidden), [])
        self.press('.route[data-id="users.list"] .more')
        self.press(hidden)
        self.see("#said", "rateLimited")
        self.assertEqual(self.daemon.get("/users"), 429)

    def test_chooses_for_all_routes(self):
        self.open()
        self.select("#all", "maintenance")
        self.see("#said", "All routes that have it answer with maintenance")
        self.assertEqual(self.daemon.get("/users"), 503)
        self.assertEqual(self.daemon.get("/users/1"), 503)

    def test_chooses_scenarios_and_networks(self):
        self.open()
        self.press("#scenarios button", "logged out")
        self.see("#said", "Scenario logged out")
        self.see('.route[data-id="me.profile"] .who', "Scenario logged out")
        self.assertEqual(self.find("#scenarios button").get_attribute("aria-pressed"), "true")
        self.press("#scenarios button", "logged out")
        self.see("#said", "No scenario")

        self.press("#network button", "edge")
        self.see("#said", "The network is edge")
        _, body = self.daemon.request("GET", "/__admin/network")
        self.assertEqual(json.loads(body)["delayMilliseconds"], 840)
        self.daemon.request("PUT", "/__admin/network", '{"delayMilliseconds":120}')
        self.see("#network-words", "120 ms")

    def test_the_network_leaves_the_undo_of_choices_alone(self):
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"serverError"}')
        self.open()
        self.press("#reset")
        self.see("#said", "back at the start")
        self.press("#network button", "edge")
        self.see("#said", "The network is edge")
        self.press("#undo")
        self.see("#said", "as they were")
        self.assertEqual(self.daemon.get("/users"), 500)
        self.assertEqual(json.loads(self.daemon.request("GET", "/__admin/network")[1])["delayMilliseconds"], 840)

    def test_a_reset_takes_choices_back_and_can_be_undone_and_keeps_the_journal(self):
        self.daemon.request("PUT", "/__admin/scenario", '{"scenario":"logged out"}')
        self.daemon.request("PATCH", "/__admin/variants", """{"items.*":"offline",
            "users.list":{"outcome":{"status":402}},
            "users.detail":{"variant":"serverError","lease":{"requests":3}}}""")
        before = self.daemon.request("GET", "/__admin/variants")
        self.daemon.get("/users")
        self.open()
        self.see("#reset", "Reset 4 choices")

        self.press("#reset")
        self.see("#said", "back at the start")
        self.see("#reset", "Reset choices")
        self.assertEqual(self.daemon.get("/users"), 200)

        self.press("#undo")
        self.see("#said", "as they were")
        self.assertEqual(self.daemon.request("GET", "/__admin/variants"), before)
        self.assertEqual(self.daemon.get("/users"), 402)
        self.see_none("#undo")
        self.wait(lambda: len(self.all(".request")) == 3)

    def test_a_second_reset_does_not_forget_what_the_first_took_back(self):
        self.open()
        self.press(self.variant("users.list", "empty"))
        self.see("#said", "empty")
        for _ in range(2):
            self.press("#reset")
            self.see("#said", "back at the start")
            self.press("#said button")
            self.wait(lambda: self.all("#undo"))
        self.press("#undo")
        self.see("#said", "as they were")
        self.see('.route[data-id="users.list"] .who', "Chosen for this route")

    def test_what_is_chosen_after_a_reset_is_not_undone(self):
        self.open()
        self.press(self.variant("users.list", "empty"))
        self.see("#said", "empty")
        self.press("#reset")
        self.wait(lambda: self.all("#undo"))
        self.press(self.variant("users.detail", "empty"))
        self.see_none("#undo")

    def test_search_leaves_what_fits(self):
        self.open()
        self.find("#search").send_keys("items.page")
        self.wait(lambda: len(self.all(".route")) == 3)
        self.assertEqual(len(self.all(".group h3")), 1)
        self.find("#search").clear()
        self.find("#search").send_keys("/user/login")
        self.wait(lambda: len(self.all(".route")) == 1)
        self.find("#search").send_keys("xyz")
        self.see("#no-routes", "Nothing found")
        self.press("#no-routes button")
        self.wait(lambda: len(self.all(".route")) > 9)


if __name__ == "__main__":
    unittest.main()
