"""Buses: members that arise where something is connected to them.

What a class connects to a bus, and what its parts have on theirs, tells all members that its own
buses have, and for each whether the class gives it a value or takes it. So buses are settled class
by class, parts first; what is left are signals, connectors and connections as of any other class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final, NoReturn, TypeAlias

import numpy as np

from drivetrain.errors import ModelError
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.connection import BusLink, ConnectorLink, SignalLink, join
from drivetrain.modeling.connector import Bus, Connector
from drivetrain.modeling.expression import BOOLEAN, INTEGER, REAL
from drivetrain.modeling.members import (
    Variable,
    VariableRef,
    VectorRef,
    signal_of,
)
from drivetrain.modeling.members.scopes import scope_of
from drivetrain.modeling.tracing.references import ConnectorRef, Owner
from drivetrain.modeling.tracing.sharing.bus_directions import (
    OPEN,
    SINK,
    SOURCE,
    direction_of,
    first_line,
)
from drivetrain.modeling.tracing.sharing.needs import Want, joined
from drivetrain.modeling.tracing.slots import (
    OwnBus,
    OwnConnector,
    OwnVariable,
    Sub,
    Trace,
    TracedEquation,
)

__all__ = ["BusMember", "BusRef", "Buses"]

Key: TypeAlias = tuple[str, ...]
"""A bus in a class: its name, or that of a part and its name there."""
Path: TypeAlias = tuple[str | int, ...]
Node: TypeAlias = tuple[Key, Path]

_ALL: Final = "*"
"""Stands for all members behind a place at which buses are connected."""
_DEEPEST: Final = 20
_NOWHERE: Final = SourceLine("", 0)
Read: TypeAlias = dict[Node, tuple[VariableRef, OwnVariable]]


@dataclass(frozen=True, eq=False)
class BusMember:
    """A member of a bus of a class.

    Parameters
    ----------
    role : str
        ``"source"`` if the class gives it a value, ``"sink"`` if it takes it, ``"open"`` if only
        the equations of all classes together tell, ``"end"`` for a connector; ``"copy"`` if
        another member of the class, joined to it, is one of these.
    own : OwnVariable or OwnConnector
        Its slots.
    where : SourceLine
        The line that needs it.
    """

    role: str
    own: OwnVariable | OwnConnector
    where: SourceLine = _NOWHERE


def _text(node: Node) -> str:
    key, path = node
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return ".".join(key) + "".join(steps)


# -- references ------------------------------------------------------------------------------------


class BusRef:
    """A bus, or something in it, in the class that is traced."""

    connects_as: ClassVar[str] = "bus"
    __slots__ = ("_buses", "_node", "_of")

    def __init__(self, buses: Buses, node: Node, of: type[Bus] | None) -> None:
        self._buses, self._node, self._of = buses, node, of

    def __str__(self) -> str:
        return _text(self._node)

    __repr__ = __str__

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "dtype":  # asked for by what computes with it
            self._refuse()
        return self._buses.inside(self._node, name, self._of)

    def __getitem__(self, index: int) -> Any:
        return self._buses.inside(self._node, int(index), None)

    def __rshift__(self, other: Any) -> Any:
        return join(self, other)

    def _refuse(self, *_: Any) -> NoReturn:
        raise ModelError(
            f"'{self}' can only be connected, a >> {self}: to use it in equations, declare it in "
            "the class of its bus"
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = _refuse
    __rtruediv__ = __pow__ = __neg__ = __lt__ = __le__ = __gt__ = __ge__ = __eq__ = _refuse
    __and__ = __rand__ = __or__ = __ror__ = __invert__ = __bool__ = _refuse
    __hash__ = object.__hash__


def _node_of(end: Any) -> Node | None:
    if isinstance(end, VariableRef):
        place: Node | None = end.place
        return place
    return end._node if isinstance(end, BusRef) else None


# -- what is connected -----------------------------------------------------------------------------


@dataclass
class _Set:
    """What one member of all buses of a class is connected to."""

    nodes: list[Node] = field(default_factory=list)
    ends: list[tuple[Any, SourceLine]] = field(default_factory=list)
    open: list[tuple[Any, SourceLine]] = field(default_factory=list)
    needed: list[SourceLine] = field(default_factory=list)
    inner: list[tuple[BusMember, tuple[Any, SourceLine]]] = field(default_factory=list)

    def own(self) -> Iterator[Node]:
        """Yield the nodes that are members of buses of the class itself."""
        yield from (node for node in self.nodes if len(node[0]) == 1)


class _Net:
    """All buses of a class and of its parts, with what is connected to them."""

    def __init__(self, title: str) -> None:
        self._title = title
        self._paths: dict[Key, dict[Path, None]] = {}
        self._joints: list[tuple[Node, Node]] = []
        self._above: dict[Node, Node] = {}
        self.ends: dict[Node, list[tuple[Any, SourceLine]]] = {}
        self.open: dict[Node, list[tuple[Any, SourceLine]]] = {}
        self.needed: dict[Node, SourceLine] = {}
        self.inner: dict[Node, tuple[BusMember, tuple[Any, SourceLine]]] = {}

    def add(self, node: Node) -> None:
        """Note that there is such a member."""
        self._paths.setdefault(node[0], {})[node[1]] = None

    def join(self, one: Node, other: Node) -> None:
        """Note that two places of buses are connected, with all behind them."""
        self._joints.append((one, other))
        for key, path in (one, other):
            self.add((key, (*path, _ALL)))

    def grow(self) -> None:
        """Find the members that each bus has because others are connected to it."""
        is_new = True
        while is_new:
            is_new = False
            for one, other in self._joints:
                for here, there in ((one, other), (other, one)):
                    for node, copied in self._across(here, there):
                        is_new |= node[1] not in self._paths.setdefault(node[0], {})
                        self.add(node)
                        self._unite(copied, node)

    def _across(self, here: Node, there: Node) -> list[tuple[Node, Node]]:
        """Return what is behind one place as it is called at the other, and here."""
        (key, begin), (other, instead) = here, there
        found = []
        for path in self._paths.get(key, ()):
            if path[: len(begin)] == begin:
                new = (*instead, *path[len(begin) :])
                if len(new) > _DEEPEST:
                    raise ModelError(
                        f"'{_text(here)}' >> '{_text(there)}': a bus is connected to a part of "
                        f"itself [in {self._title}]"
                    )
                found.append(((other, new), (key, path)))
        return found

    def _root(self, node: Node) -> Node:
        while (above := self._above.get(node, node)) != node:
            self._above[node] = self._above.get(above, above)
            node = above
        return node

    def _unite(self, one: Node, other: Node) -> None:
        a, b = self._root(one), self._root(other)
        if a != b:
            self._above[b] = a

    def sets(self) -> list[_Set]:
        """Return the connected members, those that come first in the class before others."""
        found: dict[Node, _Set] = {}
        for key, paths in self._paths.items():
            self._check_leaves(key)
            for path in paths:
                node = key, path
                one = found.setdefault(self._root(node), _Set())
                one.nodes.append(node)
                one.ends += self.ends.get(node, ())
                one.open += self.open.get(node, ())
                one.needed += [self.needed[node]] if node in self.needed else []
                if node in self.inner:
                    one.inner.append(self.inner[node])
        return list(found.values())

    def _check_leaves(self, key: Key) -> None:
        """Refuse a member that is a signal and a bus in one."""
        leaves = {path for path in self._paths[key] if _ALL not in path}
        for path in leaves:
            for size in range(1, len(path)):
                if path[:size] in leaves:
                    raise ModelError(
                        f"'{_text((key, path[:size]))}' is one signal or connector, and a bus with "
                        f"'{_text((key, path))}': give one of them another name [in {self._title}]"
                    )


# -- the buses of a class --------------------------------------------------------------------------


class Buses:
    """The buses of a class, and what it connects to them and to those of its parts.

    Parameters
    ----------
    title : str
        The class.
    extended : callable
        Returns its trace, to which something is added.

    Attributes
    ----------
    links : list of (BusLink, SourceLine)
        Connections that have been stated.
    """

    def __init__(self, title: str, extended: Callable[[], Trace]) -> None:
        self._title, self._extended = title, extended
        self._own: dict[str, Bus] = {}
        self._read: Read = {}
        self._read_in_parts: dict[Node, VariableRef] = {}
        self._parts: dict[Key, tuple[Sub, int, OwnBus]] = {}
        self._of_parts: dict[Key, Bus] = {}
        self._outer: dict[str, Want] = {}
        self.links: list[tuple[BusLink, SourceLine]] = []
        self.owner: Owner | None = None

    def declare(self, name: str, bus: Bus) -> tuple[BusRef, OwnBus]:
        """Return what stands for a bus of the class, and what others see of it."""
        self._own[name] = bus
        return BusRef(self, ((name,), ()), type(bus)), OwnBus(name, bus)

    def outer(self, name: str, bus: Bus) -> tuple[BusRef, OwnBus]:
        """Return what stands for a bus of a class around, and what others see of it.

        It is a bus of this class as well, which the class around connects to its own.
        """
        scope = scope_of(bus)
        assert scope is not None
        want = Want(name, bus, "", scope.where)
        self._outer[name] = want
        self._extended().outer_buses[name] = (want,)
        return self.declare(name, bus)

    def of_part(self, sub: Sub, index: int, path: str, member: OwnBus) -> BusRef:
        """Return what stands for a bus of a part.

        Raises
        ------
        ModelError
            If the part is not one of the class itself.
        """
        if "." in path:
            raise ModelError(
                f"'{path}.{member.name}' is a bus inside a part of a part: connect it in the class "
                "of that part"
            )
        key = path, member.name
        self._parts[key] = sub, index, member
        return BusRef(self, (key, ()), type(member.declaration))

    def inside(self, node: Node, step: str | int, of: type[Bus] | None) -> Any:
        """Return what stands for a member of a bus, or of something in it."""
        key, path = node
        below = key, (*path, step)
        declared = of.declared().get(str(step)) if of is not None else None
        if len(key) > 1:
            sub, index, bus = self._parts[key]
            member = bus.members.get(below[1])
            if member is not None and isinstance(member.own, OwnVariable):
                slot = sub.variable_start + index * sub.trace.n_variables + member.own.slot
                signal = VariableRef(slot, member.own.declaration, _text(below), False, place=below)
                return self._read_in_parts.setdefault(below, signal)
        elif isinstance(declared, Variable) and isinstance(declared.size, int):
            parts = [self._signal((key, (*below[1], k)), declared) for k in range(declared.size)]
            return VectorRef.of(parts, _text(below))
        elif isinstance(declared, Variable):
            return self._signal(below, declared)
        return BusRef(self, below, type(declared) if isinstance(declared, Bus) else None)

    def _signal(self, node: Node, declared: Variable) -> VariableRef:
        """Return a member that is declared, with a slot for it."""
        if node not in self._read:
            trace = self._extended()
            own = OwnVariable(_text(node), trace.n_variables, declared, "default", is_signal=True)
            trace.n_variables += 1
            trace.variables.append(own)
            signal = VariableRef(own.slot, declared, _text(node), True, place=node)
            self._read[node] = signal, own
        return self._read[node][0]

    # -- settling ----------------------------------------------------------------------------------

    def settle(self, trace: Trace, inner: Mapping[str, Any]) -> None:
        """Give the members of all buses of a class their slots, and connect them.

        Parameters
        ----------
        trace : Trace
            The class; it is changed.
        inner : mapping
            What stands for the members of the class that its parts find, by their names.

        Raises
        ------
        ModelError
            If a member has several sources, or none, or kinds do not fit.
        """
        if not (self._own or self.links or any(sub.trace.buses for sub in trace.subs)):
            return
        trace.share_no_longer()
        around = self._around(trace, inner)
        net = self._net(trace)
        for joint in around:
            net.join(*joint)
        net.grow()
        made = {name: OwnBus(name, bus) for name, bus in self._own.items()}
        for one in net.sets():
            if any(_ALL in path for _, path in one.nodes):
                _note_joints(one, made)
            else:
                every = [self._declared(node) for node in one.nodes]
                declared = [each for each in every if each is not None]
                _Settled(trace, one, self._read, made, declared).settle()
        trace.buses = list(made.values())
        trace.members |= made

    def _declared(self, node: Node) -> Any:
        """Return how a class of a bus declares a member; ``None`` if none does."""
        key, path = node
        of = self._own[key[0]] if len(key) == 1 else self._of_parts[key]
        found: Any = of
        for step in path:
            if isinstance(found, Bus):
                found = type(found).declared().get(str(step))
            elif not (isinstance(found, Variable) and isinstance(step, int)):
                return None
        return found

    def _around(self, trace: Trace, inner: Mapping[str, Any]) -> list[tuple[Node, Node]]:
        """Return which buses of parts are those of the class, or of one around it.

        Raises
        ------
        ModelError
            If something else is found by the name of such a bus.
        """
        found: list[tuple[Node, Node]] = []
        for sub in trace.subs:
            for key, wants in sub.trace.outer_buses.items():
                asked = [joined(sub.name, one.asked_by) for one in wants]
                deeper = [replace(one, asked_by=by) for one, by in zip(wants, asked, strict=True)]
                own = self._bus_around(trace, deeper, inner)
                parts = range(sub.count or 0)
                names = [f"{sub.name}[{k}]" for k in parts] if sub.count is not None else [sub.name]
                found += [(((name, key), ()), ((own,), ())) for name in names]
        return found

    def _bus_around(self, trace: Trace, wants: list[Want], inner: Mapping[str, Any]) -> str:
        """Return the bus of the class that a part looks for; one of its own, if it lies further."""
        want = wants[0]
        offered = inner.get(want.name)
        if offered is not None:
            node = _node_of(offered)
            if node is None or node[1]:
                raise want.refusal(f"is no bus where it is declared: '{offered}'")
            return node[0][0]
        own = want.name if want.name in self._outer else f"{want.name}'outer"
        if own not in self._own:
            self._own[own] = type(want.member)()
        trace.outer_buses[own] = (*trace.outer_buses.get(own, ()), *wants)
        return own

    def _net(self, trace: Trace) -> _Net:
        net = _Net(self._title)
        for name in self._own:
            net._paths.setdefault((name,), {})
        for sub in trace.subs:
            for bus in sub.trace.buses:
                for k in range(1 if sub.count is None else sub.count):
                    part = sub.name if sub.count is None else f"{sub.name}[{k}]"
                    self._add_part(net, sub, k, (part, bus.name), bus)
        for node, (signal, _) in self._read.items():
            self._add_read(net, trace, node, signal)
        for node, signal in self._read_in_parts.items():
            if direction_of(trace, signal.slot) == SOURCE:
                net.ends.setdefault(node, []).append((signal, first_line(trace, signal.slot)))
        for link, where in self.links:
            self._add_link(net, link, where)
        return net

    def _add_read(self, net: _Net, trace: Trace, node: Node, signal: VariableRef) -> None:
        """Add a member of a bus of the class that its equations read or determine."""
        net.add(node)
        direction = direction_of(trace, signal.slot)
        here = signal, first_line(trace, signal.slot)
        net.needed[node] = here[1]
        if direction == SOURCE:
            net.ends.setdefault(node, []).append(here)
        elif direction == OPEN:
            net.open.setdefault(node, []).append(here)

    def _add_part(self, net: _Net, sub: Sub, k: int, key: Key, bus: OwnBus) -> None:
        self._of_parts[key] = bus.declaration
        for path, member in bus.members.items():
            net.add((key, path))
            seen = _seen_from_outside(sub, k, key, path, member, self.owner)
            net.inner[key, path] = member, (seen, sub.where or _NOWHERE)
        for (name, path), (other, instead) in bus.joints:
            net.join(((key[0], name), path), ((key[0], other), instead))

    def _add_link(self, net: _Net, link: BusLink, where: SourceLine) -> None:
        one, other = _node_of(link.a), _node_of(link.b)
        if one is not None and other is not None:
            net.join(one, other)
            return
        node, end = (one, link.b) if one is not None else (other, link.a)
        assert node is not None
        net.add(node)
        net.ends.setdefault(node, []).append((end, where))


def _note_joints(one: _Set, made: dict[str, OwnBus]) -> None:
    """Note which places of the class's own buses are connected inside it."""
    places = [(key[0], path[: path.index(_ALL)]) for key, path in one.own()]
    for place in places[1:]:
        if place != places[0]:
            made[places[0][0]].joints.append((places[0], place))


