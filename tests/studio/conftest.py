from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.studio.serving import WAIT, Served, serve

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--process-per-site",  # a process for each page would take longer to start than its test
]
PAIR = """
import drivetrain as dt
from drivetrain.rotational import Inertia, SpringDamper


class Pair(dt.Model):
    left = Inertia(J=1.0, w=dt.fixed(1.0))
    shaft = SpringDamper(c=400.0, d=0.2)
    right = Inertia(J=2.0)

    def equations(self):
        yield self.left >> self.shaft >> self.right
"""


@pytest.fixture(scope="session")
def clutches() -> Iterator[Served]:
    """A Studio of CoupledClutches, for tests that leave it as it is."""
    served = serve("CoupledClutches")
    yield served
    served.end()


@pytest.fixture(scope="session")
def shaft(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A Studio of two inertias and a shaft, for tests that leave it as it is."""
    file = tmp_path_factory.mktemp("pair") / "pair.py"
    file.write_text(PAIR, encoding="utf-8")
    served = serve(f"{file}:Pair")
    yield served
    served.end()


@dataclass
class Desk:
    """A Studio of a file that each test writes anew; opened with leave to write."""

    served: Served
    file: Path

    def write(self, text: str) -> None:
        self.file.write_text(text, encoding="utf-8")


@pytest.fixture(scope="session")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    file = tmp_path_factory.mktemp("desk") / "launch.py"
    file.write_text("", encoding="utf-8")
    desk = Desk(serve(file, "--edit"), file)
    yield desk
    desk.served.end()


@pytest.fixture
def studio() -> Iterator[Callable[..., Served]]:
    """A function that starts a Studio, which ends with the test."""
    started: list[Served] = []

    def start(model: str | Path, *options: str, cwd: Path | None = None) -> Served:
        started.append(serve(model, *options, cwd=cwd))
        return started[-1]

    yield start
    for served in started:
        if served.process.poll() is None:
            served.end()


@pytest.fixture(scope="session")
def browser() -> Iterator[Any]:
    """Chromium of the system, which can reach this machine only."""
    api = None
    try:
        from playwright.sync_api import sync_playwright as api  # type: ignore[no-redef]
    except ImportError:
        _missing("playwright is not installed")
    if CHROMIUM is None:
        _missing("there is no Chromium: apt-get install chromium")
    assert api is not None
    with api() as driver:
        launched = driver.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        yield launched
        launched.close()


def _missing(reason: str) -> None:
    (pytest.fail if os.environ.get("DRIVETRAIN_CI") else pytest.skip)(reason)


@pytest.fixture(scope="session")
def watched(browser: Any) -> Iterator[Any]:
    """A profile of the browser that notes what goes wrong on its pages."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True)
    context.set_default_timeout(WAIT * 1000)
    context.wrong = []
    context.on("console", lambda one: context.wrong.append(f"console: {one.text}"))
    context.on("weberror", lambda one: context.wrong.append(f"error: {one.error}"))
    context.on("requestfailed", lambda one: _note_failed(one, context.wrong))
    context.on("request", lambda one: _note_foreign(one.url, context.wrong))
    context.on("response", lambda one: _note_refused(one, context.wrong))
    yield context
    context.close()


@pytest.fixture
def context(watched: Any) -> Iterator[Any]:
    """Pages that share cookies; nothing on their consoles, no request that fails or leaves."""
    watched.wrong.clear()
    yield watched
    for page in watched.pages:
        if page.url.startswith("http"):
            page.evaluate("() => localStorage.clear()")
        page.close()
    watched.clear_cookies()
    assert watched.wrong == []


def _note_foreign(url: str, wrong: list[str]) -> None:
    parts = urlsplit(url)
    if parts.hostname != "127.0.0.1" and parts.scheme not in ("data", "blob", "about"):
        wrong.append(f"left the machine: {url}")


def _note_failed(request: Any, wrong: list[str]) -> None:
    if request.failure != "net::ERR_ABORTED":  # the page was closed meanwhile
        wrong.append(f"failed: {request.url}")


def _note_refused(response: Any, wrong: list[str]) -> None:
    if response.status >= 400:
        wrong.append(f"{response.status}: {response.url}")


@pytest.fixture
def open_page(context: Any) -> Callable[[str], Any]:
    """A function that opens a page, and waits until a run is drawn or a fault is shown."""

    def opened(url: str) -> Any:
        page = context.new_page()
        page.goto(url)
        page.locator("body[data-run^=run], .fault").first.wait_for()
        return page

    return opened
