"""Takes the pictures of the page that the README and the docs show: `make pictures`."""

import os
import subprocess

from selenium.webdriver.support.ui import WebDriverWait

from stage import Daemon, ROOT, browser, size

FOLDER = ROOT / "docs/pictures"

# name, view, width, height, dark, what is done first
PICTURES = [
    ("panel-light", "routes", 1280, 800, False, None),
    ("panel-dark", "detail", 1560, 880, True, "document.querySelector('.request[data-seq=\"3\"]').click()"),
    ("panel-phone", "routes", 390, 760, False, "document.querySelector('#detail .top button')?.click()"),
    ("panel-phone-held", "held", 390, 760, True, "document.querySelector('nav [data-view=held]').click()"),
]


def play(daemon):
    """What an app does on a day with a few failures."""
    daemon.request("POST", "/user/login", "name=ada&password=x", {"Content-Type": "application/x-www-form-urlencoded"})
    daemon.request("GET", "/me/profile", None, {"Authorization": "Bearer t-1"})
    daemon.get("/api/v1/items?page=2&size=21")
    daemon.get("/users")
    daemon.get("/users/3")
    daemon.request("PUT", "/__admin/scenario", '{"scenario":"fresh install"}')
    daemon.get("/me/profile")
    daemon.request("PUT", "/__admin/routes/users.list/variant", '{"variant":"serverError","lease":{"requests":2}}')
    daemon.get("/users")
    daemon.get("/api/v1/items/overview")
    daemon.request("PUT", "/__admin/routes/users.detail/variant", '{"variant":"timeout"}')
    daemon.send("GET", "/users/7")


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    daemon = Daemon(port=int(os.environ.get("PANEL_PORT", "0")))
    driver = browser()
    try:
        play(daemon)
        driver.get(daemon.url + "/__admin/")
        # Clocks stand still, so that a picture is another only where the page is.
        WebDriverWait(driver, 10).until(lambda _: driver.execute_script(
            "return document.querySelectorAll('.request').length === 9 && document.querySelector('.held') !== null"))
        for name, _, width, height, dark, action in PICTURES:
            size(driver, width, height, dark, 1)
            if action:
                driver.execute_script(action)
            WebDriverWait(driver, 10).until(lambda _: driver.execute_script(
                "return document.fonts.status === 'loaded' && document.activeElement.blur() === undefined"))
            driver.execute_async_script("requestAnimationFrame(() => requestAnimationFrame(arguments[0]))")
            file = str(FOLDER / f"{name}.png")
            driver.save_screenshot(file)
            # The page has few colours: a third of the size, and nothing to be seen of it.
            subprocess.run(["pngquant", "--force", "--ext", ".png", "--speed", "1", "64", file], check=True)
            print(file)
    finally:
        driver.quit()
        daemon.stop()


if __name__ == "__main__":
    main()
