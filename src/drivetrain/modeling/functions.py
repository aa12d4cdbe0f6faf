"""The functions of the language: derivatives, events, conditions, mathematics."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from drivetrain.calls import explained
from drivetrain.errors import ExpressionError, shown
from drivetrain.modeling.conversion import to_si
from drivetrain.modeling.expression import (
    BOOLEAN,
    INTEGER,
    OPEN,
    ORDERINGS,
    REAL,
    Expr,
    ExprLike,
    as_expr,
    as_float,
    constant,
    make,
    walk,
)
from drivetrain.modeling.members import TableLiteral, VariableRef
from drivetrain.modeling.statements import (
    Assertion,
    Contact,
    Hold,
    Impact,
    Reinit,
    When,
    checked_condition,
    when_branch,
)

__all__ = [
    "acos",
    "asin",
    "atan",
    "atan2",
    "ceil",
    "change",
    "computed",
    "contact",
    "cos",
    "cosh",
    "delay",
    "der",
    "edge",
    "ensure",
    "exp",
    "floor",
    "floor_with_events",
    "hold",
    "impact",
    "initial",
    "interpolate",
    "last_tick",
    "length",
    "log",
    "log10",
    "maximum",
    "minimum",
    "mod",
    "motion",
    "no_event",
    "pre",
    "reinit",
    "sample",
    "sign",
    "sin",
    "sinh",
    "smooth",
    "sqrt",
    "tan",
    "tanh",
    "terminal",
    "terminate",
    "time",
    "when",
    "where",
]  # fmt: skip

time = Expr("time")
"""Simulation time, s."""

END_OF_RUN: Final = sys.float_info.max
"""First tick of the clock of `terminal`, s: an instant that each run puts at its end."""
_SAME_INSTANT = 8 * sys.float_info.epsilon
"""Clock instants that differ by less, relative to the operands they are computed from, are equal:
at least the kernel's own tolerance."""


@explained
def der(expression: ExprLike, order: int = 1) -> Expr:
    """Return the derivative with respect to time.

    Parameters
    ----------
    expression : Expr
        A real variable, or a sum, difference or constant multiple of real variables.
    order : int
        Number of differentiations.

    Raises
    ------
    ExpressionError
        If the expression is not linear in variables, or not real.

    Examples
    --------
    In `equations`: ``yield self.w == der(self.phi)``.
    """
    result = as_expr(expression)
    if not isinstance(order, int) or order < 0:
        raise ExpressionError(f"der({result}, {order!r}): the order is 1, 2, …")
    for _ in range(order):
        result = _der(result)
    return result


def _der(e: Expr) -> Expr:
    if isinstance(e, VariableRef):
        if e.kind != REAL:
            raise ExpressionError(
                f"der({e}): {e} is {e.kind}; only real variables have derivatives"
            )
        return e.derivative()
    if e.op in ("add", "sub"):
        return make(e.op, _der(e.args[0]), _der(e.args[1]))
    if e.op == "neg":
        return -_der(e.args[0])
    if e.op in ("const", "par"):
        return as_expr(0.0)
    if e.op == "mul" and e.args[0].op in ("const", "par"):
        return e.args[0] * _der(e.args[1])
    if e.op in ("mul", "div") and e.args[1].op in ("const", "par"):
        return make(e.op, _der(e.args[0]), e.args[1])
    if e.op == "delay":
        raise ExpressionError(
            f"der({e}): a delayed expression has no derivative; delay the derivative instead "
            "(delay(der(x), T)), or pass it through a block with a state"
        )
    raise ExpressionError(
        f"der({e}): give the expression a variable of its own (v == {e}) and write der(v)"
    )


@explained
def pre(variable: Expr) -> Expr:
    """Return the value that a discrete variable had before the current event iteration.

    For a continuous variable, allowed only inside :func:`when`, it is the value that the event does
    not change: the left limit of states and of everything that moves with them. Quantities that
    jump in the event, such as a torque that is switched on, have their value after it.
    """
    if not isinstance(variable, VariableRef) or variable.order:
        raise ExpressionError(f"pre({variable}): only a variable has a value before the event")
    return variable.previous()


