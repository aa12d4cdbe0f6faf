"""The page as people use it: mouse, wheel and keys in a real browser."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest

import drivetrain as dt
from tests.studio.serving import Served, until

Open = Callable[[str], Any]


def slider(page: Any, name: str) -> Any:
    return page.locator(f'.control[data-name="{name}"] input[type=range]')


def field(page: Any, name: str) -> Any:
    return page.locator(f'.control[data-name="{name}"] input.number')


def select(page: Any, path: str) -> None:
    page.locator(f'#tree [data-path="{path}"] > .tree-row').click()
    page.locator("#details h2", has_text=path).wait_for()


def drawn(page: Any) -> int:
    """Return the number of the run that is drawn."""
    return int(page.locator("body").get_attribute("data-run").removeprefix("run "))


def wait_for_more(page: Any, number: int) -> None:
    page.locator(f'body:not([data-run="run {number}"])').wait_for()


def modes(page: Any) -> list[list[str]]:
    """Return the modes of each row of the timeline, in order."""
    return page.locator("svg.timeline g.bar").evaluate_all(
        """bars => { const rows = {};
        for (const bar of bars) (rows[bar.querySelector("rect").getAttribute("y")] ??= []).push(
            bar.querySelector("title").textContent);
        return Object.values(rows); }"""
    )


@pytest.fixture
def page(clutches: Served, open_page: Open) -> Any:
    return open_page(clutches.url)


def test_the_first_look_shows_parts_curves_modes_and_events(page: Any) -> None:
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    assert page.title() == "CoupledClutches – drivetrain Studio"
    assert page.locator("#tree [role=treeitem]").count() == 14
    assert page.locator(".legend-name").all_inner_texts() == ["J1.w", "J2.w", "J3.w", "J4.w"]
    page.locator(".events li").first.wait_for()
    assert page.locator(".events li").count() == len(result.events.telling)
    labels = result.layout.labels["clutch1.mode"]
    values = result["clutch1.mode"]
    changes = [k for k in range(len(values)) if k == 0 or values[k] != values[k - 1]]
    assert modes(page)[0] == [labels[int(values[k])] for k in changes]
    assert page.locator("#diagram").evaluate(
        "one => [...one.shadowRoot.querySelectorAll('g[data-path]')].map(g => g.dataset.path)"
    )


def test_a_slider_moved_by_keys_runs_the_model_while_it_moves(page: Any) -> None:
    select(page, "clutch1")
    slider(page, "clutch1.fn_max").focus()
    before = drawn(page)
    for _ in range(40):
        page.keyboard.press("ArrowLeft")
    wait_for_more(page, before)
    value = float(field(page, "clutch1.fn_max").input_value())
    assert 15.0 < value < 19.0
    told = page.locator(".changes li")
    assert told.inner_text().split("\n")[:2] == ["clutch1.fn_max", f"{value:g}"]
    assert "is-changed" in page.locator('#tree [data-path="clutch1"]').get_attribute("class")
    page.keyboard.press("r")
    told.wait_for(state="hidden")
    assert float(field(page, "clutch1.fn_max").input_value()) == 20.0


def test_one_key_is_one_run(page: Any) -> None:
    select(page, "clutch1")
    slider(page, "clutch1.fn_max").focus()
    first = drawn(page)
    for press in range(1, 6):
        page.keyboard.press("ArrowLeft")
        page.locator(f'body[data-run="run {first + press}"]').wait_for()


def test_a_slider_dragged_by_the_mouse_ends_where_it_is_let_go(page: Any) -> None:
    select(page, "J1")
    box = slider(page, "J1.J").bounding_box()
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    for step in range(1, 30):
        page.mouse.move(box["x"] + box["width"] * (0.5 + step / 60), middle)
    page.mouse.up()
    value = float(field(page, "J1.J").input_value())
    assert 2.5 < value <= 3.0
    expected = dt.simulate(dt.examples.find("CoupledClutches")(), parameters={"J1.J": value})
    page.locator("#tab-numbers").click()
    line = page.locator("#panel-numbers tr", has_text="J1.w, end").locator("td").first
    page.locator("#panel-numbers").get_by_text(f"{expected['J1.w'][-1]:.6g}"[:6]).first.wait_for()
    assert float(line.inner_text()) == pytest.approx(expected["J1.w"][-1], rel=1e-7)


def test_the_values_at_the_cursor_are_exact(page: Any) -> None:
    page.locator(".events button").nth(2).click()
    page.locator("#tab-numbers").click()
    line = page.locator("#panel-numbers tr", has_text="J1.w at").first
    line.wait_for()
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    instant = result.events.telling[2].time
    assert float(line.locator("td").first.inner_text()) == pytest.approx(
        result.at(instant, "J1.w"), rel=1e-7
    )
    shown = float(page.locator(".legend-value").first.inner_text())
    assert shown == pytest.approx(result.at(instant, "J1.w"), rel=1e-4)


def test_the_cursor_colours_the_modes_of_the_diagram(page: Any) -> None:
    page.locator(".events button").nth(0).click()
    mode = page.locator("#diagram").evaluate(
        "one => one.shadowRoot.querySelector('[data-path=clutch2]').dataset.mode"
    )
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    labels = result.layout.labels["clutch2.mode"]
    instant = result.events.telling[0].time
    assert mode == labels[int(result.at(instant, "clutch2.mode"))]


def test_the_wheel_zooms_all_panels_and_escape_shows_the_whole_run(page: Any) -> None:
    whole = modes(page)
    page.locator(".u-over").first.hover()
    page.mouse.wheel(0, -2400)  # arrives some time later
    until(lambda: modes(page) != whole)
    page.keyboard.press("Escape")
    until(lambda: modes(page) == whole)


def test_variables_are_added_found_and_removed(page: Any) -> None:
    page.keyboard.press("/")
    page.keyboard.type("clutch1 tau")
    page.locator("#found button").get_by_text("clutch1.tau", exact=True).click()
    page.locator(".legend-name", has_text="clutch1.tau").wait_for()
    assert page.locator("section.panel").count() == 2
    page.locator('.legend-item[data-name="clutch1.tau"] .legend-remove').click()
    page.locator(".legend-name", has_text="clutch1.tau").wait_for(state="detached")
    page.locator("input[aria-label='Plot clutch1.mode']").check()
    page.locator(".legend-name", has_text="clutch1.mode").wait_for()


def test_a_part_tells_what_it_turns_into_heat(page: Any) -> None:
    select(page, "clutch1")
    line = page.locator("#details .losses")
    line.get_by_text("into heat").wait_for()
    result = dt.simulate(dt.examples.find("CoupledClutches")())
    heat = result.energy.dissipated_by["clutch1"][-1]
    assert line.inner_text().startswith(f"Turns {heat:.5g} J into heat in run ")


def test_a_number_that_is_typed_in_is_marked_as_changed(page: Any) -> None:
    control = page.locator('.control[data-name="f"]')
    field(page, "f").fill("0.3")
    page.keyboard.press("Enter")
    page.locator('.control[data-name="f"].is-changed').wait_for()
    assert control.locator("input[type=range]").get_attribute("aria-valuetext").startswith("0.3")
    field(page, "f").fill("0.2")
    page.keyboard.press("Enter")
    page.locator('.control[data-name="f"].is-changed').wait_for(state="detached")


def test_a_click_in_the_diagram_selects_the_part(page: Any) -> None:
    page.locator('#diagram g[data-path="J3"]').first.click()
    page.locator("#details h2", has_text="J3").wait_for()
    selected = page.locator("[role=treeitem][aria-selected=true]")
    assert selected.get_attribute("data-path") == "J3"


def test_runs_are_pinned_compared_and_forgotten(page: Any) -> None:
    page.locator("body").press("p")
    page.locator(".chip").first.wait_for()
    field(page, "f").fill("0.3")
    page.keyboard.press("Enter")
    page.locator(".chip", has_text="f = 0.3").wait_for()
    page.locator("#tab-numbers").click()
    head = page.locator("#panel-numbers thead")
    head.get_by_text("Δ to").wait_for()
    line = page.locator("#panel-numbers tr", has_text="J1.w, end").locator("td")
    one, other, difference = (text.replace("−", "-") for text in line.all_inner_texts()[:3])
    model = dt.examples.find("CoupledClutches")
    ends = [dt.simulate(model(), parameters={"f": f})["J1.w"][-1] for f in (0.2, 0.3)]
    assert [float(one), float(other)] == pytest.approx(ends, rel=1e-7)
    assert float(difference) == pytest.approx(ends[1] - ends[0], rel=1e-3)
    page.locator(".chip-remove").click()
    page.locator(".chip").first.wait_for(state="detached")


def test_the_address_remembers_values_variables_and_pins(page: Any) -> None:
    before = drawn(page)
    field(page, "T2").fill("0.5")
    page.keyboard.press("Enter")
    wait_for_more(page, before)
    page.keyboard.press("Escape")
    page.keyboard.press("p")
    pinned = page.locator(".chip", has=page.locator(".chip-remove"), has_text="T2 = 0.5")
    pinned.wait_for()
    name = pinned.get_attribute("data-run")
    page.wait_for_url("**/#**pins**run**")
    kept = json.loads(unquote(page.url.partition("#")[2]))
    assert kept["values"] == {"T2": 0.5}
    page.reload()
    page.locator(".changes li", has_text="T2").wait_for()
    pinned.wait_for()
    assert pinned.get_attribute("data-run") == name
    present = page.locator(".chip:not(:has(.chip-remove))", has_text="T2 = 0.5")
    present.wait_for()
    assert present.get_attribute("data-run") != name


def test_two_pages_do_not_disturb_each_other(page: Any, context: Any, clutches: Served) -> None:
    other = context.new_page()
    other.goto(clutches.url)
    other.locator("body[data-run]").wait_for()
    field(page, "f").fill("0.25")
    page.keyboard.press("Enter")
    page.locator(".changes li").wait_for()
    other.locator("#search").focus()
    assert other.locator(".changes li").count() == 0


@pytest.mark.parametrize(
    ("kind", "starts"), [("csv", b"time"), ("svg", b"<?xml"), ("mat", b""), ("pdf", b"%PDF")]
)
def test_files_are_exported(page: Any, kind: str, starts: bytes) -> None:
    page.locator("#export").click()
    with page.expect_download() as waiting:
        page.locator(f"#menu [data-kind={kind}]").click()
    assert waiting.value.suggested_filename == f"CoupledClutches.{kind}"
    assert Path(waiting.value.path()).read_bytes().startswith(starts)


def test_the_page_is_walked_through_by_keys(page: Any) -> None:
    page.locator("#search").focus()
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert focused.get_attribute("role") == "treeitem"
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.locator("#details h2", has_text="torque").wait_for()
    page.locator("#tab-events").focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#tab-numbers").get_attribute("aria-selected") == "true"
    page.locator("#plots").focus()
    page.keyboard.press("Home")
    for _ in range(10):
        page.keyboard.press("ArrowRight")
    assert page.locator(".legend-value").first.inner_text() != ""
    page.keyboard.press("?")
    page.locator("dialog[open]").wait_for()
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")


def test_everything_that_can_be_operated_has_a_name(page: Any) -> None:
    select(page, "clutch1")
    nameless = page.locator("button, input, select, summary, [tabindex='0']").evaluate_all(
        """all => all.filter(one => one.offsetParent !== null).filter(one =>
        !(one.ariaLabel || one.textContent.trim() || one.labels?.length ||
            document.getElementById(one.getAttribute("aria-labelledby"))?.textContent.trim()))
        .map(one => one.outerHTML)"""
    )
    assert nameless == []


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_text_can_be_read_against_its_ground(page: Any, theme: str) -> None:
    page.emulate_media(color_scheme=theme)
    page.locator(f"html[data-theme={theme}]").wait_for()
    pairs = page.locator("html").evaluate(
        """root => { const style = getComputedStyle(root);
        const read = name => style.getPropertyValue(name).trim();
        const inks = ["ink", "ink-soft", "ink-faint", "accent", "bad", "changed", "running-text"];
        return inks.map(name => `--${name}`).flatMap(
            ink => ["--paper", "--ground"].map(ground => [ink, read(ink), read(ground)])); }"""
    )
    for name, ink, ground in pairs:
        assert contrast(ink, ground) >= 4.5, (name, ink, ground)


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours as the guidelines for accessibility define it."""
    light, dark = sorted(map(luminance, (one, other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]
