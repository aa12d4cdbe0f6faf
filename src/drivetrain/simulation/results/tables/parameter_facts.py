"""What is known of the parameters of a run beside their values: tables, and which can be set."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import table_names
from drivetrain.compiler.frontend.values import Values
from drivetrain.errors import NameLookupError, ResultError, nearest
from drivetrain.kernel.tables import unpack_table
from drivetrain.simulation.results.row_layout import DeclaredTexts
from drivetrain.simulation.results.variable_names import ParameterNames, ParameterValues
from drivetrain.text_tables import aligned, as_html, number

if TYPE_CHECKING:
    import pandas as pd

__all__ = ["ParameterFacts", "PlainParameterValues", "RunParameterValues"]

Floats = NDArray[np.float64]

_SHOWN = 30
_TITLES = ("parameter", "value", "unit", "")
_NUMBERS = (1,)


_WITHOUT_MODEL = (
    "this result does not know its model (it was read from a file, or made of data), so it cannot "
    "say which parameters {}"
)


class ParameterFacts:
    """Declarations of the parameters of a model, and its tables; collected on first access.

    Parameters
    ----------
    flat : Flat
        The model.
    values : Values
        Its values in the run, for the tables.
    """

    def __init__(self, flat: Flat, values: Values) -> None:
        self._flat, self._values = flat, values

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the facts without the model."""
        texts = tuple(self.units), tuple(self.descriptions), tuple(self.kinds)
        return _Collected, (self.is_computed, *texts, self.tables)

    def _texts(self, attribute: str) -> DeclaredTexts:
        which = np.zeros(self._flat.n_parameters, dtype=np.int32)
        texts: list[str] = []
        for one in self._flat.instances:
            for own in one.trace.parameters:
                which[one.parameter + own.slot] = len(texts)
                texts.append(getattr(own.declaration, attribute))
        return DeclaredTexts(texts, which)

    @cached_property
    def units(self) -> Sequence[str]:
        """Unit of each parameter."""
        return self._texts("unit")

    @cached_property
    def descriptions(self) -> Sequence[str]:
        """One line about each parameter."""
        return self._texts("doc")

    @cached_property
    def kinds(self) -> Sequence[str]:
        """Type of each parameter: real, integer or boolean."""
        return self._texts("kind")

    @cached_property
    def is_computed(self) -> NDArray[np.bool_]:
        """Which parameters are computed from others in any case, so that they cannot be set."""
        found = np.zeros(self._flat.n_parameters, dtype=bool)
        for one in self._flat.instances:
            for own in one.trace.parameters:
                if own.declaration.final:
                    found[one.parameter + own.slot] = True
        return found

    @cached_property
    def tables(self) -> dict[str, Floats]:
        """The rows of each table, by name."""
        offset, packed = self._values.table_offset, self._values.tables
        found = {}
        for name, (first, columns) in table_names(self._flat.root).items():
            points = [unpack_table(packed[offset[first + k] :]) for k in range(columns)]
            found[name] = np.column_stack([points[0][0], *(values for _, values in points)])
        return dict(sorted(found.items()))


class _Collected(ParameterFacts):
    """The same, without the model."""

    def __init__(
        self,
        is_computed: NDArray[np.bool_],
        units: tuple[str, ...],
        descriptions: tuple[str, ...],
        kinds: tuple[str, ...],
        tables: dict[str, Floats],
    ) -> None:
        vars(self).update(
            is_computed=is_computed, units=units, descriptions=descriptions, kinds=kinds,
            tables=tables,
        )  # fmt: skip


