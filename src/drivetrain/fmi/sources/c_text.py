"""Print the LLVM IR of a model as C.

Both say the same, line by line: a value is a variable, a block a label, and what a block takes over
from the one before is assigned there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from drivetrain.errors import DrivetrainError
from drivetrain.fmi.sources.c_names import (
    Names,
    c_type,
    literal,
    number_of_elements,
    vector_definition,
)
from drivetrain.fmi.sources.c_statements import Statements
from drivetrain.fmi.sources.ir_text import (
    Block,
    Definition,
    Function,
    Instruction,
    Operand,
    operand,
    read_module,
    split_commas,
)

__all__ = ["c_text"]

_PHI: Final = re.compile(r"\[ (.+?), (%[\w.\-]+|%\"[^\"]*\") \]")
_HEAD: Final = """\
/* Equations of a model, written by drivetrain. */
#include <math.h>
#include <stdint.h>
#include <string.h>

#include "dt_services.h"

#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC optimize("fp-contract=off")
#endif
"""
_PER_LINE: Final = 24


def c_text(ir: str) -> str:
    """Return C source for a module.

    Parameters
    ----------
    ir : str
        LLVM IR as LLVM prints it; local functions and constants become static ones.

    Returns
    -------
    str
        C11. It includes ``dt_services.h`` of the kernel, whose functions it calls.

    Raises
    ------
    DrivetrainError
        If the module contains something that model code does not use.
    """
    definitions, functions = read_module(ir)
    symbols = Names()
    for kernel in ("io", "dt_io"):
        symbols.of(f"@{kernel}")
    names = {f"@{one.name}" for one in functions}
    bodies = [_function(one, symbols) for one in functions]
    vectors = sorted({kind for _, kinds in bodies for kind in kinds if number_of_elements(kind)})
    return "\n".join(
        [
            _HEAD,
            *map(vector_definition, vectors),
            *(f"{_head(one, symbols)};" for one in functions),
            *(_constant(one, symbols, names) for one in _by_need(definitions)),
            *(text for text, _ in bodies),
        ]
    )


# -- functions -------------------------------------------------------------------------------------


def _head(one: Function, symbols: Names, names: Names | None = None) -> str:
    names = names or Names()
    given = ", ".join(_argument(each, names) for each in one.arguments) or "void"
    static = "static " if one.is_local else ""
    return f"{static}{_space(c_type(one.returns))}{symbols.of(f'@{one.name}')}({given})"


def _argument(one: Operand, names: Names) -> str:
    """Return the declaration of an argument; that of the model's data has its type."""
    kind = "dt_io *" if one.text == "%io" else c_type(one.type)
    return f"{_space(kind)}{names.of(one.text)}"


def _function(one: Function, symbols: Names) -> tuple[str, set[str]]:
    """Return a function, and the types that occur in it."""
    names = Names()
    head = _head(one, symbols, names)
    statements = Statements(names, symbols)
    body = [text for block in one.blocks for text in _block(block, one.blocks, statements, names)]
    declared = [f"{_space(c_type(kind))}{name};" for name, kind in statements.variables.items()]
    lines = [*statements.storage, *declared, *body]
    text = "\n".join([head, "{", *(f"    {line}" for line in lines), "}", ""])
    return text, set(statements.variables.values())


def _block(block: Block, every: Sequence[Block], statements: Statements, names: Names) -> list[str]:
    lines = [f"{names.of(f'%{block.label}')}:;"] if block is not every[0] else []
    for one in block.instructions:
        if one.operation == "phi":
            name, kind = names.of(one.result), _phi_type(one)
            statements.variables[name] = statements.variables[f"{name}_in"] = kind
            lines.append(f"{name} = {name}_in;")
        elif one.operation == "br":
            lines += _jump(one, block, every, statements, names)
        else:
            lines.append(statements.write(one))
    return lines


def _jump(
    one: Instruction, block: Block, every: Sequence[Block], statements: Statements, names: Names
) -> list[str]:
    parts = split_commas(one.text)
    targets = [part.split(" ")[1] for part in parts if part.startswith("label ")]
    to = [
        " ".join([*_handed_over(block.label, label, every, statements, names),
                  f"goto {names.of(label)};"])
        for label in targets
    ]  # fmt: skip
    if len(to) == 1:
        return [to[0]]
    condition = statements.value(operand(parts[0]))
    return [f"if ({condition}) {{ {to[0]} }} else {{ {to[1]} }}"]


