"""Component, the base class of everything in a driveline, and its class machinery."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Final, Never, Self, TypeAlias, cast

from drivetrain.calls import explained_class, folding
from drivetrain.errors import (
    ModelError,
    ParameterError,
    UsageError,
    nearest,
    shown,
)
from drivetrain.modeling.argument_values import is_one_of
from drivetrain.modeling.connection import Chain, join
from drivetrain.modeling.connector import Connector
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.expression import Expr
from drivetrain.modeling.hidden_names import hidden_by
from drivetrain.modeling.member_names import fault_of_name
from drivetrain.modeling.members import (
    REQUIRED,
    Declaration,
    Parameter,
    TableParameter,
    Variable,
    what_to_set,
)
from drivetrain.modeling.members.part_members import inside_part
from drivetrain.modeling.members.scopes import is_outer
from drivetrain.modeling.older_names import nearest_name
from drivetrain.modeling.presentation.icon import Icon

if TYPE_CHECKING:
    from inspect import Signature
    from types import FrameType

    from drivetrain.modeling.argument_types import Number
    from drivetrain.modeling.component_array import ComponentArray

__all__ = [
    "Component",
    "Equations",
    "Experiment",
    "SourceLine",
    "as_component",
    "calling_line",
    "check_name",
]

Member = Any
Equations: TypeAlias = Iterable[Any]
"""What `equations` and `initial_equations` return: equations, connections, other statements."""

_HERE: Final = os.path.dirname(__file__)


@dataclass(frozen=True)
class SourceLine:
    """Position of a statement in a source file."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{_short(self.file)}:{self.line}"


def _short(file: str) -> str:
    """Return a path relative to the current folder, if it lies below it."""
    here = os.getcwd() + os.sep
    return file.removeprefix(here)


@explained_class
@dataclass(frozen=True)
class Experiment:
    """Default settings for a run of a model.

    It is the attribute `experiment` of a model class. What a call of `simulate` or the command line
    gives takes its place.

    Parameters
    ----------
    stop_time : float or quantity
        End of the run, s.
    interval : float or quantity, optional
        Distance of output points, s; 500 points in total if omitted.
    tolerance : float
        Relative error tolerance.
    start_time : float or quantity
        Beginning of the run, s.

    Raises
    ------
    UnitError
        If one of them is a quantity of another kind.
    """

    stop_time: float = 1.0
    interval: float | None = None
    tolerance: float = 1e-6
    start_time: float = 0.0

    if TYPE_CHECKING:  # quantities are converted to the floats above

        def __init__(
            self,
            stop_time: Number = ...,
            interval: Number | None = ...,
            tolerance: float = ...,
            start_time: Number = ...,
        ) -> None: ...

    def __post_init__(self) -> None:
        for one in fields(self):
            unit = "1" if one.name == "tolerance" else "s"
            plain = to_si(getattr(self, one.name), unit, f"Experiment: {one.name}")
            object.__setattr__(self, one.name, plain)


class _ClassBody(dict[str, Any]):
    """Namespace of a class body in which each name may be declared once."""

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title

    def __setitem__(self, name: str, value: Any) -> None:
        if _is_member(value):
            check_name(self._title, name, value)
        if name[:1].islower() and _is_kind_of_member(value) and value.__name__ != name:
            raise ModelError(
                f"'{name} = {value.__name__}' declares nothing: {value.__name__} is a class; make "
                f"one, {name} = {value.__name__}(…) [in {self._title}, {calling_line()}]"
            )
        if name in self and _is_member(self[name]):
            raise ModelError(
                f"'{self._title}' declares {name!r} twice, so the first one would be lost: "
                f"rename one of them [in {self._title}, {calling_line()}]"
            )
        super().__setitem__(name, value)


def _is_arriving(frame: FrameType) -> bool:
    """Return whether a class of a script arrives in another process: it is filled step by step."""
    return str(frame.f_globals.get("__name__")).partition(".")[0] == "cloudpickle"


