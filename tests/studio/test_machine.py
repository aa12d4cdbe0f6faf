"""The machine on the diagram: speeds and modes at the cursor, slow motion, parts open in place."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import count
from math import pi
from typing import Any
from urllib.parse import unquote

import pytest

import drivetrain as dt
from tests.studio.conftest import Desk
from tests.studio.serving import Served, answer, until

Open = Callable[[str], Any]

NUMBERS = count(1)
FLEET = '''"""Parts inside parts, and arrays."""

import drivetrain as dt
from drivetrain.rotational import Clutch, Inertia, SpringDamper, Torque
from drivetrain.rotational.interfaces import FlangeA, FlangeB


class Axle(dt.Component):
    """A shaft between two inertias."""

    near = Inertia(J=1.0)
    shaft = SpringDamper(c=5e3, d=2.0, phi_rel=dt.fixed(0), w_rel=dt.fixed(0))
    far = Inertia(J=2.0)
    flange_a = FlangeA()
    flange_b = FlangeB()

    def equations(self):
        yield self.flange_a >> self.near >> self.shaft >> self.far >> self.flange_b


class Fleet(dt.Model):
    """TEXT"""

    drive = Torque(tau=20.0)
    axle = Axle()
    clutch = Clutch.array(3, fn_max=[5.0, 50.0, 500.0], f_normalized=1.0)
    disc = Inertia.array(3, J=[1.0, 0.5, 0.2], phi=dt.fixed(0), w=dt.fixed(0))
    link = SpringDamper.array(2, c=1e4, d=1.0)
    experiment = dt.Experiment(stop_time=1.0)

    def equations(self):
        yield self.drive.flange >> self.axle.flange_a
        yield self.axle.flange_b >> self.clutch
        yield self.clutch >> self.disc
        yield self.disc[:-1] >> self.link
        yield self.link >> self.disc[1:]
'''


@pytest.fixture
def page(clutches: Served, open_page: Open) -> Any:
    page = open_page(clutches.url)
    page.locator("#diagram g.node").first.wait_for()
    return page


@pytest.fixture
def fleet(desk: Desk, context: Any) -> Any:
    doc = f"Fleet {next(NUMBERS)}."
    desk.write(FLEET.replace("TEXT", doc))
    page = context.new_page()
    page.goto(desk.served.url)
    page.locator("#summary", has_text=doc).wait_for()
    page.locator(".legend-name").first.wait_for()
    return page


def inside(page: Any, script: str) -> Any:
    """Evaluate an expression; `root` is that of the diagram."""
    function = f"host => {{ const root = host.shadowRoot; {script} }}"
    return page.locator("#diagram").evaluate(function)


def node(path: str) -> str:
    """Return the expression of a symbol."""
    return f"return root.querySelector('g.node[data-path={path}]')"


def label(page: Any, path: str) -> str:
    return str(inside(page, f"{node(path)}.querySelector('text.note').textContent;"))


def numbers(text: str) -> list[float]:
    return [float(one) for one in re.findall(r"[-\d.]+(?= |$)", text.replace("−", "-"))]


def rows_shown(page: Any) -> int:
    return int(inside(page, "return root.querySelectorAll('.running').length;"))


def test_speeds_at_the_cursor_are_those_of_the_run(page: Any) -> None:
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    assert label(page, "J1") == ""
    page.locator(".events button").nth(2).click()
    instant = result.events.telling[2].time
    for path in ("J1", "J2", "J3", "J4"):
        wanted = result.at(instant, f"{path}.w") * 30 / pi
        until(lambda path=path, wanted=wanted: _is(label(page, path), wanted))
    page.locator("#plots").focus()
    for _ in range(3):
        page.keyboard.press("Shift+ArrowRight")
    instant += 3 * (result.time[-1] - result.time[0]) / 1000
    wanted = result.at(instant, "J1.w") * 30 / pi
    until(lambda: _is(label(page, "J1"), wanted))
    assert label(page, "J1").startswith("▸" if wanted > 0 else "◂")


def _is(text: str, wanted: float) -> bool:
    """Tell whether a label shows a number as exactly as its digits can."""
    found = numbers(text)
    return len(found) == 1 and abs(found[0] - wanted) <= 0.0051 * max(1.0, abs(wanted) / 100)


def test_marks_run_along_the_shafts_in_slow_motion(page: Any) -> None:
    page.locator(".pace").select_option("0.1")
    page.locator(".pace").blur()
    page.locator("body").press("Space")
    page.locator(".play[aria-label=Pause]").wait_for()
    until(lambda: rows_shown(page) > 0)
    offset = "return root.querySelector('.running').style.strokeDashoffset;"
    first = inside(page, offset)
    until(lambda: inside(page, offset) != first)
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    fastest = max(float(abs(result[f"J{k}.w"]).max()) for k in range(1, 5))
    factor = page.locator(".factor")
    assert factor.inner_text() == f"{10 * fastest / (2 * pi):.3g} × slower than life"
    page.locator(".play[aria-label=Pause]").click()
    page.locator(".pace").select_option("1")
    assert factor.inner_text() == f"{fastest / (2 * pi):.3g} × slower than life"
    at = float(page.locator(".scrubber").input_value())
    assert at > 0
    page.locator("#tab-numbers").click()
    page.locator("#panel-numbers tr", has_text=f"at {at:.6g} s").first.wait_for()


def test_the_scrubber_moves_the_cursor_of_all_pictures(page: Any) -> None:
    page.locator(".scrubber").focus()
    page.keyboard.press("End")
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    wanted = float(result["J1.w"][-1])
    until(lambda: page.locator(".legend-value").first.inner_text() != "")
    assert float(page.locator(".legend-value").first.inner_text()) == pytest.approx(
        wanted, rel=1e-3
    )
    assert page.locator(".timeline-cursor:not(.is-hidden)").count() == 1
    modes = inside(page, "return root.querySelector('g[data-path=clutch1]').dataset.mode;")
    assert modes == result.layout.labels["clutch1.mode"][int(result["clutch1.mode"][-1])]


def test_without_motion_there_are_colours_only(page: Any) -> None:
    page.emulate_media(reduced_motion="reduce")
    page.locator(".events button").nth(1).click()
    until(lambda: rows_shown(page) > 0)
    mark = "getComputedStyle(root.querySelector('.running'))"
    assert inside(page, f"return {mark}.display;") == "none"
    assert inside(page, "return root.querySelectorAll('[data-mode]').length;") > 0


def test_a_part_is_opened_in_its_place_and_stays_open(fleet: Any, desk: Desk) -> None:
    page = fleet
    handle = page.locator('#diagram [role=button][aria-label="Open axle"]')
    handle.focus()
    page.keyboard.press("Enter")
    page.locator('#diagram g.node[data-path="axle.far"]').wait_for()
    assert page.locator('#diagram g.node[data-path="axle"]').count() == 0
    page.locator('#tree [data-path="link"] > .tree-row').click()
    page.locator('.control[data-name="link[:].c"] input.number').fill("2e4")
    page.keyboard.press("Enter")
    page.locator(".changes li").wait_for()
    desk.write(desk.file.read_text(encoding="utf-8").replace("Fleet ", "Again: fleet "))
    page.locator("#summary", has_text="Again").wait_for()
    page.locator('#diagram g.node[data-path="axle.far"]').wait_for()
    until(lambda: json.loads(unquote(page.url.partition("#")[2]))["opened"] == ["axle"])
    page.reload()
    page.locator('#diagram g.node[data-path="axle.near"]').wait_for()
    page.locator('#tree [data-path="axle.near"] > .tree-row').click()
    page.keyboard.press("Escape")
    page.keyboard.press("o")
    page.locator('#diagram g.node[data-path="axle"]').wait_for()
    page.locator(".opened").wait_for(state="detached")
    page.locator('#diagram g.node[data-path="axle"]').dblclick()
    page.locator(".opened", has_text="axle").click()
    page.locator('#diagram g.node[data-path="axle"]').wait_for()


def test_arrays_show_all_their_elements(fleet: Any, desk: Desk) -> None:
    page = fleet
    result = dt.simulate(_model(desk))
    page.locator("#plots").focus()
    page.keyboard.press("Home")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    speeds = sorted(result.at(0.04, f"disc[{k}].w") * 30 / pi for k in range(3))
    wanted = pytest.approx([speeds[0], speeds[-1]], abs=0.006)
    until(lambda: numbers(label(page, "disc")) == wanted)
    modes = [int(result.at(0.04, f"clutch[{k}].mode")) for k in range(3)]
    assert len(set(modes)) > 1
    assert inside(page, f"{node('clutch')}.dataset.mode;") == "several"
    page.locator("#tab-eigenmodes").click()
    page.locator("button.mode").first.click()
    page.locator("#panel-eigenmodes", has_text="several parts").wait_for()
    assert inside(page, f"{node('disc')}.querySelectorAll('.shape circle').length;") == 3
    assert inside(page, f"{node('disc')}.style.transform;") == ""


def _model(desk: Desk) -> Any:
    space: dict[str, Any] = {"__name__": "fleet_of_the_desk"}
    exec(compile(desk.file.read_text(encoding="utf-8"), str(desk.file), "exec"), space)
    return space["Fleet"]()


def test_the_diagram_is_told_with_what_can_be_opened(clutches: Served) -> None:
    with clutches.socket() as page:
        page.send(json.dumps({"type": "diagram", "opened": ["J1", "nothing"], "view": "section"}))
        page.send(json.dumps({"type": "diagram", "opened": [], "view": "sections"}))
        told = answer(page)
    assert told["type"] == "refused"
    assert "give 'schematic', 'section'" in told["sentence"]
