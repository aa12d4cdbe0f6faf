"""Forward sensitivities that the kernel carries along with a run."""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from enum import IntEnum
from typing import NamedTuple
from weakref import finalize

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel import library as c
from drivetrain.kernel.binding import Solver

__all__ = [
    "CarriedSensitivities",
    "Carrier",
    "DirectionVerdict",
    "Indifferentiable",
    "PresentChanges",
    "RunCode",
    "SlopeCode",
    "compare_rows",
]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


class Indifferentiable(IntEnum):
    """Why there is no derivative from some instant on, `dt_indifferentiable`."""

    DIFFERENTIABLE = 0
    GRAZING = 1
    SIMULTANEOUS = 2
    FORCED_EVENT = 3
    LATCHED = 4
    LOCKS_MOVING = 5
    RATE_JUMPS = 6
    NO_SLOPE = 7
    NOT_RESOLVED = 8
    START_AT_LIMIT = 9
    UNKNOWN_ARRIVAL = 10
    UNKNOWN_PAST = 11


class DirectionVerdict(NamedTuple):
    """How far there is a derivative in a direction.

    Attributes
    ----------
    code : Indifferentiable
        Why it ends.
    part : int
        Number of the relation, discrete quantity or lock; -1: none.
    time : float
        Where, s.
    """

    code: Indifferentiable
    part: int
    time: float


class SlopeCode:
    """Machine code for slopes of some quantities.

    Parameters
    ----------
    address : int
        Its address.
    first : int
        Number of values that it writes before the slopes.
    row, column : int array
        Quantity of each slope, in ascending order, and what it is a slope by.
    n_quantity : int
        Number of quantities.
    engine : object
        Keeps the code alive.
    """

    def __init__(
        self, address: int, first: int, row: Ints, column: Ints, n_quantity: int, engine: object
    ) -> None:
        self._engine = engine
        self._ptr = np.searchsorted(row, np.arange(n_quantity + 1)).astype(np.int64)
        self._column = np.ascontiguousarray(column, dtype=np.int64)
        self.struct = c.Slopes(
            function=address, n_quantity=n_quantity, first=first,
            ptr=self._ptr.ctypes.data, column=self._column.ctypes.data,
        )  # fmt: skip


class RunCode(NamedTuple):
    """Machine code for what is differentiated along a run.

    Attributes
    ----------
    rates : SlopeCode
        Slopes of the derivatives.
    tangent : int
        Address of the code for their changes in all directions; 0: there is none.
    crossings : SlopeCode
        Slopes of the crossing functions.
    events : SlopeCode
        Slopes of instants, new values of states, speeds of locks and restitutions.
    latches : SlopeCode
        Slopes of the values that discrete reals are set to.
    switches : SlopeCode
        Slopes of what switching functions depend on.
    delays : SlopeCode
        Slopes of delayed expressions, then of their delays.
    engine : object
        Keeps the code alive.
    """

    rates: SlopeCode
    tangent: int
    crossings: SlopeCode
    events: SlopeCode
    latches: SlopeCode
    switches: SlopeCode
    delays: SlopeCode
    engine: object


@dataclass(frozen=True, eq=False)
class CarriedSensitivities:
    """What the kernel has found along a run.

    Attributes
    ----------
    relations : float array, shape (n_rows, n_relations)
        Relations at each row.
    changes : float array, shape (n_rows, n_states, n_directions)
        Sensitivities of the states.
    latched : float array, shape (n_rows, n_latched, n_directions)
        Those of the discrete reals that events set.
    delayed : float array, shape (n_rows, n_delays, n_directions)
        Those of delayed values, at fixed instants of the past.
    past : float array, shape (n_rows, 2 * n_delays)
        The delayed values, then their rates.
    event_times : float array, shape (n_events,)
        Instants of the events, s.
    event_causes : int array, shape (n_events,)
        Relation that each follows from; -1: none.
    event_shifts : float array, shape (n_events, n_directions)
        How the instants change.
    verdicts : list of DirectionVerdict
        One for each direction.
    """

    relations: Floats
    changes: Floats
    latched: Floats
    delayed: Floats
    past: Floats
    event_times: Floats
    event_causes: Ints
    event_shifts: Floats
    verdicts: list[DirectionVerdict]


