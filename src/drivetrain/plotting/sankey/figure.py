"""Figure of an energy flow."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from drivetrain.errors import ResultError
from drivetrain.plotting.sankey.network import Band, Network, network_of
from drivetrain.plotting.sankey.placement import Placement, placed
from drivetrain.plotting.sankey.shapes import STUB_COLOURS, draw_band, draw_node, draw_stub
from drivetrain.plotting.saving import saved
from drivetrain.plotting.sizes import checked_size
from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow
from drivetrain.text_tables import joules

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

__all__ = ["plot_energy_flow"]

_COLUMN, _LEAST_WIDTH, _HEIGHT, _PER_ROW = 1.25, 5.0, 3.4, 0.75  # inches
_MARGIN = 0.45


def plot_energy_flow(
    flow: EnergyFlow,
    *,
    path: str | Path | None = None,
    title: str | None = None,
    size: tuple[float, float] | None = None,
) -> Figure:
    """Draw an energy flow; see :meth:`EnergyFlow.plot`."""
    import matplotlib as mpl

    from drivetrain.plotting.style import STYLE, new_figure

    network = network_of(flow)
    if not network.nodes:
        raise ResultError(f"nothing to draw: no energy flows in {flow.model} in this window")
    placement = placed(network)
    width, height = _usual_size(network, placement) if size is None else checked_size(size)
    with mpl.rc_context(STYLE | {"hatch.linewidth": 0.8}):
        figure = new_figure(width, height)
        axes = figure.subplots()
        _draw(axes, network, placement)
        window = f"{flow.start:g} s … {flow.stop:g} s"
        axes.set_title(f"{flow.model}, {window}" if title is None else title, loc="left")
        axes.set_xlabel(_balance(flow, network), loc="left", fontsize=7)
        _draw_legend(axes, network)
    return saved(figure, path)


def _usual_size(network: Network, placement: Placement) -> tuple[float, float]:
    rows: dict[int, int] = {}
    for node in network.nodes.values():
        rows[node.column] = rows.get(node.column, 0) + 1
    width = max(_COLUMN * placement.columns + 0.6, _LEAST_WIDTH)
    return width, max(_HEIGHT, _PER_ROW * max(rows.values()) + 1.2)


def _draw(axes: Axes, network: Network, placement: Placement) -> None:
    for band, rank in _ranked(network, placement):
        draw_band(axes, placement, band, rank)
    for box in placement.boxes.values():
        draw_node(axes, box)
        for side, item in box.slots:
            if item in box.node.stubs:
                draw_stub(axes, box, side, item)
    low = min(box.top - box.height for box in placement.boxes.values())
    high = max(box.top for box in placement.boxes.values())
    axes.set_xlim(-_MARGIN, placement.columns - 1 + _MARGIN)
    axes.set_ylim(low - 0.06 * (high - low), high + 0.1 * (high - low))
    axes.set_xticks([])
    axes.set_yticks([])
    axes.spines[:].set_visible(False)
    axes.grid(visible=False)


def _ranked(network: Network, placement: Placement) -> Iterator[tuple[Band, int]]:
    """Yield the bands with their ranks, from above, among those between the same columns."""
    between: dict[int, list[tuple[float, Band]]] = defaultdict(list)
    for band in network.bands:
        ends = placement.boxes[band.source], placement.boxes[band.target]
        middle = sum(box.top - box.height / 2 for box in ends)
        between[min(box.node.column for box in ends)].append((-middle, band))
    for bands in between.values():
        ranked = enumerate(sorted(bands, key=lambda one: one[0]))
        yield from ((band, rank) for rank, (_, band) in ranked)


def _balance(flow: EnergyFlow, network: Network) -> str:
    """Tell the balance, with what is left over."""
    told = (
        f"supplied {joules(flow.supplied)}, lost {joules(flow.lost)}, stored "
        f"{joules(flow.stored)},\nleft over {joules(flow.remainder, 2)}"
    )
    hidden = f"\nparts with little energy that are not drawn: {network.hidden}"
    return told + hidden * (network.hidden > 0)


def _draw_legend(axes: Axes, network: Network) -> None:
    from matplotlib.patches import Patch

    kinds = {stub.kind for node in network.nodes.values() for stub in node.stubs}
    handles = [
        Patch(color=colour, label=kind) for kind, colour in STUB_COLOURS.items() if kind in kinds
    ]
    axes.legend(
        handles=handles, loc="upper center", bbox_to_anchor=(0.5, -0.13), ncols=len(handles)
    )
