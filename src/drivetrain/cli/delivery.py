"""Files and pictures of a run, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from drivetrain.cli.arguments import PlotOrder
from drivetrain.cli.failures import BadUsage, Failure
from drivetrain.errors import DrivetrainError, NameLookupError, UnitError

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result

__all__ = ["Deliverable", "deliver"]


class Deliverable(Protocol):
    """What was asked for, see :class:`~drivetrain.cli.commands.Order`."""

    @property
    def outputs(self) -> tuple[Path, ...]:
        """Result files."""

    @property
    def plots(self) -> tuple[PlotOrder, ...]:
        """Figures."""

    @property
    def plotting(self) -> dict[str, Any]:
        """Further arguments of :meth:`Result.plot`."""

    @property
    def timeline(self) -> Path | None:
        """Picture of the states of parts."""

    @property
    def report(self) -> Path | None:
        """Report of the run."""

    @property
    def folder(self) -> Path:
        """Base of relative paths."""


def deliver(result: Result, name: str, order: Deliverable, faults: list[Failure]) -> Iterator[Path]:
    """Write files and figures one after the other; a failure does not stop the others.

    Parameters
    ----------
    result : Result
        The run.
    name : str
        Name of the model, for pictures without a name of their own.
    order : Order
        What was asked for.
    faults : list of Failure
        Failures are added to it.
    """
    for option, path, write in _files(result, name, order):
        try:
            write(order.folder / path)
            yield path
        except DrivetrainError as error:
            kind = BadUsage if isinstance(error, NameLookupError | UnitError) else Failure
            faults.append(kind(f"{option}{error}"))


def _files(
    result: Result, name: str, order: Deliverable
) -> Iterator[tuple[str, Path, Callable[[Path], object]]]:
    """Yield option, file, and the function that writes it."""
    for path in order.outputs:
        yield "", path, result.save
    for plot, path in zip(order.plots, _picture_paths(name, order.plots), strict=True):
        yield "--plot: ", path, partial(_plot, result, plot, order.plotting)
    if order.timeline is not None:
        yield "--timeline: ", order.timeline, partial(_timeline, result)
    if order.report is not None:
        yield "--report: ", order.report, partial(_report, result, order.plots)


def _plot(result: Result, plot: PlotOrder, how: dict[str, Any], path: Path) -> None:
    result.plot(*plot.signals, path=path, unit=dict(plot.units), **how)


def _timeline(result: Result, path: Path) -> None:
    result.timeline().plot(path=path)


def _report(result: Result, plots: Sequence[PlotOrder], path: Path) -> None:
    asked = [signal for plot in plots for signal in plot.signals]
    result.report(path, plots=asked or None)


def _picture_paths(name: str, plots: Sequence[PlotOrder]) -> Iterator[Path]:
    """Return the file of each figure: MODEL.png, MODEL-2.png and so on by default."""
    unnamed = 0
    for plot in plots:
        if plot.path is None:
            unnamed += 1
            yield Path(f"{name}.png" if unnamed == 1 else f"{name}-{unnamed}.png")
        else:
            yield plot.path
