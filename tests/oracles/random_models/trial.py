"""One random model, run and held against the oracles."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from time import process_time
from typing import Any, Final

import numpy as np

from drivetrain.errors import CheckWarning, DrivetrainError
from drivetrain.kernel.status import RowFlag
from drivetrain.simulation.compiled_model import CompiledModel
from drivetrain.simulation.results.certificate import ENERGY as ENERGY_CHECK
from drivetrain.simulation.results.result import Result
from drivetrain.simulation.verification.residuals import EquationResidual, Residuals, residuals
from tests.oracles.friction.break_away import early_break_aways
from tests.oracles.friction.laws import broken_laws
from tests.oracles.random_models.frozen import before_events, mode_without_event
from tests.oracles.random_models.models import Recipe, random_recipe
from tests.oracles.rates import worst_slope

__all__ = ["ENERGY", "RESIDUAL", "Outcome", "shrunk", "try_recipe", "try_seed"]

RESIDUAL: Final = 1e-7
"""Largest scaled residual of a right result: rounding, magnified by ratios and stiff springs."""
SLOPE: Final = 1e-3
"""Largest part of a variable's range by which it may miss the integral of its derivative between
two points, beyond what the derivative changes there."""
ENERGY: Final = 1e-3
"""Largest relative imbalance of energy, at the tolerance of a run or at a much finer one."""
_NOTHING: Final = 1e-6
"""Energy that counts as nothing, J."""
_STOP, _INTERVAL, _FINE = 1.0, 0.02, 1e-10
_DENSE: Final = 1e-4
"""Distance of output points between which next to no derivative moves unseen, s."""
_LATE: Final = 1e-6
"""By so much, relative to its terms, a relation may contradict its mode: the tolerance of a run."""


@dataclass(frozen=True)
class Outcome:
    """What became of a model.

    Attributes
    ----------
    seed : int
        Its number.
    verdict : str
        ``ran``, ``refused`` (with an error that names a component), or what went wrong:
        ``nameless`` (an error that names none), ``residual``, ``slope`` (a derivative is not that
        of its variable), ``energy``, ``friction`` (an element does not keep its law),
        ``break-away`` (an element lets go although it could hold), ``false alarm`` (the check of
        the run finds what is not there), ``exception`` (one that the package does not raise on
        purpose), ``crash``, ``hang``, ``differs`` (in another way of running it).
    kind : str
        Class of the error and how its message begins, without names and numbers; of a run what
        was remarkable about it.
    message : str
        The message.
    residual, imbalance : float
        Worst scaled residual, relative imbalance of energy.
    seconds : float
        Processor time that it took.
    classes : tuple of str
        Component classes in the model.
    """

    seed: int
    verdict: str
    kind: str = ""
    message: str = ""
    residual: float = 0.0
    imbalance: float = 0.0
    seconds: float = 0.0
    classes: tuple[str, ...] = ()

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong with what became of the model."""
        return self.verdict in ("ran", "refused")


def try_seed(seed: int) -> Outcome:
    """Run the random model of a number."""
    return try_recipe(random_recipe(seed), seed)


def try_recipe(recipe: Recipe, seed: int = -1) -> Outcome:
    """Run a model and hold it against the oracles."""
    begin = process_time()
    outcome = _tried(recipe)
    classes = tuple(sorted(set(recipe.classes.values())))
    seconds = process_time() - begin
    return Outcome(**{**outcome, "seed": seed, "seconds": seconds, "classes": classes})


def _tried(recipe: Recipe) -> dict[str, Any]:
    try:
        compiled = CompiledModel(recipe.model())
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CheckWarning)  # judged below
            result = compiled.simulate(stop_time=_STOP, interval=_INTERVAL)
            return _judged(compiled, result)
    except DrivetrainError as error:
        return _refused(recipe, error)
    except Exception as error:
        text = f"{type(error).__name__}: {error}"
        return {"verdict": "exception", "kind": _kind(recipe, text), "message": text}


def _refused(recipe: Recipe, error: DrivetrainError) -> dict[str, Any]:
    text = str(error)
    said = set(re.findall(r"\w+", text))
    named = bool(said & recipe.members.keys())
    kind = _kind(recipe, f"{type(error).__name__}: {text}")
    return {"verdict": "refused" if named else "nameless", "kind": kind, "message": text}


def _judged(compiled: CompiledModel, result: Result) -> dict[str, Any]:
    if mode := mode_without_event(result):
        return {"verdict": "residual", "kind": "a mode changes without an event", "message": mode}
    with np.errstate(all="ignore"):
        found, kind = _residuals(compiled, result)
        slope = "" if not found.worst <= RESIDUAL else _wrong_slope(compiled, result, found)
        coarse = imbalance = _imbalance(result)
        if imbalance > ENERGY:
            # The audit takes no part in the choice of steps, the tolerance does.
            fine = compiled.simulate(stop_time=_STOP, interval=_INTERVAL, tolerance=_FINE)
            imbalance = _imbalance(fine)
    numbers = {"residual": found.worst, "imbalance": imbalance}
    if not found.worst <= RESIDUAL:
        where = found.equations[0]
        return {**numbers, "verdict": "residual", "kind": "residual", "message": str(where)}
    if slope:
        return {**numbers, "verdict": "slope", "kind": "slope", "message": slope}
    if not imbalance <= ENERGY:
        text = str(result.energy)
        return {**numbers, "verdict": "energy", "kind": "energy", "message": text}
    if told := next(broken_laws(compiled, result), ""):
        return {**numbers, "verdict": "friction", "kind": "friction", "message": told}
    if early := next(early_break_aways(compiled, result), None):
        kind = "lets go below its limit"
        return {**numbers, "verdict": "break-away", "kind": kind, "message": str(early)}
    if alarm := _false_alarm(result, coarse):
        return {**numbers, "verdict": "false alarm", "kind": "check", "message": alarm}
    return {**numbers, "verdict": "ran", "kind": kind}


