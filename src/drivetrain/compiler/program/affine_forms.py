"""Write linear residuals of an algebraic loop as ``matrix @ unknowns + rest``."""

from __future__ import annotations

from collections.abc import Callable

from drivetrain.compiler.program.program import Program

__all__ = ["Form", "NotAffine", "affine", "affine_forms", "combined"]

Form = tuple[int, dict[int, int]]
"""Constant part and, per unknown, its factor (nodes)."""


class NotAffine(Exception):  # noqa: N818 - steers the compiler, never leaves it
    """The residuals are not linear in the unknowns."""


def affine(
    program: Program, residuals: list[int], unknowns: list[int]
) -> tuple[list[list[int]], list[int]]:
    """Return matrix and rest of the residuals as nodes.

    Raises
    ------
    NotAffine
        If an unknown occurs in a product with another one, in a function or in a condition.
    """
    forms = affine_forms(program, residuals, unknowns)
    zero = program.const(0.0)
    matrix = [[factors.get(u, zero) for u in unknowns] for _, factors in forms]
    return matrix, [rest for rest, _ in forms]


def affine_forms(program: Program, residuals: list[int], unknowns: list[int]) -> list[Form]:
    """Return rest and factors of the residuals as nodes; factors left out are zero.

    Raises
    ------
    NotAffine
        As `affine` does.
    """
    work = _Affine(program, unknowns)
    return [work.form(r) for r in residuals]


class _Affine:
    """Propagates affine forms through a program."""

    def __init__(self, program: Program, unknowns: list[int]) -> None:
        self.program = program
        zero, one = program.const(0.0), program.const(1.0)
        self.low = min(unknowns)
        self.known: dict[int, Form] = {u: (zero, {u: one}) for u in unknowns}

    def form(self, root: int) -> Form:
        """Return the form of a node, operands first (without recursion: loops can be long)."""
        stack = [root]
        while stack:
            number = stack[-1]
            if number in self.known:
                stack.pop()
                continue
            if number < self.low:
                self.known[number] = (number, {})
                continue
            missing = [a for a in self.program.args[number] if a not in self.known]
            if missing:
                stack.extend(missing)
            else:
                self.known[number] = combined(
                    self.program, number, [self.known[a] for a in self.program.args[number]]
                )
        return self.known[root]


def combined(program: Program, number: int, forms: list[Form]) -> Form:
    """Return the form of a node whose operands have these forms.

    Raises
    ------
    NotAffine
        If it is not linear in the unknowns.
    """
    op = program.ops[number]
    if not any(factors for _, factors in forms):
        return number, {}
    if op == "neg":
        return _map(forms[0], program.neg)
    if op in ("add", "sub"):
        return _sum(program, op, *forms)
    if op == "mul":
        return _product(program, *forms)
    if op == "div" and not forms[1][1]:
        divisor = forms[1][0]
        return _map(forms[0], lambda n: program.div(n, divisor))
    if op == "where" and not forms[0][1]:
        return _choice(program, forms)
    raise NotAffine


def _map(form: Form, change: Callable[[int], int]) -> Form:
    rest, factors = form
    return change(rest), {u: change(f) for u, f in factors.items()}


def _sum(program: Program, op: str, a: Form, b: Form) -> Form:
    join = program.add if op == "add" else program.sub
    factors = dict(a[1])
    for u, f in b[1].items():
        factors[u] = join(factors.get(u, program.const(0.0)), f)
    return join(a[0], b[0]), factors


def _product(program: Program, a: Form, b: Form) -> Form:
    if a[1] and b[1]:
        raise NotAffine
    form, factor = (a, b[0]) if a[1] else (b, a[0])
    return _map(form, lambda n: program.mul(factor, n))


def _choice(program: Program, forms: list[Form]) -> Form:
    condition, a, b = forms[0][0], forms[1], forms[2]
    zero = program.const(0.0)
    factors = {
        u: program.where(condition, a[1].get(u, zero), b[1].get(u, zero))
        for u in sorted({*a[1], *b[1]})
    }
    return program.where(condition, a[0], b[0]), factors
