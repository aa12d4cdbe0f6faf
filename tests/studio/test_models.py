"""Models that are broken, fail, take long, are large, or change while the page is open."""

from __future__ import annotations

import signal
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tests.studio.conftest import Desk
from tests.studio.serving import Served, until

Open = Callable[[str], Any]
Start = Callable[..., Served]
Show = Callable[[str], Any]

NUMBERS = count(1)

HEAD = '''"""A launch."""

import drivetrain as dt
from drivetrain.modeling import parameter
from drivetrain.rotational import Clutch, Fixed, Inertia, Spring, SpringDamper, Torque


'''
LAUNCH = (
    HEAD
    + '''class Launch(dt.Model):
    """Two inertias and a clutch."""

    ratio = 2.5
    engine = Inertia(
        J=0.2,  # with flywheel
        w=dt.fixed(100.0), phi=dt.fixed(0.0),
    )
    clutch = Clutch(fn_max=500.0, f_normalized=0.5)
    car = Inertia(J=4 * ratio, w=dt.fixed(0.0))

    def equations(self) -> dt.Equations:
        yield self.engine >> self.clutch >> self.car
'''
)
BROKEN = LAUNCH.replace(", f_normalized=0.5", "")
BLOWS_UP = (
    HEAD
    + '''class Runaway(dt.Model):
    """A speed that becomes infinite after two seconds."""

    body = Inertia(J=1.0, w=dt.fixed(0.5), phi=dt.fixed(0.0))
    push = Torque()
    k = parameter(1.0, unit="N.m.s2")
    experiment = dt.Experiment(stop_time=5.0)

    def equations(self) -> dt.Equations:
        yield self.push.flange >> self.body.flange_a
        yield self.push.tau == self.k * self.body.w ** 2
'''
)
NO_START = LAUNCH.replace(
    "car = Inertia(J=4 * ratio, w=dt.fixed(0.0))",
    "car = Inertia(J=4 * ratio, w=dt.fixed(0.0), phi=dt.fixed(0.0), a=dt.fixed(3.0))",
)
CHOICE = (
    HEAD
    + '''class Choice(dt.Model):
    """A torque whose law can be chosen."""

    law = parameter("steady", structural=True, choices=("steady", "twice"))
    size = parameter(1.0, unit="N.m")
    body = Inertia(J=1.0, w=dt.fixed(0.0), phi=dt.fixed(0.0))
    push = Torque()

    def equations(self) -> dt.Equations:
        yield self.push.flange >> self.body.flange_a
        yield self.push.tau == (2 if self.law == "twice" else 1) * self.size
'''
)
FOLLOWING = (
    HEAD
    + '''class Following(dt.Model):
    """Values of parts, and of the model, that follow from one number."""

    size = parameter(1.0, unit="kg.m2")
    twice = parameter(2 * size, unit="kg.m2")
    body = Inertia(J=3 * size, w=dt.fixed(1.0), phi=dt.fixed(0.0))
    spring = Spring(c=100.0)
    wall = Fixed()

    def equations(self) -> dt.Equations:
        yield self.body >> self.spring >> self.wall
'''
)
COUNTED = (
    HEAD
    + '''class Counted(dt.Model):
    """A chain of so many discs, with a wall at its end or without."""

    n = parameter(2, structural=True, choices=(2, 4))
    ends = parameter(False, structural=True)
    disc = Inertia.array(n, J=1.0)
    shaft = SpringDamper.array(n, c=100.0, d=0.1)
    wall = Fixed()

    def equations(self) -> dt.Equations:
        for k in range(self.n):
            yield self.disc[k].flange_b >> self.shaft[k].flange_a
            if k + 1 < self.n:
                yield self.shaft[k].flange_b >> self.disc[k + 1].flange_a
        if self.ends:
            yield self.shaft[self.n - 1].flange_b >> self.wall.flange
        else:
            yield self.shaft[self.n - 1].flange_b >> self.disc[0].flange_a
'''
)
MANY = (
    HEAD.replace("import Clutch,", "import BearingFriction, Clutch,")
    + '''class Many(dt.Model):
    """Many bearings, of which the last ones slide."""

    experiment = dt.Experiment(stop_time=0.1)
    starts = [10.0 * (k >= 240) for k in range(250)]
    body = Inertia.array(250, J=1.0, phi=dt.fixed(0.0), w=dt.fixed(starts))
    drag = BearingFriction.array(250, tau_pos=[[0.0, 1.0]])

    def equations(self) -> dt.Equations:
        for k in range(250):
            yield self.body[k] >> self.drag[k]
'''
)
SLOW = (
    HEAD
    + '''class Slow(dt.Model):
    """A hundred thousand turns of a spring."""

    body = Inertia(J=1e-4, w=dt.fixed(1.0), phi=dt.fixed(0.0))
    spring = Spring(c=100.0)
    wall = Fixed()
    experiment = dt.Experiment(stop_time=4000.0, interval=1.0)

    def equations(self) -> dt.Equations:
        yield self.body >> self.spring >> self.wall
'''
)
LARGE = (
    HEAD
    + '''class Large(dt.Model):
    """A chain of a thousand named parts."""

    experiment = dt.Experiment(stop_time=0.1)
    for k in range(500):
        locals()[f"disc{k}"] = Inertia(J=1.0, w=dt.fixed(float(k == 0)), phi=dt.fixed(0.0))
        if k < 499:
            locals()[f"shaft{k}"] = SpringDamper(c=1e3, d=1.0)
    del k

    def equations(self) -> dt.Equations:
        for k in range(499):
            disc, shaft = getattr(self, f"disc{k}"), getattr(self, f"shaft{k}")
            yield disc >> shaft >> getattr(self, f"disc{k + 1}")
'''
)


