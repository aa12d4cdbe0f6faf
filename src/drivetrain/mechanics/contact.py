"""Contacts that push but never pull, for rotation and translation."""

from __future__ import annotations

import math
from typing import Final

from drivetrain.modeling import Expr, maximum, minimum

__all__ = ["hunt_crossley_damping", "limited_damping"]


_SMALL_LOSS: Final = 1e-4
"""Difference of the restitution from 1 below which two terms of the series give the damping to all
relevant digits, while the exact relation loses them to rounding."""


def limited_damping(spring: Expr, damper: Expr) -> Expr:
    """Return the part of a damper torque or force that acts in a contact.

    It never exceeds that of the spring, so the contact does not jump when it closes and does not
    pull when it opens.

    Parameters
    ----------
    spring : Expr
        Torque or force of the compressed spring, at least 0.
    damper : Expr
        Unlimited torque or force of the damper, positive while the contact closes.
    """
    return maximum(-spring, minimum(damper, spring))


def hunt_crossley_damping(restitution: float) -> float:
    r"""Return the Hunt–Crossley damping for a given coefficient of restitution.

    Parameters
    ----------
    restitution : float
        Speed after a free impact over the speed `v` before it, e, 0 < e ≤ 1.

    Returns
    -------
    float
        Damping factor times the speed before the impact, D = a v.

    Notes
    -----
    A body that hits ``k δⁿ (1 + a dδ/dt)`` obeys ``v dv / (1 + a v) = -(k/m) δⁿ dδ``, and the
    right-hand side integrates to zero over the contact for any `n`. So D follows from

    .. math:: D (1 + e) = \ln \frac{1 + D}{1 - e D}

    exactly. The usual ``D = 3 (1 - e) / 2`` holds near e = 1 only [1]_ [2]_. Newton's method is
    applied to ``1 - e D - (1 + D) exp(-(1 + e) D)``, divided by D² because D = 0 solves it twice.

    References
    ----------
    .. [1] K. H. Hunt, F. R. E. Crossley, "Coefficient of restitution interpreted as damping in
       vibroimpact", Journal of Applied Mechanics 42, 1975.
    .. [2] Y. Gonthier, J. McPhee, C. Lange, J.-C. Piedbœuf, "A regularized contact model with
       asymmetric damping and dwell-time dependent friction", Multibody System Dynamics 11, 2004.

    Examples
    --------
    >>> round(hunt_crossley_damping(0.8), 7)
    0.3731462
    """
    e, s = restitution, 1.0 + restitution
    if 1.0 - e < _SMALL_LOSS:
        return 1.5 * (1.0 - e) * (2.0 - e)
    d = 1.5 * (1.0 - e) / e
    for _ in range(50):
        decay = math.exp(-s * d)
        value = 1.0 - e * d - (1.0 + d) * decay
        slope = -e - decay + s * (1.0 + d) * decay
        change = value / (slope - 2.0 * value / d)
        d = min(max(d - change, 0.5 * d), 0.5 * (d + 1.0 / e))
        if abs(change) <= 4e-16 * d:
            break
    return d
