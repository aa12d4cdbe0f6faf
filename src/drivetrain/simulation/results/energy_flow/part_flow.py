"""Energy into one part, and what became of it."""

from __future__ import annotations

from dataclasses import dataclass

from drivetrain.simulation.results.energy_flow.ports import EnergyKind

__all__ = ["FlangeFlow", "PartFlow"]


@dataclass(frozen=True)
class FlangeFlow:
    """Energy through one connector of a part.

    Parameters
    ----------
    name : str
        The connector, such as ``"flange_a"``.
    kind : {"work", "heat"}
        What flows.
    energy : float
        J, positive into the part.
    joint : int
        Number of the connection set: flanges with the same number are connected.
    """

    name: str
    kind: EnergyKind
    energy: float
    joint: int


@dataclass(frozen=True)
class PartFlow:
    """Energy of one part in a window of time; all values in J.

    Parameters
    ----------
    path : str
        The part; several parts of a class with very many are one, ``"all Inertia"``.
    class_name : str
        Its class.
    flanges : tuple of FlangeFlow
        Energy through its connectors.
    is_composite : bool
        Whether it is composed of other parts, whose energies these are.
    stored : float
        Change of its kinetic and elastic energy.
    lost : float
        Energy that it turned into heat, impacts included.
    supplied : float
        Energy that it delivered as a source.
    at_once : float
        Energy that it received in no time, where impacts change speeds.
    """

    path: str
    class_name: str
    flanges: tuple[FlangeFlow, ...]
    is_composite: bool = False
    stored: float = 0.0
    lost: float = 0.0
    supplied: float = 0.0
    at_once: float = 0.0

    @property
    def work(self) -> float:
        """Work done on the part through all its flanges."""
        return sum(one.energy for one in self.flanges if one.kind == "work")

    @property
    def remainder(self) -> float:
        """What is left over: zero if run and integrals were exact."""
        received = self.work + self.at_once + self.supplied
        return received - self.lost - self.stored

    @property
    def size(self) -> float:
        """Largest energy of the part."""
        parts = [one.energy for one in self.flanges if one.kind == "work"]
        return max(map(abs, [*parts, self.stored, self.lost, self.supplied, self.at_once]))
