"""Implementation of the commands."""

from __future__ import annotations

import inspect
import warnings
from collections.abc import Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from textwrap import indent
from typing import TYPE_CHECKING, Any

import click

import drivetrain
from drivetrain.cli.arguments import PlotOrder, parse_parameters, parse_plot, parse_signals
from drivetrain.cli.delivery import deliver
from drivetrain.cli.failures import BadUsage, Failure, user_code
from drivetrain.cli.models import Target, find_model
from drivetrain.cli.progress import ProgressBar
from drivetrain.compiler.frontend.qualified_names import find_parameter, find_variable
from drivetrain.errors import (
    CheckWarning,
    DrivetrainError,
    InitialisationError,
    NameLookupError,
    SimulationError,
    SimulationInterrupted,
    UnitError,
)

if TYPE_CHECKING:
    from drivetrain.simulation.results.result import Result
    from drivetrain.simulation.results.row_layout import Layout

__all__ = ["Order", "check_model", "list_examples", "run_model"]

_LAST_EVENTS = 5
_SUSPECT = 3
"""Exit status of a strict run whose result did not pass the check."""


@dataclass(frozen=True)
class Order:
    """Request to `simulate`.

    Parameters
    ----------
    settings : dict
        Keyword arguments of :func:`drivetrain.simulate`, only those that were specified.
    outputs : tuple of Path
        Result files to write.
    plots : tuple of PlotOrder
        Figures to draw.
    plotting : dict
        Further arguments of :meth:`Result.plot`, only those that were specified.
    timeline : Path, optional
        Picture of the states of parts.
    report : Path, optional
        Report of the run; it draws the signals of the figures, if any are asked for.
    listed : tuple of str
        Variables to list, names and patterns.
    quiet : bool
        Print only errors and warnings.
    strict : bool
        End with status 3 if the check of the result finds a problem.
    folder : Path
        Base of relative paths, even if the model changes the current folder.
    libraries : tuple of str
        Folders with Modelica libraries.
    """

    settings: dict[str, Any]
    outputs: tuple[Path, ...]
    plots: tuple[PlotOrder, ...]
    plotting: dict[str, Any]
    timeline: Path | None
    report: Path | None
    listed: tuple[str, ...]
    quiet: bool
    strict: bool
    folder: Path
    libraries: tuple[str, ...] = ()

    @classmethod
    def from_options(
        cls,
        *,
        parameters: Sequence[str] = (),
        outputs: Sequence[str] = (),
        plots: Sequence[str] = (),
        records: Sequence[str] = (),
        lists: Sequence[str] = (),
        plot_over: str | None = None,
        plot_between: tuple[float, float] | None = None,
        timeline: str | None = None,
        report: str | None = None,
        quiet: bool = False,
        strict: bool = False,
        libraries: Sequence[str] = (),
        **settings: Any,
    ) -> Order:
        """Return the request, with everything checked that can be checked before a run.

        Raises
        ------
        BadUsage
            If an option is invalid, a folder is missing, or a suffix is unknown.
        """
        from drivetrain.files import check_path
        from drivetrain.plotting.report.page import SUFFIXES as PAGES
        from drivetrain.plotting.saving import PICTURE_SUFFIXES
        from drivetrain.simulation.results.writers import SUFFIXES

        given = {name: value for name, value in settings.items() if value is not None}
        try:
            if parameters:
                given["parameters"] = parse_parameters(parameters)
            if records:
                given["record"] = parse_signals("--record", records)
            listed = parse_signals("--list", lists)
            pictures = tuple(map(parse_plot, plots))
            for picture in pictures:
                if picture.path is not None:
                    check_path(picture.path, PICTURE_SUFFIXES)
            files = tuple(check_path(output, SUFFIXES) for output in outputs)
            page = None if report is None else check_path(report, PAGES)
            states = None if timeline is None else check_path(timeline, PICTURE_SUFFIXES)
            how: dict[str, Any] = {} if plot_over is None else {"x": plot_over}
            if plot_between is not None:
                how["start"], how["stop"] = plot_between
            return cls(
                given, files, pictures, how, states, page, listed, quiet, strict, Path.cwd(),
                tuple(libraries),
            )  # fmt: skip
        except DrivetrainError as error:
            raise BadUsage(str(error)) from error


def list_examples() -> None:
    """Print name, stop time and first line of description of every example, group by group."""
    from drivetrain import examples

    found = [(name, examples.find(name)) for name in examples.names()]
    width = max((len(name) for name, _ in found), default=0)
    last = ""
    for name, model in found:
        group = name.rpartition(".")[0]
        if group != last:
            click.echo(f"\n{examples.heading(group)}")
            last = group
        first_line = (inspect.getdoc(model) or "").partition("\n")[0]
        stop = f"{model.experiment.stop_time:g} s"
        click.echo(f"{name:<{width}}  {stop:>7}  {first_line}".rstrip())


def check_model(text: str, libraries: Sequence[str] = ()) -> None:
    """Print the report on the structure of a model.

    Parameters
    ----------
    text : str
        The model.
    libraries : sequence of str
        Folders with Modelica libraries.

    Raises
    ------
    Failure
        If there is no such model, or it cannot be examined.
    SystemExit
        With status 1 if the report names faults.
    """
    target = find_model(text, libraries)
    model = target.build()
    with user_code(target.file):
        report = drivetrain.check(model)
    click.echo(str(report))
    if report.faults:
        raise SystemExit(Failure.exit_code)
    with user_code(target.file):
        try:
            start = drivetrain.CompiledModel(model).start()
        except (InitialisationError, SimulationError) as error:
            raise Failure(f"{error}{_start_of(error)}") from error
    click.echo(f"start\n{indent(str(start), '    ')}")


