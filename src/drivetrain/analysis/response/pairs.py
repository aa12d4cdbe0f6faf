"""Pairs of inputs and outputs of a linear model, by name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from drivetrain.analysis.arguments import texts
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.response.delayed_response import DelayedResponse
from drivetrain.analysis.response.inputs import HarmonicInputs, harmonic_inputs
from drivetrain.analysis.response.model_response import ModelResponse, matrices_of
from drivetrain.errors import UsageError, shown

if TYPE_CHECKING:
    from drivetrain.analysis.linear.linear_model import LinearModel
    from drivetrain.analysis.response.laws import Laws

__all__ = ["Pairs", "asked_names", "pairs_of", "ratio"]


class Pairs:
    """Pairs of inputs and outputs.

    Parameters
    ----------
    inputs : HarmonicInputs
        The inputs.
    outputs : Signals
        The outputs.
    rows : list of int
        Their places among the outputs of the linear model.

    Attributes
    ----------
    inputs, outputs, rows
        As given.
    """

    def __init__(self, inputs: HarmonicInputs, outputs: Signals, rows: list[int]) -> None:
        self.inputs, self.outputs, self.rows = inputs, outputs, rows

    def __len__(self) -> int:
        """Return the number of pairs."""
        return len(self.inputs.columns) * len(self.outputs)

    def __iter__(self) -> Iterator[tuple[str, str]]:
        """Iterate over the pairs, input by input."""
        return ((given, found) for given in self.inputs.signals for found in self.outputs)

    def names(self, *names: str) -> tuple[str, str]:
        """Return input and output from their names; the output is enough if there is one input."""
        inputs = self.inputs.signals
        if len(names) == 1 and len(inputs) == 1:
            return inputs.names[0], names[0]
        if len(names) != 2:
            told = ", ".join(inputs.names[:4]) + (", …" if len(inputs) > 4 else "")
            raise UsageError(
                f"{shown(names[0] if len(names) == 1 else names)}: name an input and an output, as "
                f"(input, output); the inputs are {told}"
            )
        return names[0], names[1]

    def places(self, *names: str) -> tuple[int, int]:
        """Return the places of input and output.

        Raises
        ------
        UsageError
            If the input is missing although there are several.
        NameLookupError
            If there is no such signal; the nearest one is suggested.
        """
        given, found = self.names(*names)
        return self.inputs.signals.index(given), self.outputs.index(found)

    def unit(self, *names: str) -> str:
        """Return the unit of an output over that of an input."""
        place, row = self.places(*names)
        return ratio(self.outputs.units[row], self.inputs.signals.units[place])

    def label(self, given: str, found: str) -> str:
        """Return a name of a pair for tables: that of the output if there is one input."""
        return found if len(self.inputs.signals) == 1 else f"{found} by {given}"

    def function(self, model: LinearModel, laws: Laws) -> ModelResponse:
        """Return the response of a linear model for these pairs."""
        if model.delays is not None:
            return DelayedResponse(model.delays, self.inputs, self.rows, laws, self.outputs.names)
        return ModelResponse(
            model, self.inputs, matrices_of(model, self.rows), laws, self.outputs.names
        )


def pairs_of(model: LinearModel, inputs: Iterable[str], outputs: Iterable[str]) -> Pairs:
    """Return pairs of inputs and outputs that fit names or patterns.

    Parameters
    ----------
    model : LinearModel
        The linear model.
    inputs, outputs : iterable of str
        Names or patterns.

    Raises
    ------
    UsageError
        If the linear model has no inputs or no outputs, or none are asked for.
    NameLookupError
        If nothing fits.
    """
    known = harmonic_inputs(model.inputs)
    for signals, example in ((known.signals, "inputs=['motor']"), (model.outputs, "outputs=['*']")):
        if not len(signals):
            raise UsageError(
                f"this linear model has no {signals.kind}s: linearise with {example}, or other "
                "names"
            )
    rows = model.outputs.match(*asked_names(outputs, "outputs"))
    chosen = Signals(
        "output", tuple(model.outputs.names[k] for k in rows),
        tuple(model.outputs.units[k] for k in rows),
    )  # fmt: skip
    return Pairs(known.some(known.signals.match(*asked_names(inputs, "inputs"))), chosen, rows)


def asked_names(names: Iterable[str], label: str) -> tuple[str, ...]:
    """Return names or patterns as a user gives them.

    Parameters
    ----------
    names : str or iterable of str
        One or several of them.
    label : str
        Name of the argument.

    Raises
    ------
    UsageError
        If there are none.
    """
    found = (names,) if isinstance(names, str) else texts(names, label)
    if not found:
        raise UsageError(f"{label}={shown(names)}: name at least one, or leave it out for all")
    return found


def ratio(unit: str, per: str) -> str:
    """Return the unit of a quotient as text.

    Parameters
    ----------
    unit, per : str
        Units of dividend and divisor.
    """
    if unit == per:
        return "1"
    if per in ("", "1"):
        return unit
    below = f"({per})" if any(mark in per for mark in "./") else per
    return f"{unit}/{below}"
