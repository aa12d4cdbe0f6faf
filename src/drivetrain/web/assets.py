"""Static files of a package, found by a closed list of names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

__all__ = ["Asset", "Assets"]

_MEDIA_TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "json": "application/json",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}


@dataclass(frozen=True)
class Asset:
    """A file that a page consists of.

    Attributes
    ----------
    name : str
        Its path below the folder of its package, ``vendor/uplot.js``.
    body : bytes
        Its contents.
    media_type : str
        As for the header ``Content-Type``.
    tag : str
        Short checksum of the contents, for caches.
    """

    name: str
    body: bytes
    media_type: str
    tag: str


class Assets(Mapping[str, Asset]):
    """The files of one or several packages, by name.

    Only files that were found when the object was made have a name, so that no name leads out of
    their folders.

    Parameters
    ----------
    *packages : str
        Packages with a folder ``static``. Of two files with one name the first counts.

    Examples
    --------
    >>> from drivetrain.web import Assets
    >>> Assets("drivetrain.web")["plots.js"].media_type
    'text/javascript; charset=utf-8'
    """

    def __init__(self, *packages: str) -> None:
        self._places: dict[str, Traversable] = {}
        for package in packages:
            for name, place in _files_below(files(package) / "static", ""):
                self._places.setdefault(name, place)
        self._read: dict[str, Asset] = {}

    def __getitem__(self, name: str) -> Asset:
        """Return a file; it is read once."""
        if name not in self._read:
            self._read[name] = _asset(name, self._places[name].read_bytes())
        return self._read[name]

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._places)

    def __len__(self) -> int:
        """Return the number of files."""
        return len(self._places)


def _files_below(folder: Traversable, prefix: str) -> Iterator[tuple[str, Traversable]]:
    for place in sorted(folder.iterdir(), key=lambda one: one.name):
        if place.is_dir():
            yield from _files_below(place, f"{prefix}{place.name}/")
        elif place.name.rpartition(".")[2] in _MEDIA_TYPES:
            yield f"{prefix}{place.name}", place


def _asset(name: str, body: bytes) -> Asset:
    return Asset(name, body, _MEDIA_TYPES[name.rpartition(".")[2]], sha256(body).hexdigest()[:16])
