"""Read the LLVM IR of a model: what each line says, without its meaning."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from drivetrain.errors import DrivetrainError

__all__ = [
    "Block",
    "Definition",
    "Function",
    "Instruction",
    "Operand",
    "read_module",
    "split_commas",
]

_DEFINE: Final = re.compile(r"define (?P<head>[^@]*)@(?P<name>[\w.\-\"]+)\((?P<given>[^)]*)\)")
_RESULT: Final = re.compile(r"(%[\w.\-]+|%\"[^\"]*\") = (.*)")
_LABEL: Final = re.compile(r"([\w.\-]+|\"[^\"]*\"):")
_GLOBAL: Final = re.compile(r"@(?P<name>[\w.\-]+) = (?P<rest>.*)")
_TYPE: Final = re.compile(r"(void|ptr|double|i\d+|<\d+ x (?:double|i\d+)>|\{[^{}]*\})")
_ATTRIBUTES: Final = frozenset(
    ("noundef", "nonnull", "nocapture", "readonly", "writeonly", "readnone", "returned", "immarg",
     "signext", "zeroext", "inbounds", "nuw", "nsw", "exact", "tail", "notail", "disjoint",
     "hidden", "internal", "private", "dso_local", "unnamed_addr", "local_unnamed_addr", "fastcc")
)  # fmt: skip
_ALIGN: Final = re.compile(r",? align \d+")
_PLAIN_ALIGN: Final = re.compile(r"\balign \d+ ")


@dataclass(frozen=True, slots=True)
class Operand:
    """A value and its type, as LLVM writes them."""

    type: str
    text: str


@dataclass(frozen=True, slots=True)
class Instruction:
    """One line of a function.

    Attributes
    ----------
    result : str
        Name of the value with ``%``; empty if there is none.
    operation : str
        ``fadd``, ``load``, …
    text : str
        What follows, without attributes.
    """

    result: str
    operation: str
    text: str


@dataclass(slots=True)
class Block:
    """Instructions that follow one another."""

    label: str
    instructions: list[Instruction] = field(default_factory=list)


@dataclass(slots=True)
class Function:
    """A function with its arguments.

    Attributes
    ----------
    returns : str
        Type of the result.
    is_local : bool
        Whether other object files cannot refer to it.
    """

    name: str
    returns: str
    arguments: list[Operand]
    is_local: bool
    blocks: list[Block] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Definition:
    """A constant of a module; `type` and `value` as LLVM writes them."""

    name: str
    type: str
    value: str
    is_local: bool


def read_module(ir: str) -> tuple[list[Definition], list[Function]]:
    """Return the constants and functions of a module.

    Parameters
    ----------
    ir : str
        LLVM IR as LLVM prints it.

    Raises
    ------
    DrivetrainError
        If a line is of an unknown kind.
    """
    definitions, functions = [], []
    lines = iter(ir.splitlines())
    for line in lines:
        text = line if line.startswith("@") else line.partition(" ; ")[0].rstrip()
        if text.startswith("define "):
            functions.append(_function(text, lines))
        elif text.startswith("@"):
            definitions.append(_definition(text))
        elif text and not text.startswith((";", "declare ", "source_filename", "target ",
                                           "attributes ", "!")):  # fmt: skip
            raise DrivetrainError(f"model code has a line of an unknown kind: {text[:80]}")
    return definitions, functions


def split_commas(text: str) -> list[str]:
    """Return the parts between the commas that are outside all brackets."""
    parts, depth, start = [], 0, 0
    for at, one in enumerate(text):
        if one in "([{<":
            depth += 1
        elif one in ")]}>":
            depth -= 1
        elif one == "," and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    last = text[start:].strip()
    return [*parts, last] if last else parts


def operand(text: str) -> Operand:
    """Return the operand that a text like ``double %x`` names."""
    found = _TYPE.match(text)
    if found is None:
        raise DrivetrainError(f"model code has an operand of an unknown type: {text[:80]}")
    return Operand(found[1], _without_attributes(text[found.end() :]))


def _function(head: str, lines: Iterator[str]) -> Function:
    found = _DEFINE.match(head)
    assert found is not None, head
    words = found["head"].split()
    arguments = [operand(one) for one in split_commas(found["given"])]
    made = Function(
        found["name"].strip('"'), words[-1], arguments, bool({"internal", "private"} & {*words})
    )
    for line in lines:
        text = line.partition(" ; ")[0].strip()
        if text == "}":
            break
        label = _LABEL.match(text)
        if label is not None:
            made.blocks.append(Block(label[1].strip('"')))
        elif text and not text.startswith(";"):
            if not made.blocks:
                made.blocks.append(Block("entry"))
            made.blocks[-1].instructions.append(_instruction(text))
    return made


def _instruction(text: str) -> Instruction:
    found = _RESULT.match(text)
    result, rest = (found[1], found[2]) if found else ("", text)
    rest = re.sub(r"(, ![\w.]+ !\d+)+$", "", rest)
    rest = re.sub(r" #\d+$", "", rest)
    rest = _ALIGN.sub("", rest) if not rest.startswith("call") else _PLAIN_ALIGN.sub("", rest)
    operation, _, rest = rest.partition(" ")
    while operation in _ATTRIBUTES:
        operation, _, rest = rest.partition(" ")
    return Instruction(result, operation, _without_attributes(rest))


def _without_attributes(text: str) -> str:
    if not any(one in text for one in _ATTRIBUTES):
        return text.strip()
    return " ".join(one for one in text.split(" ") if one not in _ATTRIBUTES).strip()


def _definition(text: str) -> Definition:
    found = _GLOBAL.match(text)
    assert found is not None, text[:80]
    before, _, rest = found["rest"].partition("constant ")
    rest = _ALIGN.sub("", rest)
    kind = _leading_type(rest)
    local = bool({"internal", "private"} & {*before.split()})
    return Definition(found["name"], kind, rest[len(kind) :].strip(), local)


def _leading_type(text: str) -> str:
    """Return the type at the beginning, which may contain others."""
    if text[0] not in "[{<":
        return text.split(" ", 1)[0]
    depth = 0
    for at, one in enumerate(text):
        depth += (one in "[{<") - (one in "]}>")
        if depth == 0:
            return text[: at + 1]
    raise DrivetrainError(f"model code has a constant without an end: {text[:80]}")
