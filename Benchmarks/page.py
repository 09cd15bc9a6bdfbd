"""The page of figures, docs/performance.md: each benchmark writes its own between marks."""

import os
import platform
import re
import subprocess
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "performance.md")


def write(name, text):
    """Puts text between the marks of a name."""
    with open(PAGE) as file:
        page = file.read()
    begin, end = f"<!-- {name} -->", f"<!-- end of {name} -->"
    head, rest = page.split(begin)
    with open(PAGE, "w") as file:
        file.write(f"{head}{begin}\n{text}\n{end}{rest.split(end)[1]}")


def machine():
    """The machine and the versions, and the day."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"model name\s*: (.*)", file.read())
    versions = []
    for command, pattern in (
            (["swift", "--version"], r"Swift version (\S+)"), (["nginx", "-v"], r"nginx/(\S+)"),
            (["pkg-config", "--modversion", "libmicrohttpd"], r"(\S+)"), (["wrk", "-v"], r"wrk \S*?(\d\S*)")):
        try:
            result = subprocess.run(command, capture_output=True, text=True)
        except FileNotFoundError:
            continue
        found = re.search(pattern, result.stdout + result.stderr)
        name = "libmicrohttpd" if "pkg-config" in command else command[0]
        versions.append(f"{name} {found[1] if found else '(unknown)'}")
    return (f"{time.strftime('%Y-%m-%d')}, {model[1] if model else platform.machine()}, {os.cpu_count()} cores, "
            f"{platform.freedesktop_os_release()['PRETTY_NAME']}, Linux {platform.release().split('-')[0]}; "
            f"{', '.join(versions)}")


def table(head, rows):
    """A table; the first column is words, the others are numbers."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)
