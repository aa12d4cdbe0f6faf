"""References to sub-components and connectors while equations are traced."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar, NoReturn

import numpy as np

from drivetrain.errors import ModelError, NameLookupError, nearest, shown
from drivetrain.modeling.connection import Chain, join
from drivetrain.modeling.connector import REFERENCE_NAMES, Connector
from drivetrain.modeling.indices import picked, written
from drivetrain.modeling.members import (
    Disabled,
    Parameter,
    ParameterRef,
    TableRef,
    VariableRef,
    VectorRef,
    what_to_set,
)
from drivetrain.modeling.tracing.slots import (
    OwnBus,
    OwnConnector,
    OwnParameter,
    OwnTable,
    OwnVariable,
    OwnVector,
    Sub,
)

__all__ = ["ENTRIES", "EXITS", "ComponentRef", "ConnectorRef", "Owner"]


@dataclass(frozen=True, eq=False)
class Owner:
    """The class, or the model built step by step, to whose parts references refer."""

    title: str
    buses: Any = None


class _Joined:
    """Operand of a chain `a >> b`."""

    name: Any

    def __rshift__(self, other: Any) -> Chain:
        return join(self, other)

    def _refuse(self, _: Any) -> NoReturn:
        raise ModelError(f"'{self.name}' is connected by '>>', from left to right: a >> b")

    __lshift__ = __gt__ = __lt__ = _refuse

    _own: frozenset[str] = frozenset()
    """Attributes set when this is made."""

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse assignments without effect on the model: a part is complete once it is made."""
        if not name.startswith("_") and name not in self._own:
            raise ModelError(
                f"'{self.name}.{name} = {shown(value)}' says nothing about the model: "
                f"{self._instead(name, value)}"
            )
        super().__setattr__(name, value)

    def _instead(self, name: str, value: Any) -> str:
        """Return what to write instead of an assignment to a member."""
        return f"state an equation, {self.name}.{name} == {shown(value)}"


class ConnectorRef(_Joined):
    """A connector (or, of a component array, several) seen from inside or outside.

    Attributes
    ----------
    connector_ids : int or int array
        Numbers of the connectors within the traced class.
    face : int
        0 if seen from outside the component that owns it, 1 from inside.
    owner : Owner
        The class that is traced.
    none_left : bool
        Whether a slice of an array is empty.
    """

    connects_as: ClassVar[str] = "connector"
    none_left = False
    _own = REFERENCE_NAMES

    def __init__(
        self,
        connector: type[Connector],
        name: str,
        connector_ids: Any,
        first_slot: Any,
        face: int,
        owner: Owner,
    ) -> None:
        self.connector = connector
        self.name = name
        self.connector_ids = connector_ids
        self.first_slot = first_slot
        self.face = face
        self.owner = owner

    def __dir__(self) -> list[str]:
        """Return what an interactive session completes after ``m.shaft.flange_a.``."""
        return [declaration.name for declaration in self.connector.variables()]

    def __getattr__(self, name: str) -> VariableRef:
        if name.startswith("__"):
            raise AttributeError(name)
        for k, declaration in enumerate(self.connector.variables()):
            if declaration.name == name:
                if np.ndim(self.first_slot):
                    raise ModelError(f"'{self.name}.{name}': pick one element of the array first")
                path = f"{self.name}.{name}"
                return VariableRef(int(self.first_slot) + k, declaration, path, self.face == 1)
        known = [declaration.name for declaration in self.connector.variables()]
        raise NameLookupError(
            f"'{self.name}' ({self.connector.__name__}) has no variable {name!r}"
            f"{nearest(name, known)}; it has {', '.join(known)}"
        )


ENTRIES = ("flange_a", "flange", "port_a", "port", "flange_r", "u")
"""Entries of a component in a chain: the first of these that it has; or its only connector."""
EXITS = ("flange_b", "flange", "port_b", "port", "flange_t", "y")
"""Its exits, likewise."""


