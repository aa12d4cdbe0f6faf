"""Take the pictures of the Studio and of notebooks: ``python docs/make_studio_images.py``.

Needs the extra ``test``, and Chromium.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
SIZE = {"width": 1440, "height": 900}
sys.path.insert(0, str(DOCS.parent))

from tests.notebook.lab import laboratory  # noqa: E402
from tests.studio.serving import serve  # noqa: E402

CELLS = (
    'import drivetrain as dt\n\nmodel = dt.examples.find("machines.DualClutchLaunch")()\n'
    'explorer = model.explore("clutch1.fn_max", "overlap", plot=["*.w", "clutch?.tau"])\nexplorer',
    "explorer.parameters",
)

DRAFT = '''"""A launch that is not finished."""

import drivetrain as dt
from drivetrain.rotational import Clutch, Inertia, SpringDamper


class Launch(dt.Model):
    """An engine sets a vehicle in motion through a clutch and an elastic shaft."""

    engine = Inertia(J=0.2, phi=dt.fixed(0), w=dt.fixed(100))
    clutch = Clutch(fn_max=400)
    hub = Inertia(J=0.05, phi=dt.fixed(0), w=dt.fixed(0))
    shaft = SpringDamper(c=2000, d=10)
    vehicle = Inertia(J=2.0, phi=dt.fixed(0), w=dt.fixed(0))

    def equations(self):
        yield self.engine >> self.clutch >> self.hub >> self.shaft >> self.vehicle
'''


def launch(page: Any) -> None:
    """Pin a run, move a slider, and look at the clutch while it slides."""
    page.locator("body[data-run^=run]").wait_for()
    page.locator("#pin").click()
    page.locator('#tree [data-path="clutch1"] > .tree-row').click()
    page.locator('.control[data-name="clutch1.fn_max"] input.number').fill("3200")
    page.keyboard.press("Enter")
    page.locator(".chip", has_text="3200").wait_for()
    page.locator(".events li", has_text="clutch1.mode: backward → stuck").wait_for()
    page.locator(".events button").nth(1).click()
    page.locator("#diagram g[data-mode]").first.wait_for()
    page.locator("#diagram .running").first.wait_for(state="attached")


def study(page: Any) -> None:
    """Vary the force on a clutch."""
    page.locator("body[data-run^=run]").wait_for()
    page.locator('#tree [data-path="clutch1"] > .tree-row').click()
    page.locator('.control[data-name="clutch1.fn_max"] .vary').click()
    page.locator("#study-low").fill("1500")
    page.locator("#study-high").fill("6000")
    page.locator("#study-begin").click()
    page.locator(".study-told", has_text="11 of 11 runs").wait_for()
    page.locator("#study-key").select_option("dissipated by clutch1")
    page.locator(".key-point").nth(4).hover()


def fault(page: Any) -> None:
    """Show a model with a fault."""
    page.locator("#diagram g.is-faulty").first.wait_for()


def taken(
    browser: Any, model: str, name: str, prepare: Callable[[Any], None], folder: Path
) -> None:
    """Take one picture of a model, named as seen from a folder."""
    served = serve(model, cwd=folder)
    page = browser.new_page(viewport=SIZE, color_scheme="light")
    page.goto(served.url)
    prepare(page)
    page.wait_for_timeout(600)
    page.screenshot(path=IMAGES / f"{name}.png")
    page.close()
    served.end()


def notebook(browser: Any, folder: Path) -> None:
    """Take the picture of a widget in JupyterLab, with a pinned run and a slider that was moved."""
    with laboratory(folder, CELLS) as address:
        page = browser.new_page(viewport={"width": 1240, "height": 1160}, color_scheme="light")
        page.set_default_timeout(60_000)
        page.goto(address)
        page.get_by_text("Python 3 (ipykernel) | Idle").wait_for()
        page.keyboard.press("Control+b")  # hides the side bar
        run_cell(page, 0)
        page.locator(".drivetrain-explorer[data-run^=run]").wait_for()
        page.locator("#pin").click()
        page.locator('.control[data-name="clutch1.fn_max"] input.number').fill("3200")
        page.keyboard.press("Enter")
        page.locator(".chip", has_text="3200").wait_for()
        run_cell(page, 1)
        page.locator(".jp-OutputArea-output pre", has_text="3200").wait_for()
        page.get_by_role("button", name="No", exact=True).click()  # no news
        page.wait_for_timeout(1000)
        page.locator(".jp-WindowedPanel-viewport").screenshot(path=IMAGES / "notebook.png")
        page.close()


def run_cell(page: Any, number: int) -> None:
    """Run a cell as people do."""
    page.locator(".jp-CodeCell .cm-content").nth(number).click()
    page.keyboard.press("Control+Enter")


def main() -> None:
    """Take all pictures."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver, TemporaryDirectory() as folder:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        taken(browser, "machines.DualClutchLaunch", "studio", launch, Path(folder))
        taken(browser, "machines.DualClutchLaunch", "studio_study", study, Path(folder))
        Path(folder, "launch.py").write_text(DRAFT, encoding="utf-8")
        taken(browser, "launch.py", "studio_fault", fault, Path(folder))
        notebook(browser, Path(folder))


if __name__ == "__main__":
    main()
