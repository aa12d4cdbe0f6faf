"""What a page may ask: a closed list of commands with checked arguments.

A command is a JSON object with a `type`; everything else in it is listed here with its check.
Names are only names: they are looked up in the model, never in the file system.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from drivetrain.errors import UsageError, nearest, shown
from drivetrain.studio.runs.sampled_study import SPREADS, WORDS, Asked, Varied

__all__ = ["COMMANDS", "Command", "parse"]

_LONGEST_NAME = 400
_MOST_NAMES = 64
_MOST_VALUES = 20_000
_MOST_RUNS = 200
_MOST_SAMPLES = 4096
_MOST_VARIED = 12
_LARGEST_NUMBER = 2**53

Check = Callable[[Any], Any]


@dataclass(frozen=True)
class Command:
    """A command with checked arguments.

    Attributes
    ----------
    kind : str
        One of :data:`COMMANDS`.
    values : mapping of str to object
        Its arguments; those that were left out are there with their default.
    """

    kind: str
    values: Mapping[str, Any]

    def __getitem__(self, name: str) -> Any:
        """Return an argument."""
        return self.values[name]


def _text(value: Any) -> str:
    if isinstance(value, str) and len(value) <= _LONGEST_NAME:
        return value
    raise ValueError(f"give a text of at most {_LONGEST_NAME} letters")


def _number(value: Any) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise ValueError("give a finite number")


def _count(value: Any) -> int:
    number = _number(value)
    if number == int(number) and 0 <= number <= _LARGEST_NUMBER:
        return int(number)
    raise ValueError("give a whole number that is not negative")


def _runs(value: Any) -> int:
    count = _count(value)
    if 2 <= count <= _MOST_RUNS:
        return count
    raise ValueError(f"give a number of runs from 2 to {_MOST_RUNS}")


def _view(value: Any) -> str:
    if value in ("", "schematic", "section"):
        return str(value)
    raise ValueError("give 'schematic', 'section', or '' for what suits the model")


def _flag(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise ValueError("give true or false")


def _names(value: Any) -> tuple[str, ...]:
    if isinstance(value, list) and len(value) <= _MOST_NAMES:
        return tuple(map(_text, value))
    raise ValueError(f"give a list of at most {_MOST_NAMES} names")


def _numbers(value: Any) -> tuple[float, ...]:
    if isinstance(value, list) and 0 < len(value) <= _MOST_NAMES:
        return tuple(map(_number, value))
    raise ValueError(f"give a list of one to {_MOST_NAMES} numbers")


def _values(value: Any) -> dict[str, float | bool | str]:
    if not isinstance(value, dict) or len(value) > _MOST_VALUES:
        raise ValueError(f"give an object of at most {_MOST_VALUES} values by name")
    return {_text(name): _value(one) for name, one in value.items()}


def _value(value: Any) -> float | bool | str:
    if isinstance(value, bool | str):
        return value if isinstance(value, bool) else _text(value)
    return int(value) if isinstance(value, int) else _number(value)


def _samples(value: Any) -> int:
    count = _count(value)
    if 2 <= count <= _MOST_SAMPLES and count & (count - 1) == 0:
        return count
    raise ValueError(f"give a power of two from 2 to {_MOST_SAMPLES}")


def _varied(value: Any) -> tuple[Varied, ...]:
    if not isinstance(value, list) or not 0 < len(value) <= _MOST_VARIED:
        raise ValueError(f"give a list of one to {_MOST_VARIED} parameters")
    return tuple(Varied(**_object(one, _VARIED)) for one in value)


def _asked(value: Any) -> tuple[Asked, ...]:
    if not isinstance(value, list) or not 0 < len(value) <= _MOST_NAMES:
        raise ValueError(f"give a list of one to {_MOST_NAMES} outcomes")
    return tuple(dict.fromkeys(Asked(**_object(one, _ASKED)) for one in value))


def _one_of(*words: str) -> Check:
    def check(value: Any) -> str:
        if isinstance(value, str) and value in words:
            return value
        raise ValueError(f"there is no {shown(value)}; there are {', '.join(words)}")

    return check


_VARIED: Mapping[str, Check] = {
    "name": _text, "spread": _one_of(*SPREADS), "low": _number, "high": _number
}  # fmt: skip
_ASKED: Mapping[str, Check] = {"word": _one_of(*WORDS), "of": _text, "value": _text}


def _object(value: Any, checks: Mapping[str, Check]) -> dict[str, Any]:
    """Return an object that has just these members."""
    if not isinstance(value, dict) or value.keys() != checks.keys():
        raise ValueError(f"{shown(value)} has to be an object with {', '.join(checks)}")
    return {name: check(value[name]) for name, check in checks.items()}


def _span(value: Any) -> tuple[float, float] | None:
    if value is None:
        return None
    if isinstance(value, list) and len(value) == 2:
        first, last = map(_number, value)
        if first < last:
            return first, last
    raise ValueError("give two instants, the earlier one first, or null")


_REQUIRED = object()
_SETTING: dict[str, tuple[Check, Any]] = {
    "parameters": (_values, _REQUIRED),
    "structural": (_values, {}),
}

COMMANDS: Mapping[str, Mapping[str, tuple[Check, Any]]] = {
    "run": {
        **_SETTING, "sequence": (_count, _REQUIRED), "names": (_names, _REQUIRED),
        "stop_time": (_number, None), "after": (_count, 0),
    },
    "stop": {},
    "rows": {"sequence": (_count, _REQUIRED), "names": (_names, _REQUIRED), "span": (_span, None)},
    "at": {"sequence": (_count, _REQUIRED), "names": (_names, _REQUIRED),
           "time": (_number, _REQUIRED)},
    "inspect": {"part": (_text, _REQUIRED), "parameters": (_values, {})},
    "search": {"text": (_text, _REQUIRED)},
    "numbers": {"names": (_names, _REQUIRED)},
    "eigenmodes": {**_SETTING, "time": (_number, None)},
    "campbell": {
        **_SETTING, "shaft": (_text, _REQUIRED), "orders": (_numbers, _REQUIRED),
        "between": (_span, _REQUIRED), "average": (_number, None),
    },
    "diagram": {"opened": (_names, ()), "view": (_view, "")},
    "motions": {"sequence": (_count, _REQUIRED)},
    "vary": {
        **_SETTING, "number": (_count, _REQUIRED), "name": (_text, _REQUIRED),
        "low": (_number, _REQUIRED), "high": (_number, _REQUIRED), "count": (_runs, _REQUIRED),
        "logarithmic": (_flag, False), "names": (_names, _REQUIRED), "stop_time": (_number, None),
    },
    "study": {
        **_SETTING, "number": (_count, _REQUIRED), "varied": (_varied, _REQUIRED),
        "outcomes": (_asked, _REQUIRED), "count": (_samples, _REQUIRED), "seed": (_count, 1),
        "stop_time": (_number, None),
    },
    "open_study": {"number": (_count, _REQUIRED), "study": (_text, _REQUIRED)},
    "stop_study": {},
    "pin": {},
    "restore": {**_SETTING, "run": (_text, _REQUIRED), "stop_time": (_number, None)},
    "unpin": {"run": (_text, _REQUIRED)},
    "export": {"kind": (_text, _REQUIRED), "names": (_names, _REQUIRED)},
    "write": {"parameters": (_values, _REQUIRED), "apply": (_flag, False), "seen": (_text, "")},
    "reload": {},
}  # fmt: skip
"""Arguments of each command: how they are checked, and what counts if they are left out."""


def parse(message: str) -> Command:
    """Return a command that a page has sent.

    Parameters
    ----------
    message : str
        A JSON object.

    Raises
    ------
    UsageError
        If it is not JSON, the command is unknown, or an argument is missing, unknown or wrong.

    Examples
    --------
    >>> parse('{"type": "inspect", "part": "clutch1"}')["part"]
    'clutch1'
    """
    try:
        given = json.loads(message, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise UsageError(f"a command is a JSON object: {error}") from error
    if not isinstance(given, dict) or not isinstance(given.get("type"), str):
        raise UsageError(f"a command is a JSON object with a type, not {shown(given)}")
    kind = given.pop("type")
    if kind not in COMMANDS:
        raise UsageError(f"there is no command {shown(kind)}{nearest(kind, COMMANDS)}")
    return Command(kind, _checked(kind, given))


def _checked(kind: str, given: dict[str, Any]) -> dict[str, Any]:
    arguments = COMMANDS[kind]
    for name in given:
        if name not in arguments:
            hint = nearest(name, arguments)
            raise UsageError(f"the command {kind!r} has no argument {shown(name)}{hint}")
    return {name: _argument(kind, name, given, *rule) for name, rule in arguments.items()}


def _argument(kind: str, name: str, given: dict[str, Any], check: Check, default: Any) -> Any:
    if name not in given or (given[name] is None and default is None):
        if default is _REQUIRED:
            raise UsageError(f"the command {kind!r} needs the argument {name!r}")
        return default
    try:
        return check(given[name])
    except (ValueError, OverflowError) as error:
        raise UsageError(f"{kind}: {name}={shown(given[name])}: {error}") from error


def _no_constant(name: str) -> float:
    raise ValueError(f"{name} is no number")
