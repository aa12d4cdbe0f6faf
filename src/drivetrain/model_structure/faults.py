"""What is wrong with a model, as data: what kind, which parts and ports, which line."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from drivetrain.modeling.component import SourceLine

__all__ = ["Fault", "fault_of"]

_QUOTED = re.compile(r"['`]([^'`\s]+)['`]")
_NAME = re.compile(r"[A-Za-z_]\w*(?:\[\d+\])?(?:\.[A-Za-z_]\w*(?:\[\d+\])?)*")
_PLACE = re.compile(r"([^\s\[\],]+\.py):(\d+)")
_REMEDY = re.compile(r": (?=(?:connect|switch|give|write|remove|add|choose|declare|set|take|put) )")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a model.

    Attributes
    ----------
    code : str
        Kind of the fault: the name of the exception that reports it.
    sentence : str
        The message.
    parts, ports : tuple of str
        Paths of the parts that it names, and of their ports.
    where : SourceLine or None
        The line of the model.
    remedy : str
        What to do, where the message tells it apart.
    """

    code: str
    sentence: str
    parts: tuple[str, ...] = ()
    ports: tuple[str, ...] = ()
    where: SourceLine | None = None
    remedy: str = ""

    def __str__(self) -> str:
        return self.sentence


def fault_of(error: Exception, parts: Iterable[str], ports: Iterable[str]) -> Fault:
    """Return an exception as data.

    Parameters
    ----------
    error : Exception
        The exception.
    parts, ports : iterable of str
        Paths of all parts, and of all their ports; a message names some of them.
    """
    text = str(error)
    known_parts, known_ports = set(map(_plain, parts)), set(map(_plain, ports))
    named = _names(text)
    found_ports = [name for name in named if _plain(name) in known_ports]
    found_parts = [name for name in named if _plain(name) in known_parts]
    found_parts += [name.rpartition(".")[0] for name in found_ports]
    places = _PLACE.findall(text)
    where = SourceLine(places[-1][0], int(places[-1][1])) if places else None
    remedy = _REMEDY.split(text, maxsplit=1)[1:]
    return Fault(
        type(error).__name__, text, tuple(dict.fromkeys(filter(None, found_parts))),
        tuple(dict.fromkeys(found_ports)), where, remedy[0].partition(" [")[0] if remedy else "",
    )  # fmt: skip


def _names(text: str) -> list[str]:
    """Return names in a message, quoted ones first."""
    quoted = _QUOTED.findall(text)
    dotted = [name for name in _NAME.findall(text) if "." in name or name in quoted]
    return list(dict.fromkeys([*quoted, *dotted, *re.findall(r"^(\w+):", text)]))


def _plain(name: str) -> str:
    """Return a path without the numbers of elements."""
    return re.sub(r"\[[^\]]*\]", "", name)
