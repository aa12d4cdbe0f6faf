"""A Modelica model on the page: run while it is changed, and its mistakes by its own lines."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import drivetrain as dt
from tests.diagram.drawn_models import PACKAGE
from tests.studio.serving import Served
from tests.studio.test_page import select


def test_a_modelica_model_is_worked_on(
    tmp_path: Path, studio: Callable[..., Served], open_page: Callable[[str], Any]
) -> None:
    file = tmp_path / "Drawn.mo"
    file.write_text(PACKAGE, encoding="utf-8")
    page = open_page(studio(f"{file}:Drawn.Drive", "--edit").url)
    page.locator("#summary", has_text="Motor with a load").wait_for()
    page.locator('#diagram [data-path="motor"]', has_text="DC").wait_for()

    select(page, "load")
    page.locator('.control[data-name="load.J"] input.number').fill("0.25")
    page.keyboard.press("Enter")
    page.get_by_role("tab", name="Numbers").click()
    model = dt.modelica.load(file, "Drawn.Drive")
    wanted = dt.simulate(model(), parameters={"load.J": 0.25}).final["load.w"]
    size = f"{abs(wanted):.9f}"[:6]
    page.locator("tr", has_text="load.w, end").locator("td", has_text=size).wait_for()

    file.write_text(PACKAGE.replace("Damper damper(d=1)", "Damper damper(e=1)"), encoding="utf-8")
    page.locator(".fault .sentence", has_text="has no 'e'").wait_for()
    line = next(k for k, text in enumerate(PACKAGE.split("\n"), 1) if "Damper damper" in text)
    page.locator(".fault details.source", has_text=f"Drawn.mo:{line}").wait_for()
    pointed = page.locator(".fault .sentence code").all_inner_texts()
    assert [text.index("^") for text in pointed if "^" in text] == [
        text.index("damper(e=1)") + len("damper(") for text in pointed if "damper(e=1)" in text
    ]

    file.write_text(PACKAGE.replace("damper(d=1)", "damper(d=2)"), encoding="utf-8")
    page.locator(".fault").wait_for(state="detached")
