"""Picture of an energy flow: bands, returns, and what stays in the parts."""

from __future__ import annotations

import itertools
from collections import defaultdict
from pathlib import Path

import pytest
from matplotlib.patches import PathPatch

import drivetrain as dt
from drivetrain.errors import ResultError
from drivetrain.plotting.sankey.network import Network, network_of
from drivetrain.plotting.sankey.placement import placed
from drivetrain.simulation.results.energy_flow.energy_flow import EnergyFlow


@pytest.fixture(scope="module")
def flow() -> EnergyFlow:
    return dt.simulate(dt.examples.find("machines.EightSpeedAutomatic")()).energy_flow()


@pytest.fixture(scope="module")
def network(flow: EnergyFlow) -> Network:
    return network_of(flow)


def test_what_enters_a_node_leaves_it_or_stays(network: Network, flow: EnergyFlow) -> None:
    largest = max(part.size for part in flow)
    balance: dict[str, float] = defaultdict(float)
    for band in network.bands:
        balance[band.target] += band.energy
        balance[band.source] -= band.energy
    for name, node in network.nodes.items():
        stays = sum(stub.energy if stub.enters else -stub.energy for stub in node.stubs)
        assert abs(balance[name] + stays) < 0.02 * largest


def test_columns_lead_from_the_source_to_the_load(network: Network) -> None:
    columns = {name: node.column for name, node in network.nodes.items()}
    assert columns["engine"] == 0
    assert columns["vehicle.mass"] == max(columns.values())
    for band in network.bands:
        assert abs(columns[band.source] - columns[band.target]) <= 1


def test_further_sources_do_not_look_like_returns() -> None:
    run = dt.simulate(dt.examples.find("machines.ShipShafting")())
    network = network_of(run.energy_flow())
    for band in network.bands:
        source, target = network.nodes[band.source], network.nodes[band.target]
        if source.name.startswith("cylinder"):
            assert source.column == target.column - 1


def test_returns_are_drawn_as_returns(network: Network, flow: EnergyFlow) -> None:
    (axes,) = flow.plot().axes
    bands = [one for one in axes.patches if isinstance(one, PathPatch)]
    hatched = [one for one in bands if one.get_hatch()]
    returns = [
        band
        for band in network.bands
        if network.nodes[band.target].column < network.nodes[band.source].column
    ]
    assert len(bands) == len(network.bands)
    assert len(hatched) == len(returns) > 0


def test_nodes_of_a_column_do_not_overlap(network: Network) -> None:
    placement = placed(network)
    boxes = sorted(placement.boxes.values(), key=lambda box: (box.node.column, -box.top))
    for above, below in itertools.pairwise(boxes):
        if above.node.column == below.node.column:
            assert above.top - above.height > below.top


def test_the_remainder_is_never_hidden(flow: EnergyFlow) -> None:
    (axes,) = flow.plot().axes
    assert "left over" in axes.get_xlabel()


def test_pictures_are_written_and_the_same_twice(flow: EnergyFlow, tmp_path: Path) -> None:
    one, other = tmp_path / "a.svg", tmp_path / "b.svg"
    flow.plot(path=one, title="Energy")
    flow.plot(path=other, title="Energy")
    assert one.read_bytes() == other.read_bytes()


def test_a_machine_at_rest_has_no_picture() -> None:
    run = dt.simulate(dt.examples.find("redundancy.HeldPlanetary")(), stop_time=1e-9)
    with pytest.raises(ResultError, match="no energy flows"):
        run.energy_flow().plot()


@pytest.mark.parametrize("name", ["CoupledClutches", "contacts.Stops", "machines.ShipShafting"])
def test_other_machines_are_drawn(name: str) -> None:
    figure = dt.simulate(dt.examples.find(name)(), stop_time=1.0).energy_flow().plot()
    assert figure.axes[0].patches
