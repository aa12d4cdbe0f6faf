"""Look names up: in a class and its bases, its imports, the classes around it, the top."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any, Final

from drivetrain.errors import ModelicaError, nearest
from drivetrain.modelica.lookup.found import (
    PREDEFINED,
    Found,
    FoundClass,
    FoundComponent,
    FoundLiteral,
    LibraryMember,
    LibraryName,
    Predefined,
)
from drivetrain.modelica.lookup.special_class import (
    Changes,
    SpecialClass,
    changes_by,
    extends_of,
    is_read_apart,
    refuse_constraint,
)
from drivetrain.modelica.packages.libraries import Libraries
from drivetrain.modelica.packages.stored_class import StoredClass
from drivetrain.modelica.syntax.nodes import (
    Component,
    EnumerationBody,
    Extends,
    Import,
    LongBody,
    NamePart,
    Reference,
    ShortBody,
)

__all__ = ["Lookup"]

IMPORTED_IN_LIBRARY: Final = {
    "SI": "Modelica.Units.SI", "NonSI": "Modelica.Units.NonSI", "SIunits": "Modelica.SIunits"
}  # fmt: skip
"""Short names that packages of the library import: for a file of one that lies alone."""


_ABSENT: Final = {
    "Complex": ": complex numbers are not supported; compute with their parts",
    "Connections": ": no connections here are overconstrained",
}
"""Name of the language that is not there → why."""


class Lookup:
    """Finds what names mean (Modelica 3.6, chapter 5).

    Parameters
    ----------
    libraries : Libraries
        Where classes at the top are looked for, besides that of the model.
    is_known : callable
        Whether a name at the top is that of a library that need not be on disk; what is below it
        is a :class:`LibraryName`.
    members_of : callable, optional
        The names of the members of a class of such a library, for classes derived from it.

    Attributes
    ----------
    named : dict of str
        The names of the library that were found, and where each was read first.
    members : dict
        Components of classes, which whoever translates them has found.
    """

    def __init__(
        self,
        libraries: Libraries,
        is_known: Callable[[str], bool],
        members_of: Callable[[str], Collection[str]] = lambda _: (),
    ) -> None:
        self._libraries = libraries
        self._is_known, self._members_of = is_known, members_of
        self._bases: dict[StoredClass, list[FoundClass]] = {}
        self._special: dict[Any, SpecialClass] = {}
        self._opening: list[StoredClass] = []
        self._known: dict[tuple[StoredClass, str], Found | None] = {}
        self.named: dict[str, str] = {}
        self.members: dict[StoredClass, Any] = {}

    # -- questions ---------------------------------------------------------------------------------

    def has(self, name: str, scope: StoredClass) -> bool:
        """Return whether a name has a meaning inside a class."""
        return self._first(name, scope) is not None

    def class_of(self, name: Reference, scope: StoredClass) -> FoundClass:
        """Return the class that a name means inside a class.

        Raises
        ------
        ModelicaError
            If there is none, or the name is that of a component.
        """
        found = self.meaning(name, scope)
        if isinstance(found, (FoundLiteral, LibraryMember)):
            raise scope.source.mistake(
                name.position, f"'{name}' is {found.full_name}; a class is expected here"
            )
        if isinstance(found, FoundComponent):
            place = found.owner.where(found.component.position)
            raise scope.source.mistake(
                name.position,
                f"'{name}' is a component, declared at {place}; a class is expected here",
            )
        return found

    def meaning(self, name: Reference, scope: StoredClass) -> Found:
        """Return what a name means inside a class; parts of a component are not followed.

        Raises
        ------
        ModelicaError
            If nothing has this name; the message shows the place and the nearest names.
        """
        first, *rest = (part.name for part in name.parts)
        found = self._top(first, scope) if name.is_global else self._first(first, scope)
        if found is None:
            hint = _ABSENT.get(first) or nearest(first, self._visible(scope))
            if name.is_global and self._first(first, scope) is not None:
                hint = ": names of imports, and those after a dot, begin at the top of all packages"
            if rest and not hint:
                hint = "; a library needs its folder (libraries=, --library, MODELICAPATH)"
            raise scope.source.mistake(
                name.position, f"there is no '{first}' in {scope.full_name} or around it{hint}"
            )
        for part in rest:
            if isinstance(found, (FoundComponent, FoundLiteral, LibraryMember)):
                return found
            found = self._next(found, part, name, scope)
        if isinstance(found, LibraryName):
            self.note(found.full_name, scope, name.position)
        return found

    def place_of_component(self, name: Reference, scope: StoredClass) -> int:
        """Return which part of a name is the component that it means: those before are classes.

        Raises
        ------
        ModelicaError
            If nothing has this name.
        """
        for k in range(len(name.parts)):
            head = Reference(name.parts[: k + 1], name.is_global, position=name.position)
            if isinstance(self.meaning(head, scope), (FoundComponent, LibraryMember)):
                return k
        return len(name.parts)

    def note(self, full_name: str, scope: StoredClass, position: int) -> None:
        """Note where a name of the library is read first, outside the library itself."""
        if (scope.top.within or scope.top.name).partition(".")[0] != "Modelica":
            self.named.setdefault(full_name, scope.where(position))

    def member(self, owner: StoredClass, name: str) -> Found | None:
        """Return a class or component that a class declares or inherits; ``None`` if there is none.

        Raises
        ------
        ModelicaError
            If one of its bases does not exist, or the class is a base of itself.
        """
        own = _component(owner, name)
        if own is not None:
            return FoundComponent(owner, own)
        child = owner.child(name) or _literal(owner, name)
        if child is not None:
            return child
        for base in self.bases(owner):
            found = self._inherited(base, name)
            if found is not None:
                return found
        return None

    def bases(self, owner: StoredClass) -> list[FoundClass]:
        """Return the classes that a class extends or, if it is a short one, stands for.

        Raises
        ------
        ModelicaError
            If one does not exist, or the class is a base of itself.
        """
        if owner not in self._bases:
            if owner in self._opening:
                raise _circle(owner)
            self._opening.append(owner)
            try:
                found = [(one, self._base(one, owner)) for one in extends_of(owner)]
                self._bases[owner] = [base for _, base in found]
                self._refuse_circle(owner)
                self._bases[owner] = [self._seen_by(owner, *one) for one in found]
            except ModelicaError:
                self._bases.pop(owner, None)
                raise
            finally:
                self._opening.pop()
        return self._bases[owner]

    def special(self, base: StoredClass, changes: Changes) -> StoredClass:
        """Return a class in which something is other; always the same one for the same changes.

        Raises
        ------
        ModelicaError
            If it has no such class or constant, or one that may not be replaced.
        """
        changes = changes.without(frozenset(self._only_parts(base, changes)))
        if not changes:
            return base
        self._check(base, changes)
        key = base, tuple(changes.classes.items()), tuple(map(id, changes.said.values()))
        if key not in self._special:
            self._special[key] = SpecialClass.of(base, changes)
        return self._special[key]

    def _only_parts(self, base: StoredClass, changes: Changes) -> Iterator[str]:
        """Yield the names of classes that are types of parts, which are replaced one by one."""
        for name in changes.classes if base.definition.kind != "package" else ():
            if isinstance(self.member(base, name), StoredClass) and not self._is_apart(base, name):
                yield name

    def _is_apart(self, base: StoredClass, name: str) -> bool:
        above = (one for one in self.bases(base) if isinstance(one, StoredClass))
        return is_read_apart(base, name) or any(self._is_apart(one, name) for one in above)

    def _check(self, base: StoredClass, changes: Changes) -> None:
        for name, new in changes.classes.items():
            old = self.member(base, name)
            position = new.definition.position
            if not isinstance(old, StoredClass):
                raise new.source.mistake(position, f"{base.full_name} has no class '{name}'")
            refuse_constraint(old)
            if not old.definition.prefixes.is_replaceable:
                raise new.source.mistake(
                    position, f"'{name}' is not replaceable, declared at {old.where()}"
                )
        for name, (modifier, scope) in changes.said.items():
            if self.member(base, name) is None:
                hint = nearest(name, self._names(base))
                raise scope.source.mistake(
                    modifier.position, f"{base.full_name} has no '{name}'{hint}"
                )

    def _base(self, extends: Extends, owner: StoredClass) -> FoundClass:
        body = owner.definition.body
        if (
            isinstance(body, LongBody)
            and body.is_extension
            and extends.base.parts[0].name == owner.name
        ):
            return self._continued(owner)
        return self.class_of(extends.base, _scope_of_bases(owner))

    def _continued(self, owner: StoredClass) -> FoundClass:
        """Return the inherited class that a class of the same name goes on with."""
        around = owner.parent
        found = around and self._inherited_class(around, owner.name)
        if found is None:
            inside = around.full_name if around else "the file"
            raise owner.source.mistake(
                owner.definition.position, f"{inside} inherits no class '{owner.name}' to extend"
            )
        return found

    def _inherited_class(self, around: StoredClass, name: str) -> StoredClass | None:
        for base in self.bases(around):
            if isinstance(base, StoredClass):
                found = base.child_before(name) or self._inherited_class(base, name)
                if found is not None:
                    return found
        return None

    def _seen_by(self, owner: StoredClass, extends: Extends, base: FoundClass) -> FoundClass:
        """Return a base with what the class that extends it changes in it."""
        if not isinstance(base, StoredClass):
            return base
        changes = changes_by(owner, extends, base)
        if isinstance(owner, SpecialClass):
            changes = owner.changes.over(changes)
        every = {*changes.classes, *changes.said}
        strange = {name for name in every if self._is_elsewhere(owner, base, name)}
        return self.special(base, changes.without(frozenset(strange)))

    def _is_elsewhere(self, owner: StoredClass, base: StoredClass, name: str) -> bool:
        """Return whether a change is of another base, or of the class itself."""
        if self.member(base, name) is not None:
            return False
        others = [one for one in self._bases[owner] if one is not base]
        is_own = isinstance(owner, SpecialClass) and _declares(owner.origin, name)
        return is_own or any(
            isinstance(one, StoredClass) and self.member(one, name) is not None for one in others
        )

    def derive(self, owner: StoredClass, base: StoredClass) -> None:
        """Say what a class extends that no text declares."""
        self._bases[owner] = [base]

    def _refuse_circle(self, owner: StoredClass) -> None:
        """Refuse a class that is among its own bases, however far up."""
        seen: set[StoredClass] = set()
        left = list(self._bases[owner])
        while left:
            base = left.pop()
            if base is owner:
                raise _circle(owner)
            if isinstance(base, StoredClass) and base not in seen:
                seen.add(base)
                left += self._bases.get(base, ())

    # -- steps -------------------------------------------------------------------------------------

    def _first(self, name: str, scope: StoredClass) -> Found | None:
        """Look for the first part of a name, once: while bases are looked for, not all is there."""
        if self._opening:
            return self._first_anew(name, scope)
        key = scope, name
        if key not in self._known:
            self._known[key] = self._first_anew(name, scope)
        return self._known[key]

    def _first_anew(self, name: str, scope: StoredClass) -> Found | None:
        """Look for the first part of a name: in this class, then around it."""
        around: StoredClass | None = scope
        while around is not None:
            found = self._own(around, name) or self._imported(around, name)
            if found is not None:
                return found
            if around.definition.is_encapsulated:
                return self._predefined(name)
            around = around.parent
        return (
            self._around_file(name, scope.top) or self._predefined(name) or self._top(name, scope)
        )

    def _around_file(self, name: str, top: StoredClass) -> Found | None:
        """Look in the packages of the library that a file says to be within, if it lies alone."""
        package = top.within
        while package:
            if self._is_known(f"{package}.{name}"):
                return LibraryName(f"{package}.{name}")
            package = package.rpartition(".")[0]
        is_library = self._is_known(top.within.partition(".")[0])
        alone = IMPORTED_IN_LIBRARY.get(name) if is_library else None
        return LibraryName(alone) if alone else None

    def _own(self, owner: StoredClass, name: str) -> Found | None:
        """Look in a class; in its bases only if these are not what is being looked for."""
        known = self._known_in(owner, name)
        if known is not None:
            return known
        if owner not in self._opening:
            return self.member(owner, name)
        own = _component(owner, name)
        return owner.child(name) if own is None else FoundComponent(owner, own)

    def _known_in(self, owner: StoredClass, name: str) -> LibraryName | None:
        """Return what is known here of a class from the source of a library that is known."""
        below = f"{owner.full_name}.{name}"
        is_known = self._is_known(owner.top.name) and self._is_known(below)
        return LibraryName(below) if is_known else None

    def _imported(self, owner: StoredClass, name: str) -> Found | None:
        named = [one for one in _imports(owner) if _names_it(one, name)]
        if named:
            whole = [_with(one.name, name) if one.members else one.name for one in named]
            return _only(owner, name, [
                (one, self._global(each, owner)) for one, each in zip(named, whole, strict=True)
            ])  # fmt: skip
        every = [one for one in _imports(owner) if one.is_wildcard]
        found = [(one, self._of_wildcard(one, owner, name)) for one in every]
        known = [(one, each) for one, each in found if each is not None]
        return _only(owner, name, known) if known else None

    def _of_wildcard(self, one: Import, owner: StoredClass, name: str) -> Found | None:
        package = self._global(one.name, owner)
        if isinstance(package, StoredClass):
            return self.member(package, name)
        if isinstance(package, LibraryName):
            below = LibraryName(f"{package.full_name}.{name}")
            return below if self._is_known(below.full_name) else None
        return None

    def _global(self, name: Reference, scope: StoredClass) -> Found:
        """Return what an import names: names of imports begin at the top."""
        return self.meaning(Reference(name.parts, is_global=True, position=name.position), scope)

    def _top(self, name: str, scope: StoredClass) -> Found | None:
        return LibraryName(name) if self._is_known(name) else self._stored_top(name, scope)

    def _stored_top(self, name: str, scope: StoredClass) -> StoredClass | None:
        for one in scope.top.beside:
            if one.name == name and not one.within:
                return one
        return self._libraries.top(name)

    def _predefined(self, name: str) -> Predefined | None:
        return Predefined(name) if name in PREDEFINED else None

    def _next(self, found: FoundClass, part: str, name: Reference, scope: StoredClass) -> Found:
        if isinstance(found, (LibraryName, Predefined)):
            return self._below(found, part, scope)
        below = self._known_in(found, part) or self.member(found, part)
        if below is None:
            known = self._names(found)
            raise scope.source.mistake(
                name.position, f"there is no '{part}' in {found.full_name}{nearest(part, known)}"
            )
        return below

    def _below(self, found: LibraryName | Predefined, part: str, scope: StoredClass) -> Found:
        """Return what the library has under a name: what is known here comes before its source."""
        name = LibraryName(f"{found.full_name}.{part}")
        if self._is_known(name.full_name) or isinstance(found, Predefined):
            return name
        source = self.stored(found.full_name, scope)
        return (self.member(source, part) if source else None) or name

    def stored(self, full_name: str, scope: StoredClass) -> StoredClass | None:
        """Return a class by its full name if its source is there: beside the file, or a library."""
        first, *rest = full_name.split(".")
        found = self._stored_top(first, scope)
        for part in rest:
            found = found.child(part) if found else None
        return found

    def _inherited(self, base: FoundClass, name: str) -> Found | None:
        if isinstance(base, StoredClass):
            return self.member(base, name)
        if isinstance(base, LibraryName):
            if name in self._members_of(base.full_name):
                return LibraryMember(base.full_name, name)
            return self._below_library_base(base, name)
        return None

    def _below_library_base(self, base: LibraryName, name: str) -> Found | None:
        """Return what a base has below it; of icons, which all are known, no name of the top."""
        if name in PREDEFINED or self._is_known(name):
            return None
        below = LibraryName(f"{base.full_name}.{name}")
        return below if self._is_known(below.full_name) else None

    # -- names for hints ---------------------------------------------------------------------------

    def _visible(self, scope: StoredClass) -> Iterator[str]:
        around: StoredClass | None = scope
        while around is not None:
            yield from self._names(around)
            yield from (one.alias or one.name.parts[-1].name for one in _imports(around))
            around = None if around.definition.is_encapsulated else around.parent
        yield from PREDEFINED

    def _names(self, owner: StoredClass) -> Iterator[str]:
        yield from owner.children()
        yield from (one.name for one in _components(owner))
        if isinstance(owner.definition.body, EnumerationBody):
            yield from (one.name for one in owner.definition.body.literals)
        for base in self._bases.get(owner, ()):
            if isinstance(base, StoredClass):
                yield from self._names(base)
            elif isinstance(base, LibraryName):
                yield from self._members_of(base.full_name)


def _circle(owner: StoredClass) -> ModelicaError:
    return owner.source.mistake(owner.definition.position, f"{owner.full_name} is a base of itself")


def _literal(owner: StoredClass, name: str) -> FoundLiteral | None:
    body = owner.definition.body
    is_one = isinstance(body, EnumerationBody) and any(one.name == name for one in body.literals)
    return FoundLiteral(owner, name) if is_one else None


def _declares(owner: StoredClass, name: str) -> bool:
    return _component(owner, name) is not None or owner.child(name) is not None


def _components(owner: StoredClass) -> Iterator[Component]:
    body = owner.definition.body
    if isinstance(body, LongBody):
        yield from (one for one in body.elements if isinstance(one, Component))


def _component(owner: StoredClass, name: str) -> Component | None:
    return next((one for one in _components(owner) if one.name == name), None)


def _imports(owner: StoredClass) -> Iterator[Import]:
    body = owner.definition.body
    if isinstance(body, LongBody):
        yield from (one for one in body.elements if isinstance(one, Import))


def _names_it(one: Import, name: str) -> bool:
    """Return whether an import gives something this name."""
    if one.is_wildcard:
        return False
    return name in (one.members or (one.alias or one.name.parts[-1].name,))


def _only(owner: StoredClass, name: str, found: list[tuple[Import, Found]]) -> Found:
    """Return what imports give a name to; refuse different things."""
    (first, meaning), *others = found
    for one, other in others:
        if not _is_same(meaning, other):
            raise owner.source.mistake(
                one.position,
                f"'{name}' is imported here and at {owner.where(first.position)}, two different "
                "things: give one of them another name, import b = A.b",
            )
    return meaning


def _is_same(one: Found, other: Found) -> bool:
    if isinstance(one, FoundComponent) and isinstance(other, FoundComponent):
        return one.component is other.component
    return one == other


def _scope_of_bases(owner: StoredClass) -> StoredClass:
    """Return where the names of bases are looked up: those of a short class around it."""
    is_short = isinstance(owner.definition.body, ShortBody)
    return owner.parent if is_short and owner.parent is not None else owner


def _with(name: Reference, last: str) -> Reference:
    return Reference((*name.parts, NamePart(last)), name.is_global, position=name.position)