class PresentChanges(NamedTuple):
    """What is known at one instant.

    Attributes
    ----------
    relations : float array, shape (n_relations,)
    states : float array, shape (n_states, n_directions)
    latched : float array, shape (n_latched, n_directions)
    delayed : float array, shape (n_delays, n_directions)
        Changes of delayed values, at fixed instants of the past.
    past : float array, shape (2 * n_delays,)
        The delayed values, then their rates.
    """

    relations: Floats
    states: Floats
    latched: Floats
    delayed: Floats
    past: Floats


class Carrier:
    """Carries sensitivities with a run.

    Parameters
    ----------
    solver : Solver
        Solver of the run, which is about to be initialised.
    slopes : RunCode
        Machine code.
    parameters : float array, shape (n_parameters, n_directions)
        Changes of the parameters.
    sizes : float array, shape (n_directions,)
        Usual size of a change in each direction.
    start : float array, shape (n_states, n_directions)
        Changes of the states before the initial event.
    latched, imposed : int array
        Numbers of the discrete reals that events set, and of those that are imposed on trial only.
    start_latched : float array, shape (n_latched, n_directions)
        Changes of the former at the start.
    seeks_start : bool
        Whether the start is still to be found, so that locks do not yet bring anything to rest.

    Raises
    ------
    MemoryError
        If there is no memory for them.
    """

    def __init__(
        self, solver: Solver, slopes: RunCode, parameters: Floats,
        sizes: Floats, start: Floats, latched: Ints, start_latched: Floats, imposed: Ints,
        seeks_start: bool = False,
    ) -> None:  # fmt: skip
        self._solver, self._library = solver, c.load_library()
        self._shape = start.shape
        self._kept = (
            slopes, np.ascontiguousarray(parameters), np.ascontiguousarray(sizes),
            np.ascontiguousarray(start),
            np.ascontiguousarray(latched, dtype=np.int64), np.ascontiguousarray(start_latched),
            np.ascontiguousarray(imposed, dtype=np.int64),
        )  # fmt: skip
        _, given, size, begin, kept, kept_start, trial = self._kept
        self._n_latched = len(kept)
        self._struct = c.Sensitivity(
            n_direction=start.shape[1], n_parameter=len(parameters), n_row=len(start),
            parameters=given.ctypes.data, sizes=size.ctypes.data, start=begin.ctypes.data,
            rates=ctypes.pointer(slopes.rates.struct), tangent=slopes.tangent,
            n_given=len(solver.parameters), crossings=ctypes.pointer(slopes.crossings.struct),
            events=ctypes.pointer(slopes.events.struct),
            n_latched=len(kept), latched=kept.ctypes.data,
            start_latched=kept_start.ctypes.data, latches=ctypes.pointer(slopes.latches.struct),
            switches=ctypes.pointer(slopes.switches.struct),
            delays=ctypes.pointer(slopes.delays.struct),
            n_imposed=len(trial), imposed=trial.ctypes.data,
            seeks_start=int(seeks_start),
        )  # fmt: skip
        if self._library.dt_attach_sensitivity(solver.handle, self._struct):
            raise MemoryError("no memory for sensitivities of this size")

    def present(self) -> PresentChanges:
        """Return relations, the changes of states and of discrete reals, and delays, at present."""
        row = np.empty(self._width)
        self._library.dt_sensitivity_present(self._solver.handle, row.ctypes.data)
        return PresentChanges(*(part[0] for part in self._parts(row[None])))

    def limits(self) -> list[int]:
        """Return the relation that the start is at the limit of, by direction.

        -1: none. Behind the relations follow locks that would not stay at rest, then switching
        functions that pass zero at once, and those that stay there.
        """
        found = np.full(self._shape[1], -1, dtype=np.int64)
        self._library.dt_sensitivity_limits(self._solver.handle, found.ctypes.data)
        return [int(one) for one in found]

    @property
    def n_switching(self) -> int:
        """Number of switching functions."""
        return int(self._solver.model.struct.n_switching)

    def refuse(self, direction: int, relation: int) -> None:
        """Let there be no derivative in a direction, since the start is at a limit."""
        self._library.dt_sensitivity_refuse(self._solver.handle, direction, relation)

    def found(self) -> CarriedSensitivities:
        """Return what was found, once the run is over."""
        k = self._shape[1]
        rows, events = self._rows(self._width), self._events(2 + k)
        return CarriedSensitivities(
            *self._parts(rows),
            events[:, 0], events[:, 1].astype(np.int64), events[:, 2:], self._verdicts(k),
        )  # fmt: skip

    @property
    def _lengths(self) -> list[int]:
        (n, k), delays = self._shape, self._n_delay
        return [self._n_relations, n * k, self._n_latched * k, delays * k, 2 * delays]

    @property
    def _width(self) -> int:
        return sum(self._lengths)

    def _parts(self, rows: Floats) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Return relations, changes of states, discrete reals and delayed values, and these."""
        (n, k), count = self._shape, len(rows)
        ends = np.cumsum(self._lengths)[:-1]
        relations, states, latched, delayed, past = np.split(rows, ends, axis=1)
        return (
            relations, states.reshape(count, n, k), latched.reshape(count, self._n_latched, k),
            delayed.reshape(count, self._n_delay, k), past,
        )  # fmt: skip

    @property
    def _n_delay(self) -> int:
        return int(self._solver.model.n_delay)

    @property
    def _n_relations(self) -> int:
        struct = self._solver.model.struct
        return int(struct.n_rel + struct.n_time_rel)

    def _rows(self, width: int) -> Floats:
        """Return the rows, taken out of the solver: they are too many to be copied."""
        pointer = ctypes.c_void_p()
        count = self._library.dt_take_sensitivity_rows(self._solver.handle, ctypes.byref(pointer))
        if not count:
            return np.empty((0, width))
        rows = _seen(pointer, (count, width))
        finalize(rows, self._library.dt_drop_rows, pointer.value).atexit = False
        return rows

    def _events(self, width: int) -> Floats:
        pointer = ctypes.c_void_p()
        count = self._library.dt_sensitivity_events(self._solver.handle, ctypes.byref(pointer))
        return _seen(pointer, (count, width)).copy() if count else np.empty((0, width))

    def _verdicts(self, k: int) -> list[DirectionVerdict]:
        address = self._library.dt_sensitivity_verdicts(self._solver.handle)
        raw = (c.DirectionVerdict * k).from_address(address) if k else ()
        return [DirectionVerdict(Indifferentiable(v.code), v.part, v.time) for v in raw]


def compare_rows(
    ours: Floats, rows: Ints, theirs: Floats, other_rows: Ints
) -> tuple[Floats, Floats]:
    """Return the largest sizes of changes along a run, and their distances from another run.

    Parameters
    ----------
    ours, theirs : float array, shape (n_rows, n_states, n_directions)
        Changes of the states along both runs.
    rows, other_rows : int array
        Rows that are compared.

    Returns
    -------
    largest, apart : float array, shape (n_states, n_directions)
        The latter are not finite where one of the changes is not.
    """
    shape = ours.shape[1:]
    found = np.empty((2, *shape))
    told = [
        one
        for values, places in ((ours, rows), (theirs, other_rows))
        for one in (values.ctypes.data, values.strides[0] // values.itemsize, places.ctypes.data)
    ]
    count, width = len(rows), shape[0] * shape[1]
    c.load_library().dt_compare_rows(count, width, *told, *(one.ctypes.data for one in found))
    return found[0], found[1]


def _seen(pointer: ctypes.c_void_p, shape: tuple[int, int]) -> Floats:
    """Return an array in the kernel's memory."""
    return np.ctypeslib.as_array(ctypes.cast(pointer, ctypes.POINTER(ctypes.c_double)), shape)
