"""Printer of programs as LLVM IR.

It is thin: one line of IR per node, constants in place, loads at first use and stores at the end;
long functions are assembled from parts.
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.function_splitting import Part, split
from drivetrain.compiler.codegen.printer.function import FunctionPrinter, pieces
from drivetrain.compiler.codegen.printer.inner import inner_functions
from drivetrain.compiler.codegen.printer.names import DECLARATIONS, LIBM
from drivetrain.compiler.codegen.printer.outputs import Copy, Output
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.program import Program

__all__ = [
    "DECLARATIONS",
    "LIBM",
    "Copy",
    "FunctionPrinter",
    "Output",
    "inner_functions",
    "pieces",
    "write_function",
]

Ints = NDArray[np.int64]


def write_function(
    program: Program,
    name: str,
    outputs: Sequence[Output | Copy],
    kept: list[Ints],
    constants: Mapping[int, int],
    discrete_known: bool = True,
    bends: Discontinuities | None = None,
    late: Container[int] = (),
    first: str = "",
    matrices: Mapping[int, int] | None = None,
) -> str:
    """Return the LLVM IR of one model function, which may recompute discrete variables.

    Index tables to which the code refers by address are appended to `kept`. The nodes in
    `constants` are read from their positions; nodes with discontinuities use the branch selected by
    the kernel. If there are `late` outputs, a function of the name `first` stores all others. The
    `matrices` of these linear loops are read from their positions among the constants.
    """
    early = {k for k, one in enumerate(outputs) if isinstance(one, Output) and one.early}
    roots = [output.roots for output in outputs]
    parts, count = split(program, roots, discrete_known, constants, early, late)
    heads = [f"i32 @{name}(ptr %io)"]
    if len(parts) > 1:
        heads = [f"i32 @{name}.{k}(ptr %io, ptr %passed)" for k in range(len(parts))]
    texts = [
        FunctionPrinter(
            program, head, discrete_known, kept, constants, part.given, bends, matrices or {}
        ).write(part, outputs)
        for head, part in zip(heads, parts, strict=True)
    ]
    if len(parts) > 1:
        texts.append(_one_after_the_other(name, name, parts, len(parts)))
    if count < len(parts):
        texts.append(_one_after_the_other(first, name, parts, count))
    return "\n".join(texts)


def _one_after_the_other(name: str, of: str, parts: Sequence[Part], count: int) -> str:
    """Return a function that calls the first parts of one, until one of them fails."""
    room = sum(len(part.passed) for part in parts)
    lines = [
        f"define i32 @{name}(ptr %io) {{",
        "entry:",
        f"  %passed = alloca double, i64 {max(room, 1)}",
    ]
    for k in range(count):
        lines += [
            f"  %code{k} = call i32 @{of}.{k}(ptr %io, ptr %passed)",
            f"  %bad{k} = icmp ne i32 %code{k}, 0",
            f"  br i1 %bad{k}, label %failed, label %ok{k}",
            f"ok{k}:",
        ]
    cases = (f"[ %code{k}, %{f'ok{k - 1}' if k else 'entry'} ]" for k in range(count))
    end = [
        "  ret i32 0",
        "failed:",
        f"  %code = phi i32 {', '.join(cases)}",
        "  ret i32 %code",
        "}",
    ]
    return "\n".join([*lines, *end])