@pytest.fixture
def shown(desk: Desk, context: Any) -> Callable[[str], Any]:
    """A function that opens a page of the desk when it has read a text."""

    def show(text: str) -> Any:
        doc = f"Text {next(NUMBERS)}."
        page = context.new_page()
        page.goto(desk.served.url)
        desk.write(text.replace('    """', f'    """{doc}\n\n    ', 1))
        page.locator("#summary", has_text=doc).wait_for()
        page.locator("#search").focus()
        return page

    return show


def test_a_broken_model_is_shown_with_its_fault_and_runs_when_it_is_mended(
    desk: Desk, shown: Show
) -> None:
    page = shown(BROKEN)
    sentence = page.locator(".fault .sentence").inner_text()
    assert "input 'clutch.f_normalized' (Clutch in Launch) has no source" in sentence
    assert page.locator(".fault .line.is-it").inner_text().endswith("Clutch(fn_max=500.0)")
    assert "is-faulty" in page.locator('#tree [data-path="clutch"]').get_attribute("class")
    page.locator("#diagram g[data-path=clutch].is-faulty").wait_for()
    desk.write(LAUNCH)
    page.locator(".fault").wait_for(state="detached")
    page.locator(".legend-name").first.wait_for()
    assert page.locator(".legend-name").all_inner_texts() == ["engine.w", "car.w"]


def test_each_save_is_read_and_what_was_moved_stays(desk: Desk, shown: Show) -> None:
    page = shown(LAUNCH)
    page.locator('#tree [data-path="engine"] > .tree-row').click()
    page.locator('.control[data-name="engine.J"] input.number').fill("0.3")
    page.keyboard.press("Enter")
    page.locator(".changes li", has_text="engine.J").wait_for()
    desk.write(LAUNCH.replace("fn_max=500.0", "fn_max=500.0, nonsense"))
    page.locator(".fault .sentence", has_text="launch.py:16: positional argument").wait_for()
    desk.write(LAUNCH.replace("import drivetrain as dt", "import drivetrain as dt\n\n1 / 0"))
    page.locator(".fault .sentence", has_text="ZeroDivisionError").wait_for()
    desk.write(LAUNCH.replace("Two inertias", "Three inertias"))
    page.locator("#summary", has_text="Three inertias").wait_for()
    page.locator(".fault").wait_for(state="detached")
    assert page.locator(".changes li").inner_text().startswith("engine.J")


def test_a_pinned_run_of_an_earlier_source_says_so(desk: Desk, shown: Show) -> None:
    page = shown(LAUNCH)
    page.locator("body[data-run^=run]").wait_for()
    page.keyboard.press("Escape")
    page.locator("#pin").click()
    chip = page.locator(".chip", has=page.locator(".chip-remove"))
    chip.wait_for()
    assert "earlier source" not in chip.inner_text()
    desk.write(LAUNCH.replace("fn_max=500.0", "fn_max=600.0"))
    until(lambda: "as in the model, earlier source" in chip.inner_text())
    page.locator("#tab-numbers").click()
    page.locator("#panel-numbers thead", has_text="earlier source").wait_for()


