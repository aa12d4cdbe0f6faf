"""The tab with eigenmodes: its numbers, its shapes on the diagram, what it refuses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.rotational import Inertia, SpringDamper
from tests.studio.serving import Served, answer


def pair(c: float) -> Any:
    """Return the eigenmodes of the model, made here."""
    m = dt.Model("pair")
    left, shaft = Inertia(J=1.0, w=dt.fixed(1.0)), SpringDamper(c=c, d=0.2)
    m.add(left=left, shaft=shaft, right=Inertia(J=2.0))
    m.connect(m.left >> m.shaft >> m.right)
    return dt.linearise(m).eigenmodes()


def test_the_numbers_are_those_of_the_analysis(shaft: Served) -> None:
    with shaft.socket() as page:
        ask = {"type": "eigenmodes", "parameters": {"shaft.c": 900.0}}
        page.send(json.dumps(ask))
        told = answer(page)
        page.send(json.dumps({**ask, "time": 0.5}))
        later = answer(page)
    (mode,) = pair(900.0)
    (line,) = told["modes"]
    assert line["frequency"] == pytest.approx(mode.frequency, rel=1e-12)
    assert line["damping"] == pytest.approx(mode.damping_ratio, rel=1e-12)
    assert line["shape"]["left"] == pytest.approx([1.0, 0.0])
    assert line["shape"]["right"] == pytest.approx([-0.5, 0.0], abs=1e-6)
    assert line["kinetic"] == "left 67 %"
    assert (told["at"], later["at"]) == ("the start", "0.5 s")
    assert later["modes"][0]["frequency"] == pytest.approx(line["frequency"], rel=1e-9)


def test_a_shape_moves_on_the_diagram(shaft: Served, open_page: Callable[[str], Any]) -> None:
    page = open_page(shaft.url)
    page.locator("#tab-eigenmodes").click()
    line = page.locator("#panel-eigenmodes tbody tr").first
    line.wait_for()
    (mode,) = pair(400.0)
    assert float(line.locator("td").nth(1).inner_text()) == pytest.approx(mode.frequency, rel=1e-5)
    line.locator("button.mode").click()
    moved = page.locator('#diagram g.node[data-path="left"][style*="translateY"]')
    moved.wait_for(state="attached")
    page.locator("#tab-events").click()
    resting = page.locator('#diagram g.node[data-path="left"]:not([style*="translateY"])')
    resting.wait_for(state="attached")


def test_what_cannot_be_linearised_is_told_in_place(shaft: Served) -> None:
    with shaft.socket() as page:
        page.send(json.dumps({"type": "eigenmodes", "parameters": {}, "time": -1.0}))
        told = answer(page)
    assert told["modes"] == []
    assert told["sentence"]
