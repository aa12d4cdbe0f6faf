"""Response of a model to excitation by orders: one linear model at every speed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivetrain.analysis.excitation import OrderTable
from drivetrain.analysis.excitation.order_table import common_revolutions
from drivetrain.analysis.linear.linear_model import LinearModel
from drivetrain.analysis.linear.signals import Signals
from drivetrain.analysis.order_response.order_response import OrderResponse
from drivetrain.analysis.order_response.output_orders import OutputOrders
from drivetrain.errors import UsageError
from drivetrain.modeling.units import dimension
from drivetrain.simulation.sweeps.exciting import Exciting
from drivetrain.simulation.sweeps.resonances import changed_contacts, passed_over
from drivetrain.simulation.sweeps.speeds import SpeedSweep

__all__ = ["order_response_of"]

Floats = NDArray[np.float64]
Complexes = NDArray[np.complex128]


_NOTICEABLE = 0.01
"""Part of the largest order from which an order counts where resonances are looked for."""


class _Response(NamedTuple):
    """What one speed gives."""

    linear: LinearModel
    table: OrderTable
    amplitudes: Complexes
    mean: Floats


def order_response_of(
    sweep: SpeedSweep, exciting: Exciting, speeds: Floats, names: tuple[str, ...],
    *, given: bool = False,
) -> OrderResponse:  # fmt: skip
    """Return the response over the speed.

    Parameters
    ----------
    sweep : SpeedSweep
        Steady states; its inputs are the sources of the excitation.
    exciting : Exciting
        What excites.
    speeds : float array
        Speeds, rad/s, ascending.
    names : tuple of str
        Outputs of the sweep that are wanted.
    given : bool
        Whether the speeds were given, rather than chosen about the resonances.
    """
    found = [_response(sweep, exciting, speed) for speed in speeds.tolist()]
    outputs, shaft = found[0].linear.outputs, sweep.shaft.name
    places = [outputs.index(name) for name in names]
    orders = np.unique(np.concatenate([one.table.orders for one in found]))
    amplitudes = np.array([_spread(one, orders) for one in found])
    means = np.array([one.mean for one in found])
    cycle = common_revolutions(orders)
    models = [one.linear for one in found]
    missed = passed_over(speeds, models, _strong(found, orders)) if given else ""
    said = [one for one in (missed, changed_contacts(speeds, models)) if one]
    remarks = (*found[0].table.remarks, *said)
    parts = tuple(
        OutputOrders(
            name, outputs.units[k], shaft, speeds, orders, amplitudes[:, :, k], means[:, k],
            cycle, remarks,
        )
        for k, name in zip(places, names, strict=True)
    )  # fmt: skip
    return OrderResponse(found[0].linear.name, shaft, speeds, names, parts, remarks)


def _response(sweep: SpeedSweep, exciting: Exciting, speed: float) -> _Response:
    """Return amplitudes of all outputs at one speed, shape (n_orders, n_outputs)."""
    steady = sweep.at(speed)
    table, linear = exciting.at(steady, speed), steady.model()
    mean = steady.point.slopes.outputs.values
    if not len(table.orders):
        return _Response(linear, table, np.zeros((0, len(mean)), dtype=complex), mean)
    gains = linear.frequency_response(speed * table.orders)
    amplitudes = np.einsum("koi,ik->ko", gains.matrix, _by_input(gains.inputs, table))
    return _Response(linear, table, amplitudes, mean)


def _strong(found: Sequence[_Response], orders: Floats) -> Floats:
    """Return the orders that excite noticeably at some speed."""
    sizes = np.zeros(len(orders))
    for one in found:
        table = np.abs(_by_input(one.linear.inputs, one.table)).max(axis=0, initial=0.0)
        place = np.searchsorted(orders, one.table.orders)
        sizes[place] = np.maximum(sizes[place], table)
    return np.asarray(orders[sizes >= _NOTICEABLE * sizes.max(initial=0.0)])


def _by_input(inputs: Signals, table: OrderTable) -> Complexes:
    """Return amplitudes of the inputs of a linear model, shape (n_inputs, n_orders)."""
    for name, unit in zip(inputs, inputs.units, strict=True):
        if dimension(unit) != dimension(table.unit):
            raise UsageError(
                f"the excitation is in {table.unit}, but {name} takes {unit}: name an input that "
                "takes what the table tells"
            )
    return np.array([table[name] for name in inputs])


def _spread(one: _Response, orders: Floats) -> Complexes:
    """Return amplitudes at all orders: zero for those that nothing excites at this speed."""
    found = np.zeros((len(orders), one.amplitudes.shape[1]), dtype=complex)
    found[np.searchsorted(orders, one.table.orders)] = one.amplitudes
    return found
