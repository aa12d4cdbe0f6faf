"""The widget in a real browser, with keys and mouse; its other end is this process."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

import drivetrain as dt
from tests.notebook.hosting import Host, hosted
from tests.studio.serving import until

Show = Callable[..., Any]


@pytest.fixture(scope="module")
def compiled() -> dt.CompiledModel:
    return dt.compile(dt.examples.find("CoupledClutches")())


@pytest.fixture
def host() -> Iterator[Host]:
    with hosted() as host:
        yield host


@pytest.fixture
def page(host: Host, context: Any) -> Any:
    page = context.new_page()
    page.goto(host.url)
    page.locator("body[data-ready]").wait_for(state="attached")
    return page


@pytest.fixture
def show(page: Any) -> Show:
    """A function that shows a widget in a cell, and returns that as soon as a run is drawn."""

    def shown(explorer: Any, cell: str = "#first") -> Any:
        count = page.locator(f"{cell} .drivetrain-explorer").count()
        page.evaluate("([comm, cell]) => window.show(comm, cell)", [explorer.comm.comm_id, cell])
        found = page.locator(f"{cell} .drivetrain-explorer").nth(count)
        found.and_(page.locator("[data-run^=run]")).wait_for()
        return found

    return shown


def slider(widget: Any, name: str) -> Any:
    return widget.locator(f'#sliders .control[data-name="{name}"] input[type=range]')


def field(widget: Any, name: str) -> Any:
    return widget.locator(f'#sliders .control[data-name="{name}"] input.number')


def drawn(widget: Any) -> int:
    return int(widget.get_attribute("data-run").removeprefix("run "))


def wait_for_run_after(page: Any, widget: Any, number: int) -> None:
    widget.and_(page.locator(f'[data-run]:not([data-run="run {number}"])')).wait_for()


def wait_for_rest(page: Any, widget: Any, label: str) -> None:
    """Wait until the run with a setting is what the chips of the widget name."""
    widget.locator(".chip", has_text=label).wait_for()


def bars(widget: Any) -> list[str]:
    titles: list[str] = widget.locator("svg.timeline g.bar title").all_text_contents()
    return titles


def test_a_widget_shows_diagram_sliders_curves_and_modes(
    compiled: dt.CompiledModel, show: Show
) -> None:
    widget = show(compiled.explore("clutch1.fn_max", "J1.J", plot=["J?.w", "clutch1.tau"]))
    names = [f"J{k}.w" for k in (1, 2, 3, 4)]
    assert widget.locator(".legend-name").all_inner_texts() == [*names, "clutch1.tau"]
    assert widget.locator("#sliders .control-name").all_inner_texts() == ["clutch1.fn_max", "J1.J"]
    assert field(widget, "clutch1.fn_max").input_value() == "20"
    result = compiled.simulate()
    labels, values = result.layout.labels["clutch1.mode"], result["clutch1.mode"]
    changes = [k for k in range(len(values)) if k == 0 or values[k] != values[k - 1]]
    assert bars(widget)[: len(changes)] == [labels[int(values[k])] for k in changes]
    widget.locator('#diagram g[data-path="clutch1"]').first.wait_for()


def test_keys_on_a_slider_run_the_model_and_the_object_knows(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    explorer = compiled.explore("clutch1.fn_max")
    widget = show(explorer)
    before, modes = drawn(widget), bars(widget)
    slider(widget, "clutch1.fn_max").focus()
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    wait_for_run_after(page, widget, before)
    widget.locator("#pin").click()
    value = float(field(widget, "clutch1.fn_max").input_value())
    wait_for_rest(page, widget, f"clutch1.fn_max = {value:.4g}")
    assert 15.0 < value < 19.0
    assert bars(widget) != modes
    assert explorer.parameters == {"clutch1.fn_max": value}
    same = compiled.simulate(parameters=explorer.parameters)
    assert np.array_equal(explorer.result["J4.w"], same["J4.w"])


def test_a_number_that_is_typed_is_marked_and_can_be_taken_back(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    explorer = compiled.explore("clutch1.fn_max")
    widget = show(explorer)
    field(widget, "clutch1.fn_max").fill("33")
    page.keyboard.press("Enter")
    widget.locator("#sliders .control.is-changed").wait_for()
    widget.locator("#sliders .reset").click()
    widget.locator("#sliders .control:not(.is-changed)").wait_for()
    assert field(widget, "clutch1.fn_max").input_value() == "20"
    widget.locator("#pin").click()
    wait_for_rest(page, widget, "as in the model")
    assert explorer.parameters == {}


def test_what_a_cell_sets_moves_the_slider_and_runs(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    explorer = compiled.explore("clutch1.fn_max")
    widget = show(explorer)
    before = drawn(widget)
    explorer.parameters = {"clutch1.fn_max": 40.0}
    wait_for_run_after(page, widget, before)
    assert field(widget, "clutch1.fn_max").input_value() == "40"
    explorer.stop_time = 0.5
    wait_for_run_after(page, widget, before + 1)
    assert widget.locator("#stop-time").input_value() == "0.5"
    assert explorer.result.time[-1] == 0.5


def test_sliders_show_values_that_follow_from_others(show: Show, page: Any) -> None:
    class Pair(dt.Model):
        """An inertia that is given by another number."""

        size = dt.modeling.parameter(1.0)
        disc = dt.rotational.Inertia(J=2 * size, w=dt.fixed(1.0), phi=dt.fixed(0.0))

    explorer = Pair().explore("size", "disc.J", stop_time=0.1)
    widget = show(explorer)
    field(widget, "size").fill("5")
    page.keyboard.press("Enter")
    following = widget.locator('#sliders .control[data-name="disc.J"]')
    until(lambda: following.locator("input.number").input_value() == "10")
    assert "is-changed" not in following.get_attribute("class")
    assert explorer.parameters == {"size": 5.0}
    assert explorer.result.parameters["disc.J"] == 10.0
    explorer.parameters = {"size": 5.0, "disc.J": 3.0}
    until(lambda: "is-changed" in following.get_attribute("class"))
    following.locator(".reset").click()
    until(lambda: following.locator("input.number").input_value() == "10")


def test_two_views_of_one_widget_move_together(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    explorer = compiled.explore("clutch1.fn_max")
    first, second = show(explorer), show(explorer, "#second")
    before = drawn(second)
    field(first, "clutch1.fn_max").fill("33")
    page.keyboard.press("Enter")
    wait_for_run_after(page, second, before)
    assert field(second, "clutch1.fn_max").input_value() == "33"


def test_two_widgets_on_one_page_leave_each_other_alone(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    one = compiled.explore("clutch1.fn_max", plot=["J1.w"])
    other = compiled.explore("clutch2.peak", plot=["J4.w", "J3.w"])
    first, second = show(one), show(other, "#second")
    before, modes = drawn(second), bars(second)
    field(first, "clutch1.fn_max").fill("5")
    page.keyboard.press("Enter")
    wait_for_run_after(page, first, 1)
    first.locator("#pin").click()
    wait_for_rest(page, first, "clutch1.fn_max = 5")
    assert (drawn(second), bars(second)) == (before, modes)
    assert second.locator(".chip").count() == 0
    assert (one.parameters, other.parameters) == ({"clutch1.fn_max": 5}, {})
    assert first.locator(".legend-name").all_inner_texts() == ["J1.w"]
    assert second.locator(".legend-name").all_inner_texts() == ["J4.w", "J3.w"]


def test_nothing_of_its_style_leaves_the_widget(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    style = """() => { const one = document.createElement("button");
        one.className = "control legend chip"; one.id = "bar"; document.body.append(one);
        const found = JSON.stringify({ ...getComputedStyle(one) }); one.remove(); return found; }"""
    before = page.evaluate(style)
    show(compiled.explore("clutch1.fn_max"))
    assert page.evaluate(style) == before
    assert page.evaluate("document.adoptedStyleSheets.length + document.styleSheets.length") == 0


def test_the_widget_is_as_dark_as_what_is_behind_it(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    widget = show(compiled.explore())
    assert widget.get_attribute("data-theme") == "light"
    page.evaluate("document.body.style.background = '#111'")
    widget.and_(page.locator("[data-theme=dark]")).wait_for()
    widget.locator("#diagram svg[data-theme=dark]").wait_for()


def test_a_click_on_a_part_shows_its_parameters_and_offers_its_variables(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    explorer = compiled.explore("clutch1.fn_max", plot="J1.w")
    widget = show(explorer)
    assert widget.locator("#inspector").is_hidden()
    widget.locator('#diagram g[data-path="clutch2"]').first.click()
    widget.locator("#inspector h2", has_text="clutch2").wait_for()
    widget.locator("#inspector [data-names='[\"clutch2.tau\"]']").check()
    widget.locator(".legend-name", has_text="clutch2.tau").wait_for()
    assert explorer._plotted == ["J1.w", "clutch2.tau"]
    widget.locator('#diagram g[data-path="clutch2"]').first.click()
    widget.locator("#inspector").wait_for(state="hidden")


def test_a_wheel_scrolls_the_notebook_and_zooms_with_control(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    widget = show(compiled.explore(plot="J1.w"))
    widget.locator('#diagram g[data-path="clutch1"]').first.wait_for()  # it moves the curves
    widget.locator(".u-over").first.hover()
    ticks = widget.locator("canvas").first.evaluate("one => one.toDataURL()")
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(200)
    assert widget.locator("canvas").first.evaluate("one => one.toDataURL()") == ticks
    page.keyboard.down("Control")
    page.mouse.wheel(0, -300)
    page.keyboard.up("Control")
    until(lambda: widget.locator("canvas").first.evaluate("one => one.toDataURL()") != ticks)


def test_keys_stay_in_the_widget(compiled: dt.CompiledModel, show: Show, page: Any) -> None:
    widget = show(compiled.explore("clutch1.fn_max"))
    page.evaluate("""document.addEventListener("keydown", () => { document.title = "heard"; })""")
    field(widget, "clutch1.fn_max").focus()
    for key in ("d", "d", "a", "ArrowUp"):
        page.keyboard.press(key)
    slider(widget, "clutch1.fn_max").focus()
    page.keyboard.press("ArrowRight")
    assert page.title() == "widgets"
    assert widget.locator("xpath=ancestor-or-self::*[@data-lm-suppress-shortcuts]").count() == 1


def test_what_a_model_says_stays_text(show: Show, page: Any) -> None:
    class Odd(dt.Model):
        """<img src=x onerror="document.title='ran'"> a model whose words are markup."""

        disc = dt.rotational.Inertia(J=1.0, w=dt.fixed(1.0), phi=dt.fixed(0.0))
        gain = dt.modeling.parameter(1.0, doc="</script><b>bold</b>")

    widget = show(Odd().explore("gain", stop_time=0.1))
    assert widget.locator("b, img, script").count() == 0
    assert widget.locator("#title").get_attribute("title").startswith("<img src=x")
    assert page.title() == "widgets"


def test_a_pinned_run_comes_back_when_the_page_is_loaded_again(
    compiled: dt.CompiledModel, show: Show, page: Any, host: Host
) -> None:
    explorer = compiled.explore("clutch1.fn_max", parameters={"clutch1.fn_max": 12.0})
    widget = show(explorer)
    widget.locator("#pin").click()
    wait_for_rest(page, widget, "clutch1.fn_max = 12")
    page.goto("about:blank")
    page.goto(host.url)
    page.locator("body[data-ready]").wait_for(state="attached")
    widget = show(explorer)
    widget.locator('.chip[data-run="run 1"]', has_text="clutch1.fn_max = 12").wait_for()
    assert field(widget, "clutch1.fn_max").input_value() == "12"


def test_a_run_that_fails_says_why_where_it_happened(show: Show, page: Any) -> None:
    widget = show(dt.examples.find("CoupledClutches")().explore("clutch1.fn_max", stop_time=0.1))
    widget.locator("#stop-time").fill("-1")
    page.keyboard.press("Enter")
    widget.locator(".fault .sentence").wait_for()
    assert "stop_time" in widget.locator(".fault .sentence").inner_text()


def test_a_kernel_that_is_silent_is_told_of(
    compiled: dt.CompiledModel, show: Show, page: Any, host: Host
) -> None:
    explorer = compiled.explore("clutch1.fn_max")
    widget = show(explorer)
    widget.locator(".events li").first.wait_for(state="attached")
    host.pause()
    field(widget, "clutch1.fn_max").fill("33")
    page.keyboard.press("Enter")
    widget.locator("#notice", has_text="the kernel is busy").wait_for()
    host.go_on()
    widget.locator("#notice").wait_for(state="hidden")


def test_while_the_kernel_is_busy_only_the_newest_request_waits(
    compiled: dt.CompiledModel, show: Show, page: Any, host: Host
) -> None:
    explorer = compiled.explore("clutch1.fn_max")
    widget = show(explorer)
    widget.locator(".events li").first.wait_for(state="attached")
    host.pause()
    count = len(host.heard)
    slider(widget, "clutch1.fn_max").focus()
    for _ in range(100):
        page.keyboard.press("ArrowRight")
    asked = [one for one in host.heard[count:] if '"type":"run"' in str(one.get("content"))]
    host.go_on()
    value = float(field(widget, "clutch1.fn_max").input_value())
    widget.locator("#pin").click()
    wait_for_rest(page, widget, f"clutch1.fn_max = {value:.4g}")
    assert 1 <= len(asked) <= 25  # one at once, then three a second
    assert explorer.parameters == {"clutch1.fn_max": value}


def test_a_run_without_a_model_to_run_has_no_sliders(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    run = compiled.simulate(parameters={"clutch1.fn_max": 30.0})
    widget = show(run.explore("J1.w", "clutch1.mode"))
    assert widget.locator(".legend-name").all_inner_texts() == ["J1.w", "clutch1.mode"]
    for one in ("#pin", "#until", "#sliders"):
        assert widget.locator(one).is_hidden()
    widget.locator('#diagram g[data-path="clutch1"]').first.click()
    shown = widget.locator('#inspector .control[data-name="clutch1.fn_max"] .control-value')
    assert shown.inner_text() == "30"
    assert widget.locator("#inspector input[type=range]").count() == 0
    widget.locator("#plots").focus()
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    widget.locator("#tab-numbers").click()
    line = widget.locator("#panel-numbers tr", has_text="J1.w at 0.15 s")
    line.wait_for()
    exact = float(line.locator("td").first.inner_text())
    assert exact == pytest.approx(float(run.at(0.15, "J1.w")), rel=1e-7)


def test_a_widget_that_is_closed_ends_its_session(
    compiled: dt.CompiledModel, show: Show, page: Any, host: Host
) -> None:
    explorer = compiled.explore()
    show(explorer)
    page.evaluate("document.querySelector('#first > div').end()")
    until(lambda: not explorer._views._sessions)
    explorer.close()
    assert explorer.comm is None


def test_a_run_is_played_in_slow_motion_on_the_diagram(
    compiled: dt.CompiledModel, show: Show, page: Any
) -> None:
    widget = show(compiled.explore("clutch1.fn_max"))
    widget.locator("#machine .play").click()
    widget.locator("#machine .factor", has_text="than life").wait_for()
    widget.locator('#diagram g[data-path="clutch1"][data-mode]').first.wait_for()
    widget.locator("#machine .play").click()
    at = float(widget.locator("#machine .scrubber").input_value())
    assert at > 0.0
