"""What a process does so that a page waits less: for its start, and for each of its runs."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["import_everything", "quick"]

_SWITCH = 5e-4
"""s: a page is answered this soon while Python code of a model or a run is executed."""


@contextmanager
def quick() -> Iterator[None]:
    """Answer quickly: change threads often, and leave garbage alone until everything is imported.

    Yields
    ------
    None
    """
    usual, collects = sys.getswitchinterval(), gc.isenabled()
    sys.setswitchinterval(_SWITCH)
    gc.disable()
    try:
        yield
    finally:
        sys.setswitchinterval(usual)
        gc.unfreeze()
        if collects:
            gc.enable()


def import_everything() -> None:
    """Import what the first page needs; from then on garbage is collected.

    The collector no longer visits what is there by now, a quarter of a million objects of modules
    that live as long as the process: doing so would delay a run every now and then by more than
    the run takes.
    """
    import drivetrain.simulation.compiled_model
    import drivetrain.studio.session.session  # noqa: F401

    gc.freeze()
    gc.enable()
