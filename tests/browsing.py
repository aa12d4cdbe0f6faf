"""The one browser of a test process: Playwright cannot be started a second time beside itself."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.studio.serving import WAIT

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGUMENTS = [
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
    "--process-per-site",  # a process for each page would take longer to start than its test
]


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
