"""Parameters of parts, read in the body of the class that contains them: ``J=motor.J``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from typing import Any

from drivetrain.errors import ModelError
from drivetrain.modeling.expression import Expr, walk
from drivetrain.modeling.members.scopes import is_outer

__all__ = ["PartMember", "in_order_of_reading", "inside_part", "reads_around"]


class PartMember(Expr):
    """A member of a part; the class that contains the part replaces it by its slot.

    Parameters
    ----------
    parts : tuple of Component
        The part, and parts inside it.
    member : Declaration
        The member of the last one.
    """

    __slots__ = ("member", "parts")

    def __init__(self, parts: tuple[Any, ...], member: Any) -> None:
        super().__init__("part", (), (), member.kind)
        self.parts = parts
        self.member = member

    @property
    def name(self) -> str:
        """Its path."""
        return ".".join([*map(_name_of, self.parts), self.member.name])

    def __repr__(self) -> str:
        return self.name

    def found_in(self, references: Mapping[str, Any]) -> Any:
        """Return what stands for it in equations.

        Parameters
        ----------
        references : mapping
            What stands for the members of the class.

        Raises
        ------
        ModelError
            If the class has no such part.
        """
        found = references.get(_name_of(self.parts[0]))
        if found is None:
            raise ModelError(
                f"'{self.name}' is not there: a value can be taken from parts of the same class "
                "only, which are declared in its body"
            )
        for part in self.parts[1:]:
            found = getattr(found, _name_of(part))
        return getattr(found, self.member.name)


class _PartInside:
    """A part of a part, while the class body is read."""

    def __init__(self, parts: tuple[Any, ...]) -> None:
        object.__setattr__(self, "_parts", parts)

    def __setattr__(self, name: str, value: Any) -> None:
        """Let the part refuse an assignment: it is complete once it is made."""
        setattr(self._parts[-1], name, value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        member = getattr(type(self._parts[-1]), name)
        return _inside(self._parts, member)


def inside_part(whole: Any, member: Any) -> Any:
    """Return what stands for a member of a part in the body of the class that contains the part.

    Parameters
    ----------
    whole : object
        What has the member: a part that was declared, or anything else.
    member : Declaration or Component
        The member.
    """
    return _inside((whole,), member) if _is_part(whole) else member


def _inside(parts: tuple[Any, ...], member: Any) -> Any:
    if isinstance(member, Expr):
        return PartMember(parts, member)
    return _PartInside((*parts, member)) if _is_part(member) else member


def _name_of(part: Any) -> str:
    return str(vars(part).get("_declared_as", "a part without a name"))


def reads_around(e: Expr) -> bool:
    """Return whether an expression reads members of parts, or of classes around."""
    return any(
        isinstance(node, PartMember) or (node.op == "decl" and is_outer(node.value))
        for node in walk(e)
    )


def in_order_of_reading(declared: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """Return declarations such that parts come last, and each behind those that it reads.

    Raises
    ------
    ModelError
        If parts read each other in a circle.
    """
    parts = {name: set(_read_by(one)) for name, one in declared.items() if _is_part(one)}
    plain = [name for name in declared if name not in parts]
    order = list(parts)
    if any(parts.values()):
        needs = {name: needed & parts.keys() for name, needed in parts.items()}
        try:
            order = _stable_order(needs)
        except CycleError as error:
            circle = " → ".join(error.args[1])
            raise ModelError(f"the parts {circle} read each other in a circle") from error
    return [(name, declared[name]) for name in (*plain, *order)]


def _stable_order(needs: Mapping[str, set[str]]) -> list[str]:
    """Return names behind those that they need, and else in the order in which they are given."""
    sorter = TopologicalSorter(needs)
    sorter.prepare()
    order: list[str] = []
    waiting = list(needs)
    ready: set[str] = set()
    while sorter.is_active():
        ready |= set(sorter.get_ready())
        first = next(name for name in waiting if name in ready)
        waiting.remove(first)
        order.append(first)
        sorter.done(first)
    return order


def _is_part(one: Any) -> bool:
    return "_modifiers" in getattr(one, "__dict__", ())


def _read_by(part: Any) -> Iterator[str]:
    """Yield the names of other parts of the class that the values of a part are read from."""
    given = vars(part)
    for value in (*given["_modifiers"].values(), given.get("_enabled"), given.get("_count")):
        for node in _expressions(value):
            yield from (_name_of(e.parts[0]) for e in walk(node) if isinstance(e, PartMember))


def _expressions(value: Any) -> Iterator[Expr]:
    if isinstance(value, Expr):
        yield value
    elif isinstance(value, Mapping):
        for one in value.values():
            yield from _expressions(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _expressions(one)
    elif hasattr(value, "is_fixed"):
        yield from _expressions(value.value)