def _false_alarm(result: Result, imbalance: float) -> str:
    """Return what the check of a run said, of which nothing else was wrong; true of its energy."""
    found = [
        one for one in result.check.findings if one.check != ENERGY_CHECK or not imbalance > ENERGY
    ]
    return str(found[0]) if found else ""


def _wrong_slope(compiled: CompiledModel, result: Result, found: Residuals) -> str:
    """Name a derivative that is not the slope of its variable, if there is one."""
    fitted = found.fitted if len(found.points) == len(result.time) else {}
    if worst_slope(compiled, result, fitted)[0] <= SLOPE:
        return ""
    # Within a step the interpolation is as exact as the tolerance: a fine one tells what is wrong.
    dense = compiled.simulate(stop_time=_STOP, interval=_DENSE, tolerance=_FINE)
    fitted = residuals(compiled, dense).fitted if fitted else {}
    excess, pair = worst_slope(compiled, dense, fitted)
    return "" if excess <= SLOPE else f"{pair} is missed by {excess:.1e} of its range"


def _residuals(compiled: CompiledModel, result: Result) -> tuple[Residuals, str]:
    """Return the residuals of a run, and what had to be done for them to be small, if anything."""
    found = residuals(compiled, result)
    if found.worst <= RESIDUAL:
        return found, ""
    found = _with_frozen(compiled, result, found)
    if found.worst <= RESIDUAL:
        return found, "a relation crosses within the last bits of an event: right just before it"
    if _reads_past(found):
        closer = compiled.simulate(stop_time=_STOP, interval=_DENSE)
        dense = residuals(compiled, closer)
        if dense.worst <= RESIDUAL:
            return dense, "the past is known from more points"
    if _is_late(compiled, result, found):
        fine = compiled.simulate(stop_time=_STOP, interval=_INTERVAL, tolerance=_FINE)
        exact = _with_frozen(compiled, fine, residuals(compiled, fine), tolerance=_FINE)
        if exact.worst <= RESIDUAL:
            return exact, "a mode changes late, within the tolerance of the run"
    return found, ""


def _reads_past(found: Residuals) -> bool:
    """Tell whether nothing is wrong but what was interpolated between output points."""
    return all("delay(" in str(one) for one in found.equations if not one.scaled <= RESIDUAL)


def _is_late(compiled: CompiledModel, result: Result, found: Residuals) -> bool:
    """Tell whether nothing is wrong but modes that relations contradict within the tolerance."""
    wrong = [one for one in found.equations if not one.scaled <= RESIDUAL]
    if not all(_is_mode(one) for one in wrong):
        return False
    loose = residuals(compiled, result, noise=_LATE)
    return _with_frozen(compiled, result, loose, noise=_LATE).worst <= RESIDUAL


def _with_frozen(
    compiled: CompiledModel,
    result: Result,
    found: Residuals,
    noise: float | None = None,
    **settings: float,
) -> Residuals:
    """Return the residuals with relations on the left of events as they were before, if need be."""
    at_fault = ~(found.points <= RESIDUAL)
    if not at_fault.any() or (result.rows[at_fault, 1] != RowFlag.LEFT).any():
        return found

    def again(interval: float) -> Result:
        return compiled.simulate(stop_time=_STOP, interval=interval, **settings)

    earlier = before_events(result, np.flatnonzero(at_fault), again)
    allowed = {} if noise is None else {"noise": noise}
    return residuals(compiled, result, earlier=earlier, **allowed)


def _is_mode(one: EquationResidual) -> bool:
    """Tell whether an equation is one of Booleans or integers."""
    return one.scaled == abs(one.value) >= 1.0


def _imbalance(result: Result) -> float:
    audit = result.energy
    size = max(np.abs(e).max(initial=0.0) for e in (audit.stored, audit.supplied, audit.dissipated))
    worst = float(np.abs(audit.balance).max(initial=0.0))
    return max(worst - _NOTHING, 0.0) / float(size) if worst else 0.0


def _kind(recipe: Recipe, text: str) -> str:
    """Return a message without names, numbers and places, so that alike ones count together."""
    text = re.sub(r"\[\S+?/(\w+\.py):\d+\]", r"\1", " ".join(text.split("\n")[:2]))
    for name in sorted(recipe.members, key=len, reverse=True):
        text = re.sub(rf"\b{name}\b[\w.\[\]]*", "…", text)
    text = re.sub(r"-?\d+(\.\d+)?(e-?\d+)?", "#", text)
    return re.sub(r"(…, )+", "", text)[:150]


def shrunk(recipe: Recipe, fails: Callable[[Recipe], bool]) -> Recipe:
    """Take away members, then single statements, as long as the model still fails."""
    for name in list(recipe.members)[::-1]:
        smaller = recipe.without(name)
        if fails(smaller):
            recipe = smaller
    for statement in list(recipe.statements):
        rest = [one for one in recipe.statements if one != statement]
        smaller = Recipe(recipe.members, rest, recipe.classes)
        if fails(smaller):
            recipe = smaller
    return recipe
