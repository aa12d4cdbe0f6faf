"""Cut a model at flanges and heat ports: what they exchange becomes inputs and outputs."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import reduce
from typing import Any, NamedTuple

from drivetrain.errors import ModelWarning, NameLookupError, UsageError, nearest
from drivetrain.fmi.description.data import Terminal, TerminalMember
from drivetrain.model_structure import Structure, structure
from drivetrain.modeling import Component, Model, RealInput, RealOutput
from drivetrain.rotational import GeneralAngleToTorqueAdaptor, GeneralTorqueToAngleAdaptor
from drivetrain.thermal import PrescribedHeatFlow, PrescribedTemperature
from drivetrain.translational import GeneralForceToPositionAdaptor, GeneralPositionToForceAdaptor

__all__ = ["Cut", "cut_at", "terminals_of"]

FLOW_IN, POTENTIAL_IN = "torque in", "motion in"


class Domain(NamedTuple):
    """How connectors of a kind are cut.

    Attributes
    ----------
    words : (tuple of str, tuple of str)
        What users may say for the flow, or the motion, as input.
    names, units : tuple of str
        Of the potential and its derivatives, then of the flow.
    connector : str
        Modelica class of the connector, as kind of the terminal.
    """

    words: tuple[tuple[str, ...], tuple[str, ...]]
    names: tuple[str, ...]
    units: tuple[str, ...]
    connector: str


DOMAINS = {
    "rotation": Domain(
        ((FLOW_IN,), (POTENTIAL_IN, "angle in")), ("phi", "w", "a", "tau"),
        ("rad", "rad/s", "rad/s2", "N.m"), "Modelica.Mechanics.Rotational.Interfaces.Flange",
    ),
    "translation": Domain(
        (("force in",), (POTENTIAL_IN, "position in")), ("s", "v", "a", "f"),
        ("m", "m/s", "m/s2", "N"), "Modelica.Mechanics.Translational.Interfaces.Flange",
    ),
    "heat": Domain(
        (("heat in", "heat flow in"), ("temperature in",)), ("T", "Q_flow"), ("K", "W"),
        "Modelica.Thermal.HeatTransfer.Interfaces.HeatPort",
    ),
}  # fmt: skip
"""By what a connector carries."""

_ADAPTORS: dict[tuple[str, bool], Any] = {
    ("rotation", True): GeneralTorqueToAngleAdaptor,
    ("rotation", False): GeneralAngleToTorqueAdaptor,
    ("translation", True): GeneralForceToPositionAdaptor,
    ("translation", False): GeneralPositionToForceAdaptor,
}


class Cut(NamedTuple):
    """A connector that is cut.

    Attributes
    ----------
    path : str
        The connector.
    domain : str
        What it carries.
    flow_in : bool
        Whether the flow (torque, force, heat flow) is an input and the motion an output.
    derivatives : int
        How many derivatives of the motion are signals, too.
    """

    path: str
    domain: str
    flow_in: bool
    derivatives: int = 0

    @property
    def stem(self) -> str:
        """Beginning of the names of its signals."""
        with_numbers = re.sub(r"\[(\d+)\]", lambda found: f"_{int(found[1]) + 1}", self.path)
        return with_numbers.replace(".", "_")

    @property
    def signals(self) -> list[tuple[str, str, str, bool]]:
        """Member name, name and unit of each signal, and whether it is an input."""
        domain = DOMAINS[self.domain]
        count = 1 + self.derivatives
        motion = zip(domain.names[:count], domain.units[:count], strict=True)
        found = [(name, f"{self.stem}_{name}", unit, not self.flow_in) for name, unit in motion]
        flow = domain.names[-1]
        return [*found, (flow, f"{self.stem}_{flow}", domain.units[-1], self.flow_in)]


def cut_at(
    model: Component, flanges: Mapping[str, str] | Sequence[str]
) -> tuple[Component, list[Cut]]:
    """Return a model with signals at some connectors.

    Parameters
    ----------
    model : Component
        The model.
    flanges : mapping of str to str, or list of str
        What enters at a connector, ``{"shaft.flange_b": "torque in"}``; of a list, and for
        ``"auto"``, what suits: torque at a flange with inertia, motion at a compliant one.

    Raises
    ------
    NameLookupError
        If there is no such connector.
    UsageError
        If a connector cannot be cut in this way.

    Warns
    -----
    ModelWarning
        If the motion of an inertia is to be prescribed.
    """
    if isinstance(flanges, str):
        flanges = [flanges]
    asked = dict(flanges) if isinstance(flanges, Mapping) else dict.fromkeys(flanges, "auto")
    found = structure(model)
    cuts = [_cut(found, path, way) for path, way in asked.items()]
    return _built(model, cuts), cuts


def _cut(found: Structure, path: str, way: str) -> Cut:
    domain = _domain_of(found, path)
    if domain not in DOMAINS:
        raise UsageError(
            f"flanges={{{path!r}: …}}: it carries {domain}; cut where motion or heat pass"
        )
    number = found.bodies.number_of(path)
    body = found.bodies.all[number] if number >= 0 else None
    heavy = bool(body and body.masses)
    words = DOMAINS[domain].words
    if way == "auto":
        return _made(path, domain, heavy, heavy)
    if way not in (*words[0], *words[1]):
        known = [words[0][0], words[1][0], "auto"]
        raise UsageError(
            f"flanges={{{path!r}: {way!r}}}: choose {', '.join(known)}{nearest(str(way), known)}"
        )
    flow_in = way in words[0]
    if heavy and not flow_in:
        warnings.warn(
            f"flange {path!r}: its motion is given from outside, but "
            f"{', '.join(body.masses if body else ())} with inertia is fixed to it, so the other "
            "tool has to provide the acceleration without noise; 'torque in' suits better",
            ModelWarning,
            stacklevel=4,
        )
    return _made(path, domain, flow_in, heavy)


def _made(path: str, domain: str, flow_in: bool, heavy: bool) -> Cut:
    """Return a cut with the derivatives that the model may need, or is sure to have.

    The motion of a flange without inertia is smooth only if the torque on it is.
    """
    if domain == "heat" or (flow_in and not heavy):
        return Cut(path, domain, flow_in)
    return Cut(path, domain, flow_in, 2)


def _domain_of(found: Structure, path: str) -> str:
    ports = {
        f"{part.path}.{port.name}" if part.path else port.name: port.domain
        for part in found.model.walk()
        for port in part.ports
        if port.is_on and not port.is_signal
    }
    if path in ports:
        return ports[path]
    part, _, name = path.rpartition(".")
    plain = re.sub(r"\[\d+\]", "", part)
    by_plain = {re.sub(r"\[\d+\]", "", key): domain for key, domain in ports.items()}
    if f"{plain}.{name}" in by_plain and "[" in part:
        return by_plain[f"{plain}.{name}"]
    raise NameLookupError(
        f"{found.title} has no flange or heat port {path!r}{nearest(path, list(ports))}"
    )


# -- the model with adaptors ----------------------------------------------------------------------


def _built(model: Component, cuts: Sequence[Cut]) -> Component:
    members: dict[str, Any] = {}
    for cut in cuts:
        members |= _members(cut)
    if type(model) is Model:
        made = copy(model)
        made.add(**members)
        for statement in _statements(made, cuts):
            made.equation(statement)
        return made
    return _derived(model, members, cuts)


def _derived(model: Component, members: dict[str, Any], cuts: Sequence[Cut]) -> Component:
    """Return an instance of a class with these members that is otherwise equal to the model."""
    kind: Any = type(model)

    def equations(self: Any) -> Iterable[Any]:
        yield from _statements(self, cuts)

    body = {**members, "equations": equations, "__doc__": kind.__doc__}
    body["__module__"] = kind.__module__
    derived = type(kind)(kind.__name__, (kind,), body)
    made: Component = object.__new__(derived)
    vars(made).update(vars(model))
    return made


def _members(cut: Cut) -> dict[str, Any]:
    """Return the adaptor and the signals of a cut, by name."""
    members: dict[str, Any] = {f"{cut.stem}_adaptor": _adaptor(cut)}
    for name, signal, unit, is_input in cut.signals:
        doc = f"{name} of {cut.path}"
        members[signal] = (RealInput if is_input else RealOutput)(unit, doc=doc)
    return members


def _adaptor(cut: Cut) -> Component:
    if cut.domain == "heat":
        return PrescribedHeatFlow() if cut.flow_in else PrescribedTemperature()
    kind = _ADAPTORS[cut.domain, cut.flow_in]
    made: Component = kind(use_pder=cut.derivatives > 0, use_pder2=cut.derivatives > 1)
    return made


def _statements(model: Any, cuts: Sequence[Cut]) -> Iterator[Any]:
    for cut in cuts:
        adaptor = getattr(model, f"{cut.stem}_adaptor")
        connector = _member(model, cut.path)
        if cut.domain == "heat":
            yield from _heat_statements(model, cut, adaptor, connector)
            continue
        yield connector >> adaptor.flange
        inner = ("p", "pder", "pder2")[: 1 + cut.derivatives]
        for (_, signal, _, is_input), name in zip(cut.signals, (*inner, "f"), strict=True):
            ends = getattr(model, signal), getattr(adaptor, name)
            yield ends[0] >> ends[1] if is_input else ends[1] >> ends[0]


def _heat_statements(model: Any, cut: Cut, adaptor: Any, connector: Any) -> Iterator[Any]:
    (_, temperature, _, _), (_, flow, _, _) = cut.signals
    yield connector >> adaptor.port
    if cut.flow_in:
        yield getattr(model, flow) >> adaptor.Q_flow
        yield getattr(model, temperature) == adaptor.port.T
    else:
        yield getattr(model, temperature) >> adaptor.T
        yield getattr(model, flow) == -adaptor.port.Q_flow


def _member(model: Any, path: str) -> Any:
    """Return the connector at a path, ``disc[2].flange_b``."""

    def step(here: Any, name: str) -> Any:
        plain, *numbers = re.findall(r"[^\[\]]+", name)
        return reduce(lambda one, number: one[int(number)], numbers, getattr(here, plain))

    return reduce(step, path.split("."), model)


def terminals_of(cuts: Sequence[Cut]) -> tuple[Terminal, ...]:
    """Return the terminals of cuts, for tools that connect them in one go.

    Parameters
    ----------
    cuts : list of Cut
        The connectors that are cut.
    """
    return tuple(_terminal(cut) for cut in cuts)


def _terminal(cut: Cut) -> Terminal:
    flow = DOMAINS[cut.domain].names[-1]
    kind = "outflow" if cut.flow_in and cut.domain != "heat" else "inflow"
    members = tuple(
        TerminalMember(signal, name, kind if name == flow else "signal")
        for name, signal, _, _ in cut.signals
    )
    motion = cut.signals[0][0]
    way = f"{flow} in, {motion} out" if cut.flow_in else f"{motion} in, {flow} out"
    sense = "out of" if kind == "outflow" else "into"
    text = f"{cut.path}: {way}; {flow} counts positive when it acts {sense} this unit"
    return Terminal(cut.stem, members, "plug", DOMAINS[cut.domain].connector, text)
