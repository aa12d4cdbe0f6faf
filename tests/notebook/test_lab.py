"""A real JupyterLab: cells that are run, sliders that are moved with keys, its dark theme."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import drivetrain as dt
from tests.notebook.lab import laboratory

pytestmark = pytest.mark.slow

CELLS = (
    "import drivetrain as dt\nmodel = dt.examples.find('CoupledClutches')()\n"
    "explorer = model.explore('clutch1.fn_max', plot=['J?.w', 'clutch1.tau'])\nexplorer",
    "print(explorer.parameters, float(explorer.result['J1.w'][-1]))",
    "explorer.close()",
)
WAIT = 60_000  # ms


@pytest.fixture(scope="module")
def page(browser: Any, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    with laboratory(tmp_path_factory.mktemp("lab"), CELLS) as address:
        page = browser.new_page(viewport={"width": 1300, "height": 1000})
        page.set_default_timeout(WAIT)
        page.wrong = []
        page.on("pageerror", lambda error: page.wrong.append(str(error)))
        page.goto(address)
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        run_cell(page, 0)
        page.locator(".drivetrain-explorer[data-run^=run]").wait_for()
        yield page
        page.close()


def run_cell(page: Any, number: int) -> None:
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Shift+Enter")


def slider(page: Any) -> Any:
    return page.locator('.control[data-name="clutch1.fn_max"] input[type=range]')


def field(page: Any) -> Any:
    return page.locator('.control[data-name="clutch1.fn_max"] input.number')


def modes(page: Any) -> list[str]:
    titles: list[str] = page.locator("svg.timeline g.bar title").all_text_contents()
    return titles


def test_a_slider_moved_by_keys_changes_the_curves_and_the_object(page: Any) -> None:
    before, picture = modes(page), page.locator("canvas").first.screenshot()
    slider(page).focus()
    for _ in range(30):
        page.keyboard.press("ArrowRight")
    value = float(field(page).input_value())
    page.locator("#pin").click()
    page.locator(".chip", has_text=f"clutch1.fn_max = {value:.4g}").wait_for()
    assert 21.0 < value < 30.0
    assert modes(page) != before
    assert page.locator("canvas").first.screenshot() != picture
    run_cell(page, 1)
    printed = page.locator(".jp-OutputArea-output pre", has_text="fn_max").first
    printed.wait_for()
    model = dt.examples.find("CoupledClutches")()
    same = dt.simulate(model, parameters={"clutch1.fn_max": value})
    expected = f"{{'clutch1.fn_max': {value!r}}} {float(same['J1.w'][-1])!r}"
    assert printed.inner_text().strip() == expected


def test_what_is_typed_into_a_field_is_no_command_of_the_notebook(page: Any) -> None:
    cells = page.locator(".jp-CodeCell").count()
    field(page).click()
    page.keyboard.press("Control+a")
    page.keyboard.type("25")
    page.keyboard.press("Enter")
    for key in ("a", "b", "d", "d", "ArrowDown"):
        page.keyboard.press(key)
    slider(page).focus()
    for key in ("a", "b", "d", "d"):
        page.keyboard.press(key)
    assert page.locator(".jp-CodeCell").count() == cells


def test_the_widget_is_dark_as_the_notebook_is(page: Any) -> None:
    page.locator(".drivetrain-explorer[data-theme=light]").wait_for()
    page.get_by_text("Settings", exact=True).first.click()
    page.get_by_text("Theme", exact=True).first.hover()
    page.get_by_text("JupyterLab Dark", exact=True).click()
    page.locator(".drivetrain-explorer[data-theme=dark]").wait_for()


def test_a_closed_widget_leaves_the_page(page: Any) -> None:
    run_cell(page, 2)
    page.locator(".drivetrain-explorer").wait_for(state="detached")
    assert page.wrong == []
