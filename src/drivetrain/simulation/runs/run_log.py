"""What a run tells in its channels of `logging`; each costs one question per run if it is off."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

import numpy as np

from drivetrain.compiler.translation import Translation
from drivetrain.kernel.binding import Solver, Stats
from drivetrain.logs import EVENTS, INITIALISATION, SOLVER
from drivetrain.simulation.diagnostics.relations import LENGTHY, Relations
from drivetrain.simulation.kernel_solver import clocks_of, instants_of
from drivetrain.simulation.results.event_log import Event
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.results.row_layout import component_of
from drivetrain.simulation.results.start_report import StartReport

__all__ = ["StepLog", "log_run", "log_start"]

_ROWS_AT_ONCE = 8
_SAME_INSTANT = 1e-12
_CAUSES_SHOWN = 3
_METHODS = ("explicit", "stiff")
"""The method after an even and an odd number of changes; automatic runs begin explicitly."""


def log_start(title: str, time: float, seconds: float, report: Callable[[], StartReport]) -> None:
    """Tell how the start came about.

    Parameters
    ----------
    title : str
        Name of the model.
    time : float
        First instant, s.
    seconds : float
        What it took.
    report : callable
        Makes the report on the start.
    """
    if not INITIALISATION.isEnabledFor(logging.INFO):
        return
    lines = report().lines
    rules = [line.rule for line in lines]
    asked = sum(rule.startswith("fixed") for rule in rules)
    equations = sum(rule.startswith("initial equation") for rule in rules)
    INITIALISATION.info(
        "%s: start at t = %g s found in %.3g s; %d fixed, %d initial equations, %d values found",
        title, time, seconds, asked, equations, len(rules) - asked - equations,
    )  # fmt: skip
    if INITIALISATION.isEnabledFor(logging.DEBUG):
        for line in lines:
            INITIALISATION.debug("%s: %s", title, line)


def log_run(t: Translation, result: Result, solver: Solver) -> None:
    """Tell the events of a run, and what the integrator did.

    Parameters
    ----------
    t : Translation
        The compiled model.
    result : Result
        The result, also of a run that failed.
    solver : Solver
        Its solver.
    """
    if EVENTS.isEnabledFor(logging.INFO):
        _log_events(t, result, solver)
    if SOLVER.isEnabledFor(logging.INFO):
        stats, begin = solver.stats, solver.start_time
        end = float(result.time[-1]) if len(result.time) else begin
        mean = (end - begin) / stats.steps if stats.steps else 0.0
        SOLVER.info(
            "%s: %s at t = %.9g s, in %.3g s: %d steps of %.3g s on average, %d of them stiff, "
            "%d rejected; %d changes of method, %d evaluations, %d Jacobians",
            result.model, result.status.name.lower(), end,
            result.stats.simulate_time, stats.steps, mean, stats.stiff_steps, stats.rejected_steps,
            stats.switches, stats.rhs_evaluations, stats.jacobians,
        )  # fmt: skip


def _log_events(t: Translation, result: Result, solver: Solver) -> None:
    events = result.events
    if EVENTS.isEnabledFor(logging.DEBUG):
        causes = _Causes(t, solver)
        for event in events:
            EVENTS.debug("%s: %s; %s", result.model, event, causes.of(event))
    stats = result.stats
    EVENTS.info(
        "%s: %d events: %d by a condition, %d scheduled; %d passes to settle them",
        result.model, len(events), stats.state_events, stats.time_events, stats.event_iterations,
    )  # fmt: skip


class _Causes:
    """Finds why events happen: instants that were reached, and conditions of what changed."""

    def __init__(self, t: Translation, solver: Solver) -> None:
        self._relations = Relations(t, solver.parameters)
        first = len(t.program.relations)
        self._instants = [
            (float(instant), self._relations.text(first + k))
            for k, instant in instants_of(t, solver.parameters).items()
        ]
        self._clocks = list(clocks_of(t, solver.parameters))
        self._conditions: dict[str, list[str]] = {}
        for number in range(first):
            text = self._relations.text(number)
            is_short = "where(" not in text and not text.startswith(LENGTHY)
            for name in self._relations.decides(number) if is_short else ():
                self._conditions.setdefault(name, []).append(text)

    def of(self, event: Event) -> str:
        if event.kind == "initial":
            return "at the start"
        if event.kind == "time":
            found = list(dict.fromkeys(self._scheduled(event.time)))
            return "; ".join(found[:_CAUSES_SHOWN]) or "an instant was reached"
        found = list(dict.fromkeys(self._of_friction(event))) or list(
            dict.fromkeys(c for one in event.changes for c in self._conditions.get(one.name, ()))
        )
        return "; ".join(found[:_CAUSES_SHOWN]) or "a condition changed"

    def _of_friction(self, event: Event) -> Iterator[str]:
        """Yield what made friction elements stick or slip."""
        for change in event.changes:
            if change.after_label == "stuck":
                yield f"the slip of {component_of(change.name)} became zero"
            elif change.before_label == "stuck":
                yield f"the load of {component_of(change.name)} passed its limit"

    def _scheduled(self, time: float) -> Iterator[str]:
        near = _SAME_INSTANT * max(1.0, abs(time))
        yield from (text for instant, text in self._instants if abs(instant - time) <= near)
        for clock in self._clocks:
            ticks = (time - clock.start) / clock.period
            if ticks > -0.5 and abs(ticks - np.rint(ticks)) * clock.period <= near:
                yield f"clock of {clock.path}, every {clock.period:g} s"


class StepLog:
    """Tells between which instants the method changed, or steps were rejected.

    Parameters
    ----------
    title : str
        Name of the model.
    solver : Solver
        Solver of the run.
    """

    def __init__(self, title: str, solver: Solver) -> None:
        self._title, self._solver = title, solver
        self._before: Stats = solver.stats
        self._time = solver.start_time

    @classmethod
    def wanted(cls, title: str, solver: Solver) -> StepLog | None:
        """Return a log if the channel of the solver is on in detail, else None."""
        return cls(title, solver) if SOLVER.isEnabledFor(logging.DEBUG) else None

    @property
    def capacity(self) -> int:
        """Number of rows after which it is to be asked."""
        return _ROWS_AT_ONCE

    def until(self, time: float) -> None:
        """Tell what happened up to an instant, if it is worth telling."""
        before, now = self._before, self._solver.stats
        steps = now.steps - before.steps
        rejected = now.rejected_steps - before.rejected_steps
        if now.switches > before.switches:
            SOLVER.debug(
                "%s: t = %.6g … %.6g s: the method changes to the %s one",
                self._title, self._time, time, _METHODS[now.switches % 2],
            )  # fmt: skip
        if rejected:
            size = (time - self._time) / steps if steps else 0.0
            SOLVER.debug(
                "%s: t = %.6g … %.6g s: %d rejected, %d accepted, of %.3g s on average",
                self._title, self._time, time, rejected, steps, size,
            )  # fmt: skip
        self._before, self._time = now, time