class RunParameterValues(ParameterValues):
    """Values of the parameters of a run: a mapping from names to numbers, and to tables as arrays.

    Iteration yields the numbers; :attr:`tables` are apart, but found by name as well.

    Parameters
    ----------
    names : ParameterNames
        Names of the numbers.
    values : float array or callable
        Value of every parameter, or a function that returns them on first access.
    facts : ParameterFacts
        Declarations and tables.

    Examples
    --------
    >>> import drivetrain as dt
    >>> result = dt.simulate(dt.examples.find("CoupledClutches")())
    >>> result.parameters["J1.J"], result.parameters.tables["clutch1.mu_pos"].tolist()
    (1.0, [[0.0, 0.5]])
    """

    def __init__(
        self, names: ParameterNames, values: Floats | Callable[[], Floats], facts: ParameterFacts
    ) -> None:
        super().__init__(names, values)
        self._facts = facts

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle names, values and facts, without the model."""
        return RunParameterValues, (self._names, self._values, self._facts)

    def __getitem__(self, name: str) -> Any:
        """Return the value of a parameter, or the rows of a table."""
        if isinstance(name, str) and name in self._names.numbers:
            return _typed(super().__getitem__(name), self._facts.kinds[self._names.number(name)])
        if isinstance(name, str) and name in self.tables:
            return self.tables[name].copy()
        hint = nearest(str(name), [*self._names.numbers, *self.tables])
        raise NameLookupError(f"this run has no parameter {name!r}{hint}")

    @property
    def tables(self) -> Mapping[str, Floats]:
        """The rows of each table, by name."""
        return self._facts.tables

    @property
    def settable(self) -> Mapping[str, Any]:
        """What can be given as ``simulate(parameters=…)``, tables included."""
        return {**self._chosen(False), **{name: rows.copy() for name, rows in self.tables.items()}}

    @property
    def computed(self) -> Mapping[str, float]:
        """What follows from other parameters in any case, and cannot be set."""
        return self._chosen(True)

    def _chosen(self, computed: bool) -> dict[str, float]:
        is_computed = self._facts.is_computed.tolist()
        chosen = [name for name, one in zip(self._names.numbers, is_computed, strict=True)
                  if one == computed]  # fmt: skip
        return {name: self[name] for name in chosen}

    def to_pandas(self) -> pd.DataFrame:
        """Return a table by name: value (rows of a table), unit, whether it is settable."""
        import pandas as pd

        facts = self._facts
        table = pd.DataFrame(
            {
                "value": pd.Series([*self.values(), *self.tables.values()], dtype=object),
                "unit": [*facts.units, *[""] * len(self.tables)],
                "settable": [*(~facts.is_computed).tolist(), *[True] * len(self.tables)],
                "description": [*facts.descriptions, *[""] * len(self.tables)],
            }
        )
        table.index = pd.Index([*self._names.numbers, *self.tables], name="name")
        return table

    def _repr_html_(self) -> str:
        """Return the first parameters as a table for notebooks."""
        caption = f"{len(self) + len(self.tables)} parameters"
        return as_html(caption, _TITLES, list(self._lines())[:_SHOWN], _NUMBERS)

    def __str__(self) -> str:
        """Return a table: what can be set, then what is computed."""
        lines = list(self._lines())
        more = len(lines) - _SHOWN
        text = aligned(_TITLES, lines[:_SHOWN], _NUMBERS)
        return f"{text}\n… and {more} more; .to_pandas() has all" if more > 0 else text

    def _lines(self) -> Iterator[tuple[str, str, str, str]]:
        units = dict(zip(self._names.numbers, self._facts.units, strict=True))
        for name, value in self._chosen(False).items():
            yield name, _text(value), _shown_unit(units[name]), ""
        for name, rows in self.tables.items():
            yield name, f"{rows.shape[0]} × {rows.shape[1]}", "", "table"
        for name, value in self.computed.items():
            yield name, _text(value), _shown_unit(units[name]), "computed"


class PlainParameterValues(dict[str, Any]):
    """Values of parameters of a result that does not know its model: by name, and no more."""

    @property
    def tables(self) -> Mapping[str, Floats]:
        """The values that are tables."""
        return {name: value for name, value in self.items() if np.ndim(value) == 2}

    @property
    def settable(self) -> Mapping[str, Any]:
        """Refused: only the model knows which of them can be set."""
        raise ResultError(_WITHOUT_MODEL.format("can be set"))

    @property
    def computed(self) -> Mapping[str, float]:
        """Refused: only the model knows which of them follow from others."""
        raise ResultError(_WITHOUT_MODEL.format("follow from others"))

    def to_pandas(self) -> pd.DataFrame:
        """Return a table by name."""
        import pandas as pd

        index = pd.Index(list(self), name="name")
        return pd.DataFrame({"value": pd.Series(list(self.values()), dtype=object)}).set_index(
            index
        )


def _text(value: float | bool) -> str:
    return str(value).lower() if isinstance(value, bool) else number(value)


def _typed(value: float, kind: str) -> float | int | bool:
    if kind == "boolean":
        return bool(value)
    return int(value) if kind == "integer" else value


def _shown_unit(unit: str) -> str:
    return "" if unit == "1" else unit
