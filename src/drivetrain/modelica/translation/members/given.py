"""What modifiers say of an element: all of them, merged, outer ones over inner ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes

__all__ = [
    "Given", "GivenValue", "Redeclared", "alike", "constraint_of", "declared_given", "given_by",
    "merged", "without",
]  # fmt: skip


@dataclass(frozen=True, eq=False)
class GivenValue:
    """A value, with the class in whose text it stands.

    Parameters
    ----------
    expression : Expression
        The value.
    scope : StoredClass
        Where its names are looked up.
    position : int
        Where the modifier begins.
    is_final, is_each : bool
        Whether nobody may change it, and whether each element of an array has it.
    """

    expression: nodes.Expression
    scope: StoredClass
    position: int
    is_final: bool = False
    is_each: bool = False

    @property
    def where(self) -> str:
        """``file:line:column`` of the modifier."""
        return self.scope.where(self.position)


@dataclass(frozen=True, eq=False)
class Redeclared:
    """What takes the place of an element that may be replaced, or is the value of a record.

    `constraint` is what every class has to take over that takes the place of another one.
    """

    element: nodes.Component | nodes.ClassDefinition
    scope: StoredClass
    position: int
    is_value: bool = False
    constraint: Given | None = None


@dataclass(frozen=True, eq=False)
class Given:
    """What is said of an element.

    Parameters
    ----------
    scope : StoredClass
        The class in whose text the outermost modifier stands.
    position : int
        Where it begins.
    value : GivenValue, optional
        Its value.
    inside : dict
        What is said of its members and attributes, by their names.
    redeclared : Redeclared, optional
        What takes its place.
    is_final, is_each : bool
        Whether nothing in it may be changed from outside, and whether each element of an array
        has all of this.
    beside, overridden : frozenset of str
        Names inside of which the same modifier speaks that gives the value, and of which an inner
        one does: in a record, the value of the whole counts before the latter.
    """

    scope: StoredClass
    position: int
    value: GivenValue | None = None
    inside: dict[str, Given] = field(default_factory=dict)
    redeclared: Redeclared | None = None
    is_final: bool = False
    is_each: bool = False
    beside: frozenset[str] = frozenset()
    overridden: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.value or self.inside or self.redeclared)

    def attribute(self, name: str) -> GivenValue | None:
        """Return the value of an attribute; ``None`` if it has none."""
        found = self.inside.get(name)
        return found.value if found else None


def given_by(
    arguments: Iterable[nodes.Argument] | None,
    scope: StoredClass,
    position: int,
    value: nodes.Expression | None = None,
    is_final: bool = False,
) -> Given:
    """Return what a list of modifiers says, and the value behind it.

    Raises
    ------
    ModelicaError
        If one thing is said twice.
    """
    inside: dict[str, Given] = {}
    for one in arguments or ():
        key, given = _one(one, scope, is_final)
        inside[key] = _joined(key, inside[key], given) if key in inside else given
    own = None if value is None else GivenValue(value, scope, position, is_final)
    return Given(scope, position, own, inside, beside=frozenset(inside if own else ()))


def _one(one: nodes.Argument, scope: StoredClass, is_final: bool) -> tuple[str, Given]:
    if isinstance(one, nodes.Redeclaration):
        redeclared = Redeclared(one.element, scope, one.position)
        is_final |= one.is_final
        return one.element.name, Given(
            scope, one.position, redeclared=redeclared, is_final=is_final
        )
    is_final |= one.is_final
    given = given_by(one.arguments, scope, one.position, one.value, is_final)
    given = replace(given, is_final=is_final, is_each=one.is_each)
    if given.value is not None and one.is_each:
        given = replace(given, value=replace(given.value, is_each=True))
    first, *rest = (part.name for part in one.name.parts)
    for name in reversed(rest):  # a.b = 2 means a(b = 2)
        given = Given(scope, one.position, inside={name: given})
    return first, given


def _joined(name: str, one: Given, other: Given) -> Given:
    """Return what two modifiers of one element say, in the same list."""
    twice = (one.value and other.value) or one.redeclared or other.redeclared
    if twice or (name in one.inside and name in other.inside):
        raise other.scope.source.mistake(other.position, f"'{name}' is given twice")
    inside = dict(one.inside)
    for key, given in other.inside.items():
        inside[key] = _joined(key, inside[key], given) if key in inside else given
    return replace(one, value=one.value or other.value, inside=inside)


def merged(name: str, outer: Given, inner: Given) -> Given:
    """Return what is said of an element from outside and by itself: the outer one counts.

    Raises
    ------
    ModelicaError
        If what is final is given another value, or what cannot be replaced again is; the message
        shows both places.
    """
    if outer.value is not None and inner.value is not None and inner.value.is_final:
        raise outer.scope.source.mistake(
            outer.value.position,
            f"'{name}' is final at {inner.value.where}, so it cannot have another value here",
        )
    if inner.is_final and outer:
        place = inner.scope.where(inner.position)
        raise outer.scope.source.mistake(
            outer.position, f"'{name}' is final at {place}, so nothing of it can be changed here"
        )
    inside = dict(inner.inside)
    for key, given in outer.inside.items():
        inside[key] = merged(f"{name}.{key}", given, inside[key]) if key in inside else given
    _check_replaceable(name, outer, inner)
    redeclared = outer.redeclared or inner.redeclared
    own, below = outer.inside.keys(), inner.inside.keys()
    beside, overridden = outer.beside, frozenset(below - own)
    if outer.value is None:
        beside, overridden = inner.beside - own, inner.overridden - own
    return Given(
        outer.scope, outer.position, outer.value or inner.value, inside, redeclared,
        outer.is_final or inner.is_final, outer.is_each, beside, overridden,
    )  # fmt: skip


def _check_replaceable(name: str, outer: Given, inner: Given) -> None:
    """Refuse to replace what has been replaced for good."""
    new, old = outer.redeclared, inner.redeclared
    if new is None or old is None or new.is_value or old.is_value or new is old:
        return
    if not old.element.prefixes.is_replaceable:
        raise new.scope.source.mistake(
            new.position,
            f"'{name}' is redeclared at {old.scope.where(old.position)} without 'replaceable', so "
            "that nothing else can take its place here",
        )


def constraint_of(definition: nodes.ClassDefinition, owner: StoredClass) -> Given | None:
    """Return what every class is given that takes the place of one that may be replaced."""
    one, body = definition.constraint, definition.body
    if one is not None:
        return given_by(one.arguments, owner, one.type.position) if one.arguments else None
    if isinstance(body, nodes.ShortBody) and body.arguments:
        return given_by(body.arguments, owner, definition.position)
    return None


def alike(one: Given, other: Given) -> bool:
    """Return whether the same is said in two places."""
    values = [each.value and each.value.expression for each in (one, other)]
    new = [each.redeclared and each.redeclared.element for each in (one, other)]
    if values[0] != values[1] or new[0] != new[1]:
        return False
    nothing = Given(one.scope, one.position)
    every = {**one.inside, **other.inside}
    return all(
        alike(one.inside.get(name, nothing), other.inside.get(name, nothing)) for name in every
    )


def without(given: Given, own: Given) -> Given:
    """Return what is said in `given` alone."""
    inside = {
        name: without(one, own.inside[name]) if name in own.inside else one
        for name, one in given.inside.items()
    }
    value = None if own.value else given.value
    return replace(given, value=value, inside={name: one for name, one in inside.items() if one})


def declared_given(one: nodes.Component, owner: StoredClass) -> Given:
    """Return what a declaration says of its component, by what constrains it as well."""
    given = given_by(one.arguments, owner, one.position)
    value = given_by((), owner, one.position, one.value, one.prefixes.is_final).value
    given = replace(
        given,
        value=value,
        is_final=one.prefixes.is_final,
        beside=frozenset(given.inside if value else ()),
    )
    if one.constraint is None or not one.constraint.arguments:
        return given
    every = given_by(one.constraint.arguments, owner, one.constraint.type.position)
    return merged(one.name, given, every)
