"""Matrices of components, and arrays of components in arrays of components."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

import drivetrain as dt
from drivetrain.errors import ModelError, ParameterError
from drivetrain.modeling import Component, parameter, variable
from drivetrain.rotational import ConstantTorque, Inertia


class Grid(Component):
    """Discs in rows and columns, each with a torque of its own."""

    rows = parameter(2, structural=True, kind="integer")
    disc = Inertia.array((rows, 3), J=[[1, 2, 3], [4, 5, 6]], phi=dt.fixed(0), w=dt.fixed(0))
    torque = ConstantTorque.array((rows, 3), tau_constant=6)

    def equations(self) -> Iterable[Any]:
        yield self.torque >> self.disc


def test_every_component_of_a_matrix_has_its_values() -> None:
    result = dt.simulate(Grid(), stop_time=1.0)
    for k in range(2):
        for j in range(3):
            assert result.final[f"disc[{k}][{j}].w"] == pytest.approx(6 / (3 * k + j + 1))
            assert result.parameters[f"disc[{k}][{j}].J"] == 3 * k + j + 1


class Sums(Component):
    """Sums over slices of a matrix."""

    grid = Grid()
    row, column, corner = variable("kg.m2"), variable("kg.m2"), variable("kg.m2")

    def equations(self) -> Iterable[Any]:
        yield self.row == sum(self.grid.disc[1].J)
        yield self.column == sum(one[2] for one in self.grid.disc.J)
        yield self.corner == sum(sum(one) for one in self.grid.disc[0:2, [0, 1]].J)


def test_slices_of_a_matrix_have_the_values_of_its_components() -> None:
    final = dt.simulate(Sums(), stop_time=0.0).final
    assert (final["row"], final["column"], final["corner"]) == (15, 9, 1 + 2 + 4 + 5)


class Shaft(Component):
    """Two discs."""

    disc = Inertia.array(2, J=1)


class Shafts(Component):
    """An array of arrays."""

    shaft = Shaft.array(3, disc={"J": [[1, 2], [3, 4], [5, 6]]})
    total = variable("kg.m2")

    def equations(self) -> Iterable[Any]:
        yield self.total == sum(sum(one) for one in self.shaft.disc.J)


def test_an_array_in_an_array_has_a_dimension_for_each() -> None:
    result = dt.simulate(Shafts(), stop_time=0.0)
    assert result.final["total"] == 21
    assert result.parameters["shaft[2].disc[0].J"] == 5


def test_values_of_other_sizes_are_refused() -> None:
    class Wrong(Component):
        disc = Inertia.array((2, 3), J=[[1, 2], [3, 4], [5, 6]])

    with pytest.raises(ParameterError, match="3 × 2 values for 6 components"):
        dt.compile(Wrong())


def test_matrices_of_other_sizes_are_not_connected() -> None:
    class Wrong(Component):
        disc = Inertia.array((2, 3), J=1)
        torque = ConstantTorque.array((3, 2), tau_constant=1)

        def equations(self) -> Iterable[Any]:
            yield self.torque >> self.disc

    with pytest.raises(ModelError, match=r"has 3 × 2 connectors and 'disc.flange_a' has 2 × 3"):
        dt.compile(Wrong())


def test_parts_are_told_by_all_their_indices() -> None:
    structure = dt.structure(Grid())
    assert structure.part("disc").marks[4] == "[1][1]"
    ends = [end for one in structure.connections for end in one.left.each()]
    assert "torque[1][2].flange" in map(str, ends)
