"""Variants of the model functions for frequent calls: they remember what seldom changes.

They take longer to generate, so they are made when that pays.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.codegen.function_splitting import FAILING
from drivetrain.compiler.codegen.loop_fusion import fused
from drivetrain.compiler.codegen.merged_calls import merge_calls
from drivetrain.compiler.codegen.printer import Copy, Output, write_function
from drivetrain.compiler.codegen.settling import Memo
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.program import Program
from drivetrain.compiler.program.settled_values import settled_values
from drivetrain.compiler.program.variability import may_vary_between_events

__all__ = ["Frequent", "is_late"]

Ints = NDArray[np.int64]

_WITHIN_STEPS = frozenset(("xdot", "switching", "angle", "g", "assert_ok"))
"""Arrays read within steps, and some places of `y`; others are read at events only."""


def is_late(output: Output | Copy, read: Container[int]) -> bool:
    """Return whether an output is only recorded, or read only when an event is over."""
    places = [output.place] if isinstance(output, Output) else output.places.tolist()
    recorded = output.array == "y" and not any(place in read for place in places)
    return recorded or output.array == "longest_step"


class Frequent:
    """The functions of a model for frequent calls.

    Parameters
    ----------
    program, ode, full, bends, read
        As for `emit`.
    constants : dict
        Node of each run-time constant → its position among them.
    """

    def __init__(
        self,
        program: Program,
        ode: Sequence[Output | Copy],
        full: Sequence[Output | Copy],
        bends: Discontinuities,
        constants: Mapping[int, int],
        read: Container[int],
    ) -> None:
        roots = [root for output in (*full, *ode) for root in output.roots]
        self.program = merge_calls(program, roots, bends.place)
        self.ode = ode
        self.full = full
        self.bends = bends
        self.constants = constants
        self.read = read

    @cached_property
    def look(self) -> list[Output | Copy]:
        """What `look` stores if discrete variables are known between events; else nothing."""
        discrete = [root for o in self.full if o.array == "z_out" for root in o.roots]
        if not self.program.relations or may_vary_between_events(self.program, discrete):
            return []
        read = [output for output in self.full if self._is_read(output)]
        return [*read, *self._by_other_loops(read)]

    def _is_read(self, output: Output | Copy) -> bool:
        recorded = is_late(output, self.read)
        return output.array in _WITHIN_STEPS or (output.array == "y" and not recorded)

    def _by_other_loops(self, read: Sequence[Output | Copy]) -> Iterator[Output | Copy]:
        """Yield other outputs that need further loops: each solution is the guess of the next."""
        known = set(self.constants)
        roots = [root for output in read for root in output.roots]
        known.update(topological(self.program, roots, True, known))
        for output in self.full:
            new = topological(self.program, output.roots, True, known)
            if any(self.program.ops[n] in FAILING for n in new if n not in known):
                yield output
            known.update(new)

    @cached_property
    def memo(self) -> Memo:
        """What is remembered from call to call."""
        roots = [root for output in (*self.ode, *self.look) for root in output.roots]
        settled = settled_values(self.program, roots, self.constants, self.bends.place)
        return Memo(self.program, settled, len(self.constants))

    @property
    def remembers(self) -> bool:
        """Whether there is anything to remember."""
        return self.memo.size > len(self.constants)

    def functions(self, own: Mapping[str, str], kept: list[Ints]) -> list[str]:
        """Return the LLVM IR of all functions; those that gain nothing are their `own` ones."""
        texts = dict(own)
        if self.remembers:
            texts["settle"] = self.memo.write(kept, self.constants)
            texts["prepare"] = self.memo.prepared(own.get("prepare", ""))
            lean, left = fused(self.program, self.ode, True)
            texts["ode"] = self._settled("ode", lean, left, kept, self.bends)
        if self.look:
            lean, left = fused(self.program, self.look, False)  # sums round as in `full`
            texts["look"] = self._settled("look", lean, left, kept)
            lean, left = fused(self.program, self.full, False)
            texts["full"] = write_function(lean, "full", left, kept, self.constants, False)
        return list(texts.values())

    def _settled(
        self,
        name: str,
        program: Program,
        outputs: Sequence[Output | Copy],
        kept: list[Ints],
        bends: Discontinuities | None = None,
    ) -> str:
        """Return the LLVM IR of a function that reads what is remembered."""
        memo, known = self.memo, {**self.constants, **self.memo.places}
        inner = f"{name}.settled" if self.remembers else name
        text = write_function(
            program, inner, outputs, kept, known, True, bends, matrices=memo.matrices
        )
        return "\n".join([text, memo.before(name, inner)]) if self.remembers else text
