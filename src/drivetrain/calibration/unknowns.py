"""The unknowns of a fit, made of what the user asks to vary."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import inf, isfinite
from typing import Any

from drivetrain.calibration.experiment import Experiment
from drivetrain.calibration.unknown import Free, Prior, Unknown, unknown_of
from drivetrain.compiler.frontend.qualified_names import parameter_names
from drivetrain.compiler.frontend.values import declaration_of
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.gradients.parameters import refuse_bound_together, value_of
from drivetrain.modeling.argument_values import checked_number

__all__ = ["unknowns_of"]


def unknowns_of(vary: Any, experiments: Sequence[Experiment]) -> list[Free]:
    """Return the unknowns of a fit.

    Parameters
    ----------
    vary : mapping of str to object
        What the user gave.
    experiments : sequence of Experiment
        The experiments.

    Raises
    ------
    UsageError
        If it is not understood, contradicts itself, or varies something together with what
        follows from it.
    NameLookupError
        If something is neither a parameter nor an unknown of a sensor.
    """
    if not isinstance(vary, Mapping) or not vary:
        raise UsageError(
            f"vary={shown(vary)}: say what is sought, vary={{'clutch.fn_max': (3000, 5000)}}"
        )
    translation = experiments[0].compiled.translation
    sensors = _of_sensors(experiments)
    unused = [name for name in sensors if name not in vary]
    if unused:
        raise UsageError(f"vary lacks {unused[0]!r}, which a sensor needs: give its bounds")
    found: list[Free] = []
    for key, given in vary.items():
        asked = unknown_of(given, key)
        one = _free(translation, key, asked, sensors)
        _refuse_given(one, experiments)
        copies = range(len(experiments)) if asked.separate else [None]
        found += [_copy(one, number, experiments) for number in copies]
    for experiment in experiments:
        varied = {one.parameter: one.start for one in found if one.parameter is not None}
        refuse_bound_together(translation, varied, experiment.given)
    return found


def _of_sensors(experiments: Sequence[Experiment]) -> dict[str, tuple[float, str]]:
    """Return the unknowns of sensors: name → value of a perfect one, and unit."""
    found: dict[str, tuple[float, str]] = {}
    for experiment in experiments:
        for channel in experiment.channels:
            for name, perfect in channel.sensor.unknowns.items():
                unit = channel.unit if name == channel.sensor.offset else "1"
                if name in found and found[name] != (perfect, unit):
                    raise UsageError(f"sensors: {name!r} stands for different things; rename one")
                found[name] = perfect, unit
    return found


def _free(
    translation: Translation,
    key: Any,
    asked: Unknown,
    sensors: Mapping[str, tuple[float, str]],
) -> Free:
    """Return an unknown with numbers in SI units."""
    if not isinstance(key, str):
        raise UsageError(f"vary: {shown(key)} is not the name of a parameter; give a text")
    if key in sensors:
        own, unit = sensors[key]
        low, high, parameter = -inf, inf, None
    else:
        own, unit, low, high = _declared(translation, key, sensors)
        parameter = key
    low, high = _bounds(asked, key, unit, low, high)
    start = _start(asked, key, unit, own, low, high)
    scale = _scale(asked, key, unit, start, low, high)
    prior = None
    if asked.prior is not None:
        mean, deviation = (checked_number(x, f"prior of {key}", unit) for x in asked.prior)
        if not deviation > 0:
            raise UsageError(f"prior of {key}: the standard deviation has to be above 0")
        prior = Prior(mean, deviation)
    if asked.log and not (start > 0 and low >= 0):
        raise UsageError(f"{key}: a search over the logarithm needs bounds and a start above 0")
    if asked.log and low == 0:
        low = start * 1e-6
    return Free(key, unit, start, low, high, scale, parameter, key, None, prior, asked.log)


def _declared(
    translation: Translation, key: str, sensors: Mapping[str, Any]
) -> tuple[float, str, float, float]:
    """Return value, unit and bounds of a parameter of the model."""
    try:
        value = value_of(translation, translation.values, key)
    except NameLookupError:
        known = [*sensors, *parameter_names(translation.flat.root)]
        if nearest(key, sensors):
            raise NameLookupError(f"vary: no {key!r}{nearest(key, known)}") from None
        raise
    declaration = declaration_of(translation.flat, key)
    assert declaration is not None
    low, high = (getattr(declaration, end, None) for end in ("minimum", "maximum"))
    low = float(low) if isinstance(low, int | float) else -inf
    high = float(high) if isinstance(high, int | float) else inf
    return value, declaration.unit, low, high


def _bounds(asked: Unknown, key: str, unit: str, low: float, high: float) -> tuple[float, float]:
    """Return the bounds, within those of the declaration."""
    ends = []
    for given, default in zip(asked.bounds, (low, high), strict=True):
        end = default if given is None else checked_number(given, f"bounds of {key}", unit)
        if end < low or end > high:
            raise UsageError(
                f"bounds of {key}: {end:g} is outside of what the parameter can be, {low:g} … "
                f"{high:g}"
            )
        ends.append(end)
    if not ends[0] < ends[1]:
        raise UsageError(f"bounds of {key}: ({ends[0]:g}, {ends[1]:g}) are not increasing")
    return ends[0], ends[1]


def _start(asked: Unknown, key: str, unit: str, own: float, low: float, high: float) -> float:
    if asked.start is not None:
        start = checked_number(asked.start, f"start of {key}", unit)
        if not low <= start <= high:
            raise UsageError(f"start of {key}: {start:g} is outside of its bounds")
        return start
    if low <= own <= high:
        return own
    return (low + high) / 2


def _scale(asked: Unknown, key: str, unit: str, start: float, low: float, high: float) -> float:
    if asked.scale is not None:
        scale = checked_number(asked.scale, f"scale of {key}", unit)
        if not scale > 0:
            raise UsageError(f"scale of {key}: give a number above 0")
        return scale
    if start != 0:
        return abs(start)
    if isfinite(high - low):
        return (high - low) / 4
    raise UsageError(
        f"{key} starts at 0, so nothing tells the size of a usual change: give bounds, or "
        "Unknown(scale=…)"
    )


def _refuse_given(one: Free, experiments: Sequence[Experiment]) -> None:
    for experiment in experiments:
        if one.parameter in experiment.given:
            raise UsageError(
                f"{one.parameter!r} is varied, and given in the parameters of "
                f"{experiment.label!r}: leave one of them out"
            )


def _copy(one: Free, number: int | None, experiments: Sequence[Experiment]) -> Free:
    """Return the unknown of one experiment, or of all."""
    if number is None:
        return one
    name = f"{one.name} [{experiments[number].label}]"
    return replace(one, name=name, experiment=number)