def _is_kind_of_member(value: Any) -> bool:
    is_connector = isinstance(value, type) and issubclass(value, Connector)
    return is_connector or isinstance(value, _ComponentClass)


def _is_member(value: Any) -> bool:
    return isinstance(value, (Declaration, Connector)) or isinstance(type(value), _ComponentClass)


class _ComponentClass(type):
    """Metaclass of component classes: sees each name of a class body as it is declared."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], /, **_: Any) -> _ClassBody:
        return _ClassBody(name)

    def __new__(
        cls, name: str, bases: tuple[type, ...], body: dict[str, Any], /, **further: Any
    ) -> Any:
        if not isinstance(body, _ClassBody):  # made by type(name, bases, body)
            _check_class_name(name)
            plain, body = body, _ClassBody(name)
            body["__module__"] = sys._getframe(1).f_globals.get("__name__", "__main__")
            for member, value in plain.items():
                body[member] = value
        made = super().__new__(cls, name, bases, body, **further)
        if bases:
            _check_collections(made)
        return made

    def __setattr__(cls, name: str, value: Any) -> None:
        if _is_member(value) and not _is_arriving(sys._getframe(1)):
            raise ModelError(
                f"{cls.__name__}: setting {name!r} declares nothing: declare members in the body "
                f"of the class, or of one derived from it [{calling_line()}]"
            )
        if name == "__name__":
            _check_class_name(value)
        super().__setattr__(name, value)

    @property
    def __signature__(cls: Any) -> Signature:
        if "__init__" in vars(cls) or _has_own_init(cls):
            raise AttributeError("this class is made in its own way")
        from drivetrain.modeling.presentation.signature import signature_of

        return signature_of(cls.declarations())

    def __rshift__(cls: Any, other: Any) -> Chain:
        return join(cls, other)


class Component(metaclass=_ComponentClass):
    """Base of all component classes.

    A subclass declares parameters, variables, connectors and sub-components in its body and yields
    its equations from :meth:`equations`. Each class adds its own equations to those of its bases,
    so the method never calls ``super()``.

    Parameters
    ----------
    *values
        None: each value is given by name.
    **modifiers
        Values of parameters (numbers, arrays, or expressions of the enclosing class's
        parameters), ``fixed(…)`` or ``guess(…)`` for variables, a value for an input,
        ``part=dict(…)`` for what is inside a part, and ``enabled`` to make the component
        conditional.

    Raises
    ------
    ParameterError
        If a name is unknown (the nearest one is suggested) or a value is of the wrong kind.
    """

    enabled: Any
    symbol: ClassVar[str] = ""
    """Name of the symbol with which diagrams show it; a box with its name if empty."""
    diagram_places: ClassVar[Mapping[str, tuple[float, ...]]] = MappingProxyType({})
    """Where the author has drawn each part, by its name, y upwards: ``(x, y)`` of its middle, also
    ``(x, y, width, height)`` and ``(x, y, width, height, rotation)``, the size negative if it is
    mirrored, the rotation counterclockwise in degrees."""
    diagram_lines: ClassVar[Mapping[tuple[str, str], Sequence[tuple[float, float]]]] = (
        MappingProxyType({})
    )
    """Points of the lines of connections in that drawing, by the two ports they join."""
    diagram_icon: ClassVar[Icon | None] = None
    """What the author has drawn for the class itself, in place of a symbol."""
    diagram_hints: ClassVar[Any] = None
    """What the author says about the drawing: ``Hints(…)`` of `drivetrain.diagram`."""
    numbers_fit_any_unit: ClassVar[bool] = False
    """True for a class whose numbers, and `time`, have no unit, as those of Modelica have none."""
    other_units: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """Units in which numbers of members with ``unit=None`` are given, such as ``rev/min``.

    They are compared with those of other members, and nothing is converted.
    """
    is_partial: ClassVar[bool] = False
    """True in the body of a class that is only there to be derived from."""
    missing_inner_message: ClassVar[str] = ""
    """What to tell of a model in which parts look for one of this class, and that has none."""
    traced_once: ClassVar[bool] = True
    """False for a class whose equations depend on more than structural values (on files)."""
    inputs_keep_start: ClassVar[bool] = False
    """True for a class whose inputs keep their start values, with a warning, without a source."""
    _count: Any = None
    _spelled: ClassVar[Mapping[str, str]] = {}
    """Names in Python of members with other names in the file that they come from."""

    def __init__(self, /, *values: Never, **modifiers: Any) -> None:
        if values:
            raise without_name(type(self), values[0])
        self._created = calling_line()
        self.__dict__["_enabled"] = modifiers.pop("enabled", True)
        with folding():
            _check_modifiers(type(self), modifiers)
        self._modifiers = modifiers

    def __set_name__(self, owner: type, name: str) -> None:
        self.__dict__["_declared_as"] = name

    if not TYPE_CHECKING:

        def __get__(self, whole: Any, owner: Any = None) -> Any:
            """Return this part; inside a part of a class body, what stands for it there."""
            return self if whole is None else inside_part(whole, self)

    def __setattr__(self, name: str, value: Any) -> None:
        """Refuse assignments without effect: a component is complete once it is made."""
        is_made = "_modifiers" in vars(self)
        if _is_member(value) or (is_made and not name.startswith("_")):
            _check_assigned(type(self), name, value)
        super().__setattr__(name, value)

    @classmethod
    def array(cls, count: Any, **modifiers: Any) -> ComponentArray[Self]:
        """Declare `count` components of this class at once.

        Parameters
        ----------
        count : int or structural parameter
            Number of components.
        **modifiers
            As for a single component; an array of length `count` gives each its own value.

        Examples
        --------
        ``disc = Inertia.array(100, J=0.1)``, in `equations`
        ``yield self.disc[:-1] >> self.link >> self.disc[1:]``
        """
        made = cls(**modifiers)
        made.__dict__["_count"] = count
        return cast("ComponentArray[Self]", made)

    def __repr__(self) -> str:
        """Return how it was made."""
        from drivetrain.modeling.presentation.display import call_text

        given = self.__dict__.get("_modifiers", {})
        return call_text(type(self).__name__, given, self.__dict__.get("_count"))

    def _repr_html_(self) -> str:
        """Return its members as a table for notebooks."""
        from drivetrain.modeling.presentation.display import member_table

        given = self.__dict__.get("_modifiers", {})
        about = (type(self).__doc__ or "").partition("\n")[0]
        title = f"{type(self).__name__}: {about}".removesuffix(": ")
        return member_table(title, type(self).declarations(), given)

    def __rshift__(self, other: Any) -> Chain:
        kind = type(self).__name__
        raise ModelError(
            f"{kind}(…) [made at {self._created}] >> …: parts are connected inside the method "
            "`equations` (yield self.a >> self.b) or, step by step, under their names in the model "
            "(m.connect(m.a >> m.b))"
        )

    if not TYPE_CHECKING:

        def __call__(self, *_: Any, **__: Any) -> Never:
            """Refuse a call, which most often means a function hidden by this name."""
            raise ModelError(
                hidden_by(self)
                or f"{type(self).__name__}(…) [made at {self._created}] is a part, which cannot be "
                "called like a function"
            )

    def equations(self) -> Iterable[Any]:
        """Yield the equations, connections and other statements of this class."""
        return ()

    def initial_equations(self) -> Iterable[Any]:
        """Yield equations that hold at the start only."""
        return ()

    def _steps_taken(self) -> Any:
        """Return the builder of a model that is built step by step; None for a class."""
        return None

    def _as_built(self) -> Self:
        """Return a copy that later statements do not change; itself, unless built step by step."""
        return self

    @classmethod
    @cache
    def declarations(cls) -> Mapping[str, Member]:
        """Return all declared members by name, those of base classes first."""
        found: dict[str, Member] = {}
        for klass in reversed(cls.__mro__):
            for name, value in vars(klass).items():
                if _is_member(value):
                    found[name] = value
                elif name in found:
                    raise ModelError(
                        f"{klass.__name__}.{name} hides the declaration of the same name in a base "
                        "class: choose another name"
                    )
        return found


def check_name(title: str, name: str, member: Any, owner: type | None = None) -> None:
    """Refuse invalid names, and those that components, or those of class `owner`, reserve."""
    fault = fault_of_name(name)
    if not fault and (name == "enabled" or hasattr(owner or Component, name)):
        fault = "is a name that every component has already: choose another name"
    if not fault and name == "time" and isinstance(member, Variable):
        fault = "is what results call the time: choose another name"
    if fault:
        raise ModelError(
            f"'{title}' declares {name!r}, which {fault} [in {title}, {calling_line()}]"
        )


def _check_class_name(name: Any) -> None:
    fault = fault_of_name(str(name).lstrip("_") or "_")
    if fault:
        raise ModelError(f"the class name {name!r} {fault} [{calling_line()}]")


def _check_collections(cls: type) -> None:
    """Refuse parts and declarations in a list: they would have no name and be ignored."""
    known = {id(value) for klass in cls.__mro__ for value in vars(klass).values()}
    for name, value in vars(cls).items():
        if not isinstance(value, (list, tuple, dict)):
            continue
        inside = value.values() if isinstance(value, dict) else value
        lost = [one for one in inside if _is_member(one) and id(one) not in known]
        if any(not getattr(one, "name", "") for one in lost):
            raise ModelError(
                f"'{cls.__name__}.{name}' is a {type(value).__name__} of parts or declarations, "
                "which would take no part in the model: give each its name, or write "
                f"{name} = {type(lost[0]).__name__}.array(…) for many alike [{calling_line()}]"
            )


def calling_line() -> SourceLine:
    """Return the innermost line outside this package's language that led here."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(_HERE):
        frame = frame.f_back
    return SourceLine(frame.f_code.co_filename, frame.f_lineno)


