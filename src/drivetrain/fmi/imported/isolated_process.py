"""What runs in the process of an isolated FMU: it answers the calls that it reads."""

from __future__ import annotations

import os
import sys
import warnings
from typing import IO, Any

from drivetrain.errors import FMUError, ModelWarning
from drivetrain.fmi.imported.isolated import receive, send

__all__: list[str] = []


def _streams() -> tuple[IO[bytes], IO[bytes]]:
    """Return where calls come from and answers go; what the FMU prints goes to stderr."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return sys.stdin.buffer, answers


class _Served:
    """An instance whose variables go by numbers."""

    def __init__(self, instance: Any) -> None:
        self._instance = instance
        self._groups: dict[int, Any] = {}

    def answer(self, name: str, arguments: tuple[Any, ...]) -> Any:
        """Call a method of the instance."""
        if name == "know":
            number, self._groups[number] = arguments
            return None
        if name in ("configure", "get", "set", "set_rates"):
            arguments = self._groups[arguments[0]], *arguments[1:]
        return getattr(self._instance, name)(*arguments)


def _made(archive: Any, part: str, kind: Any) -> _Served:
    from drivetrain.fmi.imported.calls import Instance

    return _Served(Instance(archive, part, kind))


def _serve(calls: IO[bytes], answers: IO[bytes]) -> None:
    sys.path[:] = receive(calls)
    send(answers, (None, []))
    served: _Served | None = None
    while True:
        try:
            message = receive(calls)
        except EOFError:  # the run is over
            return
        found: Any = None
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", ModelWarning)
            try:
                if served is None:
                    served = _made(*message)
                else:
                    found = served.answer(*message)
            except FMUError as error:
                found = error
            except Exception as error:
                found = FMUError(f"the process of an FMU has failed: {error!r}")
        send(answers, (found, [str(one.message) for one in told]))


if __name__ == "__main__":
    _serve(*_streams())