@explained
def edge(condition: Expr) -> Expr:
    """Return true in the event pass in which a Boolean variable becomes true."""
    checked_condition(condition, "edge")
    return condition & ~pre(condition)


@explained
def change(variable: Expr) -> Expr:
    """Return true in the event pass in which a discrete variable changes."""
    return variable != pre(variable)


@explained
def initial() -> Expr:
    """Return true while the initial problem is solved and false afterwards."""
    return Expr("initial", (), None, BOOLEAN)


@explained
def terminal() -> Expr:
    """Return true in the event at the end of a run, for conditions of `when`.

    A run that ends early, by `terminate` or with an error, has no such event.
    """
    return Expr("sample", (_seconds(END_OF_RUN), _seconds(END_OF_RUN)), None, BOOLEAN)


@explained
def sample(start: ExprLike, interval: ExprLike) -> Expr:
    """Return true at the instants ``start + k * interval`` (k = 0, 1, …).

    Parameters
    ----------
    start, interval : number or expression of parameters
        First instant and distance between instants, s.
    """
    return Expr("sample", (_seconds(start), _seconds(interval)), None, BOOLEAN)


@explained
def last_tick(start: ExprLike, interval: ExprLike) -> Expr:
    """Return the number k of the last tick ``start + k * interval`` so far; raises no event.

    It counts from 0 and is negative before `start`. Instants that differ in their last bits are
    treated as one, as in :func:`sample`: 0.3 s is on tick 3 of an interval of 0.1 s, although the
    quotient of the two numbers rounds to less than 3.

    Parameters
    ----------
    start, interval : number or expression of parameters
        First tick and distance between ticks, s.
    """
    first, period = _seconds(start), _seconds(interval)
    periods = (time - first) / period
    nearest = floor(periods + 0.5)
    apart = abs(time - (first + nearest * period))
    is_on_tick = apart <= _SAME_INSTANT * maximum(abs(time), abs(first))
    return where(no_event(is_on_tick), nearest, floor(periods))


def _seconds(value: ExprLike) -> Expr:
    """Return a time; a plain number is in seconds."""
    return value if isinstance(value, Expr) else constant(value, "s")


@explained
def delay(expression: ExprLike, delay_time: ExprLike, longest: ExprLike | None = None) -> Expr:
    """Return the value that an expression had some time ago.

    Before ``start + delay_time`` that is its value at the start. An equation does not need the
    present value of what it delays, so a delay breaks an algebraic loop. When a constant delay
    has passed since an event, a further event occurs: jumps come out at the exact instant.

    Parameters
    ----------
    expression : Expr
        Any real expression u(t).
    delay_time : number or Expr
        Delay T in s, positive; the result is u(t - T). Without `longest` it is a number or an
        expression of parameters.
    longest : number or expression of parameters, optional
        Upper bound of a delay that varies during a run, s. Smooth signals are delayed as accurately
        as by a constant delay; a jump in the past raises no event.

    Raises
    ------
    ExpressionError
        If the delay varies and `longest` is missing or varies too.

    Notes
    -----
    The past is stored as polynomials of degree 8, none of which extends across an event. An
    integration step is never longer than the shortest delay of the model. The result has no
    derivative and cannot be used where a rigid connection would have to differentiate it.

    Examples
    --------
    ``yield self.y == delay(self.u, self.delay_time)``
    """
    value, shift = as_expr(expression), _seconds(delay_time)
    bound = shift if longest is None else _seconds(longest)
    if any(e.op in _VARYING for e in walk(bound)):
        remedy = "it must not" if longest is not None else "give its bound: delay(u, T, longest=…)"
        raise ExpressionError(f"delay({value}, {shift}): {bound} varies during a run; {remedy}")
    return make("delay", value, shift) if longest is None else make("delay", value, shift, bound)


