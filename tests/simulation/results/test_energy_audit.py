"""Reading the energy audit by the names of parts."""

from __future__ import annotations

import copy
import math
import pickle
from collections.abc import Iterable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import drivetrain
from drivetrain import Model, blocks, examples, simulate, thermal, translational
from drivetrain.errors import NameLookupError
from drivetrain.kernel.binding import Solver
from drivetrain.modeling import fixed
from drivetrain.rotational import Inertia, SpringDamper, Torque
from drivetrain.simulation.results import recording
from drivetrain.simulation.results.energy_audit import Energy


@pytest.fixture(scope="module")
def audit() -> Energy:
    found = drivetrain.simulate(examples.find("CoupledClutches")(), stop_time=0.1).energy
    assert isinstance(found, Energy)
    return found


def test_a_misspelt_part_is_answered_with_the_nearest(audit: Energy) -> None:
    with pytest.raises(NameLookupError, match="no part 'torqeu' has energy supplied; did you") as e:
        audit.supplied_by["torqeu"]
    assert "'torque'" in str(e.value)
    with pytest.raises(NameLookupError, match=r"dissipated.*'clutch1'"):
        audit.dissipated_by["clutch_1"]


def test_where_nothing_is_near_the_parts_are_told(audit: Energy) -> None:
    with pytest.raises(NameLookupError, match=r"stored; there are \['J1', 'J2'"):
        audit.stored_by["something else"]


def test_they_are_dictionaries_otherwise(audit: Energy) -> None:
    assert audit.supplied_by.get("torqeu") is None
    assert "torqeu" not in audit.supplied_by
    for again in (pickle.loads(pickle.dumps(audit)), copy.deepcopy(audit)):
        assert list(again.supplied_by) == list(audit.supplied_by)
        with pytest.raises(NameLookupError):
            again.supplied_by["torqeu"]


class Stepped(Model):
    """A block in a bath whose temperature is stepped, and one that warms up beside it."""

    step = blocks.Step(height=50.0, offset=300.0, start_time=0.5)
    bath = thermal.PrescribedTemperature()
    block = thermal.HeatCapacitor(C=10.0)
    wall = thermal.ThermalConductor(G=4.0)
    beside = thermal.HeatCapacitor(C=2.0, T=fixed(300.0))

    def equations(self) -> Iterable[Any]:
        yield self.step.y >> self.bath.T
        yield self.bath.port >> self.block.port
        yield self.bath.port >> self.wall.port_a
        yield self.wall.port_b >> self.beside.port


def test_heat_of_a_temperature_that_jumps_is_told() -> None:
    """C ΔT = 500 J flow in no time; the other block takes its heat through the wall later."""
    result = simulate(Stepped(), stop_time=1.0, tolerance=1e-8)
    energy = result.energy
    assert set(energy.heat_at_once_by) == {"block"}
    assert energy.heat_at_once[[0, -1]] == pytest.approx([0.0, 500.0])
    assert "heat at once 500 J" in str(energy)
    assert np.all(result["block.port.Q_flow"] == 0.0)
    warmed = 50.0 * (1.0 - math.exp(-0.5 * 4.0 / 2.0))
    assert result["beside.T"][-1] == pytest.approx(300.0 + warmed, abs=1e-5)


def test_no_heat_jumps_where_temperatures_are_states() -> None:
    class Warming(Model):
        source = thermal.PrescribedHeatFlow()
        block = thermal.HeatCapacitor(C=10.0, T=fixed(300.0))
        step = blocks.Step(height=50.0, start_time=0.5)

        def equations(self) -> Iterable[Any]:
            yield self.step.y >> self.source.Q_flow
            yield self.source.port >> self.block.port

    energy = simulate(Warming(), stop_time=1.0).energy
    assert energy.heat_at_once_by == {}
    assert "heat" not in str(energy)


class Shaft(Model):
    """So many discs that their energies are given as one sum."""

    disc = Inertia.array(250, J=0.1, phi=fixed(0.0), w=fixed(0.0))
    link = SpringDamper.array(249, c=1e4, d=1.0)
    motor = Torque(tau=10.0)

    def equations(self) -> Iterable[Any]:
        yield self.motor >> self.disc[0]
        yield self.disc[:-1] >> self.link
        yield self.link >> self.disc[1:]


class Beside(Shaft):
    """The same with a mass that hits a stop."""

    stop = translational.MassWithStopAndFriction(
        smin=-0.01, smax=0.01, L=0.0, m=1.0, F_prop=0.0, F_Coulomb=0.0, F_Stribeck=0.0, fexp=1.0,
        s=fixed(0.0), v=fixed(1.0),
    )  # fmt: skip


def bits(energy: Energy) -> dict[tuple[int, str], bytes]:
    parts = (energy.stored_by, energy.dissipated_by, energy.supplied_by)
    return {(k, path): part[path].tobytes() for k, part in enumerate(parts) for path in part}


@pytest.mark.parametrize("model", [Shaft, Beside])
def test_pieces_of_any_length_give_the_same_numbers(
    model: type[Model], monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled = drivetrain.compile(model())
    expected = compiled.simulate(stop_time=0.02).energy
    assert expected.dissipated[-1] > (0.4 if model is Beside else 0.0)
    for piece in (1, 50_000):
        monkeypatch.setattr(recording, "_VERY_MANY", 1)
        monkeypatch.setattr(recording, "_PIECE", piece)
        assert bits(compiled.simulate(stop_time=0.02).energy) == bits(expected)


def test_rows_too_long_to_be_kept_are_completed_piece_by_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(recording, "_VERY_MANY", 1)
    monkeypatch.setattr(recording, "_PIECE", 100_000)
    lengths: list[int] = []
    complete = Solver.complete

    def counted(self: Solver, rows: NDArray[np.float64], **how: bool) -> NDArray[np.float64]:
        lengths.append(len(rows))
        return complete(self, rows, **how)

    monkeypatch.setattr(Solver, "complete", counted)
    result = simulate(Shaft(), stop_time=0.02)
    lengths.clear()  # some rows are completed to be checked
    assert result.energy.stored[-1] > 0
    assert sum(lengths) == len(result.time)
    assert max(lengths) < 100
