"""The folder of a study: opened, resumed, or begun anew."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from drivetrain.errors import StudyError, shown
from drivetrain.files import write_atomically
from drivetrain.logs import STUDIES
from drivetrain.studies.store.chunks import PATTERN, read_chunk, write_chunk
from drivetrain.studies.store.lock import Lock
from drivetrain.studies.work.piece import Piece

__all__ = ["FORMAT", "MANIFEST", "SETS", "Store", "differences", "manifest_of", "sets_of"]

FORMAT: Final = 1
MANIFEST: Final = "manifest.json"
SETS: Final = "sets.npz"
_UNFINISHED: Final = ".drivetrain-"
_DECISIVE: Final = (
    "format", "model", "model_digest", "drivetrain", "runs", "design", "settings", "outcomes",
    "columns", "parameters", "sets_digest",
)  # fmt: skip
"""Entries of the manifest that have to agree."""
_WORDS: Final = {
    "model_digest": "equations or values of the model",
    "drivetrain": "version of drivetrain",
    "sets_digest": "values of the parameters",
}


class Store:
    """The finished runs of a study in a folder, to which this process alone writes.

    Parameters
    ----------
    folder : Path
        The folder; it is made if it does not exist.
    manifest : dict
        What the study is.
    columns : dict of str to ndarray
        Parameter values of all runs, kept beside for those who read the folder.
    fresh : bool
        Whether to remove what is there.

    Attributes
    ----------
    notes : list of str
        Files that were ignored, and why.

    Raises
    ------
    StudyError
        If the folder holds another study, something else, or is in use.
    """

    def __init__(
        self, folder: Path, manifest: dict[str, Any], columns: dict[str, Any], fresh: bool
    ) -> None:
        self.folder, self.manifest = folder, manifest
        self.notes: list[str] = []
        self._make(folder)
        self._lock = Lock(folder)
        try:
            for file in folder.glob(f"{_UNFINISHED}*"):  # of a driver that was killed
                file.unlink()
            if fresh:
                self._clear()
            self._begin(columns)
        except BaseException:
            self._lock.release()
            raise

    def close(self) -> None:
        """Let others write to the folder."""
        self._lock.release()

    def write(self, piece: Piece) -> None:
        """Write finished runs to a file of their own."""
        try:
            write_chunk(self.folder, piece)
        except OSError as error:
            raise StudyError(f"cannot write to '{self.folder}': {error}") from error

    def pieces(self) -> Iterator[Piece]:
        """Yield the finished runs, each once; torn and foreign files are left out and reported."""
        seen = np.zeros(self.manifest["runs"], dtype=bool)
        for piece in pieces_in(self.folder, self.manifest, self.notes):
            new = ~seen[piece.runs]
            seen[piece.runs] = True
            if new.any():
                yield piece if new.all() else piece.take(np.flatnonzero(new))

    @staticmethod
    def _make(folder: Path) -> None:
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise StudyError(f"cannot make the folder '{folder}': {error}") from error
        there = {path.name for path in folder.iterdir()}
        there = {name for name in there if not name.startswith(_UNFINISHED)}
        known = any(name in there for name in (MANIFEST, "lock.json"))
        if there and not known:
            raise StudyError(
                f"'{folder}' holds something else ({shown(sorted(there)[:3])}): give the name of a "
                "new folder for the study"
            )

    def _clear(self) -> None:
        for name in (MANIFEST, SETS):
            (self.folder / name).unlink(missing_ok=True)
        for file in self.folder.glob(PATTERN):
            file.unlink()

    def _begin(self, columns: dict[str, Any]) -> None:
        if (self.folder / MANIFEST).exists():
            self._compare(manifest_of(self.folder))
            return
        with write_atomically(self.folder / SETS) as unfinished, open(unfinished, "wb") as file:
            numeric: dict[str, Any] = dict(_numeric(columns))
            np.savez(file, **numeric)
        with write_atomically(self.folder / MANIFEST) as unfinished:
            text = json.dumps(self.manifest, indent=1, ensure_ascii=False)
            Path(unfinished).write_text(text + "\n", encoding="utf-8")

    def _compare(self, there: dict[str, Any]) -> None:
        told = list(differences(there, self.manifest))
        if told:
            raise StudyError(
                f"'{self.folder}' holds another study of {there.get('model', '?')}: "
                f"{'; '.join(told)}. Give another folder, or fresh=True (--fresh) to start anew, "
                "which removes what is there"
            )


def _numeric(columns: dict[str, Any]) -> Iterator[tuple[str, NDArray[Any]]]:
    """Yield the columns of numbers; those of structural parameters hold them as objects."""
    for name, values in columns.items():
        if values.dtype.kind in "biuf":
            yield name, values
        elif {type(one) for one in values} in ({int}, {bool}, {float}):
            yield name, np.array(values.tolist())


def differences(there: dict[str, Any], here: dict[str, Any]) -> Iterator[str]:
    """Yield what is different in two manifests, of which the second one may be a part."""
    for key in filter(here.__contains__, _DECISIVE):
        one, other = there.get(key), here[key]
        if one == other:
            continue
        if isinstance(one, dict) and isinstance(other, dict):
            for name in dict.fromkeys([*one, *other]):
                if one.get(name) != other.get(name):
                    yield f"{name} {_said(one.get(name))} there, {_said(other.get(name))} here"
        elif key.endswith("_digest"):
            yield f"other {_WORDS[key]}"
        else:
            word = _WORDS.get(key, key)
            yield f"{word} {_said(one)} there, {_said(other)} here"


def _said(value: Any) -> str:
    return "none" if value is None else shown(value)


def manifest_of(folder: Path) -> dict[str, Any]:
    """Return the manifest of a folder.

    Raises
    ------
    StudyError
        If there is none, or it cannot be read.
    """
    file = folder / MANIFEST
    try:
        found = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise StudyError(f"'{folder}' is no folder of a study: it has no {MANIFEST}") from None
    except (OSError, ValueError) as error:
        raise StudyError(f"'{file}' cannot be read: {error}") from error
    if not isinstance(found, dict) or found.get("format") != FORMAT:
        raise StudyError(f"'{file}' was written by another version of drivetrain")
    return found


def sets_of(folder: Path) -> dict[str, Any]:
    """Return the numeric parameter values that a folder holds."""
    try:
        with np.load(folder / SETS, allow_pickle=False) as arrays:
            return {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError) as error:
        raise StudyError(f"'{folder / SETS}' cannot be read: {error}") from error


def pieces_in(folder: Path, manifest: dict[str, Any], notes: list[str]) -> Iterator[Piece]:
    """Yield the pieces of a folder; files that are none are added to the notes."""
    sizes = len(manifest["columns"]), len(manifest["outcomes"]), manifest["runs"]
    ours = {MANIFEST, SETS, "lock.json"}
    for file in sorted(folder.iterdir()):
        if file.name in ours:
            continue
        if not file.match(PATTERN):
            notes.append(f"ignored '{file.name}', which is not part of the study")
            continue
        try:
            yield read_chunk(file, *sizes)
        except ValueError as error:
            notes.append(f"ignored '{file.name}': {error}; its runs are made again")
            STUDIES.warning("%s", notes[-1])
