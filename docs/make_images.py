"""Draw the pictures of the documents: ``python docs/make_images.py [NAME]...``.

All are drawn if none is named. The curves of CVODE need the extra ``cvode``.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import matplotlib as mpl

import drivetrain as dt
from drivetrain.plotting.style import STYLE, new_figure

DOCS = Path(__file__).parent
IMAGES = DOCS / "images"
sys.path.insert(0, str(DOCS.parent))

from benchmarks.precision import BAND, TOLERANCES, Case, stiff_case  # noqa: E402

if TYPE_CHECKING:
    from matplotlib.axes import Axes

SHOWN = (
    "book.SMDGearComparison", "edition2002.First", "OneWayClutch", "CoupledClutches",
    "book.SMDWithBacklash", "ElasticBearing", "machines.EightSpeedAutomatic",
    "machines.WindTurbineStop",
)  # fmt: skip
METHODS = {"bs5": "explicit, bs5", "rodas": "stiff, rodas"}


def launch() -> None:
    """Draw the picture of the README."""
    model = runpy.run_path(str(DOCS.parent / "examples" / "launch.py"))["Launch"]
    result = dt.simulate(model(), stop_time=1.0)
    signals = ("engine.w", "vehicle.w", "clutch.tau", "clutch.mode")
    result.plot(*signals, path=IMAGES / "launch.png")


def accuracy() -> None:
    """Draw true errors over tolerances, and the work that they take."""
    smooth, stiff = Case.of_example("book.SMDGearComparison"), stiff_case()
    cases = [*map(Case.of_example, SHOWN), stiff]
    with mpl.rc_context(STYLE):
        figure = new_figure(9.0, 7.5)
        axes: Any = figure.subplots(2, 2)
        for ax, (solver, title) in zip(axes[0], METHODS.items(), strict=True):
            _errors(ax, solver, title, cases)
        figure.legend(*axes[0, 0].get_legend_handles_labels(), loc="outside upper center", ncols=5)
        for ax, case in zip(axes[1], (smooth, stiff), strict=True):
            _work(ax, case)
        axes[1, 1].legend()
        figure.savefig(IMAGES / "accuracy.png", dpi=110)


def _errors(ax: Axes, solver: str, title: str, cases: list[Case]) -> None:
    asked = list(TOLERANCES)
    ax.fill_between(
        asked, [t / BAND for t in asked], [t * BAND for t in asked], color="#e8e8e8", linewidth=0
    )
    ax.plot(asked, asked, color="#999999", linewidth=0.8)
    for case, line in zip(cases, ("-", "-", "-", "-", "--", "--", "--", "--", ":"), strict=True):
        ax.plot(asked, [case.measure(solver, t).error for t in asked], line, label=case.name)
    ax.set(title=title, xlabel="tolerance asked for", ylabel="true error")
    _logarithmic(ax)


def _work(ax: Axes, case: Case) -> None:
    for solver in ("bs5", "rodas", "auto", "cvode"):
        try:
            runs = [case.measure(solver, t) for t in TOLERANCES]
        except dt.UsageError as missing:
            print(missing)
            continue
        work = [run.evaluations for run in runs]
        ax.plot(work, [run.error for run in runs], "o-", ms=3, label=solver)
    ax.set(title=case.name, xlabel="evaluations of the derivatives", ylabel="true error")
    _logarithmic(ax)


def _logarithmic(ax: Axes) -> None:
    ax.set_xscale("log")
    ax.set_yscale("log")


PICTURES = {"launch": launch, "accuracy": accuracy}


def main(names: list[str]) -> None:
    """Draw pictures anew."""
    mpl.use("Agg")
    IMAGES.mkdir(exist_ok=True)
    for name in names or PICTURES:
        PICTURES[name]()


if __name__ == "__main__":
    main(sys.argv[1:])
