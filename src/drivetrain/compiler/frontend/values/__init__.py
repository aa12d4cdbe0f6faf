"""Evaluate parameters, start values and tables of all instances, from defaults and modifiers.

Containing classes are evaluated first, since their modifiers of parts override the parts' own
defaults; all is evaluated again if they read parameters of parts. Each expression is evaluated once
per class, over all its instances.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.values.data import Source, Sources, Values
from drivetrain.compiler.frontend.values.evaluation import Evaluation
from drivetrain.compiler.frontend.values.limits import is_moderate
from drivetrain.compiler.frontend.values.of_parts import reads_parts
from drivetrain.compiler.frontend.values.overrides import (
    check_parameters,
    declaration_of,
    override,
    parameter_declaration,
)

__all__ = [
    "Source",
    "Sources",
    "Values",
    "check_parameters",
    "declaration_of",
    "evaluate_values",
    "find_sources",
    "is_moderate",
    "parameter_declaration",
]


def evaluate_values(flat: Flat, overrides: Mapping[str, Any] | None = None) -> Values:
    """Evaluate all parameters, tables and start values of a flat model.

    Parameters
    ----------
    flat : Flat
        The model.
    overrides : mapping, optional
        ``{"clutch1.peak": 1.2, "clutch1.mu_pos": [[0, 0.4]], "J1.w.start": 3}``; take precedence
        over everything in the model.

    Raises
    ------
    ParameterError
        If a value is missing, not a number, infinite, too large or too small to compute with, or
        outside its bounds.
    NameLookupError
        If an override does not match a name.
    """
    return _evaluated(flat, overrides).finish()


def find_sources(flat: Flat) -> Sources:
    """Return the sources of all values that are not plain numbers.

    Parameters
    ----------
    flat : Flat
        The model.
    """
    return _evaluated(flat, None).sources


def _evaluated(flat: Flat, overrides: Mapping[str, Any] | None) -> Evaluation:
    if not any(map(reads_parts, (one.trace for one in flat.instances))):
        return _one_pass(flat, overrides, Evaluation(flat))
    return _repeated(flat, overrides)


def _repeated(flat: Flat, overrides: Mapping[str, Any] | None) -> Evaluation:
    """Evaluate again what is computed from parameters of parts, which are evaluated later.

    Each pass knows the values of the one before; what reads in a circle stays without a value.
    """
    passes = [_one_pass(flat, overrides, Evaluation(flat, is_checked=False))]
    while True:
        known = passes[-1].parameter
        work = _one_pass(flat, overrides, Evaluation(flat, known, is_checked=False))
        if np.array_equal(work.parameter, known, equal_nan=True):
            break
        passes.append(work)
    last = _one_pass(flat, overrides, Evaluation(flat, known))
    last.sources.parameters = [source for one in passes for source in one.sources.parameters]
    return last


def _one_pass(flat: Flat, overrides: Mapping[str, Any] | None, work: Evaluation) -> Evaluation:
    if overrides:
        override(work, overrides)
    with np.errstate(all="ignore"):  # every value is checked
        work.modify_top()
        for one in flat.instances:
            work.evaluate(one)
    return work
