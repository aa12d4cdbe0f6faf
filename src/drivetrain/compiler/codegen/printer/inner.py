"""Print the functions called for algebraic loops: residuals and sizes of terms."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from drivetrain.compiler.codegen.printer.function import FunctionPrinter
from drivetrain.compiler.program.dataflow import topological
from drivetrain.compiler.program.discontinuities import Discontinuities
from drivetrain.compiler.program.program import BOOL, Program

__all__ = ["inner_functions"]


_NO_BRANCHES: Mapping[int, int] = MappingProxyType({})


class _InnerPrinter(FunctionPrinter):
    """Prints a function that a loop needs: it reads known and unknown values from arrays."""

    def _node(self, number: int) -> str:
        op, value, kind = (
            self.program.ops[number],
            self.program.values[number],
            self.program.kinds[number],
        )
        if op not in ("known", "unknown"):
            return super()._node(number)
        name, base = f"%v{number}", "%known" if op == "known" else "%u"
        self.body.append(f"  {name}.p = getelementptr double, ptr {base}, i64 {value}")
        if kind == BOOL:
            self.body.append(f"  {name}.d = load double, ptr {name}.p")
            return self.line(name, f"fcmp une double {name}.d, 0.0")
        return self.line(name, f"load double, ptr {name}.p")


def inner_functions(program: Program, text: str, bends: Discontinuities | None = None) -> list[str]:
    """Return the LLVM IR of residuals and sizes of terms that a function calls for its loops.

    Where a loop contains discontinuities there are two residuals: one of them stays on the
    branches.
    """
    inside = bends.inside if bends else {}
    residuals = [
        _inner(
            f"i32 @{name}{k}(ptr %io, ptr %known, ptr %u, ptr %r, ptr %J)",
            one.program,
            {"%r": one.residuals, "%J": one.jacobian},
            inside.get(k, {}) if name == "held" else {},
        )
        for k, one in enumerate(program.residuals)
        for name in ("residual", "held")
        if f"@{name}{k}," in text
    ]
    sizes = [
        _inner(f"i32 @sizes{k}(ptr %io, ptr %known, ptr %S)", one.program, {"%S": one.sizes})
        for k, one in enumerate(program.sizes)
        if f"@sizes{k}(" in text
    ]
    return [*residuals, *sizes]


def _inner(
    head: str,
    program: Program,
    outputs: Mapping[str, Sequence[int]],
    branches: Mapping[int, int] = _NO_BRANCHES,
) -> str:
    """Return the LLVM IR of a function that stores nodes in arrays."""
    function = _InnerPrinter(program, head, True, [], {}, {})
    function.branches = branches
    for number in topological(program, [n for nodes in outputs.values() for n in nodes], True):
        function.names[number] = function._node(number)
    for base, nodes in outputs.items():
        function._fill(base, [function.names[node] for node in nodes])
    lines = [
        f"define {head} {{", "entry:", *function.entry, *function.body, "  ret i32 0", "}",
    ]  # fmt: skip
    return "\n".join(lines)