def _check_modifiers(cls: type[Component], modifiers: Mapping[Any, Any]) -> None:
    known = cls.declarations()
    for name, value in modifiers.items():
        declaration = known.get(name)
        if declaration is None:
            raise _unknown(cls, name, value)
        if is_outer(declaration):
            raise ParameterError(
                f"{cls.__name__}({name}={shown(value)}): {name!r} is a member of a class around, "
                "outer(…): give the values where it is declared with inner(…)"
            )
        if isinstance(declaration, Component):
            _check_nested(cls, name, declaration, value)
        elif isinstance(value, Component):
            raise ParameterError(
                hidden_by(value)
                or f"{cls.__name__}({name}={type(value).__name__}(…)): a part is no value; give a "
                "number, or connect the two in `equations`"
            )
        elif isinstance(declaration, Connector):
            raise ParameterError(
                f"{cls.__name__}({name}=…): {name!r} is a part of {cls.__name__}, not a parameter"
            )
        elif isinstance(declaration, (Parameter, TableParameter)):
            _check_parameter(cls, declaration, value)


def _unknown(cls: type[Component], name: Any, value: Any) -> ParameterError:
    """Return the error for a value with a name that a class does not have."""
    parameters, variables = _usable(cls)
    parts = [k for k, v in cls.declarations().items() if isinstance(v, Component)]
    declared = [k for k, v in cls.declarations().items() if isinstance(v, Declaration)]
    inside = f", and the parts {', '.join(parts)}" if parts else ""
    return ParameterError(
        f"{cls.__name__}({name}={shown(value)}): {cls.__name__} has no parameter or "
        f"variable {name!r}{nearest_name(name, [*declared, *parts])}; it has the "
        f"parameters {', '.join(parameters) or '(none)'}, and the variables "
        f"{', '.join(variables) or '(none)'}{inside}"
    )


