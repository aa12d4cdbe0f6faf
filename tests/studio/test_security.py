"""Only pages of this server that were opened with its token are answered."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import ExitStack

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from tests.studio.serving import WAIT, Served, answer

FOREIGN = [
    "evil.example", "127.0.0.1.evil.example", "127.0.0.1", "localhost", "127.0.0.1:1",
    "127.0.0.2", "evil.example#127.0.0.1", "",
]  # fmt: skip


@pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2 is another address on Linux only")
def test_only_one_address_is_bound(clutches: Served) -> None:
    with pytest.raises(OSError), socket.create_connection(("127.0.0.2", clutches.port), 2):
        pass


@pytest.mark.parametrize("host", FOREIGN)
def test_a_foreign_host_is_refused_even_with_the_cookie(clutches: Served, host: str) -> None:
    answer, _ = clutches.get("/", {"Host": host, "Cookie": clutches.cookie()})
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
    "origin", [None, "null", "http://evil.example", "http://127.0.0.1.evil.example"]
)
def test_the_socket_needs_our_own_origin(clutches: Served, origin: str | None) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        clutches.socket(origin=origin).close()


def test_the_socket_needs_the_cookie(clutches: Served) -> None:
    with pytest.raises(InvalidStatus, match="403"):
        clutches.socket(headers={"Cookie": "other=1"}).close()


def test_the_socket_needs_our_own_host(clutches: Served) -> None:
    handshake = {
        "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "AAAAAAAAAAAAAAAAAAAAAA==", "Cookie": clutches.cookie(),
        "Origin": f"http://{clutches.host}", "Host": "evil.example",
    }  # fmt: skip
    assert clutches.get("/socket", handshake)[0].status == 403


@pytest.mark.parametrize(
    "path",
    [
        "/files/../launch.py", "/files/..%2flaunch.py", "/files/%2e%2e/%2e%2e/errors.py",
        "/files//etc/passwd", "/files/vendor/../../launch.py", "/files/index.html%00.js",
        "/files/..\\launch.py", "/files/", "/files/vendor", "/download/../main.js", "/etc/passwd",
    ],
)  # fmt: skip
def test_no_path_leads_out_of_the_files_of_the_page(clutches: Served, path: str) -> None:
    answer, body = clutches.get(path, {"Cookie": clutches.cookie()})
    assert answer.status == 404
    assert b"import" not in body


def test_every_answer_has_the_policy(clutches: Served) -> None:
    for headers in ({"Cookie": clutches.cookie()}, {}, {"Host": "evil.example"}):
        answer, _ = clutches.get("/", headers)
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
