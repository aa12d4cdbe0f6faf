"""One parameter varied: its runs, those that fail, the pictures, and what a page may ask."""

from __future__ import annotations

import json
import struct
import threading
from collections.abc import Callable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import UsageError
from drivetrain.studio.model.loaded_model import load
from drivetrain.studio.runs.studio_run import Setting
from drivetrain.studio.runs.study import spaced, vary
from tests.studio.conftest import Desk
from tests.studio.serving import WAIT, Served
from tests.studio.test_models import BLOWS_UP
from tests.studio.test_page import select
from tests.studio.test_runs import Example

ASK = {"type": "vary", "parameters": {"f": 0.3}, "number": 4, "name": "J1.J", "low": 0.5,
       "high": 2.0, "count": 4, "names": ["J1.w"]}  # fmt: skip

LEFT_EDGE = 92  # px: the lowest value in the picture of a study


def ends(values: list[float], **parameters: float) -> list[float]:
    compiled = dt.compile(dt.examples.find("CoupledClutches")())
    return [
        float(compiled.simulate(parameters={"J1.J": value, **parameters})["J1.w"][-1])
        for value in values
    ]


def test_values_are_spaced_equally_or_by_ratios() -> None:
    assert spaced(1.0, 2.0, 3, logarithmic=False) == [1.0, 1.5, 2.0]
    assert spaced(0.1, 10.0, 3, logarithmic=True) == pytest.approx([0.1, 1.0, 10.0])
    assert spaced(0.1, 0.7, 7, logarithmic=True)[-1] == 0.7
    with pytest.raises(UsageError, match="lower one"):
        spaced(2.0, 1.0, 3, logarithmic=False)
    with pytest.raises(UsageError, match="above zero"):
        spaced(0.0, 1.0, 3, logarithmic=True)


def test_its_runs_are_those_that_are_made_alone() -> None:
    loaded = load(Example("CoupledClutches"), 1, {})
    runs = vary(loaded, Setting({"f": 0.3}, {}), "J1.J", [0.7, 1.3], ["J1.w"], threading.Event())
    told = [{line["what"]: line["value"] for line in run.numbers}["J1.w, end"] for run in runs]
    assert told == ends([0.7, 1.3], f=0.3)
    assert [run.status for run in runs] == ["done", "done"]


def test_a_value_that_is_refused_does_not_spoil_the_others() -> None:
    loaded = load(Example("CoupledClutches"), 1, {})
    runs = vary(loaded, Setting({}, {}), "J1.J", [-1.0, 1.0], ["J1.w"], threading.Event())
    assert [run.status for run in runs] == ["failed", "done"]
    assert "below its minimum" in runs[0].message
    assert runs[0].numbers == []


def test_arrays_and_start_values_can_be_varied() -> None:
    loaded = load(Example("machines.ShipShafting"), 1, {})
    runs = vary(loaded, Setting({}, {}, 0.1), "throw[:].J", [5e3, 7e3], [], threading.Event())
    assert [run.status for run in runs] == ["done", "done"]
    assert runs[0].result is not None
    assert {runs[0].result.parameters[f"throw[{k}].J"] for k in range(6)} == {5e3}
    loaded = load(Example("CoupledClutches"), 1, {})
    runs = vary(loaded, Setting({}, {}), "J1.w.start", [5.0, 8.0], ["J1.w"], threading.Event())
    assert [run.result["J1.w"][0] for run in runs if run.result is not None] == [5.0, 8.0]


