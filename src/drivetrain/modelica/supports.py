"""Bases with a housing whose parts stand in Modelica text: they are connected to it inside.

Nothing says what torque or force the housing takes up, as it does in the bases for equations: that
is the sum of what is connected to `internal_support`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from drivetrain import rotational, translational
from drivetrain.modeling import Model, parameter

__all__ = [
    "RotationalOneFlange",
    "RotationalTwoFlanges",
    "TranslationalOneFlange",
    "TranslationalTwoFlanges",
]

_DOC = "True if the housing is the flange `support`, else it is fixed"


class _WithHousing(Model):
    """Base of what has a housing, `support`, that is `internal_support` inside."""

    is_partial: ClassVar[bool] = True

    use_support = parameter(False, structural=True, doc=_DOC)

    def equations(self) -> Iterable[Any]:
        inside: Any = self
        if self.use_support:
            yield inside.support >> inside.internal_support
        else:
            yield inside.internal_support >> inside.fixed.flange


class _Rotational(_WithHousing):
    is_partial: ClassVar[bool] = True

    support = rotational.Support(enabled=_WithHousing.use_support, required=True, doc="Housing")
    internal_support = rotational.Support(doc="Housing, inside")
    fixed = rotational.Fixed(enabled=~_WithHousing.use_support)


class _Translational(_WithHousing):
    is_partial: ClassVar[bool] = True

    support = translational.Support(enabled=_WithHousing.use_support, required=True, doc="Housing")
    internal_support = translational.Support(doc="Housing, inside")
    fixed = translational.Fixed(enabled=~_WithHousing.use_support)


class RotationalOneFlange(_Rotational):
    """Base of parts with one shaft flange, of which some are connected to the housing."""

    is_partial: ClassVar[bool] = True

    flange = rotational.FlangeB(doc="Flange of the shaft")


class RotationalTwoFlanges(_Rotational):
    """Base of parts with two shaft flanges, of which some are connected to the housing."""

    is_partial: ClassVar[bool] = True

    flange_a = rotational.FlangeA(doc="Left flange of the shaft")
    flange_b = rotational.FlangeB(doc="Right flange of the shaft")


class TranslationalOneFlange(_Translational):
    """Base of parts with one flange, of which some are connected to the housing."""

    is_partial: ClassVar[bool] = True

    flange = translational.FlangeB(doc="Flange")


class TranslationalTwoFlanges(_Translational):
    """Base of parts with two flanges, of which some are connected to the housing."""

    is_partial: ClassVar[bool] = True

    flange_a = translational.FlangeA(doc="Left flange")
    flange_b = translational.FlangeB(doc="Right flange")
