"""Units in which results are drawn, unless a call names others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, MutableMapping
from contextlib import contextmanager

from drivetrain.errors import UnitError
from drivetrain.modeling.quantities.exact import check_fits
from drivetrain.modeling.quantities.parsing import parse_unit
from drivetrain.modeling.units import dimension

__all__ = ["DisplayUnits", "display_units"]


class DisplayUnits(MutableMapping[str, str]):
    """Units in which plots show quantities, by the SI unit in which these are declared.

    Data are never affected: ``result["engine.w"]``, files, and `to_pandas` without `units` stay in
    SI units. A quantity is what is declared in one spelling, so that torques (N.m) and energies (J)
    are set apart.

    Raises
    ------
    UnitError
        When a unit is set that is unknown, or of another kind.

    Examples
    --------
    >>> import drivetrain as dt
    >>> dt.display_units["rad/s"] = "rpm"
    >>> dt.display_units
    DisplayUnits({'rad/s': 'rpm'})
    >>> dt.display_units.clear()
    >>> with dt.display_units.using({"N.m": "lbf.ft", "K": "degC"}):
    ...     print(dt.display_units["K"])
    degC
    """

    def __init__(self) -> None:
        self._units: dict[str, str] = {}

    def __getitem__(self, unit: str) -> str:
        return self._units[unit]

    def __setitem__(self, unit: str, shown: str) -> None:
        where = f"display_units[{unit!r}] = {shown!r}"
        if not isinstance(unit, str) or not isinstance(shown, str):
            raise UnitError(f"{where}: write units as texts, display_units['rad/s'] = 'rpm'")
        try:
            dimension(unit)
            own = parse_unit(shown)
        except UnitError as error:
            raise UnitError(f"{where}: {error}") from None
        check_fits(own, f"unit {shown!r}", unit, where)
        self._units[unit] = shown

    def __delitem__(self, unit: str) -> None:
        del self._units[unit]

    def __iter__(self) -> Iterator[str]:
        return iter(self._units)

    def __len__(self) -> int:
        return len(self._units)

    def __repr__(self) -> str:
        return f"DisplayUnits({self._units})"

    @contextmanager
    def using(self, units: Mapping[str, str]) -> Iterator[None]:
        """Set units for the statements below ``with``.

        Parameters
        ----------
        units : mapping of str to str
            Units by declared unit.
        """
        before = dict(self._units)
        try:
            self.update(units)
            yield
        finally:
            self._units = before


display_units = DisplayUnits()
"""The units in which plots show quantities, for the whole session."""
