"""Compute the derivatives of a long shaft tile by tile, to stay in the caches (strip-mining).

In main memory it is reading and writing that takes time, and every stage of an integrator reads
what all earlier stages have written. So the states are cut into tiles, and the stages follow each
other from tile to tile while the data is in the nearer caches: tile k of one stage is computed when
tile k + 1 of the stage before is done. This works where the quantities of a tile depend on that
tile and its neighbours only, except for a few values at its ends.

This module assigns everything that is computed to a tile. Results are the same as without tiles.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.function_splitting import FAILING, Part
from drivetrain.compiler.codegen.printer import Copy, Output, pieces
from drivetrain.compiler.codegen.printer.row_loops import last_sum, own_columns, taken
from drivetrain.compiler.codegen.printer.vector_loop import LANES
from drivetrain.compiler.graph import components
from drivetrain.compiler.program.dataflow import behind, topological
from drivetrain.compiler.program.program import Program, Rows

__all__ = ["EVERY", "Chunks", "CopyLoop", "Cut", "RowLoop", "Single", "SumLoop", "Unit", "cut"]

Ints = NDArray[np.int64]
Where = NDArray[np.int32]

ROWS = 512
"""Rows of the longest loop in a tile: the values of a step in several tiles fit the L2 cache."""
LEAST = 32
"""Smallest number of tiles for which they pay off."""
EVERY = -1
"""In place of a tile: values that depend on no state are the same in all of them."""

_LONG = 8
"""Loops of at least this fraction of the rows of the longest one are cut."""
_MOST_ALONE = 32
"""Most states that may be in another tile than their position suggests; most parts of a loop."""
_NEAR = 2
"""Tiles by which the needs of neighbours in a loop may differ before it is split."""
_ROUNDS = 8
_BACK_X, _BACK_WORK = 2, 1
"""Tiles back to which states and stored unknowns still belong to the current stage: the same memory
is reused two stages and one stage later, respectively."""
_OTHER_OPS = FAILING | {"delay", "delay_rate", "external", "put", "entry", "slopes"}


class Chunks(NamedTuple):
    """How a loop is cut: tile k runs its rows from ``k size - shift`` on."""

    size: int
    shift: int


class RowLoop(NamedTuple):
    """Rows each of which stores one unknown; in one tile or, with chunks, tile by tile."""

    rows: Rows
    chunks: Chunks | None
    tile: int


class SumLoop(NamedTuple):
    """Rows that are added up for a node."""

    node: int
    rows: Rows
    chunks: Chunks


class CopyLoop(NamedTuple):
    """Entries copied from states (kind ``x``) or stored unknowns to derivatives."""

    places: Ints
    kind: str
    read: Ints
    chunks: Chunks | None
    tile: int


class Single(NamedTuple):
    """Single values, in one tile."""

    part: Part
    tile: int


Unit = RowLoop | SumLoop | CopyLoop | Single


@dataclass
class Cut:
    """The assignment of computations to tiles.

    Attributes
    ----------
    units : list
        Loops, and single values, in order of computation.
    looped : set of int
        Nodes that `units` contains as loops.
    state : int array
        Tile of every state and quadrature.
    count : int
        Number of tiles.
    """

    units: list[Unit]
    looped: set[int]
    state: Where
    count: int


class _RefusedError(Exception):
    """The function cannot be computed in tiles."""


def cut(
    program: Program, outputs: Sequence[Output | Copy], constants: Mapping[int, int], n_rates: int
) -> Cut | None:
    """Assign the computation of the derivatives to tiles; None if that is not possible.

    Parameters
    ----------
    program, outputs, constants
        As for `write_function`; the outputs are the derivatives.
    n_rates : int
        Number of states and quadratures.
    """
    longest = max((rows.count for rows in program.rows), default=0)
    if longest * _LONG < ROWS * LEAST or not program.repeatable:
        return None
    try:
        return _Cutter(program, outputs, constants, n_rates, longest).run()
    except _RefusedError:
        return None


@dataclass
class _Found:
    """Results of one round."""

    work: Where
    rates: Where
    node: dict[int, int] = field(default_factory=dict)
    units: list[Unit] = field(default_factory=list)
    looped: set[int] = field(default_factory=set)


class _Cutter:
    """Walks through a function and records the tile in which each value becomes available."""

    def __init__(
        self, program: Program, outputs: Sequence[Output | Copy], constants: Mapping[int, int],
        n_rates: int, longest: int,
    ) -> None:  # fmt: skip
        self.program, self.outputs, self.constants = program, outputs, constants
        self.longest = longest
        roots = [root for output in outputs for root in output.roots]
        self.order = topological(program, roots, True, constants)
        if any(program.ops[n] in _OTHER_OPS for n in self.order if n not in constants):
            raise _RefusedError
        self.state = np.zeros(n_rates, dtype=np.int32)
        self.count = 0
        for shaft in _shafts(self._together()):
            self._place(shaft)
        if self.count < LEAST:
            raise _RefusedError

    def _place(self, shaft: list[tuple[int, int]]) -> None:
        """Cut the states of a shaft, one range of each kind; their tiles follow those before."""
        longest = max(end - first for first, end in shaft)
        count = -(-longest // ROWS)
        for first, end in shaft:
            size = _rounded(ROWS * (end - first) / longest)
            tile = np.minimum(np.arange(end - first) // size, count - 1)
            self.state[first:end] = self.count + tile
        self.count += count

    def run(self) -> Cut:
        """Move states whose derivatives come too late to later tiles until there are none."""
        alone = np.zeros(len(self.state), dtype=bool)
        for _ in range(_ROUNDS):
            found = self._follow()
            late = found.rates > self.state + 1
            if not late.any():
                return Cut(found.units, found.looped, self.state, self.count)
            alone |= late
            if alone.sum() > _MOST_ALONE:
                break
            self.state[late] = found.rates[late]
        raise _RefusedError

    def _rows(self, node: int) -> Rows:
        rows: Rows = self.program.rows[self.program.values[node]]
        return rows

    def _together(self) -> Iterator[list[tuple[int, int]]]:
        """Yield ranges of states that long loops read together, or compute the derivatives of."""
        several: list[list[Ints]] = []
        for node in self.order:
            if self.program.ops[node] in ("batch", "total") and node not in self.constants:
                rows = self._rows(node)
                read = [numbers for kind, numbers in rows.columns.values() if kind == "x"]
                several.append([*read, rows.to[1]] if rows.to else read)
        for copy in self.outputs:
            if isinstance(copy, Copy):
                for at, _ in pieces(copy.places, self._read(copy)):
                    states = [copy.source[at]] if copy.kind == "x" else []
                    several.append([copy.places[at], *states])
        for ranges in several:
            found = [(int(r.min()), int(r.max()) + 1) for r in ranges if self._is_long(len(r))]
            if found:
                yield found

    def _read(self, copy: Copy) -> Ints:
        return copy.source if copy.kind == "x" else self.program.place[copy.source]

    def _is_long(self, count: int) -> bool:
        return count * _LONG >= self.longest

    # -- one round --------------------------------------------------------------------------------

    def _follow(self) -> _Found:
        found = _Found(
            np.zeros(self.program.work, dtype=np.int32), np.zeros(len(self.state), dtype=np.int32)
        )
        for node in self.order:
            op = self.program.ops[node]
            if node in self.constants:
                found.node[node] = EVERY
            elif op == "batch" and last_sum(self._rows(node), self.program.place) is None:
                self._batch(found, node)
            elif op in ("batch", "total"):
                self._sum(found, node)
            else:
                self._single(found, node)
        for output in self.outputs:
            if isinstance(output, Copy):
                self._copy(found, output)
        for k, output in enumerate(self.outputs):
            if isinstance(output, Output):
                self._output(found, k, output)
        return found

    def _columns(self, found: _Found, rows: Rows) -> list[tuple[Where, int]]:
        """Return the tiles of the values read by each column, and how far back they may be."""
        place = self.program.place
        return [
            (self.state[numbers], _BACK_X) if kind == "x" else
            (found.work[place[numbers]], _BACK_WORK)
            for kind, numbers in rows.columns.values()
        ]  # fmt: skip

    def _chunks(self, columns: list[tuple[Where, int]]) -> tuple[Chunks, Where]:
        """Return how a loop is cut, and the tile of every row."""
        needed = _needed(columns)
        size, rows = _pace(needed), np.arange(len(needed))
        late = int((needed.astype(np.int64) * size - rows).max())
        shift = LANES * max(0, -(-late // LANES))
        tile = np.minimum((rows + shift) // size, self.count - 1).astype(np.int32)
        again = tile.copy()  # the last vector may repeat some rows before it
        again[-LANES:] = tile[-1]
        _check(columns, again)
        return Chunks(size, shift), tile

    def _runs(
        self, columns: list[tuple[Where, int]]
    ) -> Iterator[tuple[slice, Chunks | None, Where]]:
        """Yield row ranges of a loop that advance from tile to tile, or run in one tile."""
        needed = _needed(columns)
        turns = np.flatnonzero(np.abs(np.diff(needed)) > _NEAR) + 1
        if len(turns) > _MOST_ALONE:
            raise _RefusedError
        for first, end in pairwise([0, *turns.tolist(), len(needed)]):
            run = slice(first, end)
            part = [(tiles[run], back) for tiles, back in columns]
            if self._is_long(end - first):
                yield run, *self._chunks(part)
            else:
                yield run, None, _at_once(part)

    def _batch(self, found: _Found, node: int) -> None:
        rows, program = self._rows(node), self.program
        if rows.target is None or own_columns(rows, program.place):
            raise _RefusedError
        if rows.to and rows.to[0] != "xdot":
            raise _RefusedError
        for run, chunks, tile in self._runs(self._columns(found, rows)):
            found.units.append(RowLoop(taken(rows, run), chunks, int(tile[0])))
            if rows.to:
                found.rates[rows.to[1][run]] = tile
            else:
                found.work[program.place[rows.target[run]]] = tile
        found.looped.add(node)

    def _sum(self, found: _Found, node: int) -> None:
        """Cut a sum; it is available after its last tile and its initial value."""
        last = last_sum(self._rows(node), self.program.place)
        rows = last.addends if last else self._rows(node)
        columns = self._columns(found, rows)
        if self._is_long(rows.count):
            chunks, tile = self._chunks(columns)
            found.units.append(SumLoop(node, rows, chunks))
            found.looped.add(node)
        else:
            tile = _at_once(columns)
        done = int(tile.max())
        if last:
            begin = int(found.work[last.first])
            done = max(done, begin)
            if EVERY < begin < done - _BACK_WORK:
                raise _RefusedError
            found.work[last.last] = done
        self._append(found, node, done)

    def _single(self, found: _Found, node: int) -> None:
        """Find the tile of a single value."""
        program = self.program
        op, value = program.ops[node], program.values[node]
        source = behind(program, node, True, self.constants)
        if op == "x":
            tile = int(self.state[value])
        elif op == "load":
            tile = int(found.work[program.place[value]])
        else:
            args = program.args[node] if source == node else (source,)
            tile = max((found.node[a] for a in args), default=EVERY)
        found.node[node] = tile
        if op == "store":
            found.work[program.place[value]] = tile
            _append(found, node, tile)
        elif source == node and (op in ("x", "load") or program.args[node]):
            _append(found, node, max(tile, 0))

    def _append(self, found: _Found, node: int, tile: int) -> None:
        found.node[node] = tile
        _append(found, node, tile)

    def _copy(self, found: _Found, copy: Copy) -> None:
        if copy.array != "xdot":
            raise _RefusedError
        source, back = (self.state, _BACK_X) if copy.kind == "x" else (found.work, _BACK_WORK)
        read = self._read(copy)
        for at, _ in pieces(copy.places, read):
            for run, chunks, tile in self._runs([(source[read[at]], back)]):
                places, where = copy.places[at[run]], int(tile[0])
                found.units.append(CopyLoop(places, copy.kind, read[at[run]], chunks, where))
                found.rates[places] = tile

    def _output(self, found: _Found, k: int, output: Output) -> None:
        if output.array != "xdot":
            raise _RefusedError
        tile = max(0, found.node[behind(self.program, output.node, True, self.constants)])
        found.rates[output.place] = tile
        _part_of(found, tile).stored.append(k)


def _append(found: _Found, node: int, tile: int) -> None:
    """Compute a node in this tile, together with the node before if that is in it too."""
    _part_of(found, tile).nodes.append(node)


def _part_of(found: _Found, tile: int) -> Part:
    last = found.units[-1] if found.units else None
    if isinstance(last, Single) and last.tile == tile:
        return last.part
    part = Part([], {}, {}, [])
    found.units.append(Single(part, tile))
    return part


def _check(columns: list[tuple[Where, int]], tile: Where) -> None:
    """Refuse if a value that is read has already been overwritten."""
    for tiles, back in columns:
        if ((tiles < tile - back) & (tiles != EVERY)).any():
            raise _RefusedError


def _needed(columns: list[tuple[Where, int]]) -> Where:
    """Return the first tile in which each row can be run."""
    needed = np.zeros(len(columns[0][0]) if columns else 1, dtype=np.int32)
    for tiles, _ in columns:
        np.maximum(needed, tiles, out=needed)
    return needed


def _at_once(columns: list[tuple[Where, int]]) -> Where:
    """Return the first tile in which all rows can be run, for every row."""
    needed = _needed(columns)
    tile = np.full_like(needed, needed.max())
    _check(columns, tile)
    return tile


def _rounded(size: float) -> int:
    return LANES * max(1, round(size / LANES))


def _pace(needed: Where) -> int:
    """Return the number of rows of a loop per tile."""
    turns = np.flatnonzero(np.diff(needed))
    return _rounded(float(np.median(np.diff(turns)))) if len(turns) > 1 else ROWS


def _shafts(together: Iterator[list[tuple[int, int]]]) -> list[list[tuple[int, int]]]:
    """Merge overlapping ranges, and collect those that belong together into lists."""
    sets = list(together)
    every = sorted({one for ranges in sets for one in ranges})
    joined: list[tuple[int, int]] = []
    number: dict[tuple[int, int], int] = {}
    for first, end in every:
        if joined and first < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((first, end))
        number[first, end] = len(joined) - 1
    pairs = [(number[ranges[0]], number[other]) for ranges in sets for other in ranges]
    label = components(len(joined), *np.array(pairs, dtype=np.int64).reshape(-1, 2).T)
    shafts: dict[int, list[tuple[int, int]]] = {}
    for one, shaft in zip(joined, label.tolist(), strict=True):
        shafts.setdefault(shaft, []).append(one)
    return list(shafts.values())
