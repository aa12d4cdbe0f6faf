"""Runs of FMUs for co-simulation, from tick to tick."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import partial

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import FmiKind
from drivetrain.fmi.imported.archive import Archive
from drivetrain.fmi.imported.calls import Instance
from drivetrain.fmi.imported.members import Member
from drivetrain.fmi.imported.setting import set_before
from drivetrain.fmi.imported.single_instance import held_open, release

__all__ = ["CoSimulation"]

_SAME = 1e-9
"""Part of a step by which the instant that is reached may differ from the one asked for."""
_MOST_PARTS = 10_000


class CoSimulation:
    """Begins runs of an FMU; equal for equal FMUs, members and values.

    Parameters
    ----------
    archive : Archive
        The FMU.
    inputs, outputs, parameters : sequence of Member
        What is exchanged, in the order of the component.
    fixed : mapping of Member to object
        Values of texts and structural parameters.
    """

    def __init__(
        self,
        archive: Archive,
        inputs: Sequence[Member],
        outputs: Sequence[Member],
        parameters: Sequence[Member],
        fixed: Mapping[Member, object],
    ) -> None:
        self.archive = archive
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self.parameters, self.fixed = tuple(parameters), dict(fixed)
        self.follows_at_once = _follows_at_once(archive, self.inputs, self.outputs)

    takes_part_in_every_event = False

    def open(
        self, parameters: Sequence[float], start_time: float, part: str, number: int
    ) -> _Session:
        """Begin a run.

        Parameters
        ----------
        parameters : sequence of float
            Values of the parameters, in SI units.
        start_time : float
            Its first instant, s.
        part : str
            Path of the component.
        number : int
            Number of the block; does not count.
        """
        begin = partial(_Session, self, parameters, start_time, part)
        return held_open(self.archive, part, FmiKind.CO_SIMULATION, begin)


def _follows_at_once(archive: Archive, inputs: Sequence[Member], outputs: Sequence[Member]) -> bool:
    """Return whether outputs may depend on inputs of the same instant."""
    own = {one.variable.reference for one in inputs}
    read = {one.variable.reference for one in outputs}
    said = {one.reference: one.dependencies for one in archive.description.structure.outputs}
    return any(
        said.get(reference) is None or not own.isdisjoint(said[reference] or ())
        for reference in read
    )


class _Session:
    """A run of an FMU."""

    unit = None

    def __init__(
        self,
        program: CoSimulation,
        parameters: Sequence[float],
        start_time: float,
        part: str,
        held: str | None,
    ) -> None:
        self._program, self._part, self._held = program, part, held
        self._inputs = tuple(one.variable for one in program.inputs)
        self._outputs = tuple(one.variable for one in program.outputs)
        self._time, self._started = start_time, False
        self._instance = Instance(program.archive, part, FmiKind.CO_SIMULATION)
        try:
            self._begin(parameters)
        except BaseException:
            self._instance.close()
            raise

    def _begin(self, parameters: Sequence[float]) -> None:
        instance, program = self._instance, self._program
        instance.begin(self._time)
        set_before(instance, program.parameters, parameters, program.fixed)
        instance.initialise()

    def failure(self) -> None:
        """Return nothing: what fails is raised at a tick."""

    def outputs(self) -> list[float]:
        read = self._instance.get(self._outputs)
        found = [m.to_si(value) for m, value in zip(self._program.outputs, read, strict=True)]
        if not all(map(math.isfinite, found)):
            self._refuse_undefined(found)
        return found

    def _refuse_undefined(self, found: list[float]) -> None:
        names = [
            f"{m.title} = {value:g}"
            for m, value in zip(self._program.outputs, found, strict=True)
            if not math.isfinite(value)
        ]
        raise FMUError(
            f"{self._part} ({self._program.archive.title}) gives {', '.join(names)} at "
            f"t = {self._time:.9g} s; look at what it was given, and at its parameters"
        )

    def give_start(self, inputs: Sequence[float]) -> None:
        given = [m.to_fmu(value) for m, value in zip(self._program.inputs, inputs, strict=True)]
        self._instance.set(self._inputs, given)

    def give(self, time: float, inputs: Sequence[float]) -> list[float] | None:
        self.give_start(inputs)
        first = not self._started
        if first:
            self._instance.start()
            self._started = True
        return self.outputs() if first or self._program.follows_at_once else None

    def step(self, time: float) -> list[float]:
        """Advance to a tick, in several steps if the FMU stops on the way."""
        span = time - self._time
        for _ in range(_MOST_PARTS):
            left = time - self._time
            if left <= _SAME * span:
                self._time = time
                return self.outputs()
            reached = self._instance.step(self._time, time)
            if not reached > self._time:
                break
            self._time = reached
        raise FMUError(
            f"{self._part} ({self._program.archive.title}) does not get beyond "
            f"t = {self._time:.9g} s in a step to {time:.9g} s"
        )

    def close(self) -> None:
        self._instance.close()
        release(self._held)