_VARYING = frozenset(("var", "pre", "time", "initial", "sample", "lookup", "delay"))


@explained
def no_event(expression: ExprLike) -> Expr:
    """Evaluate the relations inside literally, at every instant, without raising events."""
    return _literal(as_expr(expression), {})


def _literal(e: Expr, done: dict[int, Expr]) -> Expr:
    if not e.args:
        return e
    if id(e) not in done:
        args = tuple(_literal(arg, done) for arg in e.args)
        value = True if e.op in ORDERINGS else e.value
        op = "floor" if e.op == "whole" else e.op
        done[id(e)] = Expr(op, args, value, e.kind)
    return done[id(e)]


@explained
def smooth(order: int, expression: ExprLike) -> Expr:
    """State that an expression is `order` times continuously differentiable.

    From order 1 on, its relations need no events; a merely continuous one (order 0) keeps them, so
    that no integration step is taken across the discontinuity of its derivative.
    """
    if not isinstance(order, int) or order < 0:
        raise ExpressionError(f"smooth({order!r}, …): the order is 0, 1, 2, …")
    return as_expr(expression) if order == 0 else no_event(expression)


@explained
def where(condition: ExprLike, if_true: ExprLike, if_false: ExprLike) -> Expr:
    """Return `if_true` where the condition holds, else `if_false`.

    Both may be equations: ``yield where(c, tau == 0, w == 0)`` states the one or the other.
    """
    return make("where", as_expr(condition), as_expr(if_true), as_expr(if_false))


@explained
def length(vector: Expr) -> Expr:
    """Return the number of elements of a vector parameter, as a structural value.

    Examples
    --------
    ``y = RealOutput(size=length(k))`` below ``k = parameter([1.0])``.
    """
    return Expr("length", (as_expr(vector),), None, REAL)


@explained
def computed(function: Callable[..., Any], *arguments: Expr) -> Expr:
    """Return a structural value that Python computes before the equations exist.

    Parameters
    ----------
    function : callable
        Called with the values of the arguments; may return any Python value.
    *arguments : structural parameter, or an expression of structural parameters
        The values on which the result depends.

    Examples
    --------
    ``y = RealOutput(size=computed(len, columns))`` below a structural parameter `columns`.
    """
    return Expr("computed", tuple(as_expr(a) for a in arguments), function, REAL)


@explained
def interpolate(
    x: ExprLike,
    points: Sequence[float],
    values: Sequence[float],
    *,
    units: tuple[str, str] = ("1", "1"),
    smoothness: str = "linear_segments",
    extrapolation: str = "last_two_points",
) -> Expr:
    """Look up numbers written in the equation itself; raises no event.

    For numbers that follow from structural parameters; those that a user may change from run to
    run belong in a :func:`table`.

    Parameters
    ----------
    x : Expr
        Argument of the look-up.
    points, values : sequence of float, length n
        Abscissae in ascending order and ordinates; quantities of pint are converted to `units`.
    units : tuple of str
        Units of `x` and of the result.
    smoothness, extrapolation : str
        As those of :func:`table`.

    Raises
    ------
    ExpressionError
        If the numbers of points and values differ, or some are not numbers.
    """
    if not isinstance(units, (tuple, list)) or len(units) != 2:
        raise ExpressionError(f"interpolate(units={shown(units)}): give two units, of x and result")
    points = to_si(points, units[0], "interpolate: points")
    values = to_si(values, units[1], "interpolate: values")
    try:
        pairs = zip(points, values, strict=True)
        rows = tuple((as_float(point), as_float(value)) for point, value in pairs)
    except (TypeError, ValueError):
        rows = ()
    if not rows or any(None in row for row in rows):
        raise ExpressionError(
            f"interpolate(…, {shown(points)}, {shown(values)}): give as many values as points, "
            "all of them numbers"
        )
    literal = TableLiteral(rows, units, smoothness, extrapolation)
    return Expr("lookup", (literal, as_expr(x)), 2, REAL)


