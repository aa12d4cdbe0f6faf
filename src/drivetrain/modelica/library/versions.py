"""Which versions of the Modelica Standard Library have a name; a note on names that do not fit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final, NamedTuple

from drivetrain.modelica.library.editions import OLDER_NAMES, SHORT_PACKAGES, edition_of
from drivetrain.modelica.library.find import find_class

__all__ = ["Versions", "note_on_versions", "versions_of"]

_FIRST: Final = 1
_LAST: Final = 4
_MOST: Final = 3
"""Most names that a note lists for each version."""

_OLDER_MEMBERS: Final[Mapping[str, tuple[str, int]]] = {
    "freqHz": ("f", 3),
    "mue_pos": ("mu_pos", 3),
    "mue0": ("mu0", 3),
    "bearing": ("support", 2),
    "stateSelection": ("stateSelect", 2),
}
"""Older name of a member → its name since, and the last version that had the older one."""

_NEWER_MEMBERS: Final = {"f": "freqHz", "mu_pos": "mue_pos", "mu0": "mue0"}
"""Name of a member since version 4 → its older name."""


class Versions(NamedTuple):
    """The first and the last version that have a name; version 1 stands for 1.x and 2.0."""

    first: int = _FIRST
    last: int = _LAST

    def __str__(self) -> str:
        if self.first == self.last:
            return f"version {self.first}"
        if self.last == _LAST:
            return f"version {self.first} and later"
        return f"version {self.last} and before"


def versions_of(full_name: str) -> Versions:
    """Return the versions that have a name, as far as they tell it from others.

    Parameters
    ----------
    full_name : str
        Full Modelica name of a class, type or constant, or of a member of a class.
    """
    if f"{full_name}.".startswith("Modelica.Units."):
        return Versions(first=4)
    if f"{full_name}.".startswith("Modelica.SIunits."):
        return Versions(last=3)
    if full_name in OLDER_NAMES:
        return Versions(last=int(OLDER_NAMES[full_name][0]))
    if ("3", full_name) in OLDER_NAMES.values():
        return Versions(first=4)
    package, _, name = full_name.rpartition(".")
    around, _, last = package.rpartition(".")
    if last in SHORT_PACKAGES.get(around, ()):
        return Versions(first=3)
    found = find_class(full_name)
    if found is not None:
        return Versions(last=_FIRST if found.edition == "2002" else int(found.edition))
    return _of_member(package, name)


def _of_member(class_name: str, member: str) -> Versions:
    found = find_class(class_name)
    if found is None:
        return Versions()
    if member in _OLDER_MEMBERS:
        newer, last = _OLDER_MEMBERS[member]
        return Versions(last=last) if newer in found.members else Versions()
    if _NEWER_MEMBERS.get(member, "") in found.members:
        return Versions(first=4)
    return Versions()


def note_on_versions(names: Mapping[str, str], version: str | None) -> str:
    """Return a note on names that do not belong to one version; empty if all do.

    Parameters
    ----------
    names : mapping of str
        Full Modelica names, and where each is read first.
    version : str, optional
        The version that the model says it uses.
    """
    found = {name: versions_of(name) for name in names}
    edition = edition_of(version)
    if edition is not None:
        own = _FIRST if edition == "2002" else int(edition)
        strange = [name for name, one in found.items() if not one.first <= own <= one.last]
        told = _told(found, names, strange)
        return f"the model says it uses version {version} of Modelica, but {told}" if told else ""
    newest = max((one.first for one in found.values()), default=_FIRST)
    oldest = min((one.last for one in found.values()), default=_LAST)
    if newest <= oldest:
        return ""
    strange = [name for name, one in found.items() if one.first > oldest or one.last < newest]
    return f"names of several versions of Modelica: {_told(found, names, strange)}"


def _told(found: Mapping[str, Versions], names: Mapping[str, str], strange: list[str]) -> str:
    return ", ".join(_of_each(found, names, strange))


def _of_each(
    found: Mapping[str, Versions], names: Mapping[str, str], strange: list[str]
) -> Iterator[str]:
    for versions in dict.fromkeys(found[name] for name in strange):
        same = [name for name in strange if found[name] == versions]
        listed = ", ".join(f"'{name}' ({names[name]})" for name in same[:_MOST])
        more = f" and {len(same) - _MOST} more" if len(same) > _MOST else ""
        yield f"{listed}{more} {'is' if len(same) == 1 else 'are'} of {versions}"