def test_modules_beside_the_model_are_watched(desk: Desk, shown: Show) -> None:
    sizes = desk.file.with_name("sizes_of_launch.py")
    sizes.write_text("FORCE = 500.0\n", encoding="utf-8")
    text = LAUNCH.replace("fn_max=500.0", "fn_max=FORCE")
    page = shown(text.replace("import drivetrain", "from sizes_of_launch import FORCE\n\n"
                              "import drivetrain", 1))  # fmt: skip
    page.locator('#tree [data-path="clutch"] > .tree-row').click()
    force = page.locator('.control[data-name="clutch.fn_max"] input.number')
    assert force.input_value() == "500"
    sizes.write_text("FORCE = 750.0\n", encoding="utf-8")
    until(lambda: force.input_value() == "750")


def test_a_failed_run_keeps_what_it_recorded(shown: Show) -> None:
    page = shown(BLOWS_UP)
    page.locator(".fault .sentence").wait_for()
    assert "failed" in page.locator("#status").inner_text()
    assert page.locator(".legend-name").all_inner_texts() == ["body.w"]
    assert int(page.locator("#status").inner_text().split("·")[2].split()[0]) > 100
    page.locator("#tab-numbers").click()
    page.locator("#panel-numbers thead", has_text="failed").wait_for()
    page.locator("#pin").click()
    page.locator(".chip", has_text="failed").wait_for()


def test_a_start_that_is_not_found_is_explained(shown: Show) -> None:
    page = shown(NO_START)
    page.locator(".fault .sentence").wait_for()
    page.locator(".start summary").click()
    assert page.locator(".start tr", has_text="car.a").count() == 1


def test_a_structural_parameter_is_a_choice_that_compiles_the_model_again(shown: Show) -> None:
    page = shown(CHOICE)
    page.locator('.control[data-name="law"] select').select_option("twice")
    page.locator(".changes li", has_text="law").wait_for()
    page.locator("#tab-numbers").click()
    line = page.locator("#panel-numbers tr", has_text="body.w, end").locator("td").first
    until(lambda: float(line.inner_text()) == pytest.approx(2.0))


def test_values_that_follow_from_what_is_set_are_shown_as_they_are(shown: Show) -> None:
    page = shown(FOLLOWING)
    page.locator('.control[data-name="size"] input.number').fill("5")
    page.keyboard.press("Enter")
    twice = page.locator('.control[data-name="twice"] input.number')
    until(lambda: twice.input_value() == "10")
    assert page.locator(".control.is-changed").count() == 1
    page.locator('#tree [data-path="body"] > .tree-row').click()
    inertia = page.locator('.control[data-name="body.J"] input.number')
    inertia.wait_for()
    assert inertia.input_value() == "15"
    inertia.fill("7")
    page.keyboard.press("Enter")
    reset = page.locator('.control.is-changed[data-name="body.J"] .reset')
    until(lambda: reset.get_attribute("title") == "Back to 15")


def test_the_diagram_shows_the_structure_that_was_chosen(shown: Show) -> None:
    page = shown(COUNTED)
    disc, is_alone = page.locator('#tree [data-path="disc"]'), page.locator("#diagram-wall-2")
    assert "4" not in disc.inner_text()
    is_alone.wait_for(state="attached")
    page.locator('.control[data-name="n"] select').select_option("4")
    until(lambda: "4" in disc.inner_text())
    page.locator('.control[data-name="ends"] select').select_option("true")
    is_alone.wait_for(state="detached")
    assert page.locator('.control[data-name="n"].is-changed').count() == 1
    for name in ("n", "ends"):
        page.locator(f'.control[data-name="{name}"] .reset').click()
    is_alone.wait_for(state="attached")
    until(lambda: "4" not in disc.inner_text())


def test_modes_that_have_no_row_are_told_all_the_same(shown: Show) -> None:
    page = shown(MANY)
    page.locator(".timeline-names", has_text="and 50 more").wait_for()
    page.locator("#plots").click()
    page.locator('#diagram g[data-path="drag"][data-mode="several"]').first.wait_for()


