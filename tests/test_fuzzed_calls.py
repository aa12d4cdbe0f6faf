"""Whatever a public function or method is called with: an answer, or one message of ours.

What is called is found from what the package offers: its functions and classes, the language, and
the methods of every object that can be reached from a model, a compiled model, a result, an
ensemble and a report.
"""

from __future__ import annotations

import inspect
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import drivetrain as dt
from drivetrain import modeling, plotting, studies
from drivetrain.blocks import Sine
from drivetrain.errors import DrivetrainError
from drivetrain.modeling import Expr
from drivetrain.rotational import BearingFriction, Fixed, Inertia, Spring, Torque
from tests.fuzzing import LONG, anything, shown, within

pytestmark = pytest.mark.slow

COUNT = LONG or 1500
MACHINERY = (
    "drivetrain.compiler", "drivetrain.kernel", "drivetrain.simulation.results.recording",
    "drivetrain.simulation.runs.origin", "drivetrain.simulation.ensembles.reduction",
    "drivetrain.studies.work", "drivetrain.studies.parameters",
    "drivetrain.studies.designs", "drivetrain.studies.distributions",
    "drivetrain.studies.sensitivity.batches",
)  # fmt: skip
"""Where objects live that no user calls, but for the report."""
SPECIAL = ("__getitem__", "__contains__", "__call__", "__rshift__")
SEQUENCES = (
    "EventLog.__getitem__", "VariableNames.__getitem__", "DeclaredTexts.__getitem__",
    "Positions.__getitem__", "Positions.__contains__", "RunParameters.__getitem__",
    "LinearModels.__getitem__", "CriticalSpeeds.__getitem__", "OneSided.__getitem__",
    "Failures.__getitem__",
    "Timeline.__getitem__", "TimelineRow.__getitem__", "EnergyFlow.__getitem__",
)  # fmt: skip
"""These raise what Python's own sequences and mappings raise."""
INNER = (
    "Layout.values",
    "Layout.in_kind",
    "EventLog.from_rows",
    "EventLog.text",
    "ModelDetails.",
    "Reduction.",
    "EnergyShares.",
    "Contacts.",
    "LinearModel.motion_in_words",
    "LinearModel.with_matrices",
    "Eigenmodes.vectors",
    "Eigenmodes.rows_of",
    "RootLocus.place",
    "ModeTracks.place",
    "ModelResponse.",
    "HarmonicInputs.",
    "Laws.",
    "Pairs.",
    "Result.with_linear_models",
    "Final.bound",
    "Final.labels",
    "Final.of",
    "Final.readings",
    "Final.recorded",
    "Final.units",
    "Experiment.",
    "Free.",
    "Problem.columns",
    "Problem.is_failed",
    "Problem.parameters",
    "Problem.steps",
    "Problem.with_",
    "Uncertainty.",
    "Gradient.__array__",
)
"""Used by the package itself; their arguments are not what users have in hand."""
MADE_BY_OTHERS = ("Equations", "Simulation", "Study", "StudyResult")
"""Names of classes that nobody makes by hand."""


def analyses() -> Iterator[Any]:
    """Yield an answer of each analysis."""
    model = dt.examples.find("machines.ShipShafting")()
    ship, run = dt.compile(model), dt.simulate(model, stop_time=2.0)
    linear = ship.linearise(inputs=["flywheel"], outputs=["propeller_shaft.tau"])
    modes = linear.eigenmodes()
    yield from (linear, modes, modes[1], modes[1].holzer(), modes.sensitivity("*.c"))
    yield from (modes.sliding(), dt.compare({"one": linear, "other": linear}))
    yield from (linear.frequency_response([4.0, 5.0]), linear.limit([4.0]), linear.one_sided())
    yield linear.step_response([0.0, 0.1])
    at = {"time": 45.0, "balance": "load.height", "average": 2}
    yield ship.campbell("flywheel", orders=[3, 6], between=(3.0, 13.0), **at)
    yield ship.excitation("cylinder[*].tau", shaft="flywheel", time=45.0)
    yield ship.order_response(
        "cylinder[*].tau", shaft="flywheel", outputs=["propeller_shaft.tau"], speeds=[4.0, 4.4],
        highest=12, **at,
    )  # fmt: skip
    yield ship.root_locus("damper_spring.d", [1e4, 6e4])
    yield ship.stability_map({"damper_spring.d": [1e4, 6e4], "damper.J": [3e3, 4e3]})
    yield ship.linear_ensemble({"damper.J": [3e3, 4e3]})
    acting = dt.simulate(dt.examples.find("CoupledClutches")())
    yield from (acting.timeline(), acting.timeline()[0], acting.energy_flow())
    along = run.linearise(at=[1.0, 2.0])
    yield from (along, along.tracks())
    yield from calibrations()
    driven = dt.compile(Driven())
    yield from studied()
    yield driven.cycle(period=1.0)
    yield driven.cycles("drive.f", between=(1.0, 1.1), outputs=["mass.phi"], period=1.0)


def studied() -> Iterator[Any]:
    """Yield studies, and what they return."""
    clutches = dt.compile(dt.examples.find("CoupledClutches")())
    study = clutches.study(
        {"J1.J": studies.uniform(0.9, 1.1)}, design=studies.saltelli(4), stop_time=0.1,
        record={"w": studies.final("J1.w"), "one": lambda run: 1 / (run.final["J1.w"] < 9.9)},
        keep=["J2.w"],
    )  # fmt: skip
    result = study.run(progress=False)
    yield from (study, result, result.failed, result.sobol("w"), result.regression("w"))


