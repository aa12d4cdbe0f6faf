"""Status codes, failure details and statistics of the kernel."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

__all__ = [
    "STATUS_OF",
    "BlockCode",
    "Contradiction",
    "DiscreteChange",
    "Failure",
    "RowFlag",
    "Stats",
    "Status",
]


class Status(IntEnum):
    """Outcome of a call; :attr:`sentence` describes it."""

    DONE = 0
    MORE = 1
    EVENT_CYCLE = 2
    ZENO = 3
    NON_FINITE = 4
    BLOCK_FAILED = 5
    ASSERT = 6
    STEP_TOO_SMALL = 7
    TOO_MANY_STEPS = 8
    NOT_READY = 9
    ANALYSE = 10
    DELAY_TIME = 11
    DELAY_MEMORY = 12
    DELAY_START = 13
    CHATTERING = 14
    NO_MODES = 15
    STEP = 16
    NOT_WHOLE = 17
    VARIES = 18
    TOO_FAST = 19
    JUMP = 20
    LOCKED_MOVING = 21
    IMPULSE = 22
    TWO_MOTIONS = 23
    FOREIGN = 24

    @property
    def failed(self) -> bool:
        """Whether the run cannot continue."""
        return self > Status.MORE and self not in (Status.ANALYSE, Status.STEP)

    @property
    def sentence(self) -> str:
        """The outcome in one sentence, with a remedy if there is one."""
        return _SENTENCES[self]


STATUS_OF = {int(status): status for status in Status}
"""Outcome for each number; a look-up is faster than a conversion."""

_SENTENCES = {
    Status.DONE: "What was asked is done.",
    Status.MORE: "The run is not finished; call advance again.",
    Status.EVENT_CYCLE: "The modes do not settle at one instant: what follows from a change leads "
    "to the next one; use pre(…) for values before the event, and let a condition that undoes "
    "itself have a hysteresis.",
    Status.ZENO: "Impacts follow each other at ever shorter intervals, endlessly in finite time; "
    "let what bounces come to rest below a certain speed, or make the contact elastic.",
    Status.CHATTERING: "Modes toggle without time passing to speak of; give the condition a "
    "hysteresis, or the element that switches some inertia, compliance or friction that sticks.",
    Status.NO_MODES: "No modes of the elements agree with the equations: whichever is tried, some "
    "element contradicts it; look for a condition that undoes itself (a law that jumps where its "
    "own mode changes), for friction that falls with the speed at a shaft without inertia, and for "
    "elements that lock one motion.",
    Status.NON_FINITE: "A value became infinite or undefined; look for a division by zero, a "
    "function or table left at the end of its range (where(…), maximum(…) and minimum(…) keep what "
    "it is computed from inside), or a motion that grows without bound.",
    Status.BLOCK_FAILED: "A set of algebraic equations has no solution or no single one; look for "
    "elements that prescribe one motion twice, for shafts without inertia, and for signals that "
    "follow from themselves.",
    Status.ASSERT: "An assertion of the model is violated.",
    Status.STEP_TOO_SMALL: "The tolerance cannot be reached with the smallest possible step; the "
    "solution may grow without bound, or the model may be too stiff.",
    Status.TOO_MANY_STEPS: "The integrator hardly gets on: millions of steps lead to no event and "
    "no output point; loosen the tolerance, look for very stiff parts and for motion that grows "
    "without bound.",
    Status.NOT_READY: "The run was not initialised; call initialise first.",
    Status.ANALYSE: "The stiff method is to be made ready; the solver does that by itself.",
    Status.STEP: "An external integrator is to make a step; the solver sees to that by itself.",
    Status.NOT_WHOLE: "An integer would have to become a number with a fraction; make it whole by "
    "floor(…) or ceil(…), or declare it as a variable.",
    Status.VARIES: "A quantity that changes at events only is computed from what changes all the "
    "time; let events set it, by when(…) or by comparisons without no_event(…) (the block "
    "RealToInteger does so), or declare it as a variable.",
    Status.TOO_FAST: "A wave goes round so often that the run would hardly end; take its mean, "
    "lower its frequency, or shorten the run.",
    Status.JUMP: "A motion that rigid parts follow exactly jumps; nothing could take up the "
    "impulse. Let it follow through a filter (Speed or Position with exact=False), drive it by an "
    "elastic part, or give a signal that does not jump.",
    Status.LOCKED_MOVING: "A lock closes although its sides move against each other, and no "
    "impulse is known that stops them: at a start, where it holds by friction, where nothing but "
    "sources moves them, or where its equations do not say where(locked, acceleration, …) == 0. "
    "Let friction (Clutch, Brake) or an elastic part (SpringDamper) take the speed away before, or "
    "set both sides to their common speed by reinit(…) in the same event; give both the same speed "
    "at a start, and a small w_small or v_small to friction whose speed events turn round.",
    Status.IMPULSE: "What an impact does is not known.",
    Status.FOREIGN: "The program behind a part has failed.",
    Status.TWO_MOTIONS: "Two motions agree with the equations, and nothing tells which one the "
    "machine takes: friction is proportional to a load that it presses up itself (the paradox of "
    "Painlevé).",
    Status.DELAY_TIME: "A delay is not positive or exceeds its bound; give delay(u, T) a positive "
    "time, and a time that varies a `longest` that it never exceeds.",
    Status.DELAY_MEMORY: "The past that a delay reaches back to does not fit into memory; shorten "
    "the delay or loosen the tolerance.",
    Status.DELAY_START: "Delayed expressions feed each other at the start and no values agree with "
    "what they were before; give the loop a state.",
}


class RowFlag(IntEnum):
    """Second entry of a row: the kind of its instant.

    `SCHEDULED` is added to `RIGHT` or `LAST` when the instant of the event was known in advance.
    """

    REGULAR = 0
    LEFT = 1
    RIGHT = 2
    FIRST = 3
    LAST = 4
    SCHEDULED = 8


class BlockCode(IntEnum):
    """Why a set of algebraic equations could not be solved."""

    OK = 0
    SINGULAR = 1
    NEWTON_FAILED = 2
    TOO_LARGE = 3
    PIVOT = 4
    NO_JACOBIAN = 5
    UNSIZED = 6


class Stats(NamedTuple):
    """Counters of a run.

    Attributes
    ----------
    steps, rejected_steps : int
        Accepted integrator steps, and attempts that were repeated.
    rhs_evaluations, full_evaluations : int
        Calls of the model for derivatives alone, and for everything.
    state_events, time_events : int
        Events found by crossing functions, and scheduled ones.
    event_iterations : int
        Passes of event iterations.
    mixed_sweeps, pivots, searches : int
        Evaluations in the search for consistent relations, relations exchanged one at a time, and
        exhaustive searches.
    lock_corrections : int
        Events after which speeds of locked elements were set to zero.
    dormant_crossings : int
        Relations that changed without any effect: no event, no restart.
    stiff_steps : int
        Those of `steps` that the stiff method made.
    jacobians, factorisations : int
        Jacobians evaluated and matrices factorised for it.
    switches : int
        Switches between the methods.
    """

    steps: int
    rejected_steps: int
    rhs_evaluations: int
    full_evaluations: int
    state_events: int
    time_events: int
    event_iterations: int
    mixed_sweeps: int
    pivots: int
    searches: int
    lock_corrections: int
    dormant_crossings: int
    stiff_steps: int
    jacobians: int
    factorisations: int
    switches: int
    impulses: int


@dataclass(frozen=True, slots=True)
class DiscreteChange:
    """A discrete variable changed in a pass of an event iteration.

    Attributes
    ----------
    discrete : int
        Index of the variable.
    before, after : float
        Its values.
    number : int
        Number of the pass.
    """

    discrete: int
    before: float
    after: float
    number: int


@dataclass(frozen=True, slots=True, eq=False)
class Contradiction:
    """Modes that only one relation contradicts (`NO_MODES`).

    Attributes
    ----------
    relation : int
        That relation.
    holds : bool
        Whether it is true there; the opposite was assumed.
    missed : float
        Difference of the compared values, in the units of the relation.
    row : float array
        Values with these modes.
    """

    relation: int
    holds: bool
    missed: float
    row: npt.NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Failure:
    """Details of a failure, in indices of the compiled model; the caller knows the names.

    Attributes
    ----------
    code : Status
        Kind of failure.
    time : float
        Instant in s.
    state : int or None
        Index in (x | q) of the state responsible (`NON_FINITE`, `STEP_TOO_SMALL`,
        `TOO_MANY_STEPS`).
    block : int or None
        Algebraic block (`BLOCK_FAILED`).
    block_code : BlockCode
        Why the block failed.
    assertion : int or None
        First violated assertion (`ASSERT`; also a cause of `EVENT_CYCLE` and `NO_MODES`).
    relations : tuple of int
        Relations that keep changing (`EVENT_CYCLE`, `ZENO`, `CHATTERING`, `NO_MODES`), or those of
        the contacts with two motions (`TWO_MOTIONS`).
    changes : tuple of DiscreteChange
        Changes in one period of the cycle, or in the last pass if nothing repeats (`EVENT_CYCLE`).
    delay : int or None
        Delayed expression (`DELAY_TIME`).
    lock : int or None
        Element that locks (`LOCKED_MOVING`) or that collides (`IMPULSE`).
    accepted : bool
        Whether `Solver.current` is the last accepted point, from which no step was possible.
    period : int
        Passes after which an event iteration repeats; 0 if it does not (`EVENT_CYCLE`).
    count : int
        Number of events behind the finding (`ZENO`, `CHATTERING`); reason why an impulse is
        undetermined (`IMPULSE`).
    interval : float
        Time in s between the last two of these events (`ZENO`), between events on average
        (`CHATTERING`), or of the last step (`TOO_MANY_STEPS`); the speed (`LOCKED_MOVING`).
    ratio : float
        Last interval divided by the one before (`ZENO`).
    """

    code: Status
    time: float
    state: int | None = None
    block: int | None = None
    block_code: BlockCode = BlockCode.OK
    assertion: int | None = None
    relations: tuple[int, ...] = ()
    changes: tuple[DiscreteChange, ...] = ()
    delay: int | None = None
    lock: int | None = None
    accepted: bool = False
    period: int = 0
    count: int = 0
    interval: float = 0.0
    ratio: float = 0.0

    @classmethod
    def of(cls, raw: Any) -> Failure:
        """Return the kernel's report of a failure, as a structure of this class."""
        return cls(
            code=Status(raw.status),
            time=raw.time,
            state=_index(raw.state),
            block=_index(raw.block),
            block_code=BlockCode(raw.block_code),
            assertion=_index(raw.assertion),
            relations=tuple(raw.relations[: raw.n_relations]),
            changes=tuple(
                DiscreteChange(one.discrete, one.before, one.after, one.pass_)
                for one in raw.changes[: raw.n_changes]
            ),
            delay=_index(raw.delay),
            lock=_index(raw.lock),
            accepted=bool(raw.accepted),
            period=raw.period,
            count=raw.count,
            interval=raw.interval,
            ratio=raw.ratio,
        )


def _index(value: int) -> int | None:
    return None if value < 0 else value
