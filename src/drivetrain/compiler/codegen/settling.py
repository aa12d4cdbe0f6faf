"""Code that remembers values from one call to the next, see `settled_values`.

They stand behind the run-time constants, followed by what they were computed from: the modes and
the instant. Each call compares these with the present ones, bit by bit, so that nobody has to
report a change; `prepare` discards everything.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.printer import Output, write_function
from drivetrain.compiler.codegen.printer.names import OFFSET
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.program.settled_values import Settled

__all__ = ["Memo"]

Ints = NDArray[np.int64]

_KNOWN = 1
"""Mark of values that are known."""
_WIDTHS = (8, 4, 2, 1)
"""How many neighbours are compared at once."""


class _Piece(NamedTuple):
    """Neighbouring modes: their array, the first of them, their number, where they are kept."""

    array: str
    first: int
    width: int
    kept: int


class Memo:
    """The values that the functions of a model remember.

    Parameters
    ----------
    program : Program
        The model.
    settled : Settled
        The values.
    first : int
        Number of run-time constants, behind which they stand.

    Attributes
    ----------
    places : dict
        Node of each value → its position.
    matrices : dict
        Linear loop → position of its matrix.
    size : int
        Number of positions needed, run-time constants included.
    """

    def __init__(self, program: Program, settled: Settled, first: int) -> None:
        self.program = program
        self.settled = settled
        self.places = {n: first + k for k, n in enumerate(settled.held + settled.timed)}
        end = first + len(self.places)
        self.matrices: dict[int, int] = {}
        for number, nodes in settled.matrices.items():
            self.matrices[number] = end
            end += len(nodes)
        self.pieces = list(_pieces(program, settled.modes, end))
        self.instant = end + sum(piece.width for piece in self.pieces)
        self.mark = self.instant + 1
        self.size = self.mark + 1 if end > first else first

    def write(self, kept: list[Ints], constants: Mapping[int, int]) -> str:
        """Return the LLVM IR of functions that compute the values."""
        held = [Output("constant", self.places[n], n) for n in self.settled.held]
        for number, nodes in self.settled.matrices.items():
            first = self.matrices[number]
            held += [Output("constant", first + k, node) for k, node in enumerate(nodes)]
        timed = [Output("constant", self.places[n], n) for n in self.settled.timed]
        known = {**constants, **{n: self.places[n] for n in self.settled.held}}
        return "\n".join(
            [
                write_function(self.program, "held", held, kept, constants),
                write_function(self.program, "timed", timed, kept, known),
                "define void @settle_held(ptr %io) {",
                *self._arrays(),
                *self._keep_modes(),
                "  %code = call i32 @held(ptr %io)",
                "  call void @settle_timed(ptr %io)",
                f"  %mark = getelementptr i64, ptr %constant, i64 {self.mark}",
                f"  store i64 {_KNOWN}, ptr %mark",
                "  ret void",
                "}",
                "define void @settle_timed(ptr %io) {",
                *_array("constant"),
                "  %now = load i64, ptr %io",
                f"  %then = getelementptr i64, ptr %constant, i64 {self.instant}",
                "  store i64 %now, ptr %then",
                "  %code = call i32 @timed(ptr %io)",
                "  ret void",
                "}",
            ]
        )

    def before(self, name: str, inner: str) -> str:
        """Return the LLVM IR of a function that settles all values and calls another one."""
        return "\n".join(
            [
                f"define i32 @{name}(ptr %io) {{",
                *self._arrays(),
                *self._compare(),
                "  br i1 %known, label %time, label %modes",
                "modes:",
                "  call void @settle_held(ptr %io)",
                "  br label %settled",
                "time:",
                "  %now = load i64, ptr %io",
                f"  %then.p = getelementptr i64, ptr %constant, i64 {self.instant}",
                "  %then = load i64, ptr %then.p",
                "  %still = icmp eq i64 %now, %then",
                "  br i1 %still, label %settled, label %moved",
                "moved:",
                "  call void @settle_timed(ptr %io)",
                "  br label %settled",
                "settled:",
                f"  %code = tail call i32 @{inner}(ptr %io)",
                "  ret i32 %code",
                "}",
            ]
        )

    def prepared(self, own: str) -> str:
        """Return the LLVM IR of `prepare`: what its `own` text does, and all values discarded."""
        return "\n".join(
            [
                own.replace("@prepare", "@constants"),
                "define i32 @prepare(ptr %io) {",
                *_array("constant"),
                f"  %mark = getelementptr i64, ptr %constant, i64 {self.mark}",
                "  store i64 0, ptr %mark",
                "  %code = call i32 @constants(ptr %io)" if own else "  %code = add i32 0, 0",
                "  ret i32 %code",
                "}",
            ]
        )

    def _arrays(self) -> Iterator[str]:
        for array in ("constant", *sorted({piece.array for piece in self.pieces})):
            yield from _array(array)

    def _keep_modes(self) -> Iterator[str]:
        for k, piece in enumerate(self.pieces):
            yield from _load(f"%now{k}", piece.width, piece.array, piece.first)
            yield f"  %kept{k} = getelementptr i64, ptr %constant, i64 {piece.kept}"
            yield f"  store <{piece.width} x i64> %now{k}, ptr %kept{k}, align 8"

    def _compare(self) -> Iterator[str]:
        """Print the comparison of the modes with those for which the values are known."""
        yield from _load("%mark", 1, "constant", self.mark)
        changed = {1: "%marked"}
        yield f"  %marked = xor <1 x i64> %mark, <i64 {_KNOWN}>"
        for k, piece in enumerate(self.pieces):
            kind = f"<{piece.width} x i64>"
            yield from _load(f"%now{k}", piece.width, piece.array, piece.first)
            yield from _load(f"%kept{k}", piece.width, "constant", piece.kept)
            yield f"  %differ{k} = xor {kind} %now{k}, %kept{k}"
            if piece.width in changed:
                yield f"  %changed{k} = or {kind} {changed[piece.width]}, %differ{k}"
            changed[piece.width] = f"%{'changed' if piece.width in changed else 'differ'}{k}"
        last = "false"
        for width, name in changed.items():
            yield f"  %is{width} = icmp ne <{width} x i64> {name}, zeroinitializer"
            yield f"  %bits{width} = bitcast <{width} x i1> %is{width} to i{width}"
            yield f"  %any{width} = icmp ne i{width} %bits{width}, 0"
            yield f"  %or{width} = or i1 {last}, %any{width}"
            last = f"%or{width}"
        yield f"  %known = xor i1 {last}, true"


def _pieces(program: Program, modes: list[int], kept: int) -> Iterator[_Piece]:
    """Divide modes into neighbours; between them may be others."""
    places: dict[str, set[int]] = {}
    for n in modes:
        op, place = program.ops[n], program.values[n]
        of_time = op == "trel"
        array, place = ("rel", len(program.relations) + place) if of_time else (op, place)
        places.setdefault(array, set()).add(place)
    for array, found in sorted(places.items()):
        end, at = max(found) + 1, 0
        while at < end:
            at = min(place for place in found if place >= at)
            width = next(width for width in _WIDTHS if at + width <= end)
            yield _Piece(array, at, width, kept)
            at, kept = at + width, kept + width


def _array(field: str) -> Iterator[str]:
    """Print the load of the address of an array of `dt_io`."""
    yield f"  %{field}.a = getelementptr i8, ptr %io, i64 {OFFSET[field]}"
    yield f"  %{field} = load ptr, ptr %{field}.a"


def _load(name: str, width: int, array: str, first: int) -> Iterator[str]:
    """Print the load of neighbours, as integers."""
    yield f"  {name}.p = getelementptr i64, ptr %{array}, i64 {first}"
    yield f"  {name} = load <{width} x i64>, ptr {name}.p, align 8"