def _seen_from_outside(
    sub: Sub, k: int, key: Key, path: Path, member: BusMember, owner: Owner | None
) -> Any:
    own, inner, text = member.own, sub.trace, _text((key, path))
    if isinstance(own, OwnVariable):
        slot = sub.variable_start + k * inner.n_variables + own.slot
        return VariableRef(slot, own.declaration, text, False)
    assert owner is not None
    ids = sub.connector_start + k * inner.n_connectors + own.index
    slot = sub.variable_start + k * inner.n_variables + own.slot
    return ConnectorRef(type(own.declaration), text, ids, slot, 0, owner)


class _Settled:
    """Settles one member of all buses of a class."""

    def __init__(
        self,
        trace: Trace,
        one: _Set,
        read: Read,
        made: dict[str, OwnBus],
        declared: list[Any],
    ) -> None:
        self._trace, self._set, self._read, self._made = trace, one, read, made
        self._declared = declared
        self._text = _text(next(one.own(), one.nodes[0]))
        fresh = [each for each in one.inner if each[0].role != "copy"]
        self._ends = [*one.ends, *(seen for member, seen in fresh if member.role != OPEN)]
        self._open = [*one.open, *(seen for member, seen in fresh if member.role == OPEN)]

    def settle(self) -> None:
        """Connect everything that the member is connected to.

        Raises
        ------
        ModelError
            If that cannot be connected.
        """
        is_read = any(node in self._read for node in self._set.own())
        every = [*self._ends, *self._open]
        if not (every or is_read):
            return
        kinds = {_kind_of(end): end for end, _ in every}
        kinds |= {_kind_of(one): one for one in self._declared}
        if len(kinds) > 1:
            told = " and ".join(_told(one) for one in kinds.values())
            raise self._mistake(f"'{self._text}' joins what does not fit: {told}")
        if kinds.keys() <= {REAL, BOOLEAN, INTEGER}:
            self._signals(next(iter(kinds)))
        else:
            self._connectors()

    def _mistake(self, message: str) -> ModelError:
        return ModelError(f"{message} [in {self._trace.title}{self._place()}]")

    def _place(self) -> str:
        where = self._where()
        return f", {where}" if where.line else ""

    def _where(self) -> SourceLine:
        """Return the first line that has to do with the member."""
        lines = [where for _, where in (*self._ends, *self._open)] + self._set.needed
        return next((where for where in lines if where.line), _NOWHERE)

    # -- signals -----------------------------------------------------------------------------------

    def _signals(self, kind: str) -> None:
        sources = {end.slot: (end, where) for end, where in self._ends if self._gives(end)}
        takes = [(end, where) for end, where in self._ends if not self._gives(end)]
        targets = {end.slot: (end, where) for end, where in takes if end.slot not in sources}
        if len(sources) > 1:
            told = " and ".join(f"'{end}'" for end, _ in sources.values())
            raise self._mistake(
                f"'{self._text}' has {len(sources)} sources, {told}: connect only one of them"
            )
        role = SOURCE if sources else OPEN if self._open else SINK
        source = next(iter((*sources.values(), *self._open)), None)
        nodes = list(self._set.own())
        if source is None and not nodes:
            raise self._mistake(
                f"nothing gives '{self._text}' a value: connect a source to it, or to a bus that "
                f"this one is connected to"
            )
        unit = self._unit(source)
        for k, node in enumerate(nodes):
            made = self._member(node, kind, unit, "copy" if k else role, role == SINK and not k)
            ref = VariableRef(made.slot, made.declaration, _text(node), True)
            if source is None:
                source = ref, _NOWHERE
            elif source[0].slot != ref.slot:
                self._link(source, ref)
        assert source is not None
        for target, where in targets.values():
            self._link((source[0], where), target)
        for end, where in self._open:
            if end.slot != source[0].slot and end.place is None:
                self._trace.equations.append(TracedEquation(end, source[0], where))

    def _gives(self, end: Any) -> bool:
        if end.place is not None:
            return True
        return bool(end.declaration.is_input == end.inside)

    def _unit(self, source: tuple[Any, SourceLine] | None) -> str | None:
        """Return the unit that is declared for the member, or that of what is connected to it."""
        given = [source[0].declaration] if source else []
        every = (*self._ends, *self._open)
        for one in [*self._declared, *given, *(end.declaration for end, _ in every)]:
            if not one.is_open and one.unit != "1":
                return str(one.unit)
        return None

    def _member(
        self, node: Node, kind: str, unit: str | None, role: str, is_input: bool
    ) -> OwnVariable:
        (name,), path = node
        declaration = signal_of(kind, unit, is_input=is_input)
        read = self._read.get(node)
        if read is not None:
            own = replace(read[1], declaration=declaration)
            at = next(k for k, one in enumerate(self._trace.variables) if one.slot == own.slot)
            self._trace.variables[at] = own
        else:
            slot = self._trace.n_variables
            hidden = name.endswith("'outer")
            own = OwnVariable(_text(node), slot, declaration, "default", True, hidden)
            self._trace.n_variables += 1
            self._trace.variables.append(own)
        self._made[name].members[path] = BusMember(role, own, self._where())
        return own

    def _link(self, source: tuple[Any, SourceLine], target: Any) -> None:
        self._trace.signal_links.append((SignalLink(source[0], target), source[1]))

    # -- connectors --------------------------------------------------------------------------------

    def _connectors(self) -> None:
        ends = [(np.atleast_1d(end.connector_ids), end.face, where) for end, where in self._ends]
        kind = self._ends[0][0].connector
        for k, node in enumerate(self._set.own()):
            own = self._connector(node, kind)
            self._made[node[0][0]].members[node[1]] = BusMember("copy" if k else "end", own)
            ends.append((np.atleast_1d(own.index), 1, _NOWHERE))
        first = ends[0]
        for ids, face, where in ends[1:]:
            link = ConnectorLink(first[0], first[1], ids, face)
            self._trace.connector_links.append((link, where))

    def _connector(self, node: Node, kind: type[Connector]) -> OwnConnector:
        trace, text = self._trace, _text(node)
        own = OwnConnector(text, trace.n_connectors, trace.n_variables, kind())
        trace.n_connectors += 1
        trace.connectors.append(own)
        for variable in own.declaration.variables():
            name = f"{text}.{variable.name}"
            trace.variables.append(OwnVariable(name, trace.n_variables, variable, "default"))
            trace.n_variables += 1
        return own


def _kind_of(end: Any) -> Any:
    """Return what has to be the same of all that is connected, and of how it is declared."""
    if isinstance(end, Bus):
        return Bus
    if isinstance(end, Connector):
        return type(end).family()
    return end.connector.family() if isinstance(end, ConnectorRef) else end.kind


def _told(end: Any) -> str:
    if isinstance(end, ConnectorRef):
        return f"'{end.name}' ({end.connector.__name__})"
    if isinstance(end, VariableRef):
        return f"'{end}' (a {end.kind} signal)"
    if isinstance(end, Bus):
        return f"a bus ({type(end).__name__})"
    kind = type(end).__name__ if isinstance(end, Connector) else f"a {end.kind} signal"
    return f"{kind}, as the class of the bus declares"