@explained
def motion(value: ExprLike, first: ExprLike, second: ExprLike | None = None) -> Expr:
    """Return a prescribed motion: a value with given derivatives.

    Parameters
    ----------
    value, first, second : Expr
        The quantity, and its first and second derivative. The caller must ensure that the three are
        consistent: `value` is never differentiated. Without `second`, the second derivative is that
        of `first`.
    """
    args = (as_expr(value), as_expr(first))
    if second is None:
        return Expr("motion", args, OPEN, REAL)
    return Expr("motion", (*args, as_expr(second)), None, REAL)


@explained
def when(condition: ExprLike | Sequence[ExprLike], *actions: Any) -> When:
    """Execute the actions at the instant when the condition becomes true.

    Parameters
    ----------
    condition : Expr, or several in a list
        Boolean; a condition that is already true at the start does not fire, except through
        ``initial()``. Of several it is enough that one becomes true, even while others hold.
    *actions : equation, reinit, ensure or terminate
        ``variable == expression`` makes the variable discrete: it keeps its value between
        events. ``reinit(x, expression)`` sets a continuous variable to a new value.
        ``ensure(c, "…")`` checks at these instants only, and ``terminate(True, "…")`` ends the run.

    Returns
    -------
    When
        ``when(c, …).elsewhen(d, …)`` has actions for the instant at which `d` becomes true and `c`
        does not.
    """
    return when_branch(condition, actions)


@explained
def reinit(variable: Expr, value: ExprLike) -> Reinit:
    """Inside :func:`when`: let a continuous variable continue from `value`."""
    if not isinstance(variable, VariableRef) or variable.order:
        raise ExpressionError(f"reinit({variable}, …): only a variable can be set anew")
    return Reinit(variable, as_expr(value))


@explained
def ensure(condition: ExprLike, message: str, *, level: str = "error") -> Assertion:
    """Stop the run with `message` (component path added) if the condition is violated.

    Parameters
    ----------
    condition : Expr
        Boolean.
    message : str
        What is wrong.
    level : {"error", "warning"}
        With ``"warning"`` the run goes on, a `ModelWarning` follows it, and a Boolean variable of
        the result, ``warning1``, tells when the condition was violated.
    """
    if level not in ("error", "warning"):
        raise ExpressionError(f"ensure(level={shown(level)}): choose 'error' or 'warning'")
    made = checked_condition(condition, "ensure")
    return Assertion(made, message, only_warns=level == "warning")


@explained
def terminate(condition: ExprLike, message: str) -> Assertion:
    """End the run, successfully, at the instant when the condition becomes true.

    Parameters
    ----------
    condition : Expr
        Boolean.
    message : str
        Reason for the end of the run; stored in the result.
    """
    return Assertion(~checked_condition(condition, "terminate"), message, ends=True)


STOPS = ("both", "forward", "backward", "neither")
"""Values of `stops` in :func:`hold`: the motions that an element stops."""