def _check_nested(cls: type[Component], name: str, part: Component, value: Any) -> None:
    """Check values for a part, as in ``Vehicle(mass=dict(v=fixed(27.8)))``."""
    if not isinstance(value, Mapping):
        raise ParameterError(
            f"{cls.__name__}({name}=…): {name!r} is a part of {cls.__name__}, not a parameter; "
            f"give what is inside it in the form {name}=dict(…), as "
            f"{cls.__name__}({name}=dict(name=fixed(…)))"
        )
    if part._steps_taken() is not None:
        return  # its members are known when it is bound
    try:
        _check_modifiers(type(part), {k: v for k, v in value.items() if k != "enabled"})
    except ParameterError as error:
        raise ParameterError(f"{cls.__name__}({name}=dict(…)): {error}") from error


def _check_assigned(cls: type[Component], name: str, value: Any) -> None:
    """Refuse an attribute that was meant as a declaration, or that is one."""
    known, kind = cls.declarations(), cls.__name__
    declared = known.get(name)
    if isinstance(declared, Parameter) and declared.final:
        raise ParameterError(
            f"{kind}.{name} = {shown(value)}: {name!r} {what_to_set(declared)} [{calling_line()}]"
        )
    if isinstance(declared, (Parameter, TableParameter)):
        to_the_run = (
            "" if getattr(declared, "structural", False) else ", or to the run, parameters={…}"
        )
        raise ParameterError(
            f"{kind}.{name} = {shown(value)} comes too late: give it where the component is made, "
            f"{kind}({name}={shown(value)}){to_the_run} [{calling_line()}]"
        )
    if name in known or _is_member(value):
        raise ModelError(
            f"{kind}.{name} = … states nothing: declare members in the body of the class, connect "
            f"them in `equations`; step by step, say m.add(name=…) and m.connect(…) "
            f"[{calling_line()}]"
        )
    if not _has_own_init(cls) and (close := nearest(name, known)):
        raise ModelError(
            f"{kind}.{name} = …: {kind} has no member {name!r}{close} [{calling_line()}]"
        )


