"""Flanges and other connectors through which energy flows, and how they are connected."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import component_path
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.members import Variable
from drivetrain.modeling.tracing.slots import OwnConnector
from drivetrain.modeling.tracing.trace import Trace
from drivetrain.modeling.units import dimension

__all__ = ["EnergyKind", "Port", "Ports", "Rule"]

Ints = NDArray[np.int64]
EnergyKind = Literal["work", "heat"]
Rule = Literal["displacement", "product", "flow"]
"""The energy: ∫ flow d(potential), ∫ flow·potential dt, or ∫ flow dt."""

_POWER, _ENERGY = dimension("W"), dimension("J")


@dataclass(frozen=True)
class Port:
    """A connector of a part through which energy flows.

    Parameters
    ----------
    path : str
        The part; empty for the model itself.
    class_name : str
        Its class.
    name : str
        The connector, such as ``"flange_a"``.
    kind : {"work", "heat"}
        What flows.
    rule : Rule
        How the energy is integrated.
    potential, flow : str
        Names of its variables.
    joint : int
        Number of the connection set that it belongs to.
    contains : bool
        Whether the part is composed of other parts, whose flanges these are.
    """

    path: str
    class_name: str
    name: str
    kind: EnergyKind
    rule: Rule
    potential: str
    flow: str
    joint: int
    contains: bool


class Ports:
    """All connectors of a model through which energy flows, found when they are first needed.

    Parameters
    ----------
    flat : Flat
        The model.
    """

    def __init__(self, flat: Flat) -> None:
        self._flat = flat

    @cached_property
    def all(self) -> tuple[Port, ...]:
        """The connectors, those of containing parts first, then in the order of declaration."""
        return tuple(port for _, port in sorted(self._found(), key=lambda one: one[0]))

    def _found(self) -> Iterator[tuple[int, Port]]:
        joints = self._joints
        for one in self._flat.instances:
            for own in one.trace.connectors:
                kind, rule, potential, flow = _energy_of(own)
                if rule is None or potential is None or flow is None:
                    continue
                for first in one.variable.tolist():
                    path = component_path(self._flat.root, first, one.trace)
                    prefix = f"{path}.{own.name}" if path else own.name
                    joint = int(joints[first + own.slot + potential[0]])
                    yield first, Port(
                        path, one.trace.title, own.name, kind, rule,
                        f"{prefix}.{potential[1].name}", f"{prefix}.{flow[1].name}", joint,
                        _contains(one.trace),
                    )  # fmt: skip

    @cached_property
    def _joints(self) -> Ints:
        """Number of the set of equal variables of every variable."""
        from scipy.sparse import coo_array
        from scipy.sparse.csgraph import connected_components

        a, b = self._flat.equal_a, self._flat.equal_b
        shape = (self._flat.n_variables, self._flat.n_variables)
        pairs = coo_array((np.ones(len(a), dtype=np.int8), (a, b)), shape=shape)
        return np.asarray(connected_components(pairs, directed=False)[1], dtype=np.int64)


def _contains(klass: Trace) -> bool:
    """Tell whether a class is composed of parts with flanges of their own."""
    return any(
        any(_energy_of(own)[1] for own in sub.trace.connectors) or _contains(sub.trace)
        for sub in klass.subs
    )


Numbered = tuple[int, Variable]


def _energy_of(
    own: OwnConnector,
) -> tuple[EnergyKind, Rule | None, Numbered | None, Numbered | None]:
    """Return kind, rule, potential and flow of a connector; no rule if it carries no energy."""
    kind: type[Connector] = type(own.declaration)
    variables = list(enumerate(kind.variables()))
    potentials = [one for one in variables if one[1].is_potential]
    flows = [one for one in variables if one[1].is_flow]
    if len(potentials) != 1 or len(flows) != 1:
        return "work", None, None, None
    (potential,), (flow,) = potentials, flows
    per_unit, level = dimension(flow[1].unit), dimension(potential[1].unit)
    product = tuple(np.add(per_unit, level))
    if product == _ENERGY:
        return "work", "displacement", potential, flow
    if product == _POWER:
        return "work", "product", potential, flow
    if per_unit == _POWER:
        return "heat", "flow", potential, flow
    return "work", None, None, None
