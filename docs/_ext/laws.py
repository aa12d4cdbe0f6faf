"""What a component class states, in the form in which a page shows it."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from mathematics import LONG_RELATION, abbreviated, equation, latex, symbol

from drivetrain.modeling import Component, Connector, Expr
from drivetrain.modeling.component import SourceLine
from drivetrain.modeling.expression import BOOLEAN, ORDERINGS, walk
from drivetrain.modeling.members import REQUIRED, Parameter, TableParameter
from drivetrain.modeling.tracing.slots import Sub, Trace, TracedEquation
from drivetrain.modeling.tracing.trace import trace

__all__ = ["Law", "given", "home", "is_partial", "laws", "made", "switches", "written"]

DOMAINS = ("rotational", "translational", "thermal", "electrical")
"""Where connectors come from."""

# What a parameter without default is given, by its name; 1 if its name is not here.
_VALUES: dict[str, Any] = {
    "ratio": 2.0,
    "c": 200.0,
    "f_max": 12.0,
    "fn_max": 12.0,
    "lower": -0.1,
    "upper": 0.2,
    "teeth": 12.0,
    "c_tip": 500.0,
    "tau_ref": 200.0,
    "gamma": 0.3,
    "eta1_0": 0.6,
    "eta2_0": -0.4,
    "T_ref": 293.15,
    "u_low": 0.0,
    "w_max": 10.0,
    "smin": -25.0,
    "smax": 25.0,
    "M": 0.5,
}
_MONITORS = {
    "stored_energy": (r"E_{\mathrm{stored}}", "Stored energy, J"),
    "dissipated_power": (r"P_{\mathrm{dissipated}}", "Dissipated power, W"),
    "stored_heat": (r"Q_{\mathrm{stored}}", "Stored heat, J"),
    "supplied_power": (r"P_{\mathrm{supplied}}", "Power supplied from outside, W"),
}
# Names that a statement of the language brings along, by what they begin with.
_HIDDEN = {
    "when": "condition of a `when` statement, which acts as it becomes true",
    "trial": "true while the kernel tries what a given load does; false in every row of a result",
    "given": "the load that is tried then",
    "limit": "largest load at rest, one way or the other",
    "none": "true while the surfaces do not touch",
    "on_trial": "true while the kernel tries what an impulse does; false in every row of a result",
    "push": "the impulse that is tried then",
}


@dataclass
class Law:
    """The statements of a class as LaTeX.

    Attributes
    ----------
    equations : dict
        Name of the class that states them → equations.
    abbreviations : list of str
        Definitions of the parts that equations share.
    hidden : list of (symbol, meaning)
        Names in the equations that are no members of the class.
    initial : list of str
        Equations that hold at the start only.
    parts : list of (name, class, count)
        Components inside.
    links : list of str
        Connections between the parts.
    events, time_events : list of str
        Relations whose change is an event, and those that depend on time alone.
    resets : list of str
        What happens to continuous variables in events.
    assertions : list of (condition, message)
        What must hold.
    energy : list of (title, equation)
        Energy statements.
    """

    equations: dict[str, list[str]] = field(default_factory=dict)
    abbreviations: list[str] = field(default_factory=list)
    hidden: list[tuple[str, str]] = field(default_factory=list)
    initial: list[str] = field(default_factory=list)
    parts: list[tuple[str, type[Component], int | None]] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    events: list[str] = field(default_factory=list)
    time_events: list[str] = field(default_factory=list)
    resets: list[str] = field(default_factory=list)
    assertions: list[tuple[str, str]] = field(default_factory=list)
    energy: list[tuple[str, str]] = field(default_factory=list)


def is_partial(cls: type) -> bool:
    """Tell whether a class is a base for others: those live with the interfaces."""
    return ".interfaces" in cls.__module__


def home(connector: Connector) -> str:
    """Return the domain of a connector: one of `DOMAINS`, or nothing."""
    module = type(connector).family().__module__
    return next((one for one in DOMAINS if one in module), "")


def given(cls: type[Component]) -> dict[str, Any]:
    """Return a value for each parameter without default, and rows for tables that are empty."""
    found: dict[str, Any] = {}
    for name, member in cls.declarations().items():
        if not isinstance(member, Parameter | TableParameter) or getattr(member, "final", False):
            continue
        if isinstance(member.default, tuple) and not member.default:
            found[name] = [[0, 1], [1, 2]]
        elif member.default is REQUIRED:
            found[name] = True if member.kind == BOOLEAN else _VALUES.get(name, 1.0)
    return found


def made(cls: type[Component], **more: Any) -> Component:
    """Return a component of a class, with a value for what has no default."""
    return cls(**{**given(cls), **more})


def switches(cls: type[Component]) -> Iterator[tuple[str, Any]]:
    """Yield the structural parameters with a few choices, and every value but the default."""
    for name, member in cls.declarations().items():
        if isinstance(member, Parameter) and member.structural and not member.final:
            choices = member.choices or ((False, True) if member.kind == BOOLEAN else ())
            default = member.default
            if not isinstance(default, Expr) and default is not REQUIRED:
                yield from ((name, choice) for choice in choices if choice != default)


def written(traced: Trace) -> list[TracedEquation]:
    """Return the equations that somebody wrote: not those of what only the kernel sets."""
    return [e for e in traced.equations if not (e.assigns or _is_kept(e)) or e.when is not None]


def _is_kept(e: TracedEquation) -> bool:
    """Tell whether an equation says of a variable only that it stays as it is."""
    rhs: Any = e.rhs
    return rhs.op == "pre" and str(rhs.variable) == str(e.lhs)


def laws(cls: type[Component], **more: Any) -> Law:
    """Return what a class states with these values of its structural parameters."""
    traced = trace(made(cls, **more))
    law = Law()
    equations = written(traced)
    sides, parts = abbreviated([side for e in equations for side in (e.lhs, e.rhs)])
    law.abbreviations = [f"z_{{{k}}} &= {latex(part, 5)}" for k, part in enumerate(parts, 1)]
    for stated, lhs, rhs in zip(equations, sides[::2], sides[1::2], strict=True):
        law.equations.setdefault(_owner(cls, stated.where), []).append(equation(lhs, rhs))
    law.hidden = [(symbol(v.name), _meaning(v.name)) for v in traced.variables if _is_hidden(v)]
    law.initial = [equation(e.lhs, e.rhs) for e in traced.initial_equations]
    law.parts = [(sub.name, sub.trace.cls, sub.count) for sub in traced.subs]
    law.links = list(_links(traced))
    resets = [side for r in traced.reinits for side in (r.fire, r.value)]
    defined = {str(rhs): lhs for lhs, rhs in zip(sides[::2], sides[1::2], strict=True)}
    law.events, law.time_events = _events([*sides, *resets, *parts], parts, defined)
    names = {v.slot: v.name for v in traced.variables}
    law.resets = [
        rf"{symbol(names.get(r.slot, '?'))} &\leftarrow {latex(r.value)} "
        rf"\quad\text{{when }} {latex(r.fire)}"
        for r in traced.reinits
    ]
    law.assertions = [(latex(a.condition), a.message) for a in traced.assertions]
    law.energy = [
        (_MONITORS[key][1], f"{_MONITORS[key][0]} = {latex(e)}")
        for key, e in traced.monitors.items()
    ]
    return law


def _owner(cls: type[Component], where: SourceLine) -> str:
    """Return the name of the class whose body holds a source line."""
    for klass in cls.__mro__:
        file, first, end = _extent(klass)
        if file == where.file and first <= where.line < end:
            return klass.__name__
    return cls.__name__


@cache
def _extent(cls: type) -> tuple[str, int, int]:
    """Return the file of a class, its first line, and the one after its last."""
    if cls is object:
        return "", 0, 0
    lines, first = inspect.getsourcelines(cls)
    return inspect.getfile(cls), first, first + len(lines)


def _is_hidden(own: Any) -> bool:
    """Tell whether a variable of this class itself is declared by a statement."""
    return own.hidden and "." not in own.name


def _meaning(name: str) -> str:
    return _HIDDEN[name.rstrip("_").rstrip("0123456789")]


def _events(
    sides: list[Expr], parts: list[Expr], defined: dict[str, Expr]
) -> tuple[list[str], list[str]]:
    """Return the relations that depend on variables, and those that depend on time alone.

    A long one to which a variable is equal is told by the name of the variable.
    """
    states: dict[str, None] = {}
    times: dict[str, None] = {}
    for node in (node for side in sides for node in walk(side)):
        if node.op == "sample":
            times[latex(node)] = None
        elif node.op in ORDERINGS and node.value is not True:
            leaves = set(_leaves(node, parts))
            if leaves & {"var", "pre"}:
                text = latex(node)
                is_named = len(text) > LONG_RELATION and str(node) in defined
                states[latex(defined[str(node)]) if is_named else text] = None
            elif "time" in leaves:
                times[latex(node)] = None
    return list(states), list(times)


def _leaves(e: Expr, parts: list[Expr]) -> Iterator[str]:
    """Yield the kinds of leaves of an expression, with those of its abbreviated parts."""
    for node in walk(e):
        if node.op == "short":
            yield from _leaves(parts[node.value - 1], parts)
        elif not node.args:
            yield node.op


def _links(traced: Trace) -> Iterator[str]:
    names = dict(_connectors(traced))
    for link, _ in traced.connector_links:
        ends = zip(_flat(link.left), _flat(link.right), strict=True)
        yield from (f"{names.get(a, '?')} — {names.get(b, '?')}" for a, b in ends)
    for signal, _ in traced.signal_links:
        yield f"{signal.source.name} → {signal.target.name}"


def _flat(index: Any) -> list[int]:
    return [int(k) for k in getattr(index, "flat", [index])]


def _connectors(traced: Trace, prefix: str = "", start: int = 0) -> Iterator[tuple[int, str]]:
    """Yield number and path of every connector of a class and its parts."""
    for own in traced.connectors:
        yield start + own.index, f"{prefix}{own.name}"
    for sub in traced.subs:
        for k in range(1 if sub.count is None else sub.count):
            path = f"{prefix}{_element(sub, k)}."
            first = start + sub.connector_start + k * sub.trace.n_connectors
            yield from _connectors(sub.trace, path, first)


def _element(sub: Sub, k: int) -> str:
    return sub.name if sub.count is None else f"{sub.name}[{k}]"
