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
    Variable,
    VariableRef,
    VectorRef,
    what_to_set,
)
from drivetrain.modeling.members.bundles import Bundle
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
        return list(self.connector.stated())

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        stated = self.connector.stated().get(name)
        if stated is not None and np.ndim(self.first_slot):
            raise ModelError(f"'{self.name}.{name}': pick one element of the array first")
        if isinstance(stated, Bundle):
            return stated.references(self._variable, self.name)
        if stated is not None:
            return self._variable(stated)
        known = list(self.connector.stated())
        raise NameLookupError(
            f"'{self.name}' ({self.connector.__name__}) has no variable {name!r}"
            f"{nearest(name, known)}; it has {', '.join(known)}"
        )

    def _variable(self, declaration: Variable) -> VariableRef:
        """Return what stands for one of the variables, also one in a bundle."""
        every = self.connector.variables()
        k = next(k for k, one in enumerate(every) if one is declaration)
        path = f"{self.name}.{declaration.name}"
        return VariableRef(int(self.first_slot) + k, declaration, path, self.face == 1)


ENTRIES = ("flange_a", "flange", "port_a", "port", "flange_r", "u")
"""Entries of a component in a chain: the first of these that it has; or its only connector."""
EXITS = ("flange_b", "flange", "port_b", "port", "flange_t", "y")
"""Its exits, likewise."""


class ComponentRef(_Joined):
    """A sub-component, or a slice of a component array, of the class that is traced.

    Parameters
    ----------
    sub : Sub
        The part that it is, or to which it belongs.
    name : str
        Its path within the traced class.
    numbers : int array
        The number of each component in the array `sub`; as many dimensions as are left.
    starts : int array
        The first variable, parameter, table and connector of each.
    owner : Owner
        The class that is traced.
    """

    connects_as: ClassVar[str] = "component"
    _none_left = False
    """Whether it is an empty slice."""

    def __init__(self, sub: Sub, name: str, numbers: Any, starts: Any, owner: Owner) -> None:
        self._sub = sub
        self._name = name
        self._numbers = numbers
        self._starts = starts
        self._owner = owner

    @classmethod
    def of(cls, sub: Sub, owner: Owner) -> ComponentRef:
        """Return what stands for a part of the class that is traced."""
        return cls(sub, sub.name, np.asarray(sub.indices()), sub.starts(), owner)

    @property
    def _shape(self) -> tuple[int, ...]:
        """Sizes of the array, or of the slice; none of a single component."""
        shape: tuple[int, ...] = self._starts.shape[:-1]
        return shape

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

        path = f"{self._name}.{name}"
        variables, parameters, tables, connectors = np.moveaxis(self._starts, -1, 0)
        if isinstance(member, OwnBus):
            if self._shape:
                raise ModelError(
                    f"'{path}': pick one element of the array, '{self._name}[0].{name}'"
                )
            return self._owner.buses.of_part(self._sub, int(self._numbers), self._name, member)
        if isinstance(member, OwnConnector):
            ids, slots = connectors + member.index, variables + member.slot
            made = ConnectorRef(type(member.declaration), path, ids, slots, 0, self._owner)
            if self._none_left:
                made.none_left = True
            return made
        if isinstance(member, Disabled):
            return member.inside(path)
        if not isinstance(member, (OwnVariable, OwnParameter, OwnTable, OwnVector, Sub)):
            return member
        if isinstance(member, Sub):
            return self._inside(member, path)
        if self._shape:
            return self._of_each(name, member, path)
        if isinstance(member, OwnVector):
            elements = [self._member(e.name, e) for e in member.elements]
            return VectorRef.of(elements, path)
        if isinstance(member, OwnVariable):
            return VariableRef(int(variables) + member.slot, member.declaration, path, False)
        if isinstance(member, OwnParameter):
            return ParameterRef(int(parameters) + member.slot, member.declaration, path)
        return TableRef(int(tables) + member.slot, member.declaration, path)

    def _inside(self, member: Sub, path: str) -> ComponentRef:
        """Return a part of each component; the indices of an array of parts in it come last."""
        inner = member.starts()
        above = self._starts.reshape(*self._shape, *(1,) * (inner.ndim - 1), 4)
        starts = above + inner
        numbers = np.broadcast_to(member.indices(), starts.shape[:-1])
        return ComponentRef(member, path, numbers, starts, self._owner)

    def _of_each(self, name: str, member: Any, path: str) -> VectorRef:
        """Return a variable or a parameter of every component of an array."""
        if isinstance(member, OwnTable):
            raise ModelError(f"'{path}': pick one element of the array, '{self._name}[0].{name}'")
        return VectorRef.of((one._member(name, member) for one in self), path, of_parts=True)

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str) and (spelled := self._sub.trace.cls._spelled):
            return getattr(self, spelled.get(key, key))
        if not self._shape:
            raise ModelError(f"'{self._name}' is a single component, not an array")
        if isinstance(key, tuple) and 1 < len(self._shape) >= len(key):
            return self._picked_in_each_dimension(key)
        place = picked(key, len(self), self._name, "components")
        return self._taken(place, self._name_of(place), key)

    def _picked_in_each_dimension(self, keys: tuple[Any, ...]) -> ComponentRef:
        """Return components by an index for each dimension: ``tooth[0, 1:]``."""
        places = [
            picked(key, size, self._name, "components")
            for key, size in zip(keys, self._shape, strict=False)
        ]
        lists = [np.atleast_1d(place) for place in places]
        grid = np.ix_(*lists, *map(np.arange, self._shape[len(lists) :]))
        left = tuple(slice(None) if np.ndim(place) else 0 for place in places)
        name = f"{self._name}[{written(keys)}]"
        numbers, starts = self._numbers[grid][left], self._starts[grid][left]
        if not numbers.ndim:
            name = self._label(int(numbers))
        return ComponentRef(self._sub, name, numbers, starts, self._owner)

    def _name_of(self, place: Any) -> str:
        """Return the name of what an index of the first dimension picks."""
        if np.ndim(place):
            return self._name
        if len(self._shape) > 1:
            return f"{self._name}[{place}]"
        return self._label(int(self._numbers[place]))

    def _label(self, number: int) -> str:
        """Return the name of one component by its number in the array."""
        above, dot, _ = self._name.rpartition(".")
        return f"{above}{dot}{self._sub.label(number)}"

    def _taken(self, place: Any, name: str, key: Any) -> ComponentRef:
        is_empty = np.ndim(place) and len(self) and not len(place)
        name = f"{name}[{written(key)}]" if is_empty else name
        numbers, starts = self._numbers[place], self._starts[place]
        made = ComponentRef(self._sub, name, numbers, starts, self._owner)
        if is_empty:
            made._none_left = True
        return made

    def _each(self) -> Iterator[ComponentRef]:
        """Yield the components of an array of any dimensions one by one; a single one itself."""
        if not self._shape:
            yield self
        for one in self if self._shape else ():
            yield from one._each()

    def __len__(self) -> int:
        if not self._shape:
            raise ModelError(f"'{self._name}' is a single component, not an array")
        return self._shape[0]

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
