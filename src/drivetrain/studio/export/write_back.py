"""Values of parameters written into the user's source, which keeps its comments and its layout.

Only what is a literal number in the class of the model, or is not given there yet, is written.
Everything else is refused with the reason: what is computed, comes from a base class, or lies
inside a part is decided elsewhere.
"""

from __future__ import annotations

import difflib
import math
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import libcst as cst

from drivetrain.errors import UsageError
from drivetrain.files import write_atomically
from drivetrain.studio.export.class_editor import ClassEditor, NotWrittenError
from drivetrain.studio.model.loaded_model import LoadedModel

__all__ = ["Proposal", "proposed", "write"]


@dataclass(frozen=True)
class Proposal:
    """A change of a source file that was not made yet.

    Attributes
    ----------
    text : str
        The file as it would be.
    checksum : str
        Of the file as it is.
    diff : str
        What differs.
    names : tuple of str
        Parameters whose values are written.
    refused : dict
        Why others are not, by name.
    """

    text: str
    checksum: str
    diff: str
    names: tuple[str, ...]
    refused: dict[str, str]


def proposed(file: Path, loaded: LoadedModel, parameters: Mapping[str, Any]) -> Proposal:
    """Return how a file would change if values were written into it.

    Parameters
    ----------
    file : Path
        The source.
    loaded : LoadedModel
        The model, whose class the file defines.
    parameters : mapping
        Values by name.

    Raises
    ------
    UsageError
        If the file cannot be read, or defines no such class.
    """
    body = _read(file)
    name = getattr(loaded.thing, "__name__", "")
    try:
        tree = cst.parse_module(body)
    except cst.ParserSyntaxError as error:
        raise UsageError(f"'{file.name}' cannot be read as Python: {error.message}") from error
    refused: dict[str, str] = {}
    for parameter, value in parameters.items():
        try:
            tree = _edited(tree, name, parameter, value)
        except NotWrittenError as reason:
            refused[parameter] = str(reason)
    old, new = body.decode(tree.encoding), tree.code
    written = tuple(one for one in parameters if one not in refused)
    return Proposal(new, _checksum(body), _diff(file.name, old, new), written, refused)


def _edited(tree: cst.Module, cls: str, parameter: str, value: Any) -> cst.Module:
    if isinstance(value, float) and not math.isfinite(value):
        raise NotWrittenError("it is not a finite number")
    editor = ClassEditor(cls, parameter, value)
    changed = tree.visit(editor)
    editor.check()
    return changed


def _diff(name: str, old: str, new: str) -> str:
    lines = difflib.unified_diff(
        old.splitlines(keepends=True), new.splitlines(keepends=True), name, name, n=2
    )
    return "".join(lines)


def write(file: Path, proposal: Proposal, seen: str) -> None:
    """Write a proposal whose diff was seen.

    Parameters
    ----------
    file : Path
        The source.
    proposal : Proposal
        What is written.
    seen : str
        Checksum of the file for which the diff was shown.

    Raises
    ------
    UsageError
        If the file has changed since, or nothing would be written.
    ResultError
        If it cannot be written; it stays as it was.
    """
    if not proposal.names:
        raise UsageError("nothing is written: no value can be put into the source")
    if seen != proposal.checksum or _checksum(_read(file)) != proposal.checksum:
        raise UsageError(
            f"'{file.name}' has changed since the difference was shown, and was not written: "
            "look at the new difference"
        )
    with write_atomically(file) as unfinished:
        unfinished.write_bytes(proposal.text.encode("utf-8"))


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise UsageError(f"'{file.name}' cannot be read: {error.strerror}") from error


def _checksum(body: bytes) -> str:
    return sha256(body).hexdigest()
