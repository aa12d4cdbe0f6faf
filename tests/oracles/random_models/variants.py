"""One random model in several ways that have to give the same motion.

Other solvers, its connections in another order and the other way round, a parameter given to a
compiled model or written into it, alone or in an ensemble. How elements that lock the same motion
share its torque may depend on the way, so motions and temperatures are compared only.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from random import Random
from time import perf_counter
from typing import Any, Final

import numpy as np

from drivetrain import compile as compile_model
from drivetrain.errors import DrivetrainError, UsageError
from drivetrain.kernel.status import RowFlag
from drivetrain.simulation.result import Result
from tests.oracles.random_models.models import Recipe, random_recipe
from tests.oracles.random_models.trial import Outcome

__all__ = ["WAYS", "compare", "compared"]

_MOTIONS: Final = {"rad", "rad/s", "m", "m/s", "K"}
_DIFFERENT: Final = 1e-3
"""Difference at more than a fifth of all points, relative to the largest value of the unit."""
_SMALLEST: Final = 1e-3
"""Least largest value."""
_RUN: Final[dict[str, Any]] = {"stop_time": 1.0, "interval": 0.02, "tolerance": 1e-8}
_NUMBER: Final = re.compile(r"\b(\w+)=(-?\d+\.\d+(?:e-?\d+)?)(?=[,)])")


def _explicit(recipe: Recipe, rng: Random) -> tuple[Result, Result]:
    return _run(recipe), _run(recipe, solver="dopri5")


def _stiff(recipe: Recipe, rng: Random) -> tuple[Result, Result]:
    return _run(recipe), _run(recipe, solver="rodas")


def _reordered(recipe: Recipe, rng: Random) -> tuple[Result, Result]:
    """Exchange the two sides of connections, and the order of all statements."""
    statements = [
        " >> ".join(reversed(one.split(" >> "))) if " >> " in one else one
        for one in recipe.statements
    ]
    rng.shuffle(statements)
    return _run(recipe), _run(Recipe(recipe.members, statements, recipe.classes))


def _parameter(recipe: Recipe, rng: Random) -> tuple[Result, Result]:
    """Give a parameter to a compiled model, or write it into the model."""
    path, value, changed = _changed(recipe, rng)
    compiled = compile_model(recipe.model())
    return compiled.simulate(**_RUN, parameters={path: value}), _run(changed)


def _ensemble(recipe: Recipe, rng: Random) -> tuple[Result, Result]:
    """Run with a parameter alone, or as one of several."""
    path, value, _ = _changed(recipe, rng)
    compiled = compile_model(recipe.model())
    alone = compiled.simulate(**_RUN, parameters={path: value})
    many = compiled.ensemble({path: [value, value / 1.3, value]}, **_RUN)
    if many.messages[2]:
        raise DrivetrainError(many.messages[2])
    return alone, Result(alone.layout, many.rows[2], model=alone.model, status=alone.status)


WAYS: Final[dict[str, Callable[[Recipe, Random], tuple[Result, Result]]]] = {
    "dopri5": _explicit,
    "rodas": _stiff,
    "reordered": _reordered,
    "parameter": _parameter,
    "ensemble": _ensemble,
}


def compared(seed: int) -> Outcome:
    """Compare the model of a number in all ways; the verdict is ``differs`` if two of them do."""
    return compare(random_recipe(seed), seed)


def compare(recipe: Recipe, seed: int = -1) -> Outcome:
    """Compare a model in all ways."""
    begin = perf_counter()
    classes = tuple(sorted(set(recipe.classes.values())))
    try:
        _run(recipe)
    except DrivetrainError as error:
        return Outcome(seed, "refused", type(error).__name__, str(error), classes=classes)
    told = {name: _difference(recipe, seed, way) for name, way in WAYS.items()}
    found = {name: text for name, text in told.items() if text}
    message = "; ".join(f"{name}: {text}" for name, text in found.items())
    verdict = "differs" if found else "ran"
    seconds = perf_counter() - begin
    return Outcome(seed, verdict, ", ".join(found), message, seconds=seconds, classes=classes)


def _difference(
    recipe: Recipe, seed: int, way: Callable[[Recipe, Random], tuple[Result, Result]]
) -> str:
    """Return what differs, empty if nothing does."""
    try:
        return _told(*way(recipe, Random(seed)))
    except (_NothingToChangeError, UsageError):  # one of them: 'rodas' needs a Jacobian
        return ""
    except DrivetrainError as error:
        return f"{type(error).__name__} only so: {error}"


class _NothingToChangeError(Exception):
    """The model has no parameter with a number."""


def _run(recipe: Recipe, **settings: Any) -> Result:
    return compile_model(recipe.model()).simulate(**_RUN, **settings)


def _changed(recipe: Recipe, rng: Random) -> tuple[str, float, Recipe]:
    """Choose a parameter: its path, another value, the recipe with that."""
    found = [(n, m) for n, call in recipe.members.items() for m in _NUMBER.finditer(call)]
    found = [(n, m) for n, m in found if "array(" not in recipe.members[n] and float(m[2])]
    if not found:
        raise _NothingToChangeError
    name, match = rng.choice(found)
    value = 1.3 * float(match[2])
    call = recipe.members[name]
    changed = f"{call[: match.start(2)]}{value!r}{call[match.end(2) :]}"
    members = {**recipe.members, name: changed}
    return f"{name}.{match[1]}", value, Recipe(members, recipe.statements, recipe.classes)


def _told(one: Result, other: Result) -> str:
    """Return which motion differs most, and by how much; empty if none does."""
    layout, worst, told = one.layout, _DIFFERENT, ""
    rows = [r.rows[(r.rows[:, 1] == RowFlag.REGULAR) | (r.rows[:, 1] == RowFlag.FIRST)]
            for r in (one, other)]  # fmt: skip
    common = np.intersect1d(*(r[:, 0] for r in rows))
    rows = [r[np.isin(r[:, 0], common)] for r in rows]
    if not len(common) or len(rows[0]) != len(rows[1]):
        return ""
    largest: dict[str, float] = defaultdict(lambda: _SMALLEST)
    apart: dict[int, float] = {}
    for k in [k for k, unit in enumerate(layout.units) if unit in _MOTIONS]:
        a = layout.values(rows[0], k)
        b = other.layout.values(rows[1], other.layout.position(layout.names[k]))
        largest[layout.units[k]] = max(largest[layout.units[k]], float(np.abs(a).max()))
        apart[k] = float(np.quantile(np.abs(a - b), 0.8))
    for k, distance in apart.items():
        size = largest[layout.units[k]]
        if not distance / size <= worst:
            worst, told = distance / size, f"{layout.names[k]}: {distance:.2g} of {size:.4g}"
    return told