@explained
def hold(
    speed: Expr,
    while_: ExprLike,
    massless: Mapping[str, Any] | None = None,
    prescribed: Mapping[str, Any] | None = None,
    *,
    stops: str = "both",
    load: Expr | None = None,
    slides: tuple[Expr, float, float] | None = None,
) -> Hold:
    """State that `speed` is zero while the Boolean variable `while_` is true.

    It adds no equation: the element's own equations keep the *acceleration* at zero, by
    ``where(locked, acceleration, …) == 0``. The kernel uses it to remove, once, the rounding-level
    speed that is left when an element locks, so that nothing creeps however long it stays locked.
    If more speed is left than the tolerances explain, an impulse stops it: momentum is conserved
    over everything rigidly connected to either side. While the element is locked it transmits the
    impulses of others.

    Parameters
    ----------
    speed : variable
        Relative speed.
    while_ : Boolean variable
        Whether the element is locked.
    massless : mapping, optional
        Structural parameters of the component to be used where nothing with inertia is behind
        `speed`, so that it has no acceleration of its own.
    prescribed : mapping, optional
        The same where a source prescribes `speed`, so that nothing can lock it.
    stops : {"both", "forward", "backward", "neither"}
        Motions that the element stops at any load. An element with a limited load, such as
        friction, has no time to do so in a blow: it stops *neither*, transmits no impulse, and
        slips if others move it. A freewheel that only locks against backward motion stops
        *backward*.
    load : variable, optional
        Load that keeps the element at rest, with the sign for which ``load * speed`` is the power
        that it takes. If given, the impulse is recorded, and the energy that it takes is accounted
        for as such.
    slides : (variable, value, value), optional
        Discrete variable for the sliding direction of an element that is not locked, and its values
        for backward and for forward: an impulse that moves the element sets it, since the friction
        law does not see impulses otherwise.

    Examples
    --------
    >>> from drivetrain.modeling import boolean, constant, hold, pre, time, variable, where
    >>> from drivetrain.rotational.interfaces import CompliantWithRelativeStates
    >>> class DogClutch(CompliantWithRelativeStates):
    ...     '''Engages after a second, at whatever speed.'''
    ...     locked = boolean(start=False)
    ...
    ...     def equations(self):
    ...         torque, acceleration = constant(1.0, "N.m"), constant(1.0, "rad/s2")
    ...         yield self.locked == (time >= constant(1.0, "s"))
    ...         yield where(self.locked, self.a_rel / acceleration, self.tau / torque) == 0
    ...         yield hold(self.w_rel, while_=self.locked, load=self.tau)
    """
    condition = as_expr(while_)
    if not isinstance(speed, VariableRef) or not isinstance(condition, VariableRef):
        raise ExpressionError(f"hold({speed}, while_={condition}): both must be variables")
    if stops not in STOPS:
        raise ExpressionError(f"hold({speed}, stops={stops!r}): choose one of {STOPS}")
    for given in (load, slides[0] if slides else None):
        if given is not None and (not isinstance(given, VariableRef) or given.order):
            raise ExpressionError(f"hold({speed}, …): '{given}' must be a variable")
    return Hold(speed, condition, massless or {}, prescribed or {}, stops, load, slides)


@explained
def impact(speed: Expr, *, load: Expr, restitution: ExprLike, when: ExprLike) -> Impact:
    """Reverse `speed` at the instant when the condition `when` becomes true.

    The speed afterwards is ``-restitution`` times the speed before (Newton's law of impact [1]_).
    It changes by an impulse of the `load`, so momentum is conserved over everything rigidly
    connected to either side, through gears and shafts. Elements locked by friction slip if the
    impulse moves them; those that lock at any load (see :func:`hold`) transmit it. Simultaneous
    impacts are solved together: their impulses only push apart, and where another one separates two
    sides faster, there is none.

    Parameters
    ----------
    speed : variable
        Relative speed.
    load : variable
        Torque or force of the contact, with the sign for which ``load * speed`` is the power that
        it takes. If the class states ``hold(speed, …, load=load)``, that determines it at all other
        times; otherwise this statement adds the equation that it is zero then.
    restitution : expression
        From 0 (the two sides move on together) to 1 (no loss).
    when : Boolean expression
        For example, that a gap is closed and the sides approach each other. Sides at rest wait for
        their impact until an event moves them, as long as the condition holds. If it holds at the
        start of a run while the sides move, the start is refused.

    References
    ----------
    .. [1] C. Glocker, "Set-Valued Force Laws", Springer, 2001, chapter 9.

    Examples
    --------
    >>> from drivetrain.modeling import constant, impact, parameter, variable
    >>> from drivetrain.rotational.interfaces import CompliantWithRelativeStates
    >>> class Stop(CompliantWithRelativeStates):
    ...     '''Two sides that meet where their relative angle is zero.'''
    ...     e = parameter(0.5, min=0, max=1)
    ...
    ...     def equations(self):
    ...         meets = (self.phi_rel <= 0) & (self.w_rel < 0)
    ...         yield impact(self.w_rel, load=self.tau, restitution=self.e, when=meets)
    """
    given = [speed, load]
    if not all(isinstance(one, VariableRef) and not one.order for one in given):
        raise ExpressionError(f"impact({speed}, load={load}): both must be variables")
    return Impact(speed, load, as_expr(restitution), checked_condition(when, "impact"))


