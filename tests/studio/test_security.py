"""Only pages of this server that were opened with its token are answered."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import ExitStack, suppress

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from drivetrain.studio.server.security import Secrets
from tests.studio.serving import WAIT, Served, answer

FOREIGN = [
    "evil.example", "127.0.0.1.evil.example", "127.0.0.1", "localhost", "127.0.0.1:1",
    "127.0.0.2", "evil.example#127.0.0.1", "", "evil.example:{port}",
    "127.0.0.1.evil.example:{port}", "127.0.0.1:{port}.evil.example", "127.0.0.1:{port}@evil",
    "evil.example@127.0.0.1:{port}", "127.0.0.1:{port}0", "127.1:{port}", "0.0.0.0:{port}",
    "127.0.0.2:{port}", "localhost.evil.example:{port}", "localhost.:{port}", "[::1]", "::1:{port}",
    "[::]:{port}", "[::2]:{port}", "[::ffff:127.0.0.1]:{port}", "127.0.0.1:{port}, evil.example",
]  # fmt: skip
"""Prefixes and other forms of our names; a name of others that resolves to this machine."""


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is another address on Linux only")
def test_only_one_address_is_bound(clutches: Served) -> None:
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", clutches.port), 2):
        pass


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_is_refused_even_with_the_cookie(clutches: Served, host: str) -> None:
    named = host.format(port=clutches.port)
    answer, _ = clutches.get("/", {"Host": named, "Cookie": clutches.cookie()})
    assert answer.status == 400


def test_two_hosts_are_refused(clutches: Served) -> None:
    with socket.create_connection(("127.0.0.1", clutches.port), WAIT) as raw:
        raw.sendall(
            f"GET / HTTP/1.1\r\nHost: {clutches.host}\r\nHost: evil.example\r\n"
            f"Cookie: {clutches.cookie()}\r\nConnection: close\r\n\r\n".encode()
        )
        assert raw.recv(100).startswith(b"HTTP/1.1 400")


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_the_names_of_this_machine_are_served(clutches: Served, name: str) -> None:
    headers = {"Host": f"{name}:{clutches.port}", "Cookie": clutches.cookie()}
    assert clutches.get("/", headers)[0].status == 200


@pytest.mark.parametrize("path", ["/", "/files/main.js", "/download/x", "/socket", "/nothing"])
def test_nothing_is_answered_without_the_cookie(clutches: Served, path: str) -> None:
    assert clutches.get(path)[0].status == 403
    wrong = {"Cookie": f"drivetrain_studio_{clutches.port}=wrong"}
    assert clutches.get(path, wrong)[0].status == 403


@pytest.mark.parametrize("token", ["", "wrong", "é", "a&token=b"])
def test_a_wrong_token_is_refused(clutches: Served, token: str) -> None:
    quoted = token.encode().decode("latin-1")
    request = f"GET /?token={quoted} HTTP/1.1\r\nHost: {clutches.host}\r\nConnection: close\r\n\r\n"
    with socket.create_connection(("127.0.0.1", clutches.port), WAIT) as raw:
        raw.sendall(request.encode("latin-1"))
        assert raw.recv(100)[9:12] in (b"403", b"400")


def test_the_token_becomes_a_cookie_that_scripts_cannot_read(clutches: Served) -> None:
    answer, _ = clutches.get(f"/?token={clutches.token}")
    assert (answer.status, answer.headers["location"]) == (303, "/")
    attributes = answer.headers["set-cookie"].partition("; ")[2].split("; ")
    assert set(attributes) == {"HttpOnly", "SameSite=Strict", "Path=/"}
    assert clutches.token not in answer.headers["set-cookie"]


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "OPTIONS"])
def test_requests_that_change_something_are_refused(clutches: Served, method: str) -> None:
    headers = {"Cookie": clutches.cookie(), "Origin": f"http://{clutches.host}"}
    assert clutches.get("/", headers, method)[0].status == 405


def test_a_foreign_origin_is_refused(clutches: Served) -> None:
    headers = {"Cookie": clutches.cookie(), "Origin": "http://evil.example"}
    assert clutches.get("/", headers)[0].status == 403


@pytest.mark.parametrize(
    "origin",
    [
        None, "null", "http://evil.example", "http://127.0.0.1.evil.example", "http://127.0.0.1",
        "http://evil.example:{port}", "http://127.0.0.1:{port}.evil.example",
        "https://127.0.0.1:{port}", "http://127.0.0.1:{port}/", "http://[::2]:{port}",
    ],
)  # fmt: skip
def test_the_socket_needs_our_own_origin(clutches: Served, origin: str | None) -> None:
    named = None if origin is None else origin.format(port=clutches.port)
    with pytest.raises(InvalidStatus, match="403"):
        clutches.socket(origin=named).close()


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost", "[::1]"])
def test_the_socket_opens_under_each_name_of_this_machine(clutches: Served, name: str) -> None:
    with clutches.socket(origin=f"http://{name}:{clutches.port}") as page:
        assert json.loads(page.recv(WAIT))["type"] == "model"


def test_the_socket_needs_the_cookie(clutches: Served) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        clutches.socket(headers={"Cookie": "other=1"}).close()


@pytest.mark.parametrize("origin", ["http://127.0.0.1:{port}", "http://evil.example:{port}"])
def test_the_socket_needs_our_own_host(clutches: Served, origin: str) -> None:
    """Host and origin of one name are no proof: with a rebound name both are the attacker's."""
    handshake = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Cookie": clutches.cookie(),
        "Origin": origin.format(port=clutches.port), "Host": f"evil.example:{clutches.port}",
    }  # fmt: skip
    assert clutches.get("/socket", handshake)[0].status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/files/../launch.py", "/files/..%2flaunch.py", "/files/%2e%2e/%2e%2e/errors.py",
        "/files//etc/passwd", "/files/vendor/../../launch.py", "/files/index.html%00.js",
        "/files/..\\launch.py", "/files/", "/files/vendor", "/download/../main.js", "/etc/passwd",
        "/files/%252e%252e/launch.py", "/files/./main.js", "/files/vendor//uplot.js",
        "/files/main.js/", "/files/MAIN.JS", "/download/", "/download/..%2f..%2fetc%2fpasswd",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_files_of_the_page(clutches: Served, path: str) -> None:
    answer, body = clutches.get(path, {"Cookie": clutches.cookie()})
    assert answer.status == 404
    assert b"import" not in body


