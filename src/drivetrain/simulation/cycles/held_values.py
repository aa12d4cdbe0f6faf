"""Discrete values of a model in a periodic motion: modes, counters, and values that are held."""

from __future__ import annotations

from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.qualified_names import own_variable
from drivetrain.compiler.jacobian.symbolic import TIME, Sensitivities
from drivetrain.compiler.translation import Translation
from drivetrain.errors import AnalysisError
from drivetrain.modeling.expression import REAL
from drivetrain.simulation.cycles.period_runs import Passage, RowParts
from drivetrain.simulation.diagnostics.discrete_reads import Reads, closure, discrete_reads
from drivetrain.simulation.diagnostics.relations import Relations

__all__ = ["HeldValues"]

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

_SAME = 1e-7
"""Difference of two advances that counts as none, relative to the values."""
_MOST_NAMED = 4


class HeldValues:
    """What a model keeps between events, besides its states.

    Parameters
    ----------
    translation : Translation
        The compiled model.
    parts : RowParts
        Layout of its rows.
    parameters : float array
        Its parameters, for texts.
    """

    def __init__(self, translation: Translation, parts: RowParts, parameters: Floats) -> None:
        self._t, self._parts = translation, parts
        self._relations = Relations(translation, parameters)
        root, numbers = translation.flat.root, translation.aliased.discrete_representative
        own = [own_variable(root, int(number)) for number in numbers]
        self._hidden = np.array([one.hidden for one in own], dtype=bool)
        self._real = np.array([one.declaration.kind == REAL for one in own], dtype=bool)
        labels = [bool(getattr(one.declaration, "labels", None)) for one in own]
        boolean = [one.declaration.kind == "boolean" for one in own]
        self._is_mode = (
            np.array(labels, dtype=bool) | np.array(boolean, dtype=bool)
        ) & ~self._hidden

    def name(self, number: int) -> str:
        """Return the name of a discrete value."""
        return self._relations.discrete_name(number)

    def unit(self, number: int) -> str:
        """Return its unit."""
        variable = int(self._t.aliased.discrete_representative[number])
        return own_variable(self._t.flat.root, variable).declaration.unit

    # -- values that follow from the motion ----------------------------------------------------

    @cached_property
    def _slopes(self) -> list[dict[int, int]]:
        """Slopes of the updates of real values with respect to states and time."""
        nodes = self._t.lowered.discrete
        wanted = [nodes[k] for k in np.flatnonzero(self._real & ~self._hidden).tolist()]
        rate = Sensitivities(self._t.program, wanted).rate if wanted else {}
        return [rate.get(node, {}) for node in nodes]

    @cached_property
    def _reads(self) -> list[Reads]:
        return discrete_reads(self._t)

    @cached_property
    def following(self) -> Ints:
        """Real values that events compute from the motion, or from others of them.

        Those that depend on time alone, such as a signal that a clock reads, are not among them.
        """
        reads = self._reads
        moved = closure(reads, {k for k, one in enumerate(reads) if one.motion})
        real = set(np.flatnonzero(self._real & ~self._hidden).tolist()) & moved
        found = closure(reads, {k for k in real if self._slopes[k]}, real)
        return np.array(sorted(found), dtype=np.int64)

    def unknown(self, passage: Passage) -> Ints:
        """Return those of them that change within a period, and not by whole numbers only."""
        chosen = self.following
        if not len(chosen):
            return chosen
        rows = [passage.first[None, :], passage.last[None, :]]
        if len(passage.events):
            rows.append(passage.events[:, 1])
        values = np.concatenate(rows)[:, self._parts.discrete][:, chosen]
        moves = (np.diff(values, axis=0) != 0).any(axis=0)
        whole = (values == np.rint(values)).all(axis=0)
        found: Ints = chosen[moves & ~whole]
        return found

    def shift(self, numbers: Ints, advance: Floats, period: float) -> Floats:
        """Return by how much values advance in a period: instants by whole periods."""
        timed = np.array([TIME in self._slopes[k] for k in numbers.tolist()], dtype=bool)
        return np.where(timed, period * np.rint(advance / period), 0.0)

    def counted(self, passage: Passage) -> Floats:
        """Return by how much values other than modes advance in a period."""
        part = self._parts.discrete
        advance = passage.last[part] - passage.first[part]
        found: Floats = np.where(self._is_mode | self._hidden, 0.0, advance)
        return found

    # -- what has to repeat --------------------------------------------------------------------

    def check(self, before: Passage, passage: Passage, unknown: Ints) -> None:
        """Refuse a motion whose modes or counters do not repeat.

        Parameters
        ----------
        before, passage : Passage
            Two periods in succession.
        unknown : int array
            Values that were solved for.

        Raises
        ------
        AnalysisError
            The message names what does not repeat.
        """
        part = self._parts.discrete
        begin, end = passage.first[part], passage.last[part]
        modes = np.flatnonzero(self._is_mode & (begin != end))
        if len(modes):
            raise AnalysisError(
                f"no cycle: {self._listed(modes, begin, end)}; the states repeat after this "
                "period, but these do not: perhaps the motion repeats after several periods, give "
                "a multiple as period"
            )
        others = ~self._is_mode & ~self._hidden
        others[unknown] = False
        advance, earlier = end - begin, before.last[part] - before.first[part]
        size = np.maximum(np.abs(begin), 1.0)
        odd = np.flatnonzero(others & (np.abs(advance - earlier) > _SAME * size))
        if len(odd):
            raise AnalysisError(
                f"no cycle: {self._listed(odd, begin, end)}; in the period before, the change was "
                "another one: what is held does not repeat, so the machine does not either"
            )

    def _listed(self, numbers: Ints, begin: Floats, end: Floats) -> str:
        shown = [
            f"{self.name(k)} goes from {self._relations.discrete_label(k, begin[k])} to "
            f"{self._relations.discrete_label(k, end[k])}"
            for k in numbers[:_MOST_NAMED].tolist()
        ]
        more = len(numbers) - len(shown)
        return ", ".join(shown) + (f" and {more} more" if more else "")