_LEVELS = ("acceleration", "velocity", "prescribed")


@explained
def contact(
    slip: Expr,
    *,
    acceleration: Expr,
    load: Expr,
    at_rest: tuple[ExprLike, ExprLike],
    sliding: tuple[ExprLike, ExprLike],
    law: ExprLike,
    locked: Expr,
    forward: Expr,
    backward: Expr | None = None,
    free: ExprLike = False,
    small: ExprLike = 0.0,
    level: str = "acceleration",
    stops: str = "neither",
    jams: bool = False,
    massless: Mapping[str, Any] | None = None,
    prescribed: Mapping[str, Any] | None = None,
) -> Contact:
    """State a set-valued force law: a load within limits while a slip is zero, a law otherwise.

    The unknown `load` is the load that keeps the slip at zero, as long as it is within its limits
    at rest; while the contact slides or is free it follows `law`. Which contacts lock, and in which
    direction the others slide, is decided for all of them together [1]_: one at rest is released
    only if there is no consistent solution in which it stays locked. Where several lock one motion,
    their loads are those within the limits that are nearest to the loads just before.

    Parameters
    ----------
    slip, acceleration : variable
        Relative speed, and its derivative. The load acts against positive slip.
    load : variable
        Dimensionless, in SI units; declared with ``least_change=True``.
    at_rest : (lower, upper)
        Limits of the load at rest; `UNLIMITED` where there is none.
    sliding : (lower, upper)
        Values of the law at which slip begins, backward and forward.
    law : expression
        The load while the contact slides, and while it is free.
    locked, forward, backward : Boolean variables
        The decision: whether the contact locks, or in which direction it slides; `backward` is
        omitted where it can slide forward only.
    free : Boolean variable, optional
        Whether there is no contact.
    small : expression, optional
        Slip up to which a contact that was at rest remains so when states are reinitialised.
    level : str, optional
        Quantity on which the load acts: ``"acceleration"`` of the slip; its ``"velocity"``, where
        there is no inertia on one side; or none, where the slip is ``"prescribed"``.
    stops : str, optional
        Motions that the contact stops by an impulse, at any load, as in :func:`hold`. Friction with
        a limit stops ``"neither"``: it slips under a blow.
    jams : bool, optional
        Whether the limits depend on a load that the contact itself increases, as for teeth. Then
        rigid bodies may have two motions; a run that reaches this point ends with a message.
    massless, prescribed : mapping, optional
        As for :func:`hold`.

    References
    ----------
    .. [1] C. Glocker, "Set-Valued Force Laws", Springer, 2001.
    """
    for name, given in (("load", load), ("locked", locked), ("forward", forward)):
        if not isinstance(given, VariableRef) or given.order:
            raise ExpressionError(f"contact(…, {name}={shown(given)}): give a variable")
    if backward is not None and not isinstance(backward, VariableRef):
        raise ExpressionError(f"contact(…, backward={shown(backward)}): give a variable, or None")
    if level not in _LEVELS or stops not in STOPS:
        raise ExpressionError(
            f"contact(…, level={shown(level)}, stops={shown(stops)}): level is one of {_LEVELS}, "
            f"stops one of {STOPS}"
        )
    return Contact(
        as_expr(slip), as_expr(acceleration), load, _pair("at_rest", at_rest),
        _pair("sliding", sliding), as_expr(law), as_expr(free), as_expr(small), locked, forward,
        backward, level, stops, jams, massless or {}, prescribed or {},
    )  # fmt: skip