def test_a_long_run_shows_progress_and_can_be_stopped(shown: Show) -> None:
    page = shown(SLOW)
    page.locator("#progress:not([hidden]) progress").wait_for()
    page.locator('#tree [data-path="spring"] > .tree-row').click()
    page.locator("#details h2", has_text="spring").wait_for()  # answers while it runs
    page.locator("#stop").click()
    page.locator("#status", has_text="stopped").wait_for()
    page.locator("#progress").wait_for(state="hidden")


def test_a_newer_request_ends_a_long_run(shown: Show) -> None:
    page = shown(SLOW)
    page.locator("#progress:not([hidden])").wait_for()
    page.locator("#stop-time").fill("1")
    page.keyboard.press("Enter")
    page.locator("#status", has_text="points").wait_for()
    page.locator("#status.done").wait_for()


def test_a_model_of_a_thousand_parts_can_be_used(shown: Show) -> None:
    page = shown(LARGE)
    page.locator("#search").fill("disc437")
    page.locator("#found button", has_text="disc437").first.click()
    control = page.locator('.control[data-name="disc437.J"] input.number')
    control.fill("2")
    page.keyboard.press("Enter")
    page.locator(".changes li", has_text="disc437.J").wait_for()
    assert page.locator("#tree [role=treeitem]").count() == 1000


def test_values_are_written_into_the_file_after_a_look_at_the_difference(
    desk: Desk, shown: Show
) -> None:
    page = shown(LAUNCH)
    text = desk.file.read_text(encoding="utf-8")
    page.locator('#tree [data-path="engine"] > .tree-row').click()
    page.locator('.control[data-name="engine.J"] input.number').fill("0.3")
    page.keyboard.press("Enter")
    page.get_by_text("Write to file…").click()
    assert page.locator(".diff-new").inner_text() == "+        J=0.3,  # with flywheel"
    assert desk.file.read_text(encoding="utf-8") == text
    page.locator("dialog button.primary").click()
    changed = text.replace("J=0.2,", "J=0.3,")
    until(lambda: desk.file.read_text(encoding="utf-8") == changed)
    page.locator("dialog h2", has_text="Written").wait_for()
    page.locator("#changes").wait_for(state="hidden")
    inertia = page.locator('.control[data-name="engine.J"]:not(.is-changed) input.number')
    until(lambda: inertia.count() == 1 and inertia.input_value() == "0.3")
    page.locator("#status", has_text="points").wait_for()


def test_without_leave_nothing_can_be_written(clutches: Served, open_page: Open) -> None:
    page = open_page(clutches.url)
    page.locator('.control[data-name="f"] input.number').fill("0.3")
    page.keyboard.press("Enter")
    page.locator(".changes li").wait_for()
    assert page.get_by_text("Write to file…").count() == 0


def test_a_page_goes_on_when_the_studio_is_started_again(
    studio: Start, context: Any, open_page: Open
) -> None:
    served = studio("CoupledClutches")
    page = open_page(served.url)
    page.locator('.control[data-name="f"] input.number').fill("0.3")
    page.keyboard.press("Enter")
    page.locator("body:not([data-run='run 1'])").wait_for()
    page.locator("#pin").click()
    page.locator(".chip", has_text="f = 0.3").wait_for()
    served.process.kill()
    served.process.wait()
    page.locator("#notice", has_text="The connection is lost").wait_for()
    again = studio("CoupledClutches", "--port", str(served.port))
    open_page(again.url)
    page.locator("#notice").wait_for(state="hidden")
    page.locator("body:not(.is-cut-off)").wait_for()
    page.locator(".chip", has_text="f = 0.3").first.wait_for()
    assert page.locator(".changes li").inner_text().startswith("f\n")
    lost = ("console: WebSocket connection", "console: Failed to load", "failed: ")
    context.wrong[:] = [one for one in context.wrong if not one.startswith(lost)]


def test_ctrl_c_ends_the_studio_even_during_a_run(
    tmp_path: Path, studio: Start, context: Any
) -> None:
    file = tmp_path / "slow.py"
    file.write_text(SLOW, encoding="utf-8")
    served = studio(file)
    page = context.new_page()
    page.goto(served.url)
    page.locator("#progress:not([hidden])").wait_for()
    page.close()
    assert served.end(signal.SIGINT) == 0


def test_the_studio_ends_with_its_last_page_if_asked(studio: Start, open_page: Open) -> None:
    served = studio("CoupledClutches", "--exit-on-close")
    open_page(served.url).close()
    assert served.process.wait(20) == 0
