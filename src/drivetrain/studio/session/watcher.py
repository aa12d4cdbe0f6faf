"""Notices that files were saved."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable
from pathlib import Path

__all__ = ["changes"]

_EVERY = 0.2  # s
_QUIET = 0.1  # s: an editor may write a file in several steps

Stamp = tuple[tuple[str, int, int], ...]


async def changes(files: Callable[[], Iterable[Path]]) -> AsyncIterator[None]:
    """Yield at once, and then after files have changed and have been quiet for a moment.

    Files are looked at a few times a second: that works on every system and every disk. Whoever
    reads them whenever this yields misses nothing, not even what changes meanwhile.

    Parameters
    ----------
    files : callable
        Returns the files; they may become others.
    """
    before = _stamp(files())
    yield
    while True:
        await asyncio.sleep(_EVERY)
        if _stamp(files()) != before:
            before = await _settled(files)
            yield


async def _settled(files: Callable[[], Iterable[Path]]) -> Stamp:
    """Wait until files do not change any more."""
    last = _stamp(files())
    while True:
        await asyncio.sleep(_QUIET)
        now = _stamp(files())
        if now == last:
            return now
        last = now


def _stamp(files: Iterable[Path]) -> Stamp:
    """Return name, time and size of each file; a file that is missing has none."""
    found = []
    for file in files:
        try:
            facts = file.stat()
        except OSError:
            found.append((str(file), 0, -1))
        else:
            found.append((str(file), facts.st_mtime_ns, facts.st_size))
    return tuple(sorted(found))
