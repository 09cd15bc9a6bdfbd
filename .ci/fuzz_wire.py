"""fuzz_wire PROGRAM [--seconds N] [--seed N]: sends a daemon what nobody would send, over raw sockets.

Whole messages are mutated from a corpus, cut, joined and sent in pieces. The daemon must go on, end each
connection whose client has ended, answer with HTTP or not at all, and keep memory and descriptors flat.
Exit status 1 with the messages that led to a finding in .build/fuzz.
"""

import argparse
import os
import random
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time

GET = b"GET /users HTTP/1.1\r\nHost: localhost\r\n"
POST = b"POST /login HTTP/1.1\r\nHost: localhost\r\n"
FORM = b"Content-Type: application/x-www-form-urlencoded\r\n"
JSON = b"Content-Type: application/json\r\n"
MULTIPART = b"Content-Type: multipart/form-data; boundary=b\r\n"
PARTS = b'--b\r\nContent-Disposition: form-data; name="f"; filename="a"\r\n\r\ndata\r\n--b--\r\n'


def body(head, content):
    return head + b"Content-Length: %d\r\n\r\n" % len(content) + content


CORPUS = [
    GET + b"\r\n",
    GET + b"Connection: close\r\n\r\n",
    b"HEAD /users/7?page=1&q=%20+ HTTP/1.1\r\nHost: a\r\nUnderstudy-Variant: serverError\r\n\r\n",
    b"OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n",
    b"OPTIONS /users HTTP/1.1\r\nHost: a\r\nOrigin: http://b\r\nAccess-Control-Request-Method: PUT\r\n\r\n",
    b"GET http://u@other:80/users HTTP/1.1\r\nHost: a\r\n\r\n",
    b"GET /users HTTP/1.0\r\nConnection: keep-alive\r\n\r\n",
    GET + b"Understudy-Variant: offline\r\n\r\n",
    GET + b"Understudy-Variant: interrupted\r\n\r\n",
    GET + b"Understudy-Variant: malformedBody\r\n\r\n",
    GET + b"Understudy-Variant: loading\r\n\r\n",
    GET + b"Understudy-Variant: timeout\r\n\r\n",
    GET + b"Understudy-Session: none\r\nCookie: a=b; c\r\nAuthorization: Basic YTpi\r\n\r\n",
    body(POST + FORM, b"name=a+b&password=%20&x=%zz"),
    body(POST + JSON, b'{"a":{"b":[1,2,null,"\\ud83d"]},"c":1e400}'),
    body(POST + MULTIPART, PARTS),
    body(POST + b"Content-Encoding: gzip\r\n" + JSON, bytes.fromhex("1f8b0800000000000003ab56") + b"\0" * 9),
    POST + b"Transfer-Encoding: chunked\r\n\r\n5;a=b\r\nhello\r\n0\r\nX-Trailer: t\r\n\r\n",
    body(POST + b"Expect: 100-continue\r\n", b"x" * 100),
    GET + b"Expect: 100-continue\r\n\r\n",
    b"GET /__admin/requests?limit=3&unmatched=true HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /__admin/routes HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /__admin/events HTTP/1.1\r\nHost: localhost\r\nLast-Event-ID: 3\r\n\r\n",
    body(b"POST /__admin/sessions HTTP/1.1\r\nHost: localhost\r\n" + JSON, b'{"name":"f","ttlSeconds":2}'),
    body(
        b"PUT /__admin/routes/users.list/variant HTTP/1.1\r\nHost: localhost\r\n" + JSON,
        b'{"outcome":{"sequence":[{"json":[1]},{"status":503,"headers":{"A":["b","c"]}}]},"requests":2}',
    ),
    body(b"POST /__admin/reset HTTP/1.1\r\nHost: localhost\r\n" + JSON, b"{}"),
    body(
        b"POST /__admin/verifications HTTP/1.1\r\nHost: localhost\r\n" + JSON,
        b'{"method":"GET","path":"/users","count":{"atLeast":1}}',
    ),
    b"GET /__session/none/users HTTP/1.1\r\nHost: x.localhost\r\n\r\n",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(range(64)),
    GET + b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\r\n",
    GET + b"Range: bytes=0-1,3-,-5\r\nIf-None-Match: *\r\nAccept-Encoding: gzip;q=0, *\r\n\r\n",
]
TOKENS = [
    b"\r\n", b"\n", b"\r", b"\0", b" ", b"\t", b":", b"\r\n ", b"\r\n\r\n", b"HTTP/1.1", b"HTTP/1.0", b"Host: a\r\n",
    b"Content-Length: 5\r\n", b"Content-Length: -1\r\n", b"Content-Length: 18446744073709551616\r\n",
    b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip\r\n", b"Expect: 100-continue\r\n", b"Connection: close\r\n",
    b"FFFFFFFFFFFFFFFF\r\n", b"0\r\n\r\n", b"%00", b"%2F..", b"?a=b&", b"\xff\xfe", b"\xc3\xa4", b"[::1]", b"{{path.id}}",
    b"Cookie: " + b"a=b; " * 200 + b"\r\n", b"X: " + b"y" * 5000 + b"\r\n", b"A:b\r\n" * 500, b"&a" * 2000, b"[" * 600,
]


