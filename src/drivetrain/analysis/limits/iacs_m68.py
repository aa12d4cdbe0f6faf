"""Permissible torsional vibration stresses of propulsion shafts after IACS UR M68, as data."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.arguments import positive
from drivetrain.analysis.limits.barred_range import BarringRule
from drivetrain.analysis.limits.limit import Limit
from drivetrain.analysis.limits.section import ShaftSection
from drivetrain.analysis.limits.shaft_limits import ShaftLimits
from drivetrain.calls import explained
from drivetrain.errors import NameLookupError, ParameterError, UsageError, nearest, shown
from drivetrain.modeling.argument_types import Number
from drivetrain.modeling.argument_values import check_flags

__all__ = ["M68", "ShaftDesign", "ShaftRule", "iacs_m68"]

Floats = NDArray[np.float64]

_MPA = 1e6


@dataclass(frozen=True)
class ShaftDesign:
    """A design feature of a shaft, as a rule classifies it.

    Attributes
    ----------
    c_k : float
        Factor of the feature.
    cap_alloy : bool
        Whether the higher cap of the tensile strength is allowed for alloy steel.
    keyed : bool
        Whether it has a keyway.
    note : str
        Condition of the factor.
    """

    c_k: float
    cap_alloy: bool
    keyed: bool = False
    note: str = ""


_DESIGNS = {
    "intermediate, integral flange": ShaftDesign(1.0, True),
    "intermediate, shrink fit": ShaftDesign(
        1.0, True, note="c_K is that of the plain section beside the shrink fit"
    ),
    "intermediate, keyway, tapered": ShaftDesign(0.6, True, keyed=True),
    "intermediate, keyway, cylindrical": ShaftDesign(0.45, True, keyed=True),
    "intermediate, radial hole": ShaftDesign(
        0.5, True, note="the hole has at most 0.3 times the diameter of the shaft"
    ),
    "intermediate, longitudinal slot": ShaftDesign(
        0.3,
        True,
        note="slot: length below 0.8 d, bore below 0.7 d, width above 0.15 d; c_K is approximate",
    ),
    "thrust, at the collar": ShaftDesign(0.85, True),
    "thrust, roller bearing": ShaftDesign(0.85, True),
    "propeller, aft": ShaftDesign(
        0.55, False, note="from the aft bearing to the propeller, and 2.5 d at least"
    ),
    "propeller, forward": ShaftDesign(0.8, False, note="forward of the aft bearing; stern tube"),
}


@dataclass(frozen=True)
class ShaftRule:
    """A rule for propulsion shafts: its constants, and of which edition they are.

    ``dataclasses.replace(M68, edition=…, …)`` makes another edition of it.

    Attributes
    ----------
    name, edition : str
        What it is, and what the constants were taken from.
    offset, divisor : float
        ``(σ_B + offset) / divisor`` in N/mm².
    plain, square : float
        ``plain − square λ²`` below the ratio `knee`.
    knee, level, highest : float
        From `knee` up to the ratio `highest` the factor is `level`; no stress is defined beyond.
    transient : float
        ``τ_T = transient τ_C / √c_K``.
    size : tuple of float
        ``c_D = size[0] + size[1] d^size[2]`` with d in mm.
    diameters : tuple of float
        Diameters, m, for which the factor of size is evaluated. The rule names none: below, the
        factor would exceed 1; above, no shafts are built.
    cap, cap_alloy : float
        Highest tensile strength that counts, N/mm²: in general, and for alloy steel of intermediate
        and thrust shafts.
    least, least_transient : float
        Lowest tensile strength, N/mm²: in general, and where stresses come close to ``τ_T``.
    barring : BarringRule
        Barred ranges.
    designs : dict of str to ShaftDesign
        Factors ``c_K`` by design.
    """

    name: str
    edition: str
    offset: float
    divisor: float
    plain: float
    square: float
    knee: float
    level: float
    highest: float
    transient: float
    size: tuple[float, float, float]
    diameters: tuple[float, float]
    cap: float
    cap_alloy: float
    least: float
    least_transient: float
    barring: BarringRule
    designs: dict[str, ShaftDesign] = field(repr=False)

    def size_factor(self, diameter: float) -> float:
        """Return ``c_D``; NaN for diameters for which it means nothing.

        Parameters
        ----------
        diameter : float
            Outer diameter, m.
        """
        if not self.diameters[0] <= diameter <= self.diameters[1]:
            return float(np.nan)
        base, factor, power = self.size
        return float(base + factor * (1e3 * diameter) ** power)

    def speed_factor(self, ratio: Floats) -> Floats:
        """Return the factor of the speed; NaN outside of the rule.

        Parameters
        ----------
        ratio : float array
            Speed over rated speed, ``λ``.
        """
        low = self.plain - self.square * ratio**2
        found = np.where(ratio < self.knee, low, self.level)
        return np.where((ratio >= 0) & (ratio <= self.highest * (1 + 1e-12)), found, np.nan)


M68 = ShaftRule(
    name="IACS UR M68",
    edition="as recalled, and as transposed in KR Rules 2025, Pt 5 Ch 4",
    offset=160.0,
    divisor=18.0,
    plain=3.0,
    square=2.0,
    knee=0.9,
    level=1.38,
    highest=1.05,
    transient=1.7,
    size=(0.35, 0.93, -0.2),
    diameters=(0.006, 1.5),
    cap=600.0,
    cap_alloy=800.0,
    least=400.0,
    least_transient=500.0,
    barring=BarringRule(a=16.0, b=18.0, highest_ratio=0.8),
    designs=_DESIGNS,
)
"""The rule for propulsion shafts of ships with piston engines; check the current edition."""


@dataclass(frozen=True)
class _Permissible:
    """Permissible stress over the speed; a class, so that limits can be pickled."""

    rule: ShaftRule
    stress: float
    rated: float

    def __call__(self, speed: Floats) -> Floats:
        return self.stress * self.rule.speed_factor(speed / self.rated)


@explained
def iacs_m68(
    *,
    diameter: Number,
    tensile: Number,
    rated: Number,
    design: str | None = None,
    c_k: float | None = None,
    bore: Number = 0.0,
    alloy: bool = False,
    rule: ShaftRule = M68,
) -> ShaftLimits:
    """Return permissible vibration stresses of a propulsion shaft after IACS UR M68.

    For continuous operation ``τ_C = (σ_B + 160) / 18 · c_K c_D (3 − 2 λ²)`` in N/mm² for ``λ <
    0.9``, with 1.38 in place of the bracket for ``0.9 ≤ λ ≤ 1.05``; for passing through ``τ_T = 1.7
    τ_C / √c_K``; ``c_D = 0.35 + 0.93 d^(−0.2)`` with ``d`` in mm; ``λ = n / n₀``. They hold for the
    half range of the synthesis of all orders, as nominal stress. The range ``16 n_c / (18 − λ_c) …
    (18 − λ_c) n_c / 16`` is barred, and none from ``λ = 0.8`` on.

    The formulas are as recalled, compared with their transposition in the Rules for the
    Classification of Steel Ships of the Korean Register, 2025, Part 5, Chapter 4. The text of the
    requirement itself was not at hand. Check the current edition: the program claims no approval.

    Parameters
    ----------
    diameter : number or quantity
        Outer diameter ``d`` of the shaft, m.
    tensile : number or quantity
        Specified minimum tensile strength ``σ_B``, Pa: 600e6 or ``"600 N/mm2"``. What exceeds the
        cap of 600 N/mm², 800 for alloy steel of intermediate and thrust shafts, does not count.
    rated : number or quantity
        Rated speed ``n₀``, rad/s.
    design : str, optional
        Design feature that determines ``c_K``: one of ``M68.designs``, such as
        ``"intermediate, integral flange"``.
    c_k : float, optional
        Factor of the design, in place of that of `design`.
    bore : number or quantity
        Inner diameter, m; it counts in the stress only.
    alloy : bool
        Whether it is alloy steel; needs `design`.
    rule : ShaftRule
        Constants of another edition.

    Returns
    -------
    ShaftLimits
        Both limits; NaN above ``λ = 1.05`` and for diameters below 6 mm or above 1.5 m, for which
        the formulas mean nothing.

    Raises
    ------
    UsageError
        If neither `design` nor `c_k` is given.
    NameLookupError
        If there is no such design.

    Examples
    --------
    >>> limits = iacs_m68(diameter="400 mm", tensile="560 N/mm2", rated="127 rpm", c_k=1.0)
    >>> round(float(limits.continuous.at("63.5 rpm")[0]) / 1e6, 3)
    63.059
    >>> print(limits.barred_range("52 rpm"))
    47.30 … 57.17 rpm
    """
    check_flags("iacs_m68", alloy=alloy)
    if not isinstance(rule, ShaftRule):
        raise ParameterError(f"rule={shown(rule)}: give M68, or dataclasses.replace(M68, …)")
    section = ShaftSection(diameter, bore)
    speed = positive(rated, "rated", "rad/s")
    strength = positive(tensile, "tensile", "Pa") / _MPA
    feature = _feature(rule, design, c_k)
    factor = feature.c_k
    if alloy and design is None:
        raise UsageError("iacs_m68(alloy=True): the cap depends on the shaft; give its design, too")
    cap = rule.cap_alloy if alloy and feature.cap_alloy else rule.cap
    size = rule.size_factor(section.diameter)
    base = (min(strength, cap) + rule.offset) / rule.divisor * factor * size * _MPA
    about = {"source": rule.name, "edition": rule.edition, "speeds": (0.0, rule.highest * speed)}
    continuous = Limit("continuous", "stress", _Permissible(rule, base, speed), **about)  # type: ignore[arg-type]
    passing = base * rule.transient / np.sqrt(factor)
    transient = Limit("transient", "stress", _Permissible(rule, passing, speed), **about)  # type: ignore[arg-type]
    name = f"{design or 'shaft'}, {rule.name}"
    remarks = _remarks(rule, section, strength, cap, feature, size)
    barring = _barring_remarks(rule, feature, strength)
    return ShaftLimits(name, section, speed, continuous, transient, rule.barring, remarks, barring)


def _feature(rule: ShaftRule, design: Any, c_k: Any) -> ShaftDesign:
    """Return the design, with the factor that was given."""
    if design is None and c_k is None:
        raise UsageError(
            "iacs_m68: c_K depends on the design of the shaft; give design=…, one of "
            f"{', '.join(map(repr, rule.designs))}, or c_k=…"
        )
    known = ShaftDesign(1.0, False)
    if design is not None:
        if not isinstance(design, str) or design not in rule.designs:
            hint = nearest(str(design), rule.designs) or "; see M68.designs"
            raise NameLookupError(f"{rule.name} has no design {shown(design)}{hint}")
        known = rule.designs[design]
    if c_k is None:
        return known
    factor = positive(c_k, "c_k", "1")
    if factor > 1.5:
        raise ParameterError(f"c_k={shown(c_k)}: factors of {rule.name} are about 0.3 … 1")
    note = "" if design is None else f"c_K is not that of the design, {known.c_k:g}, but as given"
    return ShaftDesign(factor, known.cap_alloy, known.keyed, note)


def _remarks(
    rule: ShaftRule,
    section: ShaftSection,
    strength: float,
    cap: float,
    feature: ShaftDesign,
    size: float,
) -> tuple[str, ...]:
    """Return what has to be known about the limits."""
    told = [
        f"{rule.name}, {rule.edition}; check the current edition: the program claims no approval",
        f"σ_B {strength:g} N/mm², c_K {feature.c_k:g}, c_D {size:.6f}",
    ]
    if strength > cap:
        told.append(f"σ_B counts with {cap:g} N/mm² only, the cap for this shaft and steel")
    if strength < rule.least:
        told.append(f"σ_B is below the {rule.least:g} N/mm² that the rule demands")
    if np.isnan(size):
        low, high = rule.diameters
        told.append(
            f"no limits: the factor of size is evaluated from {1e3 * low:g} to {1e3 * high:g} mm"
        )
    if feature.note:
        told.append(feature.note)
    if section.bore:
        told.append("the bore counts in the nominal stress; c_D is that of the outer diameter")
    return tuple(told)


def _barring_remarks(rule: ShaftRule, feature: ShaftDesign, strength: float) -> tuple[str, ...]:
    told = []
    if feature.keyed:
        told.append("keyways are in general not to be used where a range is barred")
    if strength < rule.least_transient:
        told.append(
            f"σ_B should be {rule.least_transient:g} N/mm² at least where stresses come close to "
            "τ_T"
        )
    return tuple(told)
