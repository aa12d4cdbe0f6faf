from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.studio.serving import Served, serve

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


@pytest.fixture
def open_page(context: Any) -> Callable[[str], Any]:
    """A function that opens a page, and waits until a run is drawn or a fault is shown."""

    def opened(url: str) -> Any:
        page = context.new_page()
        page.goto(url)
        page.locator("body[data-run^=run], .fault").first.wait_for()
        return page

    return opened
