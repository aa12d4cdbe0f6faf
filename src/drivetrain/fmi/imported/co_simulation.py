"""Runs of FMUs for co-simulation, from tick to tick."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from functools import partial

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import FmiKind
from drivetrain.fmi.imported.archive import Archive
from drivetrain.fmi.imported.calls import Instance
from drivetrain.fmi.imported.declared_dependencies import warn_of_undeclared
from drivetrain.fmi.imported.isolated import IsolatedInstance
from drivetrain.fmi.imported.members import Member
from drivetrain.fmi.imported.moving_inputs import MovingInputs
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
    patience : float or None
        Time that each call may take in a process of its own, s; None: it runs in this one.
    rates : mapping of int to int
        Inputs that are the derivative of another one: place of this → place of the derivative.
    """

    def __init__(
        self,
        archive: Archive,
        inputs: Sequence[Member],
        outputs: Sequence[Member],
        parameters: Sequence[Member],
        fixed: Mapping[Member, object],
        patience: float | None,
        rates: Mapping[int, int],
    ) -> None:
        self.archive, self.rates = archive, dict(rates)
        self.inputs, self.outputs = tuple(inputs), tuple(outputs)
        self.parameters, self.fixed, self.patience = tuple(parameters), dict(fixed), patience
        self.undeclared = _undeclared(archive, self.inputs, self.outputs)

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
        if self.patience is not None:
            return begin(None)
        return held_open(self.archive, part, FmiKind.CO_SIMULATION, begin)

    def instance(self, part: str) -> Instance | IsolatedInstance:
        """Return a new instance for a part."""
        if self.patience is None:
            return Instance(self.archive, part, FmiKind.CO_SIMULATION)
        return IsolatedInstance(self.archive, part, FmiKind.CO_SIMULATION, self.patience)


def _undeclared(
    archive: Archive, inputs: Sequence[Member], outputs: Sequence[Member]
) -> Sequence[Collection[int]]:
    """Return for each output the places of inputs that it is said not to depend on at once."""
    said = {one.reference: one.dependencies for one in archive.description.structure.outputs}
    found: list[Collection[int]] = []
    for output in outputs:
        own = said.get(output.variable.reference)
        found.append(
            {
                place
                for place, one in enumerate(inputs)
                if own is not None and one.variable.reference not in own
            }
        )
    return found


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
        self._given: list[float] = []
        self._shown: list[float] = []
        self._has_warned = False
        self._instance = program.instance(part)
        self._moving = MovingInputs(program.archive, program.inputs, program.rates)
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
        """Return the outputs at the present instant."""
        read = self._instance.get(self._outputs)
        found = [m.to_si(value) for m, value in zip(self._program.outputs, read, strict=True)]
        if not all(map(math.isfinite, found)):
            self._refuse_undefined(found)
        self._shown = found
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
        """Take inputs."""
        given = [m.to_fmu(value) for m, value in zip(self._program.inputs, inputs, strict=True)]
        self._instance.set(self._inputs, given)

    def give(self, time: float, inputs: Sequence[float]) -> list[float] | None:
        """Take inputs at a tick; return the outputs that follow, declared or not."""
        shown, given = self._shown, self._given
        self._given = list(inputs)
        self.give_start(inputs)
        if not self._started:
            self._instance.start()
            self._started = True
            return self.outputs()
        found = self.outputs()
        if found != shown and not self._has_warned:
            self._warn(shown, given)
        return found

    def _warn(self, shown: list[float], given: list[float]) -> None:
        """Warn of outputs that have followed from inputs they are said not to depend on."""
        program = self._program
        moved = {k for k, value in enumerate(self._given) if value != given[k]}
        pairs = [
            (program.outputs[k].title, program.inputs[place].title)
            for k, (before, now) in enumerate(zip(shown, self._shown, strict=True))
            if before != now and moved and moved <= set(program.undeclared[k])
            for place in sorted(moved)
        ]
        if pairs:
            self._has_warned = True
            where = f"{self._part} ({program.archive.title})"
            warn_of_undeclared(where, pairs, "Here this is taken into account")

    def step(self, time: float) -> list[float]:
        """Advance to a tick, in several steps if the FMU stops on the way."""
        span = time - self._time
        with self._moving.during(span, self._given, self._instance):
            self._advance(time, span)
        return self.outputs()

    def _advance(self, time: float, span: float) -> None:
        for _ in range(_MOST_PARTS):
            left = time - self._time
            if left <= _SAME * span:
                self._time = time
                return
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
