"""Symbolic algebra: constant folding, derivatives, linear forms.

Relations and the conditions of `where` are treated as constant (they are frozen between events).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from drivetrain.compiler.expressions.derivative_rules import STEPS, rate
from drivetrain.errors import StructureError
from drivetrain.modeling.expression import BOOLEAN, OPEN, ORDERINGS, REAL, Expr, walk

__all__ = [
    "ONE", "ROUNDING", "ZERO", "add", "div", "is_constant", "lags", "linear_form", "mul", "neg",
    "only_parameters", "operands_first", "partial", "readers", "reads",
    "safe_divisor", "size_of_terms", "slots", "sub", "substitute", "time_derivative", "where",
]  # fmt: skip

ROUNDING = 1e-13
"""Largest remainder of a sum, relative to the size of its terms, that counts as cancellation."""

ZERO = Expr("const", (), 0.0, REAL)
ONE = Expr("const", (), 1.0, REAL)


def number(value: float) -> Expr:
    """Return a constant."""
    return Expr("const", (), value, REAL)


def is_constant(e: Expr, value: float | None = None) -> bool:
    """Return whether an expression is a number (equal to `value`)."""
    return e.op == "const" and (value is None or e.value == value)


def add(a: Expr, b: Expr) -> Expr:
    """Return a + b, folded."""
    if is_constant(a, 0):
        return b
    if is_constant(b, 0):
        return a
    if is_constant(a) and is_constant(b):
        return number(a.value + b.value)
    if b.op == "neg":
        return sub(a, b.args[0])
    return Expr("add", (a, b), None, REAL)


def sub(a: Expr, b: Expr) -> Expr:
    """Return a - b, folded."""
    if is_constant(b, 0):
        return a
    if is_constant(a, 0):
        return neg(b)
    if is_constant(a) and is_constant(b):
        return number(a.value - b.value)
    if b.op == "neg":
        return add(a, b.args[0])
    return Expr("sub", (a, b), None, REAL)


def neg(a: Expr) -> Expr:
    """Return -a, folded."""
    if is_constant(a):
        return number(-a.value) if a.value != 0 else ZERO
    if a.op == "neg":
        return a.args[0]
    if a.op == "sub":
        return Expr("sub", (a.args[1], a.args[0]), None, REAL)
    return Expr("neg", (a,), None, REAL)


def mul(a: Expr, b: Expr) -> Expr:
    """Return a * b, folded."""
    if is_constant(a, 0) or is_constant(b, 0):
        return ZERO
    if is_constant(a, 1):
        return b
    if is_constant(b, 1):
        return a
    if is_constant(a, -1):
        return neg(b)
    if is_constant(b, -1):
        return neg(a)
    if is_constant(a) and is_constant(b):
        return number(a.value * b.value)
    return Expr("mul", (a, b), None, REAL)


def div(a: Expr, b: Expr) -> Expr:
    """Return a / b, folded."""
    if is_constant(a, 0):
        return ZERO
    if is_constant(b, 1):
        return a
    if is_constant(b, -1):
        return neg(a)
    if is_constant(a) and is_constant(b) and b.value != 0:
        return number(a.value / b.value)
    return Expr("div", (a, b), None, REAL)


def where(condition: Expr, a: Expr, b: Expr) -> Expr:
    """Return where(condition, a, b), folded."""
    if a is b or (is_constant(a) and is_constant(b, a.value)):
        return a
    if condition.op == "const":
        return a if condition.value else b
    return Expr("where", (condition, a, b), None, a.kind)


_FOLDING: dict[str, Callable[..., Expr]] = {
    "add": add, "sub": sub, "mul": mul, "div": div, "neg": neg, "where": where,
}  # fmt: skip


def rebuild(e: Expr, args: tuple[Expr, ...]) -> Expr:
    """Return the node with other operands, folded if it is arithmetic."""
    if e.kind == REAL and e.op in _FOLDING:
        return _FOLDING[e.op](*args)
    return Expr(e.op, args, e.value, e.kind)


def substitute(e: Expr, env: Mapping[int, Expr]) -> Expr:
    """Replace slots by expressions."""
    done: dict[int, Expr] = {}
    for node in operands_first(e):
        if node.op == "slot":
            new = env.get(node.value, node)
            done[id(node)] = (
                new if new.kind == node.kind else Expr(new.op, new.args, new.value, node.kind)
            )
        elif node.args:
            done[id(node)] = rebuild(node, tuple(done[id(arg)] for arg in node.args))
        else:
            done[id(node)] = node
    return done[id(e)]


def size_of_terms(e: Expr) -> Expr | None:
    """Return the sum of the magnitudes of the terms of an expression; None if it is not a sum.

    A value that is negligible compared with this sum is only the rounding of its terms.
    """
    size: dict[int, Expr] = {}  # of nodes with a sum in them
    for node in operands_first(e):
        if node.op in ("add", "sub") or (
            node.op in _FOLDING and any(id(arg) in size for arg in node.args)
        ):
            sizes = [size[id(a)] if id(a) in size else magnitude(a) for a in node.args]
            size[id(node)] = _joined_sizes(node, *sizes)
    return size.get(id(e))


def _joined_sizes(node: Expr, *sizes: Expr) -> Expr:
    """Return the size of a node from those of its operands."""
    if node.op == "where":
        return where(node.args[0], *sizes[1:])
    if node.op == "neg":
        return sizes[0]
    if node.op == "div":
        return div(sizes[0], magnitude(node.args[1]))
    return (mul if node.op == "mul" else add)(*sizes)


def magnitude(e: Expr) -> Expr:
    """Return |e|, folded."""
    return number(abs(e.value)) if is_constant(e) else Expr("abs", (e,), None, e.kind)


def operands_first(
    e: Expr, operands: Callable[[Expr], tuple[Expr, ...]] = lambda node: node.args
) -> Iterator[Expr]:
    """Yield every node of an expression once, its operands before it (without recursion).

    Parameters
    ----------
    e : Expr
        The expression.
    operands : callable
        Which operands of a node are visited.
    """
    done: set[int] = set()
    stack: list[tuple[Expr, bool]] = [(e, False)]
    while stack:
        node, ready = stack.pop()
        if id(node) in done:
            continue
        if not ready:
            following = operands(node)
            if following:
                stack.append((node, True))
                stack.extend((arg, False) for arg in reversed(following))
                continue
        done.add(id(node))
        yield node


def _is_event(e: Expr) -> bool:
    return e.op in ORDERINGS and e.value is not True


def slots(e: Expr) -> frozenset[int]:
    """Return the slots whose values an expression needs while relations with events are frozen."""
    found: set[int] = set()
    _collect(e, found, set(), through_events=False)
    return frozenset(found)


def reads(e: Expr) -> frozenset[int]:
    """Return all slots in an expression, including those inside relations."""
    found: set[int] = set()
    _collect(e, found, set(), through_events=True)
    return frozenset(found)


def _collect(e: Expr, found: set[int], seen: set[int], through_events: bool) -> None:
    stack = [e]
    while stack:
        node = stack.pop()
        if id(node) in seen or (_is_event(node) and not through_events):
            continue
        seen.add(id(node))
        if node.op == "slot":
            found.add(node.value)
        stack.extend(_operands(node))


def _operands(node: Expr) -> tuple[Expr, ...]:
    """Return the operands whose current values are needed."""
    if node.op == "motion":
        return node.args[:1]
    return node.args[1:] if node.op == "delay" else node.args


def lags(e: Expr) -> dict[int, int]:
    """Return, for each slot, how often `e` can be differentiated before the slot's rate is needed.

    It is 0 outside prescribed motions. The value of a prescribed motion and its given derivatives
    are never differentiated and do not appear, except the last one of an open motion: its rate is
    needed one derivative later than its position among the arguments.
    """
    found: dict[int, int] = {}
    stack = [(e, 0)]
    seen: set[tuple[int, int]] = set()
    while stack:
        node, lag = stack.pop()
        if (id(node), lag) in seen or _is_event(node):
            continue
        seen.add((id(node), lag))
        if node.op == "slot":
            found[node.value] = min(lag, found.get(node.value, lag))
        elif node.op != "motion":
            stack.extend((arg, lag) for arg in _operands(node))
        elif node.value == OPEN:
            stack.append((node.args[-1], lag + len(node.args) - 1))
    return found


def readers(e: Expr) -> Callable[[Expr], frozenset[int]]:
    """Return a function that returns the slots of each part of an expression, in relations too."""
    known: dict[int, tuple[Expr, frozenset[int]]] = {}  # with nodes, to keep their ids
    for node in operands_first(e, _operands):
        own = frozenset((node.value,)) if node.op == "slot" else frozenset()
        parts = [known[id(arg)][1] for arg in _operands(node)]
        most = max(parts, key=len, default=own)
        whole = most if all(part <= most for part in parts) else most.union(*parts)
        known[id(node)] = node, whole

    def reads_of(part: Expr) -> frozenset[int]:
        found = known.get(id(part))
        return reads(part) if found is None else found[1]

    return reads_of


_Reads: TypeAlias = Callable[[Expr], frozenset[int]]
_Form: TypeAlias = tuple[Expr, Expr]


def linear_form(e: Expr, place: int, reads_of: _Reads | None = None) -> _Form | None:
    """Split ``e = factor * slot + rest``; ``None`` if it is not linear in the slot.

    Parameters
    ----------
    e : Expr
        The expression.
    place : int
        The slot.
    reads_of : callable, optional
        Result of `readers` for the expression, to be reused for several slots.
    """
    reads_of = readers(e) if reads_of is None else reads_of

    def on_the_way(node: Expr) -> tuple[Expr, ...]:
        parts = node.args[1:] if node.op == "where" else node.args
        return tuple(part for part in parts if place in reads_of(part))

    forms: dict[int, _Form] = {}

    def form_of(node: Expr) -> _Form:
        return forms[id(node)] if place in reads_of(node) else (ZERO, node)

    for node in operands_first(e, on_the_way):
        form = _form(node, place, reads_of, form_of)
        if form is None:
            return None
        forms[id(node)] = form
    return form_of(e)


def _form(e: Expr, place: int, reads_of: _Reads, form_of: Callable[[Expr], _Form]) -> _Form | None:
    """Return the linear form of a node, given those of its operands."""
    if place not in reads_of(e):
        return ZERO, e
    if e.op == "slot":
        return ONE, ZERO
    if e.op in ("add", "sub", "neg", "where"):
        return _linear_sum(e, place, reads_of, form_of)
    if e.op == "mul":
        a, b = e.args
        if place in reads_of(a) and place in reads_of(b):
            return None
        a, b = (b, a) if place in reads_of(a) else (a, b)
        factor, rest = form_of(b)
        return mul(a, factor), mul(a, rest)
    if e.op == "div" and place not in reads_of(e.args[1]):
        factor, rest = form_of(e.args[0])
        return div(factor, e.args[1]), div(rest, e.args[1])
    return None


def _linear_sum(
    e: Expr, place: int, reads_of: _Reads, form_of: Callable[[Expr], _Form]
) -> _Form | None:
    operands = e.args
    condition: tuple[Expr, ...] = ()
    if e.op == "where":
        condition, operands = operands[:1], operands[1:]
        if place in reads_of(condition[0]) and not _is_event(condition[0]):
            return None
    factors, rests = zip(*map(form_of, operands), strict=True)
    return rebuild(e, condition + factors), rebuild(e, condition + rests)


def safe_divisor(e: Expr) -> bool:
    """Return whether a factor is a non-zero number or a parameter in every branch."""
    if e.op == "const":
        return bool(e.value != 0 and math.isfinite(e.value))
    if e.op == "par":
        return True
    if e.op in ("mul", "div"):
        return safe_divisor(e.args[0]) and safe_divisor(e.args[1])
    if e.op == "neg":
        return safe_divisor(e.args[0])
    if e.op == "where":
        return safe_divisor(e.args[1]) and safe_divisor(e.args[2])
    if e.op in ("add", "sub"):
        return not slots(e) and only_parameters(e)
    return False


def only_parameters(e: Expr) -> bool:
    """Return whether an expression is arithmetic of numbers and parameters."""
    return all(
        node.op in (("add", "sub", "mul", "div", "neg") if node.args else ("const", "par"))
        for node in walk(e)
    )


def time_derivative(e: Expr, rate: Callable[[int], Expr]) -> Expr:
    """Differentiate with respect to time.

    Parameters
    ----------
    e : Expr
        Real expression over slots.
    rate : callable
        Returns the expression for the derivative of a slot.

    Raises
    ------
    StructureError
        If an operation has no derivative (a third derivative of a prescribed motion).
    """
    return _differentiate(e, lambda leaf: _leaf_rate(leaf, rate), _moving_operands)


def _leaf_rate(leaf: Expr, rate: Callable[[int], Expr]) -> Expr:
    if leaf.op == "slot" and leaf.kind == REAL:
        return rate(leaf.value)
    return ONE if leaf.op == "time" else ZERO


def partial(e: Expr, place: int, reads_of: _Reads | None = None) -> Expr:
    """Differentiate with respect to a slot.

    Parameters
    ----------
    e : Expr
        The expression.
    place : int
        The slot.
    reads_of : callable, optional
        Result of `readers` for the expression, to be reused for several slots.
    """

    def leaf(node: Expr) -> Expr:
        return ONE if node.op == "slot" and node.value == place else ZERO

    def on_the_way(node: Expr) -> tuple[Expr, ...]:
        operands = _sensitive_operands(node)
        if reads_of is None:
            return operands
        return tuple(arg for arg in operands if place in reads_of(arg))

    return _differentiate(e, leaf, on_the_way)


def _moving_operands(e: Expr) -> tuple[Expr, ...]:
    """Return the operands whose time derivatives determine that of a node."""
    if e.op == "motion" and (len(e.args) > 1 or e.value != OPEN):
        return ()
    return () if e.op == "delay" else _sensitive_operands(e)


def _sensitive_operands(e: Expr) -> tuple[Expr, ...]:
    """Return the operands whose derivatives by a slot determine that of a node."""
    if e.kind == BOOLEAN or e.op in STEPS:
        return ()
    if e.op == "motion":
        return e.args[:1]
    return e.args[1:2] if e.op in ("table", "delay") else e.args


def _differentiate(
    e: Expr, leaf: Callable[[Expr], Expr], operands: Callable[[Expr], tuple[Expr, ...]]
) -> Expr:
    done: dict[int, Expr] = {}

    def known(node: Expr) -> Expr:
        found = done.get(id(node))
        if found is not None:
            return found
        return ZERO if node.args else leaf(node)

    for node in operands_first(e, operands):
        done[id(node)] = _node(node, known) if node.args else leaf(node)
    return done[id(e)]


def _node(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    op, args = e.op, e.args
    if e.kind == BOOLEAN or op in STEPS:
        return ZERO
    if op == "table":
        return mul(Expr("table", args, e.value + 1, REAL), d(args[1]))
    if op == "motion":
        return _motion_rate(e, d)
    if op == "delay":
        return _delay_rate(e, d)
    if op == "external":
        return _external_rate(e, d)
    return rate(_EXPRESSIONS, op, e, args, [d(arg) for arg in args])


class _Expressions:
    """Derivatives as expressions."""

    const, is_const = staticmethod(number), staticmethod(is_constant)
    add, sub, neg = staticmethod(add), staticmethod(sub), staticmethod(neg)
    mul, div, where = staticmethod(mul), staticmethod(div), staticmethod(where)

    @staticmethod
    def compare(op: str, a: Expr, b: Expr) -> Expr:
        return Expr(op, (a, b), True, BOOLEAN)

    @staticmethod
    def call(op: str, *args: Expr) -> Expr:
        return Expr(op, args, None, REAL)


_EXPRESSIONS = _Expressions()


def _motion_rate(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """Return the derivative stated by the user, not the derivative of the value."""
    if not _is_rate(d):
        return d(e.args[0])
    if len(e.args) > 1:
        return Expr("motion", e.args[1:], e.value, REAL)
    if e.value == OPEN:
        return d(e.args[0])
    raise StructureError(
        "a prescribed motion would have to be differentiated three times: it carries only its "
        "first and second derivative. Remove the rigid connection that needs the third one"
    )


def _delay_rate(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    if not _is_rate(d):
        return neg(mul(Expr("delay_rate", e.args, None, REAL), d(e.args[1])))
    raise StructureError(
        "a delayed expression would have to be differentiated, which it cannot be: it drives a "
        "motion through a rigid connection, or is compared with one. Pass it through a block with "
        "states (a first or second order element) or drive a torque or force with it"
    )


def _external_rate(e: Expr, d: Callable[[Expr], Expr]) -> Expr:
    """Return the derivative by a slot: slopes times those of the operands behind the mode."""
    if _is_rate(d) or e.value.by >= 0:
        raise StructureError(
            f"{e.value.name} would have to be differentiated, which what another program computes "
            "cannot be: it drives a motion through a rigid connection. Put a spring or a block "
            "with states between, or let the unit take this motion and give a torque or force"
        )
    found = ZERO
    for by, arg in enumerate(e.args[1:]):
        slope = Expr("external", e.args, e.value._replace(by=by), REAL)
        found = add(found, mul(slope, d(arg)))
    return found


def _is_rate(d: Callable[[Expr], Expr]) -> bool:
    return is_constant(d(Expr("time")), 1)
