"""What a column of measurements shows: a signal of the model, with an offset and a gain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from drivetrain.calls import explained_class
from drivetrain.errors import UsageError, shown
from drivetrain.modeling.argument_values import checked_number

__all__ = ["Sensor", "sensor_of"]


@explained_class
@dataclass(frozen=True, init=False)
class Sensor:
    """A sensor: it shows gain times signal plus offset.

    Parameters
    ----------
    signal : str
        Variable of the model.
    offset : float or str
        A number in the unit of the signal, or the name of an unknown in `vary`.
    gain : float or str
        A number, or the name of an unknown in `vary`.

    Examples
    --------
    >>> Sensor("engine.w", offset="drift")
    Sensor(signal='engine.w', offset='drift', gain=1.0)
    """

    signal: str
    offset: float | str
    gain: float | str

    def __init__(self, signal: str, *, offset: Any = 0.0, gain: Any = 1.0) -> None:
        if not isinstance(signal, str) or not signal:
            raise UsageError(f"Sensor({shown(signal)}): give the dotted name of a variable")
        object.__setattr__(self, "signal", signal)
        object.__setattr__(self, "offset", _number_or_name(offset, "offset"))
        object.__setattr__(self, "gain", _number_or_name(gain, "gain"))

    @property
    def unknowns(self) -> dict[str, float]:
        """Names of its unknowns, with the values that a perfect sensor has."""
        found = {}
        if isinstance(self.offset, str):
            found[self.offset] = 0.0
        if isinstance(self.gain, str):
            found[self.gain] = 1.0
        return found


def _number_or_name(value: Any, what: str) -> float | str:
    if isinstance(value, str):
        if not value.strip():
            raise UsageError(f"Sensor({what}={value!r}): give a number or the name of an unknown")
        return value
    return checked_number(value, what, "1")


def sensor_of(given: Any, column: str) -> Sensor:
    """Return the sensor behind a column.

    Parameters
    ----------
    given : str or Sensor
        What the user gave.
    column : str
        Name of the column, for the message.

    Raises
    ------
    UsageError
        If it is neither.
    """
    if isinstance(given, Sensor):
        return given
    if not isinstance(given, str):
        raise UsageError(
            f"observe={{{column!r}: {shown(given)}}}: give the name of a variable, or a Sensor"
        )
    return Sensor(given)