class ComponentRef(_Joined):
    """A sub-component, or a slice of a component array, of the class that is traced."""

    connects_as: ClassVar[str] = "component"
    _none_left = False
    """Whether it is an empty slice."""

    def __init__(self, sub: Sub, name: str, index: Any, owner: Owner) -> None:
        self._sub = sub
        self._name = name
        self._index = index
        self._owner = owner

    @property
    def name(self) -> str:
        """Path of the component within the traced class."""
        return self._name

    def _instead(self, name: str, value: Any) -> str:
        trace = self._sub.trace
        member = trace.members.get(name)
        declared = trace.cls.declarations().get(name)
        if isinstance(declared, Parameter) and declared.final:
            return f"{name!r} {what_to_set(declared, f'{self._name}.')}"
        if name in trace.structural or isinstance(member, (OwnParameter, OwnTable)):
            return (
                f"give the value where '{self._name}' is made, {trace.title}({name}={shown(value)})"
            )
        if isinstance(member, OwnVariable):
            return super()._instead(name, value)
        if member is None:
            return f"'{self._name}' ({trace.title}) has no {name!r}{nearest(name, trace.members)}"
        return f"'{self._name}.{name}' is a part: connect it, or give values where it is made"

    def _base(self, first: int, size: int) -> Any:
        return first + self._index * size

    def __dir__(self) -> list[str]:
        """Return what an interactive session completes after ``m.shaft.``."""
        members = self._sub.trace.members.items()
        return [name for name, own in members if not getattr(own, "hidden", False)]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        trace = self._sub.trace
        member = trace.members.get(name)
        if member is None:
            known = self.__dir__()  # in the order of the class
            raise NameLookupError(
                f"'{self._name}' ({trace.title}) has no member {name!r}"
                f"{nearest(name, known)}; it has {', '.join(known) or 'none'}"
            )
        return self._member(name, member)

    def _member(self, name: str, member: Any) -> Any:

        sub, path = self._sub, f"{self._name}.{name}"
        if isinstance(member, OwnBus):
            if np.ndim(self._index):
                raise ModelError(
                    f"'{path}': pick one element of the array, '{self._name}[0].{name}'"
                )
            return self._owner.buses.of_part(sub, int(self._index), self._name, member)
        if isinstance(member, OwnConnector):
            ids = self._base(sub.connector_start + member.index, sub.trace.n_connectors)
            slots = self._base(sub.variable_start + member.slot, sub.trace.n_variables)
            made = ConnectorRef(type(member.declaration), path, ids, slots, 0, self._owner)
            if self._none_left:
                made.none_left = True
            return made
        if isinstance(member, Disabled):
            return member.inside(path)
        if not isinstance(member, (OwnVariable, OwnParameter, OwnTable, OwnVector, Sub)):
            return member
        if np.ndim(self._index):
            return self._of_each(name, member, path)
        if isinstance(member, OwnVector):
            elements = [self._member(e.name, e) for e in member.elements]
            return VectorRef.of(elements, path)
        if isinstance(member, OwnVariable):
            slot = self._base(sub.variable_start + member.slot, sub.trace.n_variables)
            return VariableRef(int(slot), member.declaration, path, False)
        if isinstance(member, OwnParameter):
            slot = self._base(sub.parameter_start + member.slot, sub.trace.n_parameters)
            return ParameterRef(int(slot), member.declaration, path)
        if isinstance(member, OwnTable):
            slot = self._base(sub.table_start + member.slot, sub.trace.n_tables)
            return TableRef(int(slot), member.declaration, path)
        inner = member.shifted(sub, int(self._index))
        return ComponentRef(inner, path, member.indices(), self._owner)

    def _of_each(self, name: str, member: Any, path: str) -> VectorRef:
        """Return a variable or a parameter of every component of an array."""
        if isinstance(member, (Sub, OwnTable)):
            raise ModelError(f"'{path}': pick one element of the array, '{self._name}[0].{name}'")
        return VectorRef.of((one._member(name, member) for one in self), path, of_parts=True)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str) and (spelled := self._sub.trace.cls._spelled):
            return getattr(self, spelled.get(key, key))
        count = self._sub.count
        if count is None or not np.ndim(self._index):
            raise ModelError(f"'{self._name}' is a single component, not an array")
        index = self._index[picked(key, len(self._index), self._name, "components")]
        name = self._name if np.ndim(index) else f"{self._name}[{int(index)}]"
        if np.ndim(index) and len(self._index) and not len(index):
            made = ComponentRef(self._sub, f"{name}[{written(key)}]", index, self._owner)
            made._none_left = True
            return made
        return ComponentRef(self._sub, name, index, self._owner)

    def __len__(self) -> int:
        if not np.ndim(self._index):
            raise ModelError(f"'{self._name}' is a single component, not an array")
        return len(self._index)

    def __iter__(self) -> Iterator[ComponentRef]:
        return (self[k] for k in range(len(self)))

    def left_end(self) -> Any:
        """Return the connector or signal at which a chain enters."""
        return self._end(ENTRIES)

    def right_end(self) -> Any:
        """Return the connector or signal at which a chain leaves."""
        return self._end(EXITS)

    def offered(self) -> str:
        """Return the names of its connectors and signals, for messages."""
        members = self._sub.trace.members
        there = [
            f"{name} (switched off)" if isinstance(member, Disabled) else name
            for name, member in members.items()
            if isinstance(member, (OwnConnector, Disabled)) or _is_signal(member)
        ]
        title = f"'{self._name}' ({self._sub.trace.title})"
        return f"{title} has {', '.join(there)}" if there else f"{title} has no connectors"

    def _end(self, usual: tuple[str, ...]) -> Any:
        members = self._sub.trace.members
        ends = [k for k, m in members.items() if isinstance(m, OwnConnector)]
        ends = ends or [k for k, m in members.items() if _is_signal(m)]
        found = [name for name in usual if name in ends][:1] or ends
        if not found:
            raise ModelError(f"{self.offered()}: nothing can be connected to it")
        if len(found) > 1:
            raise ModelError(
                f"'{self._name}' ({self._sub.trace.title}) has no {usual[0]!r}: name the connector "
                f"to use, one of {', '.join(ends)}"
            )
        return getattr(self, found[0])


def _is_signal(member: Any) -> bool:
    """Return whether a member is a signal, or a vector of signals."""
    if isinstance(member, OwnVector):
        return bool(member.elements) and all(map(_is_signal, member.elements))
    return isinstance(member, OwnVariable) and member.is_signal
