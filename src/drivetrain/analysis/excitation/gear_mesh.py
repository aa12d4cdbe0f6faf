"""Gear meshes: transmission error in the orders of the teeth."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from drivetrain.analysis.arguments import keep, not_negative, positive, text, whole
from drivetrain.analysis.excitation.order_table import OrderTable
from drivetrain.analysis.excitation.shares import complex_shares
from drivetrain.calls import explained, explained_class
from drivetrain.modeling.argument_types import Number

__all__ = ["GearMesh"]


@explained_class
@dataclass(frozen=True, init=False)
class GearMesh:
    """Mesh of two gears whose teeth do not transmit evenly.

    The transmission error is a displacement along the line of action, positive where the driven
    gear is ahead. Harmonic ``k`` of the mesh is order ``k z`` of the shaft of the gear with ``z``
    teeth.

    Parameters
    ----------
    teeth : int
        Number of teeth of the gear on the reference shaft, ``z``.
    error : mapping of int to complex
        Amplitude of the transmission error by harmonic of the mesh, m: ``{1: "5 um", 2: "1.5
        um"}``. It is half of the peak-to-peak value that is usually measured, by harmonic.
    base_radius : number or quantity
        Radius of the base circle of that gear, m.

    Examples
    --------
    >>> mesh = GearMesh(teeth=31, error={1: "4 um"}, base_radius="40 mm")
    >>> round(abs(mesh.displacement()["mesh.phi_rel", 31]), 9)
    0.0001
    """

    teeth: int
    error: tuple[tuple[int, complex], ...]
    base_radius: float

    def __init__(
        self, *, teeth: int, error: Mapping[int, complex | Number], base_radius: Number
    ) -> None:
        keep(
            self,
            teeth=whole(teeth, "teeth"),
            error=complex_shares(error, "error", "m"),
            base_radius=positive(base_radius, "base_radius", "m"),
        )

    @explained
    def displacement(self, *, source: str = "mesh.phi_rel", shaft: str = "") -> OrderTable:
        """Return the error as an angle of the gear on the reference shaft, rad.

        Parameters
        ----------
        source : str
            Name of the source.
        shaft : str
            Name of the reference shaft.
        """
        values = {float(self.teeth * k): one / self.base_radius for k, one in self.error}
        return OrderTable({text(source, "source"): values}, unit="rad", shaft=shaft)

    @explained
    def torque(self, stiffness: Number, *, source: str = "mesh.tau", shaft: str = "") -> OrderTable:
        """Return the torque that the error causes at that gear while both shafts do not give way.

        It is ``c r e``, with the mesh stiffness ``c`` along the line of action and the base radius
        ``r``: the equivalent torque of a prescribed displacement. It acts at the gear, and with the
        opposite sign and its own radius at the other one.

        Parameters
        ----------
        stiffness : number or quantity
            Mean stiffness of the mesh along the line of action, N/m.
        source : str
            Name of the source.
        shaft : str
            Name of the reference shaft.
        """
        factor = not_negative(stiffness, "stiffness", "N/m") * self.base_radius
        values = {float(self.teeth * k): one * factor for k, one in self.error}
        return OrderTable({text(source, "source"): values}, shaft=shaft)
