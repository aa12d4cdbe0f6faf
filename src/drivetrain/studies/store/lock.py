"""The lock of a study's folder: one driver at a time."""

from __future__ import annotations

import json
import os
import socket
from contextlib import suppress
from pathlib import Path
from typing import Any

from drivetrain.errors import StudyError
from drivetrain.logs import STUDIES

__all__ = ["Lock", "is_written"]

_NAME = "lock.json"


class Lock:
    """The file that says which process writes to a folder.

    Parameters
    ----------
    folder : Path
        The folder.

    Raises
    ------
    StudyError
        If another process writes to it. The lock of a process that is gone is removed.
    """

    def __init__(self, folder: Path) -> None:
        self._file = folder / _NAME
        self._held = False
        mine = json.dumps({"host": socket.gethostname(), "pid": os.getpid(), "began": _began()})
        for _ in range(3):
            try:
                handle = os.open(self._file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644)
            except FileExistsError:
                self._remove_if_stale()
                continue
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(mine)
            self._held = True
            return
        raise StudyError(f"'{self._file}' could not be made; is the folder in use?")

    def release(self) -> None:
        """Remove the lock."""
        if self._held:
            self._held = False
            with suppress(FileNotFoundError):
                self._file.unlink()

    def _remove_if_stale(self) -> None:
        try:
            host, pid, began = _holder(self._file)
        except FileNotFoundError:
            return
        if not _is_gone(host, pid, began):
            raise StudyError(
                f"'{self._file.parent}' is being written by process {pid} on {host}: wait for it, "
                f"or stop it. If it is gone, delete '{self._file}'"
            )
        STUDIES.info("removed the lock of process %s on %s, which is gone", pid, host or "?")
        with suppress(FileNotFoundError):
            self._file.unlink()


def is_written(folder: Path) -> bool:
    """Return whether a process writes to a folder; one of another machine is taken to run."""
    try:
        return not _is_gone(*_holder(folder / _NAME))
    except FileNotFoundError:
        return False


def _holder(file: Path) -> tuple[str, int, Any]:
    """Return host, number and beginning of the process that a lock names; no host if it is torn."""
    try:
        told = json.loads(file.read_text(encoding="utf-8"))
        return str(told["host"]), int(told["pid"]), told.get("began")
    except FileNotFoundError:
        raise
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "", 0, None


def _is_gone(host: str, pid: int, began: Any) -> bool:
    return not host or (host == socket.gethostname() and not _runs(pid, began))


def _runs(pid: int, began: Any) -> bool:
    """Return whether a process of this machine still runs, and is the one that began then."""
    if os.name == "nt":
        return _runs_on_windows(pid)
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    now = _began(pid)
    return began is None or now is None or now == began


def _runs_on_windows(pid: int) -> bool:
    import ctypes

    kernel: Any = ctypes.windll.kernel32  # type: ignore[attr-defined,unused-ignore]
    handle = kernel.OpenProcess(0x1000, False, pid)
    if not handle:
        return False
    code = ctypes.c_ulong()
    kernel.GetExitCodeProcess(handle, ctypes.byref(code))
    kernel.CloseHandle(handle)
    return code.value == 259  # still active


def _began(pid: int | None = None) -> str | None:
    """Return when a process began, in ticks of the system; None where that is not told."""
    try:
        text = Path(f"/proc/{pid or 'self'}/stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    fields = text.rpartition(")")[2].split()
    if fields[:1] == ["Z"]:  # over, but not yet collected by its parent
        return "over"
    return fields[19] if len(fields) > 19 else None
