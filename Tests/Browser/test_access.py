"""Whoever uses it, with whatever: the keyboard alone, a screen reader, a phone, dark or light."""

import json
import unittest

from stage import Keys, PanelTest, size

CONTRAST = """
const number = (text) => text.match(/[\\d.]+/g).map(Number);
const light = ([r, g, b]) => [r, g, b].map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4))
  .reduce((sum, v, place) => sum + v * [0.2126, 0.7152, 0.0722][place], 0);
const over = (top, below) => { const a = top[3] ?? 1; return [0, 1, 2].map((place) => top[place] * a + below[place] * (1 - a)); };
function ground(element) {
  const layers = [];
  for (let one = element; one; one = one.parentElement) {
    const colour = number(getComputedStyle(one).backgroundColor);
    layers.push(colour);
    if ((colour[3] ?? 1) === 1) break;
  }
  return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]);
}
const poor = [];
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let count = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement;
  if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
  const style = getComputedStyle(element);
  const below = ground(element);
  const [one, other] = [light(over(number(style.color), below)), light(below)].sort((a, b) => b - a);
  const ratio = (one + 0.05) / (other + 0.05);
  const isLarge = parseFloat(style.fontSize) >= 24;
  count += 1;
  if (ratio < (isLarge ? 3 : 4.5)) poor.push(`${ratio.toFixed(2)} ${walker.currentNode.data.trim().slice(0, 40)}`);
}
return { count, poor };
"""

OVERFLOW = """
const width = document.documentElement.clientWidth;
const wide = [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && !one.closest('svg, pre')
  && (one.getBoundingClientRect().right > width + 0.5 || one.getBoundingClientRect().left < -0.5)).map((one) => one.outerHTML.slice(0, 120));
return { wide, scrolls: document.documentElement.scrollWidth > width || document.body.scrollWidth > width };
"""

SMALL = """
return [...document.querySelectorAll('button, select, input, summary')].filter((one) => one.checkVisibility() && !one.closest('.check')
  && (one.getBoundingClientRect().height < 24 || one.getBoundingClientRect().width < 24)).map((one) => one.outerHTML.slice(0, 120));
"""

CONTROLS = {"button", "link", "textbox", "searchbox", "combobox", "checkbox", "listbox", "option", "dialog", "toolbar",
            "region", "image", "img", "navigation", "complementary"}


