"""Measure the Studio in a browser: start, key to frame, and memory after a thousand runs.

Run as ``python -m benchmarks.studio_latency``; needs Chromium and playwright. Of the start the
shortest of several is told, with the processor time of the server, which other work on the machine
lengthens least. Modules are compiled before, as installing the package does.
"""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import Any

from tests.studio.latency import key_to_frame
from tests.studio.serving import Served, serve

MODELS = {
    "CoupledClutches": ("clutch1", "clutch1.fn_max"),
    "machines.DualClutchLaunch": ("clutch1", "clutch1.fn_max"),
    "machines.EightSpeedAutomatic": ("clutch_c", "clutch_c.fn_max"),
}
PRESSES = 30
STARTS = 3
MANY = 1000
MEGABYTE = 2**20


def main() -> None:
    """Print a table."""
    from playwright.sync_api import sync_playwright

    with compiled_modules(), sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=shutil.which("chromium"))
        print(f"{'model':<30} usable    work  first presses     later ones: median, 95 %")
        started(browser, next(iter(MODELS)))  # compiles the modules
        for model, (part, name) in MODELS.items():
            starts = [started(browser, model) for _ in range(STARTS)]
            usable, work = (min(times) for times in zip(*starts, strict=True))
            rounds = [
                f"{median(times):5.1f} ms {quantiles(times, n=20)[-1]:5.1f} ms"
                for times in pressed(browser, model, part, name)
            ]
            print(f"{model:<30} {usable:4.2f} s {work:5.2f} s ", "  ".join(rounds))
        for what, (before, after) in growth(browser, MANY).items():
            print(f"memory of the {what} after {MANY} runs: {before:.1f} MB → {after:.1f} MB")


@contextmanager
def compiled_modules() -> Iterator[None]:
    """Let the servers keep compiled modules, whatever the environment says."""
    with TemporaryDirectory(prefix="drivetrain-bytecode-") as folder:
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ["PYTHONPYCACHEPREFIX"] = folder
        yield


def started(browser: Any, model: str) -> tuple[float, float]:
    """Return the time from the command to the first run, and that of the processor, s."""
    begin = time.perf_counter()
    served = serve(model)
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(served.url)
    page.locator("body[data-run^=run]").wait_for()
    usable = time.perf_counter() - begin
    fields = Path(f"/proc/{served.process.pid}/stat").read_text().rpartition(")")[2].split()
    work = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    page.close()
    served.end()
    return usable, work


def pressed(browser: Any, model: str, part: str, name: str) -> tuple[list[float], list[float]]:
    """Return the times from key to frame, ms: right after the start, and when code is warm."""
    served = serve(model)
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(served.url)
    page.locator("body[data-run^=run]").wait_for()
    first = key_to_frame(page, part, name, PRESSES)
    page.reload()
    page.locator("body[data-run^=run]").wait_for()
    later = key_to_frame(page, part, name, PRESSES)
    page.close()
    served.end()
    return first, later


def growth(browser: Any, runs: int) -> dict[str, tuple[float, float]]:
    """Return the memory of page and server before and after many runs, MB."""
    served = serve("CoupledClutches")
    page = browser.new_page(viewport={"width": 1440, "height": 900})
    page.goto(served.url)
    page.locator("body[data-run^=run]").wait_for()
    session = page.context.new_cdp_session(page)
    key_to_frame(page, "clutch1", "clutch1.fn_max", 50)
    before = used(session), resident(served)
    key_to_frame(page, "clutch1", "clutch1.fn_max", runs)
    after = used(session), resident(served)
    page.close()
    served.end()
    return dict(zip(("page", "server"), zip(before, after, strict=True), strict=True))


def used(session: Any) -> float:
    """Return the memory that is in use after tidying up, MB."""
    session.send("HeapProfiler.collectGarbage")
    facts = session.send("Runtime.getHeapUsage")
    return float(facts["usedSize"] + facts.get("backingStorageSize", 0)) / MEGABYTE


def resident(served: Served) -> float:
    """Return the memory of the server, MB."""
    pages = int(Path(f"/proc/{served.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / MEGABYTE


if __name__ == "__main__":
    sys.exit(main())
