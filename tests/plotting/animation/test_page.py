"""The animation of a run: one file without requests, with the numbers of the run."""

from __future__ import annotations

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from drivetrain import examples
from drivetrain.errors import ResultError
from drivetrain.plotting.animation.motions import motions_of
from drivetrain.plotting.animation.page import animation_page, write_animation
from drivetrain.rotational import Inertia, Spring

EMPTY = {"meta", "input", "br", "link"}


class Balanced(HTMLParser):
    """Checks that tags are closed, and collects what could be fetched."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.fetched: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def data_of(page: str) -> Any:
    """Return the data of the player."""
    found = re.search(r'<script type="application/json" id="run">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


@pytest.mark.parametrize("name", ["CoupledClutches", "machines.EightSpeedAutomatic", "First"])
def test_one_file_without_requests(name: str, tmp_path: Path) -> None:
    result = dt.simulate(examples.find(name)())
    text = write_animation(result, tmp_path / "run.html").read_text()
    assert len(text) < 1_000_000
    page = Balanced(text)
    assert not page.open
    assert not page.fetched
    assert "@import" not in text
    assert "url(" not in text
    assert ".picture svg { max-width: 100%" in text


def test_the_same_bytes_twice() -> None:
    pages = [animation_page(dt.simulate(examples.find("CoupledClutches")())) for _ in range(2)]
    assert pages[0] == pages[1]


def test_the_numbers_are_those_of_the_run() -> None:
    result = dt.simulate(examples.find("CoupledClutches")())
    data = data_of(animation_page(result))
    packed = np.frombuffer(base64.b64decode(data["speeds"]["J1"]), "<f4")
    rows = [int(np.flatnonzero(result.time == t)[0]) for t in data["time"][::50]]
    assert packed[::50] == pytest.approx(result["J1.w"][rows], rel=1e-6, abs=1e-6)
    for instant in result.events.times("clutch1.mode"):
        after = max(k for k, t in enumerate(data["time"]) if t == instant)
        shown = data["labels"][data["modes"]["clutch1"][after]]
        assert (
            shown == result.layout.labels["clutch1.mode"][int(result.at(instant)["clutch1.mode"])]
        )


def test_the_fastest_shaft_makes_one_turn_per_second() -> None:
    m = dt.Model("pair")
    m.add(
        disc=Inertia(J=1.0, phi=dt.fixed(0), w=dt.fixed(200)),
        link=Spring(c=1e-9),
        load=Inertia(J=1),
    )
    m.connect(m.disc >> m.link >> m.load)
    result = dt.simulate(m, stop_time=1.0)
    assert motions_of(result, dt.structure(m)).slow == pytest.approx(200 / (2 * np.pi))


def test_a_result_that_was_loaded_has_no_machine(tmp_path: Path) -> None:
    path = dt.simulate(examples.find("First")()).save(tmp_path / "run.csv")
    with pytest.raises(ResultError, match="does not know its model"):
        animation_page(dt.Result.load(path))


def test_no_number_stands_for_all_elements_of_an_array() -> None:
    model = examples.find("machines.ShipShafting")()
    motions = motions_of(dt.simulate(model, stop_time=0.2), dt.structure(model))
    assert "flywheel" in motions.speeds
    assert "throw" not in motions.speeds
    assert "throw.flange_a" in motions.ports
