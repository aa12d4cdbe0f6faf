"""Names of the variables and parameters of a compiled model, generated on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeVar, overload

import numpy as np
from numpy.typing import NDArray

from drivetrain.compiler.analysis.row_layout import FIRST_VALUE
from drivetrain.compiler.frontend.flatten import Flat
from drivetrain.compiler.frontend.qualified_names import (
    find_variable,
    find_variables,
    own_variable,
    parameter_names,
    variable_name,
    variable_names,
)
from drivetrain.compiler.lower.statements import IMPACT_LOSS, IMPULSE, SPEED_CHANGE
from drivetrain.compiler.translation import Translation
from drivetrain.errors import NameLookupError, UsageError, nearest, shown
from drivetrain.modeling.members import Variable
from drivetrain.modeling.tracing.trace import OwnVariable, Trace
from drivetrain.simulation.results.impacts import ImpactColumns
from drivetrain.simulation.results.row_layout import DeclaredTexts, Layout

__all__ = [
    "ParameterNames",
    "ParameterUnits",
    "ParameterValues",
    "VariableNames",
    "layout_of",
    "mode_variables",
]

Floats = NDArray[np.float64]
_OF_IMPACTS = (IMPULSE, IMPACT_LOSS, SPEED_CHANGE)
_Told = TypeVar("_Told")


def layout_of(translation: Translation) -> Layout:
    """Return names, columns, signs, units and labels of all variables of a model."""
    flat = translation.flat
    declarations: list[Variable] = []
    which = np.zeros(flat.n_variables, dtype=np.int32)
    labelled: list[tuple[int, dict[int, str]]] = []
    owners: dict[int, str] = {}
    for one in flat.instances:
        klass: Trace = one.trace
        for own in klass.variables:
            at, declaration = one.variable + own.slot, own.declaration
            which[at] = len(declarations)
            declarations.append(declaration)
            if declaration.labels:
                labelled += [(int(k), declaration.labels) for k in at]
        for own in mode_variables(klass):
            owners |= dict.fromkeys((one.variable + own.slot).tolist(), klass.title)
    shown = np.flatnonzero(~_hidden(flat))
    which = which[shown]
    modes = {variable_name(flat.root, k): owner for k, owner in owners.items()}
    return Layout(
        VariableNames(flat.root, shown),
        translation.column[shown],
        translation.aliased.sign[shown],
        np.zeros(len(shown)),
        DeclaredTexts([d.unit for d in declarations], which),
        DeclaredTexts([d.kind for d in declarations], which),
        DeclaredTexts([d.doc for d in declarations], which),
        {variable_name(flat.root, k): labels for k, labels in labelled},
        frozenset(modes),
        tuple(_impact_columns(translation)),
        owners=modes,
    )


def _impact_columns(t: Translation) -> Iterator[ImpactColumns]:
    """Yield the columns that record impulses on the elements of a model."""
    first = FIRST_VALUE + len(t.lowered.states)
    keys = [key for key, *_ in t.lowered.quadratures]
    places = ([first + k for k, key in enumerate(keys) if key == kind] for kind in _OF_IMPACTS)
    for (load, speed), *columns in zip(t.lowered.struck, *places, strict=True):
        units = [own_variable(t.flat.root, number).declaration.unit for number in (speed, load)]
        impulse = f"{units[1]}.s" if units[1] not in ("", "1") else "N.m.s"
        yield ImpactColumns(variable_name(t.flat.root, speed), units[0], impulse, *columns)


def mode_variables(klass: Trace) -> list[OwnVariable]:
    """Return the variable that shows a component's state: its mode, else whether it is locked."""
    modes = [own for own in klass.variables if own.declaration.labels]
    locks = {hold.condition for hold in klass.holds}
    return modes or [own for own in klass.variables if own.slot in locks]


def _hidden(flat: Flat) -> NDArray[np.bool_]:
    """Mark the variables internal to the compiler (conditions of `when`)."""
    hidden = np.zeros(flat.n_variables, dtype=bool)
    for one in flat.instances:
        for own in one.trace.variables:
            if own.hidden:
                hidden[one.variable + own.slot] = True
    return hidden


