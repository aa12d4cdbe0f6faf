"""What all pages share: the model as its source is now, the worker, files to fetch."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import MappingProxyType

from drivetrain.studio.export.download import Download
from drivetrain.studio.model.loaded_model import LoadedModel, load
from drivetrain.studio.model.source import ModelSource
from drivetrain.studio.runs.worker import Worker
from drivetrain.studio.session.quickness import import_everything
from drivetrain.studio.session.watcher import changes

__all__ = ["Workbench"]

_MOST_DOWNLOADS = 8


class Workbench:
    """The model that is worked on.

    Parameters
    ----------
    source : ModelSource
        Where it comes from.
    may_edit : bool
        Whether values may be written into the source.
    loaded : LoadedModel, optional
        The model, if it has been read already.
    studies : mapping of str to Path
        Folders of studies that a page may open, by what they are called.
    """

    def __init__(
        self, source: ModelSource, may_edit: bool, loaded: LoadedModel | None = None,
        studies: Mapping[str, Path] = MappingProxyType({}),
    ) -> None:  # fmt: skip
        self.studies = studies
        self.source, self.may_edit = source, may_edit
        self.worker = Worker()
        self.loaded = loaded or LoadedModel(0, source.label)
        self._listeners: set[Callable[[], Awaitable[None]]] = set()
        self._downloads: dict[str, Download] = {}
        self._first = asyncio.Event()
        self._reading = asyncio.Lock()
        if loaded is not None:
            self._first.set()

    async def ready(self) -> LoadedModel:
        """Return the model as soon as it has been read once."""
        await self._first.wait()
        return self.loaded

    async def reload(self) -> None:
        """Read the source afresh, and tell all pages."""
        self.worker.interrupt()
        async with self._reading:  # no two states of the source have the same revision
            revision, structural = self.loaded.revision + 1, self.loaded.structural
            self.loaded = await self.worker.do(partial(load, self.source, revision, structural))
            self._first.set()
            for listener in list(self._listeners):
                with suppress(Exception):  # a page that has gone is not told
                    await listener()

    async def watch(self) -> None:
        """Read the source, and again whenever it has changed; runs until it is cancelled.

        What that needs is imported here, while the page and its files are served already.
        """
        await self.worker.do(import_everything)
        async for _ in changes(self.source.watched):
            await self.reload()

    def listen(self, listener: Callable[[], Awaitable[None]]) -> Callable[[], None]:
        """Call a function after each reload; return what ends that."""
        self._listeners.add(listener)
        return partial(self._listeners.discard, listener)

    def offer(self, download: Download) -> str:
        """Keep a file for a page to fetch; return the key under which it does."""
        key = secrets.token_urlsafe(16)
        self._downloads[key] = download
        while len(self._downloads) > _MOST_DOWNLOADS:
            del self._downloads[next(iter(self._downloads))]
        return key

    def download(self, key: str) -> Download | None:
        """Return a file that was offered, None if there is none under this key."""
        return self._downloads.get(key)

    def close(self) -> None:
        """End what is going on."""
        self.worker.close()
