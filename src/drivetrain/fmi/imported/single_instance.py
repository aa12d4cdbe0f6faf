"""FMUs that allow one instance only: runs wait for each other."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeVar

from drivetrain.errors import FMUError
from drivetrain.fmi.description.data import FmiKind
from drivetrain.fmi.imported.archive import Archive

__all__ = ["held_open", "release"]

_Run = TypeVar("_Run")

_singles: dict[str, tuple[threading.Lock, list[int]]] = {}
"""For each FMU that allows one instance only: a lock, and the thread that holds it."""


def _hold(archive: Archive, part: str, kind: FmiKind) -> str | None:
    """Wait until an FMU that allows one instance only is free; return how to release it.

    Parameters
    ----------
    archive : Archive
        The FMU.
    part : str
        Path of the component.
    kind : FmiKind
        How it is used.

    Raises
    ------
    FMUError
        If this thread uses it already, and would wait for ever.
    """
    interface = archive.description.interface(kind)
    assert interface is not None
    if not interface.capabilities.get("canBeInstantiatedOnlyOncePerProcess"):
        return None
    lock, owner = _singles.setdefault(archive.digest, (threading.Lock(), []))
    if threading.get_ident() in owner:
        raise FMUError(
            f"{part}: {archive.title} can exist once only in a process, and another part, or a run "
            "that is not closed, uses it: use it once in the model, and close other runs before"
        )
    lock.acquire()
    owner[:] = [threading.get_ident()]
    return archive.digest


def held_open(
    archive: Archive, part: str, kind: FmiKind, begin: Callable[[str | None], _Run]
) -> _Run:
    """Hold an FMU and begin a run of it, which releases it at its end; if it fails, at once."""
    held = _hold(archive, part, kind)
    try:
        return begin(held)
    except BaseException:
        release(held)
        raise


def release(held: str | None) -> None:
    """Let others use an FMU that has been held."""
    if held is not None:
        lock, owner = _singles[held]
        owner.clear()
        lock.release()