def _has_own_init(cls: Any) -> bool:
    """Return whether a class has a constructor of its own."""
    return str(cls.__init__.__module__).rpartition(".")[0] != __name__.rpartition(".")[0]


def _usable(cls: type[Component]) -> tuple[list[str], list[str]]:
    """Return the names of the parameters that can be set, and of the variables."""
    parameters, variables = [], []
    for name, member in cls.declarations().items():
        if isinstance(member, (Parameter, TableParameter)):
            parameters += [name] * (not getattr(member, "final", False))
        elif isinstance(member, Declaration):
            variables.append(name)
    return parameters, variables


def without_name(cls: type[Component], value: Any) -> ParameterError:
    """Return the error for a value given without a name."""
    known, (usable, _) = cls.declarations(), _usable(cls)
    required = [name for name in usable if getattr(known[name], "default", None) is REQUIRED]
    name = next(iter([*required, *usable]), "name")
    return ParameterError(
        f"{cls.__name__}({shown(value)}): give every value by its name, such as "
        f"{cls.__name__}({name}=…)"
    )


def _check_parameter(cls: type[Component], declaration: Declaration, value: Any) -> None:
    name = declaration.name
    if isinstance(declaration, Parameter):
        if declaration.final:
            raise ParameterError(f"{cls.__name__}({name}=…): {name!r} {what_to_set(declaration)}")
        choices = declaration.choices
        if choices is not None and not isinstance(value, Expr) and not is_one_of(value, choices):
            hint = nearest(str(value), map(str, choices))
            raise ParameterError(
                f"{cls.__name__}({name}={shown(value)}): choose one of "
                f"{', '.join(map(repr, choices))}{hint}"
            )


def as_component(thing: Any) -> Component:
    """Return the argument if it is a model or another component.

    Raises
    ------
    UsageError
        If it is anything else, such as the class of a model.
    """
    if isinstance(thing, Component):
        return thing
    if isinstance(getattr(thing, "model", None), Component):
        raise UsageError(
            f"{shown(thing)} is compiled already: call compiled.simulate(…), or give the model "
            "itself, compiled.model"
        )
    hint = f", {thing.__name__}()" if isinstance(thing, _ComponentClass) else ""
    raise UsageError(f"{shown(thing)} is not a model; pass an instance of a Model class{hint}")
