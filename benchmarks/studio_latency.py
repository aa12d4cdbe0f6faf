"""Measure the Studio in a browser: key to frame, and memory after a thousand runs.

Run as ``python -m benchmarks.studio_latency``; needs Chromium and playwright.
"""

from __future__ import annotations

import shutil
import sys
import time
from statistics import median, quantiles
from typing import Any

from tests.studio.latency import key_to_frame
from tests.studio.serving import serve

MODELS = {
    "CoupledClutches": ("clutch1", "clutch1.fn_max"),
    "machines.DualClutchLaunch": ("clutch1", "clutch1.fn_max"),
    "machines.EightSpeedAutomatic": ("clutch_c", "clutch_c.fn_max"),
}
PRESSES = 30
MANY = 1000
MEGABYTE = 2**20


def main() -> None:
    """Print a table."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        print(f"{'model':<30} usable  median    95 %")
        for model, (part, name) in MODELS.items():
            usable, times = measured(browser, model, part, name)
            slow = quantiles(times, n=20)[-1]
            print(f"{model:<30} {usable:4.2f} s {median(times):5.1f} ms {slow:5.1f} ms")
        before, after = growth(browser, MANY)
        print(f"memory of the page after {MANY} runs: {before:.1f} MB → {after:.1f} MB")


def measured(browser: Any, model: str, part: str, name: str) -> tuple[float, list[float]]:
    """Return the time from the command to the first run, and those from key to frame."""
    begin = time.perf_counter()
    served = serve(model)
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(served.url)
    page.locator("body[data-run^=run]").wait_for()
    usable = time.perf_counter() - begin
    key_to_frame(page, part, name, PRESSES)
    page.reload()
    page.locator("body[data-run^=run]").wait_for()
    times = key_to_frame(page, part, name, PRESSES)
    page.close()
    served.end()
    return usable, times


def growth(browser: Any, runs: int) -> tuple[float, float]:
    """Return the memory of the scripts of a page before and after many runs, MB."""
    served = serve("CoupledClutches")
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(served.url)
    page.locator("body[data-run^=run]").wait_for()
    session = page.context.new_cdp_session(page)
    key_to_frame(page, "clutch1", "clutch1.fn_max", 50)
    before = used(session)
    key_to_frame(page, "clutch1", "clutch1.fn_max", runs)
    after = used(session)
    page.close()
    served.end()
    return before, after


def used(session: Any) -> float:
    """Return the memory that is in use after tidying up, MB."""
    session.send("HeapProfiler.collectGarbage")
    facts = session.send("Runtime.getHeapUsage")
    return float(facts["usedSize"] + facts.get("backingStorageSize", 0)) / MEGABYTE


if __name__ == "__main__":
    sys.exit(main())
