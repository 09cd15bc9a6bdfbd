"""Ten thousand requests while somebody works with the page."""

import http.client
import threading
import unittest

from stage import PanelTest

COUNT = 10_000


class LoadTests(PanelTest):
    def test_ten_thousand_requests_leave_the_page_usable_and_its_memory_bounded(self):
        self.open()
        self.driver.execute_script("""
            // The longest that the page was busy, and how long flips take to be seen.
            window.flips = [];
            new PerformanceObserver((list) => { for (const one of list.getEntries()) window.busy = Math.max(window.busy ?? 0, one.duration); })
                .observe({ type: 'longtask' });
            window.flip = (name) => new Promise((resolve) => {
                const button = document.querySelector(`.route[data-id="users.detail"] [data-variant="${name}"]`);
                const begin = performance.now();
                button.click();
                const look = () => (button.getAttribute('aria-pressed') === 'true'
                    ? (window.flips.push(performance.now() - begin), resolve()) : requestAnimationFrame(look));
                look();
            });""")
        threads = [threading.Thread(target=self.send, args=(COUNT // 4,)) for _ in range(4)]
        for thread in threads:
            thread.start()
        names = ["serverError", "default"]
        flips = 0
        while any(thread.is_alive() for thread in threads):
            self.driver.execute_async_script("window.flip(arguments[0]).then(arguments[1])", names[flips % 2])
            flips += 1
        for thread in threads:
            thread.join()
        self.see('.route[data-id="users.list"] .hits', f"{COUNT:,} hits")

        times = sorted(self.driver.execute_script("return window.flips"))
        self.assertGreater(len(times), 10)
        self.assertLess(times[len(times) // 2], 100, times)
        rows, kept = self.driver.execute_async_script("""
            import('/__admin/panel/journal.js').then((journal) => arguments[0]([document.querySelectorAll('.request').length, journal.count()]))""")
        self.assertLess(rows, 60)
        self.assertLessEqual(kept, 2500)
        self.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        heap = self.driver.execute_cdp_cmd("Runtime.getHeapUsage", {})["usedSize"]
        self.assertLess(heap, 32 << 20)
        self.assertGreaterEqual(kept, 1000)

    def send(self, count):
        connection = http.client.HTTPConnection("127.0.0.1", self.daemon.port, timeout=10)
        for _ in range(count):
            connection.request("GET", "/users")
            connection.getresponse().read()
        connection.close()


if __name__ == "__main__":
    unittest.main()