def calibrations() -> Iterator[Any]:
    """Yield a gradient, a fit and what belongs to it."""
    clutches = dt.compile(dt.examples.find("CoupledClutches")())
    outcome = dt.gradients.final("J1.w")
    yield from (outcome, clutches.gradient(outcome, "J1.J", stop_time=0.1))
    run = clutches.simulate(stop_time=0.2, interval=0.05)
    data = {"t": [0.05, 0.1, 0.15], "w": run.at([0.05, 0.1, 0.15], "J1.w")}
    fit = dt.fit(clutches, data, observe={"w": "J1.w"}, vary={"J1.J": (0.5, 2.0)}, sigma=0.1)
    yield from (fit, fit.problem, fit.profile("J1.J", values=[0.9, 1.1]), fit.bootstrap(2))
    many = fit.problem.fit(starts=2)
    yield many.starts


class Driven(dt.Model):
    """A body with dry friction on a spring, driven by a sine."""

    drive = Sine(amplitude=10.0, f=1.0)
    torque = Torque()
    mass = Inertia(J=1.0, phi=dt.fixed(0.1), w=dt.fixed(0.0))
    rub = BearingFriction(tau_pos=[[0, 2], [100, 2]])
    spring = Spring(c=100.0)
    wall = Fixed()

    def equations(self) -> dt.Equations:
        yield self.drive.y >> self.torque.tau
        yield self.torque.flange >> self.mass.flange_a
        yield self.mass >> self.rub >> self.spring >> self.wall


@cache
def reachable() -> list[Any]:
    """Return one object of each class that can be reached by public attributes."""
    model = dt.examples.find("CoupledClutches")()
    compiled = dt.compile(model)
    result = compiled.simulate(stop_time=0.3)
    ensemble = compiled.ensemble({"J1.J": [1.0, 2.0]}, stop_time=0.1)
    waiting: list[Any] = [model, compiled, result, ensemble, dt.check(model), *analyses()]
    found: dict[type, Any] = {}
    while waiting:
        thing = waiting.pop(0)
        home = f"{type(thing).__module__}."
        known = type(thing) in found or isinstance(thing, Expr)
        if known or not home.startswith("drivetrain.") or not is_public(thing):
            continue
        found[type(thing)] = thing
        if isinstance(thing, dt.CompiledModel):  # what it keeps is its own affair
            continue
        waiting += [getattr(thing, name, None) for name in dir(thing) if not name.startswith("_")]
        waiting += list(thing)[:1] if isinstance(thing, tuple) else []
    return list(found.values())


def is_public(thing: Any) -> bool:
    home = f"{type(thing).__module__}."
    return isinstance(thing, dt.Report) or not home.startswith(MACHINERY)


def methods(thing: Any) -> Iterator[tuple[str, Callable[..., Any]]]:
    """Yield the methods that this package defines."""
    for name in dir(type(thing)):
        function = inspect.unwrap(getattr(type(thing), name))
        ours = str(getattr(function, "__module__", "")).startswith("drivetrain.")
        label = f"{type(thing).__name__}.{name}"
        if ours and callable(function) and (not name.startswith("_") or name in SPECIAL):
            inner = isinstance(function, type | Expr) or label.startswith((*SEQUENCES, *INNER))
            found = getattr(thing, name)
            if not inner and callable(found):  # what stands for a part of a part is not
                yield label, found


@cache
def callables() -> dict[str, Callable[..., Any]]:
    """Return everything that is called here, by name."""
    found = {label: call for thing in reachable() for label, call in methods(thing)}
    for module in (dt, modeling, dt.examples, plotting, studies):
        for name in module.__all__:
            thing = getattr(module, name)
            is_type = name in MADE_BY_OTHERS or thing is DrivetrainError
            if callable(thing) and not isinstance(thing, Expr) and not is_type:
                found[f"{module.__name__}.{name}"] = thing
    return {label: call for label, call in found.items() if has_arguments(call)}


def has_arguments(call: Callable[..., Any]) -> bool:
    return bool(inspect.signature(call).parameters)


def hostile(rng: random.Random, call: Callable[..., Any]) -> tuple[list[Any], dict[str, Any]]:
    """Return arguments that fit the signature and nothing else."""
    positional: list[Any] = []
    named: dict[str, Any] = {}
    for one in inspect.signature(call).parameters.values():
        needed = one.default is one.empty
        if one.kind is one.VAR_POSITIONAL:
            positional += [rng.choice(anything()) for _ in range(rng.randrange(4))]
        elif one.kind is one.VAR_KEYWORD:
            names = rng.sample(["a", "J", "phi", "é", " ", "enabled", "a.b"], rng.randrange(3))
            named |= {name: rng.choice(anything()) for name in names}
        elif one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD) and needed:
            positional.append(rng.choice(anything()))
        elif needed or rng.random() < 0.3:
            named[one.name] = rng.choice(anything())
    if callable(named.get("progress")):
        named["progress"] = None  # what it raises is for its author
    return positional, named


def test_everything_is_reached() -> None:
    assert {f"drivetrain.{name}" for name in ("simulate", "compile", "check", "fixed")} < set(
        callables()
    )
    classes = {label.partition(".")[0] for label in callables()}
    assert classes >= {"CompiledModel", "Result", "Ensemble", "EventLog", "CoupledClutches"}


def test_anything_for_any_argument(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    rng, refused = random.Random(LONG), 0
    names = list(callables())
    for number in range(COUNT):
        name = names[number % len(names)]
        positional, named = hostile(rng, callables()[name])
        try:
            with within():
                callables()[name](*positional, **named)
        except DrivetrainError as error:
            refused += bool(str(error).strip())
        except BaseException as error:
            what = f"number {number}, {name}(*{shown(positional)}, **{shown(named)})"
            pytest.fail(f"{what}: {type(error).__name__}: {error}")
    assert refused > COUNT / 5
