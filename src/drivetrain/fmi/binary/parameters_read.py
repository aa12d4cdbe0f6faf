"""Which parameters a program reads."""

from __future__ import annotations

from collections.abc import Iterator

from drivetrain.compiler.program.program import Program

__all__ = ["parameters_read"]


def parameters_read(program: Program) -> frozenset[int]:
    """Return the numbers of the parameters that the program of a model reads anywhere.

    Parameters
    ----------
    program : Program
        The program, with its loops over rows and its algebraic loops.
    """
    return frozenset(_numbers(program))


def _numbers(program: Program) -> Iterator[int]:
    for op, value in zip(program.ops, program.values, strict=True):
        if op == "p":
            yield int(value)
    for rows in program.rows:  # parameters of a body are columns of its table
        for numbers in rows.parameters.values():
            yield from numbers.ravel().tolist()
    for numbers in program.side_by_side:
        yield from numbers.ravel().tolist()
    inner = [loop.program for loop in program.residuals]
    for one in (*inner, *(loop.program for loop in program.sizes)):
        yield from _numbers(one)
