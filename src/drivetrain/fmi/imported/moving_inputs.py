"""Inputs that move within a step: angles and speeds whose derivatives are inputs, too.

A shaft that turns at a constant speed would stand still for the unit from tick to tick, which is a
torque that is wrong by half a step of its turning. A unit of FMI 2.0 that can interpolate its
inputs is told their derivatives. Any other one gets, while it steps, the values in the middle of
the step, which are right on average, and at its end those there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Protocol

from drivetrain.fmi.description.data import FmiKind, ModelVariable
from drivetrain.fmi.imported.archive import Archive
from drivetrain.fmi.imported.members import Member

__all__ = ["MovingInputs"]


class _Instance(Protocol):
    def set(self, variables: tuple[ModelVariable, ...], values: Sequence[object]) -> None: ...

    def set_rates(self, variables: tuple[ModelVariable, ...], values: Sequence[float]) -> None: ...


class MovingInputs:
    """The inputs of a unit whose derivatives are inputs, too.

    Parameters
    ----------
    archive : Archive
        The FMU.
    inputs : sequence of Member
        All inputs.
    rates : mapping of int to int
        Place of each of them → place of its derivative.
    """

    def __init__(
        self, archive: Archive, inputs: Sequence[Member], rates: Mapping[int, int]
    ) -> None:
        interface = archive.description.interface(FmiKind.CO_SIMULATION)
        able = interface is not None and bool(interface.capabilities.get("canInterpolateInputs"))
        self._interpolates = able and archive.description.version == "2.0"
        self._pairs = [(inputs[k], k, of) for k, of in rates.items()]
        self._variables = tuple(one.variable for one, *_ in self._pairs)

    @contextmanager
    def during(self, span: float, given: Sequence[float], instance: _Instance) -> Iterator[None]:
        """Let the inputs move while a unit steps.

        Parameters
        ----------
        span : float
            Length of the step, s.
        given : sequence of float
            All inputs at its beginning, in SI units.
        instance : Instance
            The instance that steps.
        """
        if not self._pairs or not given:
            yield
            return
        if self._interpolates:
            rates = [given[of] / one.conversion.factor for one, _, of in self._pairs]
            instance.set_rates(self._variables, rates)
            yield
            return
        instance.set(self._variables, self._after(span / 2, given))
        yield
        instance.set(self._variables, self._after(span, given))

    def _after(self, time: float, given: Sequence[float]) -> list[object]:
        """Return the inputs, in numbers of the unit, some time after the beginning."""
        return [one.to_fmu(given[k] + time * given[of]) for one, k, of in self._pairs]