def test_every_answer_has_the_policy(clutches: Served) -> None:
    known = {"Cookie": clutches.cookie()}
    tag = clutches.get("/files/main.js", known)[0].headers["etag"]
    asked: list[tuple[str, dict[str, str]]] = [
        ("/", known), ("/", {}), ("/", {"Host": "evil.example"}), (f"/?token={clutches.token}", {}),
        ("/files/main.js", known), ("/files/main.js", {**known, "If-None-Match": tag}),
        ("/files/none.js", known), ("/download/none", known), ("/nothing", known),
    ]  # fmt: skip
    for path, headers in asked:
        answer, _ = clutches.get(path, headers)
        policy = answer.headers["content-security-policy"]
        assert policy.startswith("default-src 'self';")
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert "server" not in answer.headers


def test_a_message_that_is_too_large_closes_the_socket(clutches: Served) -> None:
    with clutches.socket() as page:
        page.send(json.dumps({"type": "search", "text": "x" * 300_000}))
        with pytest.raises(ConnectionClosed, match="1009"):
            answer(page)


def test_a_message_in_pieces_is_measured_as_a_whole(clutches: Served) -> None:
    with clutches.socket() as page:
        with suppress(ConnectionClosed):  # before the last piece is sent
            page.send("x" * 100_000 for _ in range(4))
        with pytest.raises(ConnectionClosed, match="1009"):
            answer(page)


def test_a_request_that_is_too_large_is_refused_and_the_next_is_answered(clutches: Served) -> None:
    with socket.create_connection(("127.0.0.1", clutches.port), WAIT) as raw, suppress(OSError):
        raw.sendall(f"GET / HTTP/1.1\r\nHost: {clutches.host}\r\nX: ".encode() + b"x" * 300_000)
        assert raw.recv(100)[9:10] in (b"", b"4")
    assert clutches.get("/", {"Cookie": clutches.cookie()})[0].status == 200


def test_every_start_has_secrets_of_its_own() -> None:
    one, other = Secrets(1), Secrets(1)
    assert len({one.token, other.token, one.cookie, other.cookie}) == 4
    assert min(map(len, (one.token, one.cookie))) >= 43  # 256 bits
    assert one.token not in repr(one)
    assert one.cookie not in repr(one)


def test_only_a_few_pages_can_be_open(clutches: Served) -> None:
    with ExitStack() as pages:
        for _ in range(8):
            pages.enter_context(clutches.socket()).recv(WAIT)
        with clutches.socket() as one_more, pytest.raises(ConnectionClosed, match="1013"):
            one_more.recv(WAIT)


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ("{", "a command is a JSON object"),
        ("[" * 100_000, "a command is a JSON object"),
        ('{"type": "eval", "code": "1"}', "there is no command 'eval'"),
        ('{"type": "inspect", "part": "clutch9"}', "did you mean"),
        ('{"type": "export", "kind": "../../x", "names": []}', "cannot export"),
        ('{"type": "write", "parameters": {}}', "start the Studio with --edit"),
        ('{"type": "inspect", "part": "../../etc"}', "part"),
        ('{"type": "inspect", "part": "clutch1", "file": "/etc/passwd"}', "no argument 'file'"),
        ('{"type": "inspect"}', "needs the argument 'part'"),
        (f'{{"type": "inspect", "part": "{"x" * 500}"}}', "part"),
        ('{"type": "numbers", "names": "J1.w"}', "list"),
        (json.dumps({"type": "numbers", "names": ["J1.w"] * 65}), "at most 64"),
        ('{"type": "at", "sequence": 1, "names": [], "time": NaN}', "no number"),
        ('{"type": "at", "sequence": 1, "names": [], "time": 1e999}', "time"),
        ('{"type": "at", "sequence": -1, "names": [], "time": 0}', "sequence"),
        ('{"type": "eigenmodes", "parameters": {"J1.J": {"a": 1}}}', "parameters"),
        ("7", "with a type"),
    ],
)
def test_wrong_commands_are_answered_with_what_is_wrong(
    clutches: Served, sent: str, told: str
) -> None:
    with clutches.socket() as page:
        page.send(sent)
        found = answer(page)
        assert found["type"] == "refused"
        assert told in found["sentence"]
        assert "inside the Studio" not in found["sentence"]
        page.send('{"type": "inspect", "part": "clutch1"}')
        assert answer(page)["cls"] == "Clutch"
