"""Put other parts and classes in the place of those that may be replaced."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from drivetrain.modelica import library
from drivetrain.modelica.lookup.found import FoundClass, FoundComponent, LibraryName
from drivetrain.modelica.lookup.special_class import SpecialClass
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax import nodes
from drivetrain.modelica.syntax.printer import print_expression
from drivetrain.modelica.translation.members.given import (
    Given,
    Redeclared,
    constraint_of,
    declared_given,
    given_by,
    merged,
    without,
)
from drivetrain.modelica.translation.members.records import constructed

if TYPE_CHECKING:
    from drivetrain.modelica.lookup.lookup import Lookup
    from drivetrain.modelica.translation.members.class_members import ClassMember

__all__ = ["changed", "check_class", "redeclared_classes"]


def changed(lookup: Lookup, member: ClassMember, given: Given) -> ClassMember:
    """Return an inherited member with what a class says of it.

    Raises
    ------
    ModelicaError
        If what is final is changed, or what takes the place of the member does not fit.
    """
    given = constructed(lookup, given)
    if given.redeclared is None:
        both = merged(member.name, given, member.given)
        return replace(member, given=both, is_declared_here=True)
    new, old = given.redeclared, member.component
    if not isinstance(new.element, nodes.Component):
        raise _mistake(new, f"'{member.name}' is a component, and a class takes its place")
    where = member.owner.where(old.position)
    _check_replaceable(member, new, where)
    _check_sizes(lookup, member, new, where)
    made = replace(
        member,
        component=_in_place_of(old, new),
        given=merged(member.name, replace(given, redeclared=None), _given(member, new)),
        is_declared_here=True,
        replaced=new,
        kept=member.kept or member.given,
    )
    _check_fits(lookup, member, made, new, where)
    return made


def _check_replaceable(member: ClassMember, new: Redeclared, where: str) -> None:
    if member.component.prefixes.is_replaceable or new.is_value:
        return
    before = member.replaced
    if before is None or isinstance(before.element, nodes.ClassDefinition) or before.is_value:
        raise _mistake(new, f"'{member.name}' is not replaceable, declared at {where}")
    raise _mistake(
        new,
        f"'{member.name}' is redeclared at {before.scope.where(before.position)} without "
        "'replaceable', so that nothing else can take its place here",
    )


def _check_sizes(lookup: Lookup, member: ClassMember, new: Redeclared, where: str) -> None:
    """Refuse sizes and conditions; sizes as they are declared may be said again."""
    one, old = new.element, member.component
    assert isinstance(one, nodes.Component)
    if one.condition:
        raise _mistake(
            new,
            f"'{member.name}' cannot be given a condition by 'redeclare': it is that of the "
            f"declaration at {where}",
        )
    sizes, declared = (*one.type_sizes, *one.sizes), (*old.type_sizes, *old.sizes)
    is_same = sizes == declared and all(
        _means_the_same(lookup, e, new.scope, member.owner) for e in sizes
    )
    if sizes and not is_same:
        told = "has " + (_sizes(declared) if declared else "no size")
        raise _mistake(
            new,
            f"'{member.name}' cannot be given the size {_sizes(sizes)} by 'redeclare': it {told} "
            f"where it is declared, at {where}",
        )


def _means_the_same(
    lookup: Lookup, e: nodes.Expression, here: StoredClass, there: StoredClass
) -> bool:
    """Return whether a size is the same in two classes: a number, or one parameter."""
    if not isinstance(e, nodes.Reference):
        return isinstance(e, (nodes.Number, nodes.All))
    if not lookup.has(e.parts[0].name, here):
        return False
    one, other = lookup.meaning(e, here), lookup.meaning(e, there)
    if isinstance(one, FoundComponent) and isinstance(other, FoundComponent):
        return one.component is other.component
    return one == other


def _sizes(sizes: Iterable[nodes.Expression]) -> str:
    return f"[{', '.join(map(print_expression, sizes))}]"


def _in_place_of(old: nodes.Component, new: Redeclared) -> nodes.Component:
    """Return the declaration of a component that takes the place of another one."""
    one = new.element
    description, prefixes = one.description or old.description, old.prefixes
    if not new.is_value:
        prefixes = replace(prefixes, is_replaceable=one.prefixes.is_replaceable)
    return replace(old, description=description, prefixes=prefixes)


def _given(member: ClassMember, new: Redeclared) -> Given:
    """Return what is said of a part in the place of another: what both declarations say."""
    assert isinstance(new.element, nodes.Component)
    own = declared_given(new.element, new.scope)
    constraint = member.component.constraint
    if new.is_value:
        return own
    kept = replace(member.kept or member.given, value=None)
    if constraint is not None:
        kept = given_by(constraint.arguments, member.owner, constraint.type.position)
    return merged(member.name, own, kept)


def _check_fits(
    lookup: Lookup, old: ClassMember, made: ClassMember, new: Redeclared, where: str
) -> None:
    """Refuse a part that lacks something that others may use."""
    constraint = old.component.constraint
    base = lookup.class_of(constraint.type, old.owner) if constraint else old.kind(lookup)
    _check_members(lookup, base, made.kind(lookup), new, f"'{old.name}', declared at {where}")


def _check_members(
    lookup: Lookup, base: FoundClass, found: FoundClass, new: Redeclared, what: str
) -> None:
    known = set(_names(lookup, found))
    missing = [name for name in _names(lookup, base) if name not in known]
    if isinstance(found, StoredClass) and found.definition.kind == "package":
        missing = [name for name in missing if lookup.member(found, name) is None]
    if missing and known:
        told = ", ".join(f"'{name}'" for name in missing[:3]) + ", …" * (len(missing) > 3)
        raise _mistake(
            new,
            f"{found.full_name} cannot take the place of {what}: it has no {told}, which "
            f"{base.full_name} has",
        )


def _names(lookup: Lookup, found: FoundClass) -> Iterable[str]:
    """Return the names of the components of a class."""
    from drivetrain.modelica.translation.members.class_members import ClassMembers

    if isinstance(found, LibraryName):
        of = library.find_class(found.full_name)
        return {ours: name for name, ours in of.members.items()}.values() if of else ()
    if not isinstance(found, StoredClass):
        return ()
    members = ClassMembers(lookup, found)
    inherited = [
        name
        for base in members.library_bases
        for name in _names(lookup, LibraryName(base.full_name))
    ]
    classes = found.children() if found.definition.kind == "package" else ()
    return [*members.by_name, *inherited, *classes]


def redeclared_classes(
    lookup: Lookup, stored: StoredClass, base: StoredClass, given: dict[str, Given]
) -> dict[str, Redeclared]:
    """Return the classes that take the place of classes of a base, and remove them from `given`.

    Parameters
    ----------
    lookup : Lookup
        What names mean.
    stored : StoredClass
        The class that extends the base.
    base : StoredClass
        The base.
    given : dict of Given
        What the modifiers of 'extends' say.

    Raises
    ------
    ModelicaError
        If one may not be replaced, or the new one does not fit.
    """
    found = {}
    for name, one in list(given.items()):
        if one.redeclared and isinstance(one.redeclared.element, nodes.ClassDefinition):
            found[name] = given.pop(name).redeclared
    body = stored.definition.body
    for element in body.elements if isinstance(body, nodes.LongBody) else ():
        if isinstance(element, nodes.ClassDefinition) and element.prefixes.is_redeclare:
            found[element.name] = Redeclared(element, stored, element.position)
    made = {name: new for name, new in found.items() if new is not None}
    apart = base.changes.classes if isinstance(base, SpecialClass) else ()
    checked = {name: check_class(lookup, base, name, new) for name, new in made.items()}
    return {name: new for name, new in checked.items() if name not in apart}


def check_class(lookup: Lookup, base: StoredClass, name: str, new: Redeclared) -> Redeclared:
    """Return a class that takes the place of one of a base, with what that one is constrained by.

    Raises
    ------
    ModelicaError
        If that may not be replaced, or the new one lacks something that it has.
    """
    assert isinstance(new.element, nodes.ClassDefinition)
    base = base.origin if isinstance(base, SpecialClass) else base
    old = lookup.member(base, name)
    if not isinstance(old, StoredClass):
        raise _mistake(new, f"{base.full_name} has no class '{name}'")
    if (old.definition.kind == "package") != (new.element.kind == "package"):
        kinds = f"a {new.element.kind} cannot take the place of the {old.definition.kind}"
        raise _mistake(new, f"{kinds} '{name}', declared at {old.where()}")
    if not old.definition.prefixes.is_replaceable:
        raise _mistake(new, f"'{name}' is not replaceable, declared at {old.where()}")
    constraint = old.definition.constraint
    required: FoundClass = old
    if constraint is not None and old.parent is not None:
        required = lookup.class_of(constraint.type, old.parent)
    what = f"'{name}', declared at {old.where()}"
    _check_members(lookup, required, new.scope.local(new.element), new, what)
    given = constraint_of(old.definition, old.parent or old)
    body = new.element.body
    if given is not None and isinstance(body, nodes.ShortBody):
        given = without(given, given_by(body.arguments, new.scope, new.position))
    return replace(new, constraint=given)


def _mistake(one: Redeclared, message: str) -> Exception:
    return one.scope.source.mistake(one.position, message)
