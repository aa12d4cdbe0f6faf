"""What is set in an instance before it is initialised."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from drivetrain.fmi.description.data import ModelVariable
from drivetrain.fmi.imported.members import Member

__all__ = ["set_before"]


class _Instance(Protocol):
    def configure(self, variables: tuple[ModelVariable, ...], values: Sequence[object]) -> None: ...

    def set(self, variables: tuple[ModelVariable, ...], values: Sequence[object]) -> None: ...


def set_before(
    instance: _Instance,
    members: Sequence[Member],
    values: Sequence[float],
    fixed: Mapping[Member, object],
) -> None:
    """Set what differs from the values in the file; of arrays all elements if one does.

    Parameters
    ----------
    instance : Instance
        An instance that has not been initialised.
    members, values : sequence
        Parameters and starts, with their values in SI units.
    fixed : mapping of Member to object
        Texts and structural parameters, with their values.
    """
    sizes = {m.variable: value for m, value in fixed.items() if m.role == "structural"}
    sizes = {one: value for one, value in sizes.items() if value != one.start}
    if sizes:
        instance.configure(tuple(sizes), list(sizes.values()))
    pairs = list(zip(members, values, strict=True))
    changed = {id(m.variable) for m, value in pairs if value != m.default}
    given = [(m, m.to_fmu(value)) for m, value in pairs if id(m.variable) in changed]
    texts = [(m, text) for m, text in fixed.items() if m.role == "text" and text != m.default]
    both: list[tuple[Member, object]] = [*given, *texts]
    instance.set(tuple(m.variable for m, _ in both), [value for _, value in both])
