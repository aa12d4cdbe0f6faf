"""A Studio in a process of its own, and plain requests to it."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

WAIT = 60.0  # s: for a machine that does other things as well


@dataclass
class Served:
    """A running Studio."""

    process: subprocess.Popen[str]
    url: str

    @property
    def port(self) -> int:
        return int(re.search(r":(\d+)/", self.url)[1])  # type: ignore[index]

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def token(self) -> str:
        return self.url.partition("token=")[2]

    def get(
        self, path: str, headers: dict[str, str] | None = None, method: str = "GET"
    ) -> tuple[HTTPResponse, bytes]:
        connection = HTTPConnection("127.0.0.1", self.port, timeout=WAIT)
        connection.putrequest(method, path, skip_host=headers is not None and "Host" in headers)
        for name, value in (headers or {}).items():
            connection.putheader(name, value)
        connection.endheaders()
        answer = connection.getresponse()
        body = answer.read()
        connection.close()
        return answer, body

    def cookie(self) -> str:
        answer, _ = self.get(f"/?token={self.token}")
        return str(answer.headers["set-cookie"]).partition(";")[0]

    def socket(self, **given: Any) -> ClientConnection:
        headers = {"Cookie": self.cookie(), **given.pop("headers", {})}
        options = {"origin": f"http://{self.host}", "open_timeout": WAIT, "proxy": None, **given}
        address = f"ws://{self.host}/socket"
        return connect(address, additional_headers=headers, max_size=None, **options)

    def end(self, how: int = signal.SIGINT) -> int:
        self.process.send_signal(how)
        return self.process.wait(WAIT)


def answer(page: ClientConnection) -> dict[str, Any]:
    """Return what follows the messages that come by themselves: the model and its diagram."""
    while True:
        message = json.loads(page.recv(WAIT))
        if message["type"] not in ("model", "diagram"):
            found: dict[str, Any] = message
            return found


def serve(model: str | Path, *options: str, cwd: Path | None = None) -> Served:
    """Start a Studio and return it as soon as it has told its address."""
    command = [sys.executable, "-m", "drivetrain", "studio", str(model), "--no-browser", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=cwd)
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"http://\S+", line)
    assert found, f"the Studio did not start: {line!r}"
    return Served(process, found[0])


def until(holds: Any, seconds: float = WAIT) -> None:
    """Wait for something outside the browser."""
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "this took too long"
        time.sleep(0.02)
