"""How the start of a run changes with parameters, by the implicit function theorem.

Conditions c(x, p) = 0 determine the states that were solved for. With the derivatives of c along
the initial event, by these states and by parameters, the former follow from a linear system:
c_x dx/dp = -c_p.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.kernel.binding import Solver
from drivetrain.kernel.sensitivity import Carrier
from drivetrain.linear_algebra import least_squares, matrix_product
from drivetrain.simulation.initialisation.conditions import StartValues
from drivetrain.simulation.initialisation.reached import Reached
from drivetrain.simulation.sensitivities.beside import Beside, kinked, quotient
from drivetrain.simulation.sensitivities.carried import Outset, Task
from drivetrain.simulation.sensitivities.code import carrier_of, code_for
from drivetrain.simulation.sensitivities.condition_changes import (
    Changing,
    UnknownChangeError,
    condition_changes,
)
from drivetrain.simulation.sensitivities.directions import (
    Asked,
    Directions,
    asked_of,
    latched_discretes,
)
from drivetrain.simulation.sensitivities.named import Named
from drivetrain.simulation.settings import Settings

__all__ = ["Beginning"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_MET = 1e-8
"""What conditions may miss, relative to their scales, by a usual change of a parameter."""
_OTHER_CONDITIONS = "beside it, other start values count"


class Beginning:
    """The start of a run with sensitivities.

    Parameters
    ----------
    task : Task
        What is differentiated.
    settings : Settings
        Settings of the run.
    solver : Solver
        Solver of the run.
    """

    def __init__(self, task: Task, settings: Settings, solver: Solver) -> None:
        prepared = task.prepared
        self._t, self._starts, self._task = prepared.translation, prepared.starts, task
        self._solver = solver
        self._n_integrals = len(self._t.lowered.quadrature_rates) if task.integrals else 0
        self._beside = Beside(prepared, settings, solver, task.values, task.given)

    def directions(
        self,
        said: StartValues,
        reached: Reached,
        there: tuple[Floats, Floats] | None,
    ) -> Directions:
        """Return how parameters, and states before the initial event, change.

        Parameters
        ----------
        said : StartValues
            Start values of the run.
        reached : Reached
            The start that was found.
        there : (float array, float array) or None
            Values and derivatives there.

        Raises
        ------
        NotCoveredError
            If a parameter changes a table, a clock or the equations.
        """
        task = self._task
        wanted = task.wanted
        asked = asked_of(self._t, self._starts, self._beside, task.values, said, wanted, task.given)
        every = np.array([one.parameters for one in asked]).T
        directions = self._as_asked(every, said, reached, wanted, asked)
        compared = [k for k, one in enumerate(asked) if one.compares]
        if len(reached.held):
            compared = sorted({*compared, *self._solve(directions, every, reached, there, asked)})
        for k in compared:
            if not directions.trouble[k]:
                self._compare(directions, k, wanted[k], reached)
        return directions

    def _as_asked(
        self,
        every: Floats,
        said: StartValues,
        reached: Reached,
        wanted: Sequence[Named],
        asked: Sequence[Asked],
    ) -> Directions:
        """Return the changes of states that have their start values."""
        t = self._t
        start = np.array([one.states for one in asked]).T
        for state in reached.rules:  # those of preferred values
            at = np.flatnonzero(said.proposed.variable == reached.settled[state])
            start[state] = [one.proposed[at[0]] for one in asked]
        start = np.vstack([start, np.zeros((self._n_integrals, len(asked)))])
        latched = latched_discretes(t)
        kept = np.array([one.discrete[latched] for one in asked]).T
        trouble = [one.trouble for one in asked]
        start[:, [bool(one) for one in trouble]] = np.nan
        numbers = np.flatnonzero((every != 0.0).any(axis=1) & t.read_parameters)
        sizes = np.array([one.size or 1.0 for one in wanted])
        return Directions(numbers.tolist(), every[numbers], sizes, start, latched, kept, trouble)

    def _solve(
        self,
        directions: Directions,
        every: Floats,
        reached: Reached,
        there: tuple[Floats, Floats] | None,
        asked: Sequence[Asked],
    ) -> list[int]:
        """Let states follow from conditions; return the directions in which they do not."""
        solved = np.array(sorted(reached.solved or ()), dtype=np.int64)
        k, held = len(asked), reached.held
        try:
            slopes = self._slopes(directions, every, reached, there, solved)
        except UnknownChangeError:
            return list(range(k))
        wanted = np.array([_wanted(reached, one) for one in asked]).T
        missed = (wanted - slopes[:, :k]) / held.scale[:, None] * directions.sizes
        scale = reached.said.sizes.of_state[solved]
        matrix = slopes[:, k:] / held.scale[:, None] * scale
        good = np.isfinite(missed).all(axis=0)
        if len(solved) and good.any():
            step = least_squares(matrix, missed[:, good])
            missed[:, good] -= matrix_product(matrix, step)
            moved = step * scale[:, None] / directions.sizes[good]
            directions.start[np.ix_(solved, good)] += moved
        met = (np.abs(missed) <= _MET).all(axis=0)
        return np.flatnonzero(~met).tolist()

    def _slopes(
        self,
        directions: Directions,
        every: Floats,
        reached: Reached,
        there: tuple[Floats, Floats] | None,
        solved: Ints,
    ) -> Floats:
        """Return the derivatives of the conditions, by parameters and then by states."""
        extended, wider = self._extended(directions, every, solved)
        with self._solver.again() as other:
            code = code_for(self._t, other, directions)
            carrier = carrier_of(self._t, other, code._replace(tangent=0), extended, True)
            status = other.initialise(reached.x, reached.said.discrete)
            if status.failed or there is None:
                raise UnknownChangeError
            now = carrier.present()
            known = other.last[: self._t.kernel.known_length]
            short = np.concatenate([known, now.relations, now.past])[None]
            changes = now.states[None], now.latched[None], now.delayed[None]
            changing = Changing(self._t, other, extended, wider, short, *changes)
            return condition_changes(changing, reached.held, there)

    def _extended(
        self, directions: Directions, every: Floats, solved: Ints
    ) -> tuple[Directions, Floats]:
        """Return the same directions, followed by states; and the changes of all parameters."""
        d, n = directions, len(solved)
        units = np.zeros((len(d.start), n))
        units[solved, np.arange(n)] = 1.0
        more = np.zeros((len(d.latched), n))
        extended = Directions(
            d.numbers,
            np.hstack([d.parameters, np.zeros((len(d.parameters), n))]),
            np.append(d.sizes, np.ones(n)),
            np.hstack([d.start, units]),
            d.latched,
            np.hstack([d.start_latched, more]),
            d.trouble + [""] * n,
        )
        return extended, np.hstack([every, np.zeros((len(every), n))])

    def _compare(self, directions: Directions, k: int, one: Named, reached: Reached) -> None:
        """Take the changes of states in one direction from the starts on both sides."""
        pair = self._beside.pair(one)
        begun = self._beside.begins(pair)
        if isinstance(begun, str):
            directions.trouble[k] = begun
            directions.start[:, k] = np.nan
            return
        upper, lower = (side.states for side in begun)
        directions.start[: len(upper), k] = quotient(upper, lower, pair.width)
        if pair.both and kinked(upper, reached.x, lower):
            directions.trouble[k] = _OTHER_CONDITIONS
            directions.start[:, k] = np.nan

    def refuse_limits(self, carrier: Carrier, outset: Outset) -> list[str]:
        """Refuse directions in which the start is at a limit beyond which it is another.

        Parameters
        ----------
        carrier : Carrier
            The sensitivities, after the initial event.
        outset : Outset
            The start.

        Returns
        -------
        list of str
            Why there is no derivative from the start on, by direction; empty texts elsewhere.
        """
        n_all = len(self._t.program.relations) + len(self._t.program.time_relations)
        trouble, judged = list(outset.directions.trouble), outset.judged
        for k, limit in enumerate(carrier.limits()):
            if limit < 0 or trouble[k]:
                continue
            stays = limit >= n_all + len(self._t.holds) + carrier.n_switching
            if (k, stays) not in judged:
                judged[k, stays] = self._beside.judged(self._task.wanted[k], stays)
            trouble[k] = judged[k, stays]
            if trouble[k]:
                carrier.refuse(k, limit if limit < n_all else -1)
        return trouble


def _wanted(reached: Reached, asked: Asked) -> Floats:
    """Return how the prescribed values of the conditions change; zero for equations."""
    held, proposed = reached.held, reached.said.proposed
    count, demanded = len(held.variable), len(reached.said.demanded.variable)
    found = np.zeros(len(held))
    found[:demanded] = asked.demanded
    for k in range(demanded, count):
        at = np.flatnonzero(proposed.variable == held.variable[k])
        found[k] = asked.proposed[at[0]]
    return found