class AccessTests(PanelTest):
    def fill(self):
        """Something of everything on the page."""
        self.daemon.request("PUT", "/__admin/scenario", '{"scenario":"logged out"}')
        self.daemon.request("PUT", "/__admin/routes/items.overview/variant", '{"variant":"serverError","lease":{"requests":9}}')
        for target in ("/users", "/users/1", "/nowhere", "/api/v1/items?page=2&size=21", "/api/v1/items/overview",
                       "/a-very-long-target/" + "which-goes-on-and-on/" * 8):
            self.daemon.get(target)
        self.daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"timeout"}')
        waiting = self.daemon.send("GET", "/users")
        self.addCleanup(waiting.close)
        self.open()
        self.wait(lambda: self.driver.execute_script("return document.querySelectorAll('.request').length") == 7)

    def views(self):
        """Brings the page into each of its views, one after the other."""
        yield "routes"
        for view in ("traffic", "held"):
            if self.all(f"nav [data-view={view}]"):
                self.press(f"nav [data-view={view}]")
                yield view
        if self.all("nav [data-view=traffic]"):
            self.press("nav [data-view=traffic]")
        self.press('.request[data-seq="4"]')
        self.wait(lambda: self.all("#detail .misses"))
        yield "detail"
        self.press("#detail .top button")
        self.press("#show-keys")
        yield "keys"
        self.press("#keys .close")
        self.press("#world")
        yield "worlds"
        self.press("#worlds .close")

    def test_contrast_is_enough_in_light_and_dark(self):
        self.fill()
        for dark in (False, True):
            size(self.driver, 1280, 800, dark)
            for view in self.views():
                found = self.driver.execute_script(CONTRAST)
                self.assertGreater(found["count"], 10)
                self.assertEqual(found["poor"], [], f"{view}, {'dark' if dark else 'light'}")

    def test_no_width_has_a_horizontal_scrollbar(self):
        self.fill()
        for width in (360, 768, 1024, 1600):
            size(self.driver, width, 740)
            for view in self.views():
                found = self.driver.execute_script(OVERFLOW)
                self.assertEqual(found, {"wide": [], "scrolls": False}, f"{view}, {width}")
                self.assertEqual(self.driver.execute_script(SMALL), [], f"{view}, {width}")

    def test_everything_has_a_name_for_screen_readers(self):
        self.fill()
        for view in self.views():
            nodes = self.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
            seen = set()
            for node in nodes:
                role = node.get("role", {}).get("value")
                if node.get("ignored") or role not in CONTROLS:
                    continue
                seen.add(role)
                self.assertTrue(node.get("name", {}).get("value", "").strip(), f"{view}: a {role} has no name: {json.dumps(node)[:400]}")
            self.assertIn("button", seen)

    def test_has_landmarks_and_headings_in_order(self):
        self.open()
        self.assertEqual(self.driver.execute_script("return [...document.querySelectorAll('header, main, nav')].map((one) => one.localName)"),
                         ["header", "main", "nav"])
        self.assertEqual(self.driver.execute_script("return [...document.querySelectorAll('h1')].length"), 1)
        self.assertEqual(self.driver.execute_script("return document.documentElement.lang"), "en")

    def test_the_focus_goes_through_the_page_in_order_and_is_seen(self):
        self.fill()
        order = []
        for _ in range(40):
            self.type(Keys.TAB)
            found = self.driver.execute_script("""
                const one = document.activeElement;
                const style = getComputedStyle(one);
                return [one.id || one.closest('[data-id]')?.dataset.id || one.closest('[id]')?.id || one.className, style.outlineStyle !== 'none' && style.outlineWidth !== '0px'];""")
            self.assertTrue(found[1], f"the focus is not seen on {found[0]}")
            if not order or order[-1] != found[0]:
                order.append(found[0])
        wanted = ["world", "show-keys", "search", "all", "scenarios", "network", "reset", "users.list", "users.detail"]
        self.assertEqual([one for one in order if one in wanted], wanted)
        # One stop for each route, one more to take its choice back.
        self.assertLess(order.index("users.list"), order.index("users.detail"))

    def test_the_keyboard_alone_does_it_all(self):
        self.open()
        self.type("/", "users.list")
        self.wait(lambda: len(self.all(".route")) == 1)
        self.type(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ENTER)
        self.see("#said", "users.list answers with flaky")
        self.type(Keys.BACKSPACE)
        self.see("#said", "taken back")
        self.type(Keys.END, Keys.ARROW_LEFT, Keys.ENTER)
        self.see("#said", "users.list answers with offline")
        self.type("r")
        self.see("#said", "back at the start")
        self.assertEqual(self.daemon.get("/users"), 200)
        self.type("u")
        self.see("#said", "as they were")
        self.type("r")
        self.see("#said", "back at the start")

        self.daemon.get("/users/9")
        self.wait(lambda: len(self.all(".request")) == 2)
        self.type("t", Keys.ARROW_DOWN, Keys.ENTER)
        self.see("#detail-title", "/users/9")
        self.assertEqual(self.driver.execute_script("return document.activeElement.id"), "detail-title")
        self.type(Keys.ESCAPE)
        self.see_none("#detail")
        self.assertEqual(self.driver.execute_script("return document.activeElement.id"), "requests")

        self.daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"timeout"}')
        waiting = self.daemon.send("GET", "/users")
        self.see(".held", "/users")
        self.type("h", Keys.ENTER)
        self.assertEqual(waiting.getresponse().status, 200)

        self.type("s")
        self.wait(lambda: self.all("#worlds"))
        self.type(Keys.TAB, Keys.TAB, "checkout", Keys.ENTER)
        self.see("#address-title", "Session checkout")
        self.type(Keys.ESCAPE)
        self.see_none("#worlds")
        # The browser takes the focus out of a closed dialog a moment later.
        self.wait(lambda: self.driver.execute_script("return !document.activeElement.closest('dialog')"))
        self.type("?")
        self.wait(lambda: self.all("#keys"))
        self.type(Keys.ESCAPE)

    def test_the_focus_stays_where_a_button_goes(self):
        self.open()
        self.type("/", "users.list")
        self.wait(lambda: len(self.all(".route")) == 1)
        self.type(Keys.ARROW_DOWN, Keys.ARROW_RIGHT, Keys.ENTER)
        self.see(".who", "Chosen for this route")
        self.type(Keys.TAB, Keys.ENTER)
        self.see("#said", "taken back")
        self.assertEqual(self.driver.execute_script("return document.activeElement.getAttribute('role') ?? document.activeElement.dataset.variant"), "flaky")
        self.type("r")
        self.press(self.variant("users.list", "empty"))
        self.see("#said", "empty")
        self.type("r")
        self.wait(lambda: self.all("#undo"))
        self.press("#undo")
        self.see("#said", "as they were")
        self.wait(lambda: self.driver.execute_script("return document.activeElement.id") == "reset")

    def test_single_keys_can_be_turned_off(self):
        self.open()
        self.press("#show-keys")
        self.press("#use-keys")
        self.press("#keys .close")
        self.type("/", "x")
        self.assertNotEqual(self.driver.execute_script("return document.activeElement.id"), "search")
        self.driver.execute_script("localStorage.clear()")

    def test_results_are_said_to_screen_readers(self):
        self.open()
        self.assertEqual(self.find("#said").get_attribute("role"), "status")
        self.assertEqual(self.find("#gone").get_attribute("role"), "alert")

    def test_nothing_moves_where_less_motion_is_asked_for(self):
        self.open()
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-reduced-motion", "value": "reduce"}]})
        moving = self.driver.execute_script("""return [...document.querySelectorAll('*')].filter((one) =>
            getComputedStyle(one).transitionDuration !== '0s' || getComputedStyle(one).animationName !== 'none').length""")
        self.assertEqual(moving, 0)


if __name__ == "__main__":
    unittest.main()