def _handed_over(
    origin: str, label: str, every: Iterable[Block], statements: Statements, names: Names
) -> list[str]:
    """Return the assignments of what a block takes over from the one before."""
    target = next(each for each in every if each.label == label[1:].strip('"'))
    lines = []
    for one in target.instructions:
        if one.operation != "phi":
            break
        kind = _phi_type(one)
        for value, source in _PHI.findall(one.text[len(kind) :]):
            if source[1:].strip('"') == origin:
                lines.append(f"{names.of(one.result)}_in = "
                             f"{statements.value(Operand(kind, value))};")  # fmt: skip
                break
        else:
            raise DrivetrainError(f"model code leaves {one.result} open after {origin}")
    return lines


def _phi_type(one: Instruction) -> str:
    return one.text.partition(" [")[0]


def _space(kind: str) -> str:
    return kind if kind.endswith("*") else f"{kind} "


# -- constants -------------------------------------------------------------------------------------


def _by_need(definitions: Sequence[Definition]) -> list[Definition]:
    """Return constants such that those which others point to stand before them."""
    by_name = {one.name: one for one in definitions}
    made: dict[str, Definition] = {}

    def place(one: Definition) -> None:
        if one.name in made:
            return
        if not one.value.startswith('c"'):
            for name in re.findall(r"@([\w.\-]+)", one.value):
                if name in by_name and name != one.name:
                    place(by_name[name])
        made[one.name] = one

    for one in definitions:
        place(one)
    return list(made.values())


def _constant(one: Definition, symbols: Names, functions: set[str]) -> str:
    name = symbols.of(f"@{one.name}")
    static = "static " if one.is_local else ""
    if one.value.startswith('c"') or one.type.endswith(" x i8]"):
        data = _bytes(one)
        text = ",\n    ".join(
            ", ".join(map(str, data[k : k + _PER_LINE])) for k in range(0, len(data), _PER_LINE)
        )
        return f"{static}_Alignas(16) const uint8_t {name}[{len(data)}] = {{\n    {text}}};"
    kind, value = _declared(one.type, one.value, symbols, functions)
    return f"{static}const {kind.format(name)} = {value};"


def _bytes(one: Definition) -> bytes:
    size = int(one.type[1:].split(" ")[0])
    if one.value == "zeroinitializer":
        return bytes(size)
    found = re.findall(r"\\([0-9A-Fa-f]{2})|\\?(.)", one.value[2:-1], re.DOTALL)
    data = bytes(int(code, 16) if code else ord(plain) for code, plain in found)
    if len(data) != size:
        raise DrivetrainError(f"{one.name} of the model code has {len(data)} bytes, not {size}")
    return data


def _declared(kind: str, value: str, symbols: Names, functions: set[str]) -> tuple[str, str]:
    """Return the C type of a constant with a gap for its name, and its value."""
    if kind.startswith("{"):
        return _struct(kind, value, symbols, functions)
    if kind.startswith("["):
        return _array(kind, value, symbols, functions)
    if kind != "ptr":
        return f"{c_type(kind)} {{}}", literal(kind, value)
    if value in functions:
        return "const void *{}", f"(const void *){symbols.of(value)}"
    return "const void *{}", f"&{symbols.of(value)}" if value.startswith("@") else "0"


def _struct(kind: str, value: str, symbols: Names, functions: set[str]) -> tuple[str, str]:
    kinds = split_commas(kind[1:-1])
    if value == "zeroinitializer":
        values = [_zero(one) for one in kinds]
    else:
        values = [each[len(of) :].strip()
                  for each, of in zip(split_commas(value[1:-1]), kinds, strict=True)]  # fmt: skip
    fields, parts = [], []
    for k, (of, each) in enumerate(zip(kinds, values, strict=True)):
        declared, text = _declared(of, each, symbols, functions)
        fields.append(f"{declared.format(f'f{k}')};")
        parts.append(text)
    return f"struct {{{{ {' '.join(fields)} }}}} {{}}", f"{{{', '.join(parts)}}}"


def _array(kind: str, value: str, symbols: Names, functions: set[str]) -> tuple[str, str]:
    count, _, of = kind[1:-1].partition(" x ")
    if value == "zeroinitializer":
        values = [_zero(of)] * int(count)
    else:
        values = [one[len(of) :].strip() for one in split_commas(value[1:-1])]
    declared, _ = _declared(of, values[0], symbols, functions)
    texts = [_declared(of, one, symbols, functions)[1] for one in values]
    return declared.replace("{}", f"{{}}[{count}]"), f"{{{', '.join(texts)}}}"


def _zero(kind: str) -> str:
    return "zeroinitializer" if kind[0] in "[{" else "null" if kind == "ptr" else "0"
