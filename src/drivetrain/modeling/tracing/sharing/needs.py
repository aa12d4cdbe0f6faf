"""What a class reads of classes around it: slots of its own, which those fill.

A class is traced alone. Of an outer member, each quantity that it reads and each connector that it
connects gets a slot, and the class needs it. A class around either has such an inner member, or
needs it in turn; so what is equal becomes known on the way up, and no trace depends on where its
instances stand.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np

from drivetrain.errors import DrivetrainError, ModelError, NameLookupError, nearest
from drivetrain.modeling.component import Component, SourceLine
from drivetrain.modeling.connection import ConnectorLink
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.expression import INTEGER, as_expr
from drivetrain.modeling.members import (
    REQUIRED,
    Declaration,
    Disabled,
    Parameter,
    ParameterRef,
    Variable,
    VariableRef,
    VectorRef,
    signal_of,
)
from drivetrain.modeling.members.scopes import scope_of
from drivetrain.modeling.tracing.references import ComponentRef, ConnectorRef, Owner
from drivetrain.modeling.tracing.slots import (
    Binding,
    OwnConnector,
    OwnParameter,
    OwnVariable,
    OwnVector,
    Sub,
    Trace,
    TracedEquation,
)
from drivetrain.modeling.tracing.structural import how_many

__all__ = ["Need", "Surroundings", "Want", "completed", "joined"]

Path = tuple[str | int, ...]


@dataclass(frozen=True, eq=False)
class Want:
    """An outer member of a class: what is looked for in the classes around.

    Parameters
    ----------
    name : str
        Name of the inner member.
    member : component, connector or declaration
        How the outer one is declared.
    asked_by : str
        Path of the part that declares it.
    where : SourceLine
        Line of the declaration.
    sizes : tuple of int
        Numbers of elements of a vector or a matrix.
    """

    name: str
    member: Any
    asked_by: str
    where: SourceLine
    sizes: tuple[int, ...] = ()

    @property
    def kind(self) -> str:
        """What it is: the name of its class, or what sort of number."""
        if isinstance(self.member, (Component, Connector)):
            return type(self.member).__name__
        return _told_declared(self.member)

    def refusal(self, why: str) -> ModelError:
        """Return an error about it."""
        by = f" of '{self.asked_by}'" if self.asked_by else ""
        return ModelError(f"outer '{self.name}' ({self.kind}){by} {why} [{self.where}]")


@dataclass(frozen=True, eq=False)
class Need:
    """A slot that a class around has to fill.

    Parameters
    ----------
    want : Want
        What it belongs to.
    path : tuple
        Where it is inside that.
    own : OwnVariable, OwnParameter or OwnConnector
        The slot.
    like : OwnVariable, OwnParameter or OwnConnector
        What is expected there.
    """

    want: Want
    path: Path
    own: OwnVariable | OwnParameter | OwnConnector
    like: OwnVariable | OwnParameter | OwnConnector

    @property
    def text(self) -> str:
        """Its name, as written in the class."""
        return _text(self.want.name, self.path)


def _text(name: str, path: Path) -> str:
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return name + "".join(steps)


Ask = Callable[[Path, Any], Any]


class OuterRef(ComponentRef):
    """A component of a class around, in the class that is traced."""

    def __init__(self, sub: Sub, name: str, owner: Owner, want: Want, ask: Ask, path: Path) -> None:
        super().__init__(sub, name, 0, owner)
        self._want, self._ask, self._path = want, ask, path

    def _member(self, name: str, member: Any) -> Any:
        path = (*self._path, name)
        if isinstance(member, (OwnVariable, OwnParameter)):
            return self._ask(path, member)
        if isinstance(member, OwnConnector):
            return OuterConnectorRef(self._ask(path, member), self._ask, path)
        if isinstance(member, OwnVector):
            parts = enumerate(member.elements)
            return VectorRef.of([self._ask((*path, k), own) for k, own in parts], self._of(name))
        if isinstance(member, Sub) and member.count is None:
            return OuterRef(member, self._of(name), self._owner, self._want, self._ask, path)
        raise self._want.refusal(f"cannot be read there: {self._why_not(name, member)}")

    def _of(self, name: str) -> str:
        return f"{self._name}.{name}"

    def _why_not(self, name: str, member: Any) -> str:
        if isinstance(member, Disabled):
            return f"'{self._of(name)}' is switched off, unless the inner one switches it on"
        if isinstance(member, Sub):
            return f"'{self._of(name)}' is an array of parts"
        if name in self._sub.trace.structural:
            return (
                f"'{self._of(name)}' is structural, so it is known only where the inner one is "
                "made; give the part a structural parameter of its own"
            )
        return f"'{self._of(name)}' is a table"


class OuterConnectorRef(ConnectorRef):
    """A connector of a class around; its variables are those of the inner one."""

    def __init__(self, own: ConnectorRef, ask: Ask, path: Path) -> None:
        super().__init__(
            own.connector, own.name, own.connector_ids, own.first_slot, own.face, own.owner
        )
        self._ask, self._path = ask, path

    def __getattr__(self, name: str) -> VariableRef:
        if name.startswith("_"):
            raise AttributeError(name)
        for declared in self.connector.variables():
            if declared.name == name:
                own = OwnVariable(name, 0, declared, "default")
                found: VariableRef = self._ask((*self._path, name), own)
                return found
        return super().__getattr__(name)


# -- slots -----------------------------------------------------------------------------------------


def needed(trace: Trace, owner: Owner, want: Want, path: Path, like: Any) -> Any:
    """Give a class a slot for something of a class around, and return what stands for it.

    Parameters
    ----------
    trace : Trace
        The class.
    owner : Owner
        The owner of its references.
    want : Want
        The outer member.
    path : tuple
        What is read inside it.
    like : OwnVariable, OwnParameter or OwnConnector
        What is expected there.
    """
    text = _text(want.name, path)
    hidden = f"{text}'outer"
    if isinstance(like, OwnParameter):
        made, own = _parameter(trace, text, hidden, like.declaration)
    elif isinstance(like, OwnConnector):
        made, own = _connector(trace, owner, text, hidden, like.declaration)
    else:
        made, own = _variable(trace, text, hidden, like.declaration)
    trace.needs.append(Need(want, path, own, like))
    return made


def _parameter(trace: Trace, text: str, hidden: str, like: Parameter) -> tuple[Any, Any]:
    unit = None if like.is_open and like.unit == "1" else like.unit
    declaration = Parameter(
        REQUIRED, like.kind, unit, None, None, False, False, False, like.choices, False, like.doc
    )
    declaration.name = text
    own = OwnParameter(hidden, trace.n_parameters, declaration)
    trace.n_parameters += 1
    trace.parameters.append(own)
    return ParameterRef(own.slot, declaration, text), own


def _variable(trace: Trace, text: str, hidden: str, like: Variable) -> tuple[Any, Any]:
    """Declare a variable: an input, or an output if it drives an input of the inner member."""
    unit = None if like.is_open and like.unit == "1" else like.unit
    declaration = signal_of(like.kind, unit, is_input=not like.is_input)
    own = OwnVariable(hidden, trace.n_variables, declaration, "default", True, hidden=True)
    trace.n_variables += 1
    trace.variables.append(own)
    return VariableRef(own.slot, like, text, False), own


def _connector(
    trace: Trace, owner: Owner, text: str, hidden: str, like: Connector
) -> tuple[Any, Any]:
    own = OwnConnector(hidden, trace.n_connectors, trace.n_variables, type(like)())
    trace.n_connectors += 1
    trace.connectors.append(own)
    for variable in like.variables():
        slot = trace.n_variables
        name = f"{hidden}.{variable.name}"
        trace.variables.append(OwnVariable(name, slot, variable, "default", hidden=True))
        trace.n_variables += 1
    return ConnectorRef(type(like), text, own.index, own.slot, 1, owner), own


# -- filling ---------------------------------------------------------------------------------------


class Surroundings:
    """What a class shares with its parts and with the classes around.

    Parameters
    ----------
    owner : Owner
        The owner of its references.
    extended : callable
        Returns the trace of the class, to which something is added.

    Attributes
    ----------
    inner : dict
        References to its inner members, by their names.
    """

    def __init__(self, owner: Owner, extended: Callable[[], Trace]) -> None:
        self._owner, self._extended = owner, extended
        self._needed: dict[tuple[str, Path], Any] = {}
        self.inner: dict[str, Any] = {}

    def offer(self, member: str, name: str, reference: Any) -> None:
        """Let parts find a member by a name, its own or another one.

        Raises
        ------
        ModelError
            If they find another one by this name already.
        """
        if name in self.inner:
            raise ModelError(
                f"'{member}' is inner and found as '{name}', and so is another member: give one of "
                "them another name"
            )
        self.inner[name] = reference

    def outer(self, name: str, member: Any, like: Trace | None) -> Any:
        """Return what stands for a member of a class around.

        Parameters
        ----------
        name : str
            Its name.
        member : component, connector or declaration
            How it is declared.
        like : Trace or None
            The trace of its class, if it is a component.

        Raises
        ------
        ModelError
            If it is structural, or a vector.
        """
        scope = scope_of(member)
        assert scope is not None
        want = Want(name, member, "", scope.where)
        ask = partial(self._need, want)
        if like is not None:
            self._extended().outer[name] = like
            sub = Sub(name, like, None, 0, 0, 0, 0, want.where)
            return OuterRef(sub, name, self._owner, want, ask, ())
        if isinstance(member, Connector):
            own = ask((), OwnConnector(name, 0, 0, member))
            return OuterConnectorRef(own, ask, ())
        if isinstance(member, Parameter) and member.structural:
            raise want.refusal("cannot be found: it is structural")
        if isinstance(member, (Parameter, Variable)):
            return self._numbers(replace(want, sizes=self._sizes(want)))
        raise want.refusal("cannot be found")

    def _numbers(self, want: Want) -> Any:
        """Return what stands for a number around, or for each element of a vector."""
        name, member = want.name, want.member
        like: Any = (
            OwnParameter(name, 0, member)
            if isinstance(member, Parameter)
            else OwnVariable(name, 0, member, "default")
        )
        return self._elements(name, want.sizes, (), partial(self._need, want), like)

    def _sizes(self, want: Want) -> tuple[int, ...]:
        """Return the numbers of elements of a vector or matrix; nothing for a single one.

        Raises
        ------
        ModelError
            If a vector says nothing about its size.
        """
        sizes = want.member.size
        if sizes is None:
            if getattr(want.member, "vector", False):
                raise want.refusal("needs the number of its elements: size=…")
            return ()
        every = sizes if isinstance(sizes, tuple) else (sizes,)
        known = self._extended().structural
        return tuple(how_many(one, known, want.name, "elements") for one in every)

    def _elements(self, name: str, sizes: tuple[int, ...], path: Path, ask: Ask, like: Any) -> Any:
        """Return what stands for the elements of an outer vector or matrix, or for one number."""
        if not sizes:
            return ask(path, like)
        first, *rest = sizes
        made = [
            self._elements(f"{name}[{k}]", tuple(rest), (*path, k), ask, like) for k in range(first)
        ]
        return VectorRef.of(made, name)

    def _need(self, want: Want, path: Path, like: Any) -> Any:
        """Return what stands for something of a class around: a slot that this one fills."""
        key = want.name, path
        if key not in self._needed:
            self._needed[key] = needed(self._extended(), self._owner, want, path, like)
        return self._needed[key]

    def fill(self, trace: Trace) -> None:
        """Fill what the parts of a class need, or let the class need it.

        Parameters
        ----------
        trace : Trace
            The class; it is changed.

        Raises
        ------
        ModelError
            If an inner member is not what is needed.
        """
        if not any(sub.trace.needs for sub in trace.subs):
            return
        trace.share_no_longer()
        known = dict(self._needed)
        for sub in list(trace.subs):
            for need in sub.trace.needs:
                want = replace(need.want, asked_by=joined(sub.name, need.want.asked_by))
                found = self._found(trace, want, need, known)
                for k in range(1 if sub.count is None else sub.count):
                    _fill(trace, sub, k, need, found, want)

    def _found(
        self, trace: Trace, want: Want, need: Need, known: dict[tuple[str, Path], Any]
    ) -> Any:
        if want.name in self.inner:
            return _inside_of(self.inner[want.name], want, need)
        key = want.name, need.path
        if key not in known:
            known[key] = needed(trace, self._owner, want, need.path, need.like)
        return known[key]


def joined(name: str, path: str) -> str:
    """Return the path of something inside a part."""
    return f"{name}.{path}" if path else name


def _inside_of(reference: Any, want: Want, need: Need) -> Any:
    """Return what fills a need, of an inner member.

    Raises
    ------
    ModelError
        If the member is of another kind than the outer one, or has nothing of this name.
    """
    _check_kind(reference, want)
    _check_sizes(reference, want)
    found: Any = reference
    try:
        for step in need.path:
            found = found[step] if isinstance(step, int) else getattr(found, step)
    except (NameLookupError, IndexError) as error:
        raise want.refusal(f"is another one where it is declared: {error}") from error
    except DrivetrainError as error:
        raise want.refusal(f"cannot be read: {error}") from error
    _check_alike(found, want, need)
    return found


def _check_kind(reference: Any, want: Want) -> None:
    """Refuse an inner component that lacks what the class of the outer one has."""
    wanted = type(want.member)
    if isinstance(want.member, Component):
        if not isinstance(reference, ComponentRef):
            raise want.refusal(f"is {_told(reference)} where it is declared")
        trace = reference._sub.trace
        if not issubclass(trace.cls, wanted):
            there = trace.cls.declarations()
            missing = [name for name in wanted.declarations() if name not in there]
            if missing:
                raise want.refusal(
                    f"is a {trace.title} where it is declared, which has no '{missing[0]}'"
                    f"{nearest(missing[0], there)}"
                )


def _check_sizes(reference: Any, want: Want) -> None:
    """Refuse an inner vector that has more elements, or fewer, than the outer one."""
    if isinstance(want.member, (Component, Connector)):
        return
    found, inside = list[int](), reference
    while isinstance(inside, (list, tuple, np.ndarray)):
        found.append(len(inside))
        inside = inside[0] if len(inside) else None
    if tuple(found) != want.sizes:
        told, wanted = (" × ".join(map(str, one)) or "a single one" for one in (found, want.sizes))
        raise want.refusal(f"has other sizes where it is declared: {told}, not {wanted}")


def _check_alike(found: Any, want: Want, need: Need) -> None:
    wanted = need.own.declaration
    if isinstance(wanted, Connector):
        is_alike = isinstance(found, ConnectorRef) and found.connector.family() is wanted.family()
    elif isinstance(found, (VariableRef, ParameterRef)):
        is_parameter = isinstance(found, ParameterRef)
        is_alike = found.kind == wanted.kind and (is_parameter or isinstance(wanted, Variable))
    else:  # the value of a structural parameter
        is_alike = isinstance(found, (bool, int, float)) and isinstance(wanted, Parameter)
    if not is_alike:
        raise want.refusal(
            f"is another one where it is declared: '{need.text}' is {_told(found)} there, not "
            f"{_told_declared(wanted)}"
        )


def _told_declared(wanted: Declaration | Connector) -> str:
    if isinstance(wanted, Connector):
        return f"a {type(wanted).__name__}"
    article = "an" if wanted.kind == INTEGER else "a"
    what = "parameter" if isinstance(wanted, Parameter) else "variable"
    return f"{article} {wanted.kind} {what}"


def _told(found: Any) -> str:
    if isinstance(found, (VariableRef, ParameterRef)):
        return _told_declared(found.declaration)
    if isinstance(found, ConnectorRef):
        return f"a {found.connector.__name__}"
    if isinstance(found, ComponentRef):
        return f"the part {found.name}"
    return "a vector" if isinstance(found, VectorRef) else "switched off"


def _fill(trace: Trace, sub: Sub, k: int, need: Need, found: Any, want: Want) -> None:
    own, inner = need.own, sub.trace
    label = f"{sub.name}{'' if sub.count is None else f'[{k}]'}.{need.text}"
    if isinstance(own, OwnParameter):
        slot = sub.parameter_start + k * inner.n_parameters + own.slot
        trace.bindings.append(Binding(slot, found, want.where, label, own.declaration.unit))
    elif isinstance(own, OwnConnector):
        mine = np.atleast_1d(sub.connector_start + k * inner.n_connectors + own.index)
        link = ConnectorLink(np.atleast_1d(found.connector_ids), found.face, mine, 0)
        trace.connector_links.append((link, want.where))
    else:
        slot = sub.variable_start + k * inner.n_variables + own.slot
        ref = VariableRef(slot, own.declaration, label, False)
        trace.equations.append(TracedEquation(ref, as_expr(found), want.where))


def completed(root: Trace, parts: Mapping[str, tuple[Component, Trace]]) -> Trace:
    """Return a model with parts in the place of inner ones that it lacks.

    Parameters
    ----------
    root : Trace
        The model.
    parts : mapping
        Name of each → the part and its trace.
    """
    made, owner = replace(root), Owner(root.title)
    made.share_no_longer()
    references = {}
    for name, (part, trace) in parts.items():
        starts = made.n_variables, made.n_parameters, made.n_tables, made.n_connectors
        sub = Sub(name, trace, None, *starts, part._created)
        references[name] = ComponentRef(sub, name, 0, owner)
        made.subs.append(sub)
        made.members[name] = sub
        made.n_variables += trace.n_variables
        made.n_parameters += trace.n_parameters
        made.n_tables += trace.n_tables
        made.n_connectors += trace.n_connectors
    for need in made.needs:
        _fill_own(made, need, _inside_of(references[need.want.name], need.want, need))
    made.needs = []
    return made


def _fill_own(root: Trace, need: Need, found: Any) -> None:
    """Fill a slot of the model itself."""
    own, where = need.own, need.want.where
    if isinstance(own, OwnParameter):
        at = next(k for k, one in enumerate(root.parameters) if one.slot == own.slot)
        root.parameters[at] = replace(root.parameters[at], settled=as_expr(found))
    elif isinstance(own, OwnConnector):
        mine = np.atleast_1d(own.index)
        link = ConnectorLink(np.atleast_1d(found.connector_ids), found.face, mine, 1)
        root.connector_links.append((link, where))
    else:
        at = next(k for k, one in enumerate(root.variables) if one.slot == own.slot)
        declared = own.declaration
        plain = Variable(declared.kind, declared.unit, start=declared.start)
        root.variables[at] = replace(own, declaration=plain, is_signal=False)
        ref = VariableRef(own.slot, plain, need.text, True)
        root.equations.append(TracedEquation(ref, as_expr(found), where))
