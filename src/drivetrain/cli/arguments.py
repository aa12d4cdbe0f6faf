"""Parsing of the arguments of ``-p`` and ``--plot``."""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from drivetrain.errors import UsageError
from drivetrain.modeling.quantities.columns import split_header
from drivetrain.modeling.quantities.parsing import is_quantity_text

__all__ = ["PlotOrder", "Value", "parse_parameters", "parse_plot", "parse_signals"]

Value = float | bool | str | list["Value"]
"""Value of a parameter on the command line."""


@dataclass(frozen=True)
class PlotOrder:
    """One requested figure.

    Parameters
    ----------
    signals : tuple of str or tuple of str
        Names and patterns; those in a tuple form one axes.
    units : mapping of str to str
        Unit in which to draw a signal, for those that were given one.
    path : Path or None
        Output file; None for the default name.
    """

    signals: tuple[str | tuple[str, ...], ...]
    path: Path | None
    units: Mapping[str, str] = field(default_factory=dict)

    @property
    def names(self) -> tuple[str, ...]:
        """All names and patterns, one after the other."""
        return tuple(
            name for one in self.signals for name in ([one] if isinstance(one, str) else one)
        )


def parse_parameters(texts: Sequence[str], option: str = "-p") -> dict[str, Value]:
    """Return the values given by texts such as ``"clutch1.peak=1.2"``.

    Parameters
    ----------
    texts : sequence of str
        Values of the option.
    option : str
        Name of the option, for messages.

    Raises
    ------
    UsageError
        If a text is not ``name=value``, its value is not a number, truth value or list, or a name
        is given twice.
    """
    given: dict[str, Value] = {}
    for text in texts:
        name, value = _parse_parameter(text, option)
        if name in given:
            raise UsageError(f"{option} {text!r}: {name!r} is given more than once; give one value")
        given[name] = value
    return given


def parse_plot(text: str) -> PlotOrder:
    """Return signals, units and file in a text such as ``"J1.w [rpm]+J2.w,J1.phi:speeds.png"``.

    Raises
    ------
    UsageError
        If it names no signal.
    UnitError
        If something in brackets is no unit.
    """
    names, colon, file = text.partition(":")
    groups = [name for name in _split_outside_brackets(names) if name.strip()]
    asked = [[split_header(name) for name in _split_outside_brackets(group, r"\+")]
             for group in groups]  # fmt: skip
    if not asked or not all(name for group in asked for name, _ in group):
        raise UsageError(f"--plot {text!r} names no signal; write --plot J1.w,J2.w:speeds.png")
    if colon and not file.strip():
        raise UsageError(f"--plot {text!r} names no file after the colon")
    signals = tuple(
        tuple(name for name, _ in group) if len(group) > 1 else group[0][0] for group in asked
    )
    units = {name: unit for group in asked for name, unit in group if unit is not None}
    return PlotOrder(signals, Path(file.strip()) if file else None, units)


def parse_signals(option: str, texts: Sequence[str]) -> tuple[str, ...]:
    """Return the names and patterns in texts such as ``"J*.w,clutch1.tau"``.

    Parameters
    ----------
    option : str
        Name of the option, for the message.
    texts : sequence of str
        Its values.

    Raises
    ------
    UsageError
        If a text names no signal.
    """
    found: list[str] = []
    for text in texts:
        names = [name.strip() for name in _split_outside_brackets(text) if name.strip()]
        if not names:
            raise UsageError(f"{option} {text!r} names no signal; write {option} 'J*.w,clutch*'")
        found += names
    return tuple(found)


def _parse_parameter(text: str, option: str) -> tuple[str, Value]:
    name, equals, value = (part.strip() for part in text.partition("="))
    if not (name and equals and value):
        raise UsageError(f"{option} {text!r} is not understood; write {option} name=value")
    try:
        return name, _parse_value(value)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        if is_quantity_text(value):
            return name, value
    raise UsageError(
        f"{option} {text!r}: the value {value!r} is not understood; write a number, with a unit "
        "(20 kg.cm2) or without, true, false, a list such as [[0,0.4],[10,0.3]], or a text in "
        "quotes"
    )


def _parse_value(text: str) -> Value:
    words: dict[str, Value] = {"true": True, "false": False, "inf": math.inf, "-inf": -math.inf}
    if text.lower() in words:
        return words[text.lower()]
    return _checked(ast.literal_eval(text))


def _checked(value: object) -> Value:
    if isinstance(value, bool | int | float | str):
        return value
    if isinstance(value, list | tuple):
        return [_checked(element) for element in value]
    raise ValueError(value)


def _split_outside_brackets(names: str, mark: str = ",") -> list[str]:
    """Split at marks, except those between the indices of ``"m[0,1].phi"``."""
    return re.split(rf"{mark}(?![^\[\]]*\])", names)
