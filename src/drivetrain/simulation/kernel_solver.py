"""Set up the kernel's solver for a run: tolerances, clocks, delays, initial guesses."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, TypedDict

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.expressions.interpreter import Environment, evaluate
from drivetrain.compiler.frontend.qualified_names import component_path, place_of, variable_name
from drivetrain.compiler.frontend.values import Values
from drivetrain.compiler.jacobian.chain_rule import is_made_of_slopes, is_too_dense
from drivetrain.compiler.jacobian.fill_in import LARGEST_FULL
from drivetrain.compiler.translation import Translation
from drivetrain.errors import ParameterError, UsageError
from drivetrain.kernel.binding import MOST_STEPS, Solver
from drivetrain.modeling.expression import walk
from drivetrain.simulation.end_of_run import with_end
from drivetrain.simulation.settings import Settings

__all__ = [
    "Scales",
    "Solvers",
    "check_density",
    "discrete_starts",
    "given_arrays",
    "have_ticks",
    "instants_of",
    "loop_guesses",
    "make_another",
    "make_solver",
    "scales_of",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

SECONDS_UNTIL_HEEDED = 0.1
"""Time after which the kernel returns, so that an interrupt is noticed, s."""
_MOST_TICKS = 1e8
"""For all clocks together in a run."""
_CLOCKS_SHOWN = 5
_LEAST_BITS_APART = 16
"""Minimum spacing of clock ticks in last bits; the kernel treats 8 as one instant."""
_LARGEST_ANGLE = 0.1  # rad or m; see docs/design/time/tolerances.md
_MOST_KEPT = 3
"""Solvers from which others may be derived."""
_LOCK_TOLERANCE = 10.0
"""Speed that a lock may remove, in tolerances of the states it depends on."""


@dataclass(frozen=True, eq=False)
class Scales:
    """Tolerances of the states and guesses of the loops, from start and nominal values."""

    atol: Floats
    rtol: float
    size_limit: Floats
    memory: Floats


def scales_of(translation: Translation, values: Values, tolerance: float) -> Scales:
    """Return the scales of a run at a relative tolerance."""
    nominal, limit = sizes(translation, values)
    return Scales(tolerance * nominal, tolerance, limit, loop_guesses(translation, values))


class Solvers:
    """Creates the solvers of the runs of a compiled model.

    Most runs differ from a previous one in parameters only: their solver is derived from that of
    such a run. A few are kept, since pairs of runs with two tolerances are usual.
    """

    def __init__(self) -> None:
        self._latest: tuple[_Made, ...] = ()

    def make(
        self, translation: Translation, values: Values, settings: Settings, scales: Scales
    ) -> Solver:
        """Return the solver of a run that records short rows, if that is possible.

        Parameters
        ----------
        translation, values, settings, scales
            As for :func:`make_solver`.
        """
        for latest in self._latest:
            if latest.fits(translation, values, settings, scales):
                if values is latest.values:
                    return latest.solver.again()
                return make_another(latest.solver, translation, values)
        solver = make_solver(translation, values, settings, scales, short_rows=True, is_whole=True)
        made = _Made(translation, values, settings, scales, solver)
        self._latest = (made, *self._latest[: _MOST_KEPT - 1])
        return solver


@dataclass(frozen=True, eq=False)
class _Made:
    """A solver and the data it was created from."""

    translation: Translation
    values: Values
    settings: Settings
    scales: Scales
    solver: Solver

    def fits(
        self, translation: Translation, values: Values, settings: Settings, scales: Scales
    ) -> bool:
        """Tell whether another run differs in parameters only."""
        return (
            translation is self.translation
            and scales is self.scales
            and settings == self.settings
            and (values is self.values or _same_tables(values, self.values))
        )


def _same_tables(one: Values, other: Values) -> bool:
    return np.array_equal(one.tables, other.tables) and np.array_equal(
        one.table_offset, other.table_offset
    )


def make_solver(
    translation: Translation,
    values: Values,
    settings: Settings,
    scales: Scales,
    short_rows: bool = False,
    with_relations: bool = False,
    max_steps: int = MOST_STEPS,
    is_whole: bool = False,
) -> Solver:
    """Return the kernel solver of one run.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    values : Values
        Parameters, start and nominal values of this run.
    settings : Settings
        Requested settings.
    scales : Scales
        Tolerances of the states and guesses of the loops.
    short_rows : bool
        Whether the run records only what the rest can be computed from, if that is possible.
    with_relations : bool
        Whether it records the relations in any case.
    max_steps : int
        Limit of steps between events or output points.
    is_whole : bool
        Whether this is a whole run, at whose end `terminal` is true.
    """
    end = settings.stop_time if is_whole else None
    made = Solver(
        translation.kernel,
        start_time=settings.start_time,
        stop_time=settings.stop_time,
        interval=settings.interval,
        output_times=() if settings.output_times is None else settings.output_times.instants,
        tables=values.tables,
        table_offset=values.table_offset,
        atol=scales.atol,
        rtol=scales.rtol,
        size_limit=scales.size_limit,
        lock_tolerance=_LOCK_TOLERANCE,
        memory=scales.memory,
        method=settings.solver,
        short_rows=short_rows,
        with_relations=with_relations,
        max_steps=max_steps,
        seconds_per_call=SECONDS_UNTIL_HEEDED,
        **_checked_arrays(translation, values, settings.start_time, settings.stop_time, end),
    )
    made.end_of_run = end
    return made


def make_another(solver: Solver, translation: Translation, values: Values) -> Solver:
    """Return the kernel solver of a run that differs only in parameters.

    Parameters
    ----------
    solver : Solver
        Solver of another run; it may be closed.
    translation : Translation
        The compiled model.
    values : Values
        Parameters of this run; tables, start and nominal values are those of the other run.
    """
    run = solver.start_time, solver.stop_time, solver.end_of_run
    return solver.again(**_checked_arrays(translation, values, *run))


class GivenArrays(TypedDict):
    """Arrays for the kernel that depend on the parameters of a run."""

    parameters: Floats
    sample_start: Floats
    sample_interval: Floats
    delay_longest: Floats


def given_arrays(
    translation: Translation, parameters: Floats, end: float | None = None
) -> GivenArrays:
    """Return the arrays for the kernel that depend on the parameters of one or several runs.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parameters : float array, shape (n_parameters,) or (n_runs, n_parameters)
        Parameters of the runs.
    end : float, optional
        Their end, s, if they are whole runs.

    Returns
    -------
    dict
        The parameters, including the masks of loops; first tick and period of each sample clock, s;
        each delay that is constant, and the upper bound of the others, s.
    """
    samples = translation.program.samples
    return {
        "parameters": translation.parameters_of(parameters),
        "sample_start": with_end(
            _nodes(translation, parameters, [first for first, _ in samples]), end
        ),
        "sample_interval": _nodes(translation, parameters, [period for _, period in samples]),
        "delay_longest": _nodes(
            translation, parameters, [d.longest for d in translation.program.delays]
        ),
    }


def have_ticks(told: GivenArrays, begin: float, end: float) -> NDArray[np.bool_]:
    """Tell in which runs all ticks from `begin` to `end` can be processed.

    They must be distinct instants, and no more than `_MOST_TICKS`.
    """
    start, interval = told["sample_start"], told["sample_interval"]
    apart = (interval >= _finest_period(start, begin, end)).all(axis=-1)
    few = _ticks(start, interval, begin, end).sum(axis=-1) <= _MOST_TICKS
    return np.asarray(apart & few)


def _ticks(start: Any, interval: Any, begin: float, end: float) -> Floats:
    """Return the number of clock ticks in a run."""
    with np.errstate(all="ignore"):
        count = np.maximum(end - np.maximum(start, begin), 0.0) / interval
    return np.asarray(count, dtype=float)


def _checked_arrays(
    translation: Translation,
    values: Values,
    begin: float,
    end: float,
    end_of_run: float | None,
) -> GivenArrays:
    """Return the arrays for a run; reject clocks that would stop the time."""
    told = given_arrays(translation, values.parameter, end_of_run)
    if translation.program.samples and not have_ticks(told, begin, end):
        raise ParameterError(_wrong_clocks(translation, values, begin, end))
    return told


def sizes(translation: Translation, values: Values) -> tuple[Floats, Floats]:
    """Return nominal size of each state, and the size above which its tolerance stops growing.

    Angles (first members of chains that are differentiated twice) grow without bound while only
    their differences matter, so their tolerance grows to that of 0.1 rad (or 0.1 m) and no further.
    Where nothing depends on an angle, there is no such difference.
    """
    t = translation
    n = len(t.lowered.states)
    nominal = np.ones(n)
    column = t.column - 2
    at = np.flatnonzero((column >= 0) & (column < n) & (values.nominal != 1.0))
    for number in at[~(values.nominal[at] > 0)].tolist():
        raise ParameterError(
            f"the nominal value of {variable_name(t.flat.root, number)} is "
            f"{values.nominal[number]:g}: give the typical size of this quantity, above zero; it "
            "decides how exactly it is computed"
        )
    nominal[column[at]] = values.nominal[at]
    chain = np.searchsorted(t.reduced.first, t.lowered.states, side="right") - 1
    order = t.lowered.states - t.reduced.first[chain]
    angle = (order == 0) & (t.reduced.d[chain] >= 2)
    return nominal, np.where(angle & t.active_states, _LARGEST_ANGLE, np.inf)


def _finest_period(start: Any, begin: float, end: float) -> Any:
    """Return the shortest period whose ticks are distinct instants throughout the run."""
    farthest = np.maximum(max(abs(begin), abs(end)), np.where(start < end, np.abs(start), 0.0))
    return _LEAST_BITS_APART * np.spacing(farthest)


def _wrong_clocks(translation: Translation, values: Values, begin: float, end: float) -> str:
    """Report sample clocks with a period that is not positive, or too short to be resolved."""
    told = []
    for clock in clocks_of(translation, values.parameter):
        finest = _finest_period(clock.start, begin, end)
        if clock.period > 0 and clock.period < finest:
            since = f" from {clock.start:g} s on" if clock.start < end else ""
            apart = f", but the instants of this run are {finest:.2g} s apart"
            told.append(f"{clock}{since}{apart} [{clock.where}]")
        elif not clock.period > 0:
            told.append(f"{clock} [{clock.where}]")
    if not told:
        return _too_many_ticks(translation, values, begin, end)
    return "; ".join(told) + ": give sample(start, interval) an interval above 0 s"


def _too_many_ticks(translation: Translation, values: Values, begin: float, end: float) -> str:
    """Report clocks that tick so often that the run would hardly end."""

    def ticks(clock: Clock) -> float:
        return float(_ticks(clock.start, clock.period, begin, end))

    clocks = sorted(clocks_of(translation, values.parameter), key=ticks, reverse=True)
    told = "; ".join(f"{c}, {ticks(c):.3g} times [{c.where}]" for c in clocks[:_CLOCKS_SHOWN])
    return (
        f"{told}: in this run clocks tick {sum(map(ticks, clocks)):.3g} times, each tick an event; "
        f"more than {_MOST_TICKS:.0e} would hardly end; take the mean of what is that fast, "
        "a longer period, or an earlier stop_time"
    )


@dataclass(frozen=True)
class Clock:
    """A sample clock: component and expression, first tick and period in s, source line."""

    path: str
    text: str
    start: float
    period: float
    where: str

    def __str__(self) -> str:
        return f"{self.path}: '{self.text}' ticks every {self.period:g} s"


def clocks_of(translation: Translation, parameters: Floats) -> Iterator[Clock]:
    """Yield the sample clocks of a model for some parameter values."""
    root = translation.flat.root
    for equations in translation.flat.equations:
        one, traced = equations.instances, equations.traced
        env = Environment({"par": partial(_of_instances, parameters, one.parameter)})
        for node in walk(traced.rhs):
            if node.op == "sample":
                first, period = (
                    np.broadcast_to(evaluate(arg, env), one.variable.shape) for arg in node.args
                )
                for k, start in enumerate(one.variable.tolist()):
                    path = component_path(root, start, one.trace) or root.title
                    where = place_of(root, start, traced.where, one.trace)
                    yield Clock(path, str(node), float(first[k]), float(period[k]), str(where))


def instants_of(translation: Translation, parameters: Floats) -> dict[int, float]:
    """Return the instants that relations on time wait for, if parameters alone give them."""
    found = {}
    for number, relation in enumerate(translation.program.time_relations):
        with suppress(UsageError):
            found[number] = float(_parameter_node(translation, parameters, relation.instant))
    return found


def _of_instances(values: Floats, first: Ints, slot: int) -> Floats:
    return values[first + slot]


def _nodes(translation: Translation, parameters: Floats, numbers: list[int]) -> Floats:
    """Evaluate nodes that depend on parameters only, vectorised over runs."""
    found = np.empty((*parameters.shape[:-1], len(numbers)))
    for k, number in enumerate(numbers):
        found[..., k] = _parameter_node(translation, parameters, number)
    return found


def _parameter_node(translation: Translation, parameters: Floats, number: int) -> Any:
    """Evaluate a node that depends on parameters only, in every run."""
    program = translation.program
    op, args = program.ops[number], program.args[number]
    if op == "const":
        return float(program.values[number])
    if op == "p":
        return parameters[..., program.values[number]]
    operands = [_parameter_node(translation, parameters, a) for a in args]
    simple = {
        "add": np.add, "sub": np.subtract, "mul": np.multiply, "div": np.divide, "neg": np.negative,
    }  # fmt: skip
    if op not in simple:
        raise UsageError("sample(start, interval), delay(u, T): times have to be numbers or sums, "
                         "differences, products and quotients of parameters")  # fmt: skip
    return simple[op](*operands)


def discrete_starts(translation: Translation, values: Values) -> Floats:
    """Return the values of the discrete quantities before the first instant."""
    aliased = translation.aliased
    start = np.zeros(len(aliased.discrete_representative))
    at = np.flatnonzero(aliased.discrete >= 0)
    at = at[np.argsort(values.is_fixed[at], kind="stable")]
    known = at[(values.start[at] != 0) | values.is_fixed[at]]
    start[aliased.discrete[known]] = aliased.sign[known] * np.nan_to_num(values.start[known])
    return start


def loop_guesses(translation: Translation, values: Values) -> Floats:
    """Return the initial contents of the kernel's memory.

    These are the start values of the unknowns of the algebraic loops, else 0.
    """
    t, aliased = translation, translation.aliased
    guess = np.zeros(t.reduced.n_members)
    at = np.flatnonzero((aliased.chain >= 0) & ~np.isnan(values.start))
    at = at[np.lexsort((values.is_fixed[at], values.start[at] != 0))]
    member = t.reduced.member(aliased.chain[at], aliased.order[at])
    guess[member] = aliased.sign[at] * values.start[at]
    unknowns = [m for loop in t.lowered.loops for m in loop.tearing]
    memory = np.zeros(int(t.kernel.struct.n_memory))
    memory[: len(unknowns)] = guess[np.array(unknowns, dtype=np.int64)]
    return memory


def check_density(translation: Translation, solver: str) -> None:
    """Reject a stiff method for a model that is too large for a dense matrix.

    Parameters
    ----------
    translation : Translation
        A model without a sparse Jacobian.
    solver : str
        Name of the method.

    Raises
    ------
    UsageError
        If the model is too large.
    """
    lowered = translation.lowered
    n = len(lowered.states)
    if n > LARGEST_FULL and is_made_of_slopes(lowered) and is_too_dense(lowered):
        raise UsageError(
            f"solver={solver!r} needs the Jacobian, and in {translation.flat.root.title} so many "
            f"of the {n} states act on each derivative that it would be a full matrix of {n} x "
            f"{n} numbers; full ones are made up to {LARGEST_FULL} states: choose 'auto', which "
            "integrates this model explicitly, or 'bs5'"
        )