def heard(page: Any, number: int) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the heads of the runs of a study, and how it ended."""
    heads = []
    while True:
        message = page.recv(WAIT)
        if isinstance(message, bytes):
            (length,) = struct.unpack("<I", message[:4])
            heads.append(json.loads(message[4 : 4 + length]))
            continue
        told = json.loads(message)
        if told["type"] == "study" and told["number"] == number:
            return [head for head in heads if head.get("study") == number], told
        if told["type"] == "refused":
            return heads, told


def test_each_run_is_sent_when_it_is_over(clutches: Served) -> None:
    with clutches.socket() as page:
        page.send(json.dumps(ASK))
        heads, told = heard(page, 4)
    assert told["status"] == "done"
    assert [head["place"] for head in heads] == [0, 1, 2, 3]
    assert [head["value"] for head in heads] == [0.5, 1.0, 1.5, 2.0]
    found = [
        {line["what"]: line["value"] for line in head["numbers"]}["J1.w, end"] for head in heads
    ]
    assert found == ends([0.5, 1.0, 1.5, 2.0], f=0.3)


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"count": 1}, "from 2 to 200"),
        ({"count": 201}, "from 2 to 200"),
        ({"count": 2.5}, "whole number"),
        ({"low": "1"}, "finite number"),
        ({"low": 3.0}, "the first number has to be the lower one"),
        ({"low": 0, "logarithmic": True}, "above zero"),
        ({"logarithmic": 1}, "true or false"),
        ({"step": 1}, "no argument 'step'"),
    ],
)
def test_what_a_page_asks_is_checked(clutches: Served, wrong: Any, sentence: str) -> None:
    with clutches.socket() as page:
        page.send(json.dumps({**ASK, **wrong}))
        _, told = heard(page, 4)
    assert "refused" in (told["type"], told.get("status"))
    assert sentence in told["sentence"]


def test_a_newer_study_ends_the_one_before_and_stop_ends_it(clutches: Served) -> None:
    with clutches.socket() as page:
        page.send(json.dumps({**ASK, "count": 200}))
        page.send(json.dumps({**ASK, "number": 5, "count": 200}))
        page.send(json.dumps({"type": "stop_study"}))
        page.send(json.dumps({**ASK, "number": 6}))
        heads, told = heard(page, 6)
    assert told["status"] == "done"
    assert len(heads) == 4


def test_a_parameter_is_varied_on_the_page(
    clutches: Served, open_page: Callable[[str], Any]
) -> None:
    page = open_page(clutches.url)
    select(page, "J1")
    page.locator('.control[data-name="J1.J"] .vary').click()
    page.locator("#study-low").fill("0.5")
    page.locator("#study-high").fill("2")
    page.locator("#study-count").fill("4")
    page.locator("#study-spacing").select_option("linear")
    page.keyboard.press("Tab")
    page.locator("#study-begin").click()
    page.locator(".study-told", has_text="4 of 4 runs").wait_for()
    page.locator("#study-key").select_option("J1.w, end")
    points = page.locator(".key-point")
    assert points.count() == 4
    wanted = ends([0.5, 1.0, 1.5, 2.0])
    names = points.evaluate_all("all => all.map(one => one.ariaLabel)")
    sizes = [float(name.rpartition(": ")[2].split()[0].replace("−", "-")) for name in names]
    assert sizes == pytest.approx(wanted, rel=1e-6)
    circles = points.locator("circle:not(.area)")
    heights = circles.evaluate_all("all => all.map(one => Number(one.getAttribute('cy')))")
    order = sorted(range(4), key=lambda k: wanted[k], reverse=True)
    assert sorted(range(4), key=lambda k: heights[k]) == order
    points.first.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    page.locator(".changes li", has_text="1.5").wait_for()
    assert float(page.locator('.control[data-name="J1.J"] input.number').input_value()) == 1.5
    page.locator('.chip[data-run="study"] .chip-remove').click()
    page.locator(".key-picture").wait_for(state="hidden")


def test_runs_that_fail_are_shown_with_their_reason(desk: Desk, context: Any) -> None:
    page = context.new_page()
    page.goto(desk.served.url)
    desk.write(BLOWS_UP.replace("A speed", "Varied: a speed"))
    page.locator("#summary", has_text="Varied").wait_for()
    page.locator('.control[data-name="k"] .vary').click()
    for name, value in (("low", "0.1"), ("high", "0.9"), ("count", "3")):
        page.locator(f"#study-{name}").fill(value)
    page.locator("#study-spacing").select_option("linear")
    page.locator("#study-begin").click()
    page.locator(".study-told", has_text="3 of 3 runs; 2 failed").wait_for()
    assert page.locator(".key-point").count() == 3
    assert page.locator(".key-point.is-failed").count() == 2
    page.locator(".study-failed summary").click()
    reasons = page.locator(".study-failed li").all_inner_texts()
    assert [float(text.split()[0]) for text in reasons] == [0.5, 0.9]
    assert all(len(text) > 30 for text in reasons)
    page.locator(".key-point.is-failed").first.click()
    page.locator(".fault .sentence").wait_for()
    page.locator("#study-low").fill("2")
    page.keyboard.press("Enter")
    refusal = page.locator(".study-told.refusal", has_text="the lower one first")
    refusal.wait_for()
    page.locator(".key-point").first.click()
    present = page.locator(f'.key-picture .present[d^="M{LEFT_EDGE} "]')
    present.wait_for(state="attached")
    assert refusal.is_visible(), "drawing the study again hides what is wrong with the fields"
    page.locator("#study-low").fill("0.2")
    refusal.wait_for(state="hidden")