class VariableNames(Sequence[str]):
    """Dotted names of variables, generated on access: a long shaft has millions.

    Parameters
    ----------
    root : Trace
        The model.
    numbers : int array
        Indices of the variables, in order.
    """

    def __init__(self, root: Trace, numbers: NDArray[np.int64]) -> None:
        self._root = root
        self._numbers = numbers

    @overload
    def __getitem__(self, index: int) -> str: ...

    @overload
    def __getitem__(self, index: slice) -> Sequence[str]: ...

    def __getitem__(self, index: int | slice) -> str | Sequence[str]:
        """Return one name, or some."""
        if isinstance(index, slice):
            return [self[k] for k in range(*index.indices(len(self)))]
        return variable_name(self._root, int(self._numbers[index]))

    def find(self, name: str) -> int | None:
        """Return the position of a name, None if there is no such name."""
        number = find_variable(self._root, name) if isinstance(name, str) else None
        if number is None:
            return None
        position = int(np.searchsorted(self._numbers, number))
        there = position < len(self._numbers) and self._numbers[position] == number
        return position if there else None

    def between(self, head: str, tail: str) -> Iterator[tuple[int, str]]:
        """Yield positions and names with a given prefix and suffix, in order."""
        if not (isinstance(head, str) and isinstance(tail, str)):
            raise UsageError(f"between({shown(head)}, {shown(tail)}): give two texts")
        found = find_variables(self._root, head, tail)
        numbers = np.sort(np.fromiter(found, dtype=np.int64, count=len(found)))
        position = np.searchsorted(self._numbers, numbers)
        there = position < len(self._numbers)
        there[there] = self._numbers[position[there]] == numbers[there]
        names = map(found.__getitem__, numbers[there].tolist())
        return zip(position[there].tolist(), names, strict=True)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names; much faster than one by one."""
        names = variable_names(self._root)
        return (names[k] for k in self._numbers.tolist())

    def __len__(self) -> int:
        """Return the number of names."""
        return len(self._numbers)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the names without the model that generates them."""
        return tuple, (tuple(self),)


class ParameterNames:
    """Index of each run-time parameter by dotted name; created on first access.

    Parameters
    ----------
    origin : Trace or sequence of str
        The model, or the names themselves.
    """

    def __init__(self, origin: Trace | Sequence[str]) -> None:
        self._origin = origin

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The indices in the order of declaration."""
        origin = self._origin
        names = parameter_names(origin) if isinstance(origin, Trace) else origin
        return {name: k for k, name in enumerate(names)}

    def number(self, name: str) -> int:
        """Return the index of a parameter.

        Raises
        ------
        NameLookupError
            If there is no such name; the nearest names are suggested.
        """
        try:
            return self.numbers[name]
        except (KeyError, TypeError):
            hint = nearest(str(name), self.numbers)
            raise NameLookupError(f"this run has no parameter {name!r}{hint}") from None

    def __len__(self) -> int:
        """Return the number of parameters."""
        if isinstance(self._origin, Trace):
            return self._origin.n_parameters
        return len(self._origin)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the names without the model that generates them."""
        return ParameterNames, (tuple(self.numbers),)


class _ByParameter(Mapping[str, _Told]):
    """A property of each run-time parameter by dotted name."""

    def __init__(self, names: ParameterNames) -> None:
        self._names = names

    def __repr__(self) -> str:
        """Return a short form; the content may be long."""
        return f"<{len(self)} named values>"

    def _ipython_key_completions_(self) -> list[str]:
        """Return what an interactive session completes in ``[…]``."""
        return list(self)

    def __iter__(self) -> Iterator[str]:
        """Iterate over the names."""
        return iter(self._names.numbers)

    def __len__(self) -> int:
        """Return the number of parameters."""
        return len(self._names)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the names and properties, without the model."""
        return dict, (dict(self),)


class ParameterValues(_ByParameter[float]):
    """Values of the run-time parameters of a run.

    Parameters
    ----------
    names : ParameterNames
        Their names.
    values : float array or callable
        Value of every parameter, or a function that returns them on first access.
    """

    def __init__(self, names: ParameterNames, values: Floats | Callable[[], Floats]) -> None:
        super().__init__(names)
        self._origin = values

    @cached_property
    def _values(self) -> Floats:
        return self._origin() if callable(self._origin) else self._origin

    def __getitem__(self, name: str) -> float:
        """Return the value of a parameter."""
        return float(self._values[self._names.number(name)])


class ParameterUnits(_ByParameter[str]):
    """Units of the run-time parameters of a model.

    Parameters
    ----------
    names : ParameterNames
        Their names.
    flat : Flat
        The model.
    """

    def __init__(self, names: ParameterNames, flat: Flat) -> None:
        super().__init__(names)
        self._flat = flat

    @cached_property
    def _units(self) -> DeclaredTexts:
        which = np.zeros(len(self), dtype=np.int32)
        units: list[str] = []
        for one in self._flat.instances:
            for own in one.trace.parameters:
                which[one.parameter + own.slot] = len(units)
                units.append(own.declaration.unit)
        return DeclaredTexts(units, which)

    def __getitem__(self, name: str) -> str:
        """Return the unit of a parameter."""
        return self._units[self._names.number(name)]