def mutated(rng):
    data = bytearray(rng.choice(CORPUS))
    for _ in range(rng.choice([0, 1, 1, 2, 3, 5, 9])):
        at = rng.randrange(len(data) + 1)
        kind = rng.randrange(8)
        if kind == 0 and at < len(data):
            data[at] = rng.randrange(256)
        elif kind == 1 and at < len(data):
            data[at] ^= 1 << rng.randrange(8)
        elif kind == 2:
            data[at:at] = rng.choice(TOKENS)
        elif kind == 3:
            del data[at : at + rng.choice([1, 1, 2, 8, 40])]
        elif kind == 4:
            end = min(len(data), at + rng.randrange(1, 60))
            data[at:at] = data[at:end] * rng.choice([1, 2, 30])
        elif kind == 5:
            other = rng.choice(CORPUS)
            data[at:] = other[rng.randrange(len(other)) :]
        elif kind == 6:
            lines = bytes(data).split(b"\r\n")
            rng.shuffle(lines)
            data = bytearray(b"\r\n".join(lines))
        else:
            data += rng.choice(CORPUS)
    if rng.random() < 0.15:
        data = data[: rng.randrange(len(data) + 1)]
    return bytes(data[:200_000])


class Finding(Exception):
    pass


def exchange(port, message, rng):
    connection = socket.create_connection(("127.0.0.1", port), timeout=10)
    try:
        received = b""
        try:
            if rng.random() < 0.2:
                rest = message
                while rest:
                    size = rng.randrange(1, 200) if len(rest) < 4000 else rng.randrange(1, 20_000)
                    connection.sendall(rest[:size])
                    rest = rest[size:]
            else:
                connection.sendall(message)
            if rng.random() < 0.1:
                return  # It hangs up at once.
            # Some wait until the daemon ends the connection, most until nothing more comes for a while.
            waits = rng.random() < 0.05
            if waits:
                connection.shutdown(socket.SHUT_WR)
            while len(received) < 5_000_000:
                if not waits:
                    connection.settimeout(0.05)
                try:
                    piece = connection.recv(65536)
                except TimeoutError:
                    if waits:
                        raise
                    break
                if not piece:
                    break
                received += piece
        except TimeoutError:
            raise Finding("the connection does not end") from None
        except OSError:
            pass  # A reset is an answer too.
        if received and not received.startswith(b"HTTP/1.1 "):
            raise Finding(f"the answer is no HTTP: {received[:40]!r}")
        # A name and a value that a client has sent must not begin a line of ours.
        if re.search(rb"\r\nInjected:", received):
            raise Finding("a header line was injected")
    finally:
        connection.close()


def facts(pid):
    with open(f"/proc/{pid}/statm") as file:
        resident = int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return resident, len(os.listdir(f"/proc/{pid}/fd"))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1 << 32))
    parser.add_argument("--threads", type=int, default=4)
    options = parser.parse_args()
    print(f"seed {options.seed}", flush=True)
    work = tempfile.mkdtemp()
    log = open(f"{work}/log", "wb")
    daemon = subprocess.Popen(
        [options.program, "serve", "--port", "0", "--log", "off", "--journal", "200", "--read-timeout", "2s",
         "--idle-timeout", "1s", "--max-body", "1M", "--max-sessions", "50", "--ready-file", f"{work}/url"],
        stdout=log, stderr=log)
    try:
        for _ in range(300):
            if os.path.exists(f"{work}/url") and os.path.getsize(f"{work}/url"):
                break
            if daemon.poll() is not None:
                sys.exit(f"error: The daemon did not start: {open(f'{work}/log').read()}")
            time.sleep(0.1)
        port = int(open(f"{work}/url").read().strip().rsplit(":", 1)[1])
        sys.exit(run(daemon, port, options))
    finally:
        if daemon.poll() is None:
            daemon.send_signal(signal.SIGTERM)
            daemon.wait(20)


def run(daemon, port, options):
    findings, count, lock = [], [0], threading.Lock()
    end = time.monotonic() + options.seconds

    def attack(number):
        rng = random.Random(options.seed * 1000 + number)
        while time.monotonic() < end and len(findings) < 5 and daemon.poll() is None:
            message = mutated(rng)
            try:
                exchange(port, message, rng)
            except (Finding, OSError) as problem:
                with lock:
                    findings.append((str(problem), message))
            with lock:
                count[0] += 1

    def settled():
        """Memory and descriptors once nothing is under way."""
        time.sleep(3)
        return facts(daemon.pid)

    threads = [threading.Thread(target=attack, args=(number,)) for number in range(options.threads)]
    for thread in threads:
        thread.start()
    time.sleep(min(10, options.seconds / 3))
    early = facts(daemon.pid) if daemon.poll() is None else (0, 0)
    for thread in threads:
        thread.join()
    if daemon.poll() is not None:
        findings.append((f"the daemon ended with {daemon.returncode}", b""))
    else:
        late = settled()
        print(f"{count[0]} messages; memory {early[0] >> 20} -> {late[0] >> 20} MiB, "
              f"descriptors {early[1]} -> {late[1]}")
        if late[0] > early[0] + (48 << 20):
            findings.append((f"memory grew from {early[0]} to {late[0]}", b""))
        if late[1] > 60:
            findings.append((f"{late[1]} descriptors are still open", b""))
        plain = socket.create_connection(("127.0.0.1", port), timeout=5)
        plain.sendall(b"GET /__admin/health HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        if b" 200 " not in plain.recv(4096)[:20]:
            findings.append(("the daemon does not answer any more", b""))
        plain.close()
    os.makedirs(".build/fuzz", exist_ok=True)
    for number, (problem, message) in enumerate(findings):
        path = f".build/fuzz/found-wire-{number}"
        with open(path, "wb") as file:
            file.write(message)
        print(f"error: {problem}: {path}", file=sys.stderr)
    return 1 if findings else 0


if __name__ == "__main__":
    main()
