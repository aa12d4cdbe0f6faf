"""A class where it is stored: its text, the class around it, the folder of its children."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from drivetrain.errors import ModelicaError
from drivetrain.modelica.packages.reading import read_source
from drivetrain.modelica.syntax.nodes import ClassDefinition, LongBody, StoredFile
from drivetrain.modelica.syntax.parser import parse
from drivetrain.modelica.syntax.source_text import SourceText

__all__ = ["PACKAGE_FILE", "StoredClass", "in_file"]

PACKAGE_FILE = "package.mo"


@dataclass(eq=False)
class StoredClass:
    """A class definition where it is stored. Classes below it are read when they are asked for.

    Parameters
    ----------
    definition : ClassDefinition
        What it says.
    source : SourceText
        The text it stands in.
    parent : StoredClass, optional
        The class around it.
    folder : Path, optional
        Where further children are, for a package that is a folder.
    within : str
        The package that its file says to be within, if that is not there.
    """

    definition: ClassDefinition
    source: SourceText
    parent: StoredClass | None = None
    folder: Path | None = None
    within: str = ""
    _beside: tuple[StoredClass, ...] = field(default=(), repr=False)
    _read: dict[str, StoredClass | None] = field(default_factory=dict, repr=False)
    _local: dict[int, StoredClass] = field(default_factory=dict, repr=False)

    @property
    def name(self) -> str:
        """Its own name."""
        return self.definition.name

    @property
    def title(self) -> str:
        """Its name among classes in Python."""
        return self.definition.name

    @property
    def full_name(self) -> str:
        """Its name from the top."""
        return f"{self.parent.full_name}.{self.name}" if self.parent else self.name

    @property
    def beside(self) -> tuple[StoredClass, ...]:
        """The classes of its file, this one among them."""
        return self._beside or (self,)

    def stands_beside(self, classes: Sequence[StoredClass]) -> None:
        """Note which classes its file has."""
        self._beside = tuple(classes)

    @property
    def around(self) -> str:
        """Full name of the package around it, also if that is not there; empty at the top."""
        return self.parent.full_name if self.parent else self.within

    @property
    def top(self) -> StoredClass:
        """The class at the top above it."""
        return self.parent.top if self.parent else self

    def where(self, position: int | None = None) -> str:
        """Return ``file:line:column`` of a node in it, or of its beginning."""
        return self.source.where(self.definition.position if position is None else position)

    @cached_property
    def _inside(self) -> dict[str, ClassDefinition]:
        body = self.definition.body
        if not isinstance(body, LongBody):
            return {}
        found: dict[str, ClassDefinition] = {}
        for one in body.elements:
            if isinstance(one, ClassDefinition):
                if one.name in found:
                    place = self.where(found[one.name].position)
                    raise self.source.mistake(
                        one.position, f"{self.full_name} has another class '{one.name}', at {place}"
                    )
                found[one.name] = one
        return found

    def child(self, name: str) -> StoredClass | None:
        """Return a class that is declared in this one, or stored in its folder; else ``None``.

        Raises
        ------
        ModelicaError
            If the file of that name cannot be read, or holds something else.
        """
        if name not in self._read:
            inside = self._inside.get(name)
            if inside is not None:
                self._read[name] = StoredClass(inside, self.source, self)
            else:
                self._read[name] = self._from_folder(name)
        return self._read[name]

    def child_before(self, name: str) -> StoredClass | None:
        """Return a class in this one, whether or not another one takes its place."""
        return self.child(name)

    def local(self, definition: ClassDefinition) -> StoredClass:
        """Return a class that is declared in this one or its modifiers; always the same object."""
        if self._inside.get(definition.name) is definition:
            own = self.child_before(definition.name)
            assert own is not None
            return own
        known = self._local.get(id(definition))
        if known is None:
            known = self._local[id(definition)] = StoredClass(definition, self.source, self)
        return known

    def _from_folder(self, name: str) -> StoredClass | None:
        if self.folder is None:
            return None
        for file in (self.folder / f"{name}.mo", self.folder / name / PACKAGE_FILE):
            if file.is_file():
                return in_file(file, name, self)
        return None

    def children(self) -> list[str]:
        """Return the names of classes in this one: as ``package.order`` says, then the others."""
        names = list(self._inside)
        if self.folder is None:
            return names
        order = self.folder / "package.order"
        if order.is_file():
            names = [line.strip() for line in read_source(order).text.splitlines()]
        stored = sorted(
            file.stem if file.suffix == ".mo" else file.name
            for file in self.folder.iterdir()
            if (file.suffix == ".mo" and file.name != PACKAGE_FILE)
            or (file / PACKAGE_FILE).is_file()
        )
        return list(dict.fromkeys([*filter(None, names), *self._inside, *stored]))


def in_file(file: Path, name: str, parent: StoredClass | None) -> StoredClass:
    """Return the class of this name that a file of a library holds.

    Raises
    ------
    ModelicaError
        If the file holds another class, or says that it lies elsewhere.
    """
    source = read_source(file)
    stored = parse(source)
    for definition in stored.classes:
        if definition.name == name:
            _check_within(stored, source, parent)
            folder = file.parent if file.name == PACKAGE_FILE else None
            return StoredClass(definition, source, parent, folder)
    found = ", ".join(one.name for one in stored.classes) or "no class"
    raise ModelicaError(f"{source.file}: the class '{name}' is expected in this file, not {found}")


def _check_within(stored: StoredFile, source: SourceText, parent: StoredClass | None) -> None:
    says = str(stored.within) if stored.within else ""
    lies = parent.full_name if parent else ""
    if stored.has_within and says != lies:
        position = stored.within.position if stored.within else 0
        around = f"'{lies}' is around it" if lies else "no package is around it"
        raise source.mistake(position, f"'within {says}' does not fit the folder: {around}")