def run_model(text: str, order: Order) -> None:
    """Run a model, save and plot the requested output, print a summary.

    Raises
    ------
    Failure
        If something cannot be found, or the run failed; the part computed so far is saved first.
    SystemExit
        With status 1 if the run was interrupted; with status 3 if the check of the result found a
        problem and the request is strict.
    """
    from drivetrain.simulation.results.result import RunStatus

    target = find_model(text, order.libraries)
    result, failure = _simulate(target, order)
    faults = [failure] if failure else []
    if result is not None:
        written = list(deliver(result, target.name, order, faults))
        if not order.quiet:
            click.echo(_report(result, written))
        if order.listed:
            click.echo(result.variables(*order.listed).text())
    if faults:
        kind = BadUsage if any(isinstance(fault, BadUsage) for fault in faults) else Failure
        raise kind("\n".join(fault.message for fault in faults))
    if result is not None and result.status is not RunStatus.DONE:
        click.echo(_stopped_early(result), err=True)
        raise SystemExit(Failure.exit_code)
    if result is not None and result.check.findings:
        click.echo(f"Warning: {result.check.message}", err=True)
        if order.strict:
            raise SystemExit(_SUSPECT)


def _simulate(target: Target, order: Order) -> tuple[Result | None, Failure | None]:
    """Return the result, and the error if the run was not completed."""
    model = target.build()
    watched = not order.quiet and ProgressBar.is_wanted()
    with (
        ProgressBar(target.name) if watched else nullcontext() as progress,
        user_code(target.file),
        warnings.catch_warnings(),
    ):
        warnings.simplefilter("ignore", CheckWarning)  # printed after the summary
        warnings.showwarning = _show_warning
        try:
            if not (order.plots or order.listed or "record" in order.settings):
                return drivetrain.simulate(model, **order.settings, progress=progress), None
            compiled = drivetrain.compile(model)
            _check_signals(compiled, order)
            return compiled.simulate(**order.settings, progress=progress), None
        except SimulationInterrupted as stop:
            return stop.result, None
        except SimulationError as error:
            return _partial(error), Failure(f"{error}{_start_of(error)}")
        except InitialisationError as error:
            return None, Failure(f"{error}{_start_of(error)}")
        except NameLookupError as error:
            misspelt = bool(order.settings.get("parameters"))
            return None, (BadUsage if misspelt else Failure)(str(error))


def _show_warning(message: Warning | str, *_: object, **__: object) -> None:
    """Print a warning without the line of Python that led to it."""
    click.echo(f"Warning: {message}", err=True)


def _check_signals(compiled: drivetrain.CompiledModel, order: Order) -> None:
    """Reject names that match no variable, or none that is recorded, before the run.

    So are units that do not fit.
    """
    from drivetrain.simulation.results.selection import narrowed

    root, layout = compiled.translation.flat.root, compiled.layout
    record = tuple(order.settings.get("record", ()))
    asked = [("--record", record)] if record else []
    asked += [("--plot", plot.names) for plot in order.plots]
    asked += [("--plot-over", (order.plotting["x"],))] if "x" in order.plotting else []
    asked += [("--list", order.listed)] if order.listed else []
    for option, names in asked:
        for name in names:
            if find_variable(root, name) is None and find_parameter(root, name) is not None:
                raise BadUsage(f"{option}: {name!r} is a parameter, not a variable")
        try:
            if option == "--record":
                layout = narrowed(layout, record)[0]
            layout.match(*names)
        except NameLookupError as error:
            raise BadUsage(f"{option}: {error}") from error
    for plot in order.plots:
        _check_units(layout, plot)


def _check_units(layout: Layout, plot: PlotOrder) -> None:
    """Reject units that do not fit their signals, before the run."""
    from drivetrain.simulation.results.shown_units import shown_units

    places = map(layout.position, layout.match(*plot.names))
    real = {layout.names[k]: layout.units[k] for k in places if layout.kinds[k] == "real"}
    try:
        shown_units(real, plot.units)
    except (NameLookupError, UnitError) as error:
        raise BadUsage(f"--plot: {error}") from error


def _start_of(error: InitialisationError | SimulationError) -> str:
    """Return the table of a failed start; nothing if the run failed later."""
    from drivetrain.simulation.results.result import Result

    start = getattr(error, "start", None)
    if isinstance(error, SimulationError) and isinstance(error.result, Result):
        begun = len(error.result.rows) and error.result.time[-1] > error.result.time[0]
        start = None if begun else error.result.start
    return f"\nHow the start came about:\n{indent(str(start), '    ')}" if start else ""


def _partial(error: SimulationError) -> Result | None:
    from drivetrain.simulation.results.result import Result

    result = error.result
    return result if isinstance(result, Result) and len(result.time) else None


def _report(result: Result, written: Sequence[Path]) -> str:
    from drivetrain.simulation.results.result import RunStatus

    # The reason why a run stopped early is given once, where it is reported as an error.
    lines = [result.summary(message=result.status is RunStatus.DONE)]
    last = result.events.telling[-_LAST_EVENTS:]
    if last:
        lines.append("last events")
        lines += [f"  {event}" for event in last]
    shared = result.events.shared[:_LAST_EVENTS]
    if shared:
        lines += ["shared motions", *(f"  {motion}" for motion in shared)]
    lines += [f"written    {path}" for path in written]
    return "\n".join(lines)


def _stopped_early(result: Result) -> str:
    reached = f"t = {result.time[-1]:g} s" if len(result.time) else "the very beginning"
    return f"The run stopped at {reached}: {result.message or result.status.sentence}"
