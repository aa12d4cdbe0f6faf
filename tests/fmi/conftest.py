"""Messages of units of FMI 2.0 in tests."""

from __future__ import annotations

import ctypes
from contextlib import suppress
from typing import Any

import pytest


def _drop(*_: Any) -> None:
    """Leave a message alone."""


@pytest.fixture(autouse=True)
def _messages_have_a_receiver() -> None:
    """Give FMPy a function for messages that lives as long as the tests.

    It calls the last one that it was given, by whichever test, also if that is gone.
    """
    with suppress(ImportError, OSError):
        from fmpy.fmi2 import fmi2CallbackFunctions, fmi2CallbackLoggerTYPE
        from fmpy.logging import addLoggerProxy

        if not _KEPT:
            _KEPT.append(fmi2CallbackLoggerTYPE(_drop))
        functions = fmi2CallbackFunctions()
        functions.logger = _KEPT[0]
        addLoggerProxy(ctypes.byref(functions))


_KEPT: list[Any] = []