def _pair(name: str, given: Any) -> tuple[Expr, Expr]:
    """Return two limits; refuse anything else."""
    if not isinstance(given, (tuple, list)) or len(given) != 2:
        raise ExpressionError(f"contact(…, {name}={shown(given)}): give a pair (lower, upper)")
    return as_expr(given[0]), as_expr(given[1])


def _unary(op: str, x: ExprLike) -> Expr:
    return make(op, as_expr(x))


@explained
def sqrt(x: ExprLike) -> Expr:
    """Square root."""
    return _unary("sqrt", x)


@explained
def sin(x: ExprLike) -> Expr:
    """Sine of an angle in rad."""
    return _unary("sin", x)


@explained
def cos(x: ExprLike) -> Expr:
    """Cosine of an angle in rad."""
    return _unary("cos", x)


@explained
def tan(x: ExprLike) -> Expr:
    """Tangent of an angle in rad."""
    return _unary("tan", x)


@explained
def asin(x: ExprLike) -> Expr:
    """Inverse sine, rad."""
    return _unary("asin", x)


@explained
def acos(x: ExprLike) -> Expr:
    """Inverse cosine, rad."""
    return _unary("acos", x)


@explained
def atan(x: ExprLike) -> Expr:
    """Inverse tangent, rad."""
    return _unary("atan", x)


@explained
def sinh(x: ExprLike) -> Expr:
    """Hyperbolic sine."""
    return _unary("sinh", x)


@explained
def cosh(x: ExprLike) -> Expr:
    """Hyperbolic cosine."""
    return _unary("cosh", x)


@explained
def tanh(x: ExprLike) -> Expr:
    """Hyperbolic tangent."""
    return _unary("tanh", x)


@explained
def exp(x: ExprLike) -> Expr:
    """Exponential function."""
    return _unary("exp", x)


@explained
def log(x: ExprLike) -> Expr:
    """Natural logarithm."""
    return _unary("log", x)


@explained
def log10(x: ExprLike) -> Expr:
    """Logarithm to base 10."""
    return _unary("log10", x)


@explained
def sign(x: ExprLike) -> Expr:
    """-1, 0 or 1; raises no event."""
    return _unary("sign", x)


@explained
def floor(x: ExprLike) -> Expr:
    """Largest integer not above x; raises no event."""
    return _unary("floor", x)


@explained
def floor_with_events(x: ExprLike) -> Expr:
    """Largest integer not above x; an event occurs wherever it changes.

    So it is constant between events, and discrete variables can be computed from it. It is a
    function of equations, not of the values of parameters.
    """
    return Expr("whole", (as_expr(x),), None, INTEGER)


@explained
def ceil(x: ExprLike) -> Expr:
    """Smallest integer not below x; raises no event."""
    return _unary("ceil", x)


@explained
def atan2(y: ExprLike, x: ExprLike) -> Expr:
    """Angle of the point (x, y), rad."""
    return make("atan2", as_expr(y), as_expr(x))


@explained
def minimum(a: ExprLike, b: ExprLike) -> Expr:
    """Smaller of two; raises no event.

    Parameters
    ----------
    a, b : Expr or float
        Numbers in the same unit.
    """
    return make("min", as_expr(a), as_expr(b))


@explained
def maximum(a: ExprLike, b: ExprLike) -> Expr:
    """Larger of two; raises no event.

    Parameters
    ----------
    a, b : Expr or float
        Numbers in the same unit.
    """
    return make("max", as_expr(a), as_expr(b))


@explained
def mod(a: ExprLike, b: ExprLike) -> Expr:
    """Remainder ``a - floor(a / b) * b``; raises no event."""
    return make("mod", as_expr(a), as_expr(b))
