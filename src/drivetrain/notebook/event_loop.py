"""The event loop beside the notebook: messages are answered there while cells run."""

from __future__ import annotations

import asyncio
import threading
from functools import cache

__all__ = ["background_loop"]


@cache
def background_loop() -> asyncio.AbstractEventLoop:
    """Return the loop that serves all widgets, started when the first one needs it.

    Whatever delivers the messages of a notebook (the thread that runs the cells, or one beside it)
    only hands them over, so that they never queue up behind a run.
    """
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="drivetrain-notebook", daemon=True).start()
    return loop
