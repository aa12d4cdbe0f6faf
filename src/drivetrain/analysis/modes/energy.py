"""Where the energy of an eigenmode is, and what damps it, by parts.

Kinetic and elastic energies are those that the parts define themselves. The damping is a balance of
power at their flanges: what flows into a part during the oscillation and is not stored there is
absorbed. So sources, friction that falls with the speed, and controllers count as well as dampers,
and the sum is exact for every linear model.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.linear.model_parts import (
    ELASTIC,
    KINETIC,
    Details,
    StoredEnergies,
    TransmittedPowers,
)
from drivetrain.errors import UsageError, nearest, shown

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["EnergyShares", "energy_shares"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]
Ints = NDArray[np.int64]

_KINDS = {"kinetic": KINETIC, "elastic": ELASTIC}
_NEGLIGIBLE = 1e-12
"""Share that is only rounding."""
_BALANCED = 1e-14
"""Power that a part absorbs, relative to what passes it and to the whole, that is rounding."""


@dataclass(frozen=True, eq=False)
class EnergyShares:
    """Energies and damping of eigenmodes by parts.

    Attributes
    ----------
    storing : sequence of str
        Parts that store energy.
    stored : float array, shape (2, n_storing, n_modes)
        Twice the kinetic and the elastic energy of each, for the eigenvectors as they are.
    damping_parts : sequence of str
        Parts with flanges.
    damped : float array, shape (n_parts, n_modes)
        Damping ratio of each mode by part.
    """

    storing: Sequence[str]
    stored: Floats
    damping_parts: Sequence[str]
    damped: Floats

    @cached_property
    def _totals(self) -> Floats:
        return np.asarray(self.stored.sum(axis=1))

    def kinetic_of(self, place: int) -> float:
        """Return twice the kinetic energy of a mode, for its eigenvector as it is."""
        return float(self._totals[KINETIC, place])

    def shares(self, place: int, kind: str) -> dict[str, float]:
        """Return the shares of the parts in one kind of energy of a mode, largest first."""
        if not isinstance(kind, str) or kind not in _KINDS:
            raise UsageError(
                f"energy({shown(kind)}): choose 'kinetic' or 'elastic'{nearest(str(kind), _KINDS)}"
            )
        which = _KINDS[kind]
        total = self._totals[which, place]
        values = self.stored[which, :, place] / (total or 1.0)
        return _sorted(self.storing, values)

    def damping(self, place: int) -> dict[str, float]:
        """Return the damping ratio of a mode by parts, largest magnitude first."""
        return _sorted(self.damping_parts, self.damped[:, place])

    def largest(self) -> dict[str, list[str]]:
        """Return the part with most kinetic and the one with most elastic energy of each mode."""
        found = {}
        for name, which in _KINDS.items():
            values = self.stored[which]
            found[f"most {name}"] = [
                _named(self.storing, values[:, k]) for k in range(values.shape[1])
            ]
        return found

    def table(self, place: int) -> pd.DataFrame:
        """Return a table of one mode: kinetic, elastic, damping by part."""
        import pandas as pd

        columns = {
            "kinetic": self.shares(place, "kinetic"),
            "elastic": self.shares(place, "elastic"),
            "damping ratio": self.damping(place),
        }
        table = pd.DataFrame(columns).fillna(0.0)
        table.index.name = "part"
        return table


def _sorted(parts: Sequence[str], values: Floats) -> dict[str, float]:
    order = np.argsort(-np.abs(values), kind="stable")
    least = _NEGLIGIBLE * float(np.abs(values).max(initial=0.0))
    return {parts[k]: float(values[k]) for k in order.tolist() if abs(values[k]) > least}


def _named(parts: Sequence[str], values: Floats) -> str:
    total = values.sum()
    if not len(values) or not total > 0:
        return "–"
    at = int(values.argmax())
    return f"{parts[at]} {100 * values[at] / total:.0f} %"


def energy_shares(details: Details, right: Complexes, eigenvalues: Complexes) -> EnergyShares:
    """Return energies and damping of eigenmodes by parts.

    Parameters
    ----------
    details : Details
        What the model knows about its parts.
    right : complex array, shape (n_states, n_modes)
        Right eigenvectors.
    eigenvalues : complex array, shape (n_modes,)
        Their eigenvalues.
    """
    energies, powers = details.energies(), details.powers()
    stored = _stored(energies, right)
    absorbed, passing = _absorbed(powers, right, eigenvalues)
    place = {path: k for k, path in enumerate(powers.parts)}
    for k, path in enumerate(energies.parts):
        if path in place:
            absorbed[place[path]] -= eigenvalues.real * stored[:2, k].sum(axis=0)
    total = stored[:2].sum(axis=(0, 1))
    scale = np.abs(eigenvalues) * np.where(total > 0, total, 1.0)
    absorbed[np.abs(absorbed) <= _BALANCED * (passing + scale)] = 0.0
    return EnergyShares(energies.parts, stored[:2], powers.parts, absorbed / scale)


def _stored(energies: StoredEnergies, right: Complexes) -> Floats:
    """Return twice the energies, by kind, part and mode."""
    moved = np.asarray(energies.rows @ right)
    found = np.zeros((3, len(energies.parts), right.shape[1]))
    first, second = moved[energies.first], moved[energies.second]
    terms = energies.slope[:, None] * (first.conj() * second).real
    np.add.at(found, (energies.kind, energies.part), terms)
    return found


def _absorbed(
    powers: TransmittedPowers, right: Complexes, values: Complexes
) -> tuple[Floats, Floats]:
    """Return the mean power into each part, and the sum of what passes its flanges.

    Amplitudes change as ``exp(lambda t)``.
    """
    motions = np.asarray(powers.motions @ right) * values
    loads = np.asarray(powers.loads @ right)
    found = np.zeros((2, len(powers.parts), right.shape[1]))
    flow: Any = (motions.conj() * loads).real
    np.add.at(found[0], powers.part, flow)
    np.add.at(found[1], powers.part, np.abs(motions) * np.abs(loads))
    return found[0], found[1]
