"""The half section of a model: what is drawn above the axis of a coaxial gearbox."""

from __future__ import annotations

from drivetrain.calls import explained, warn
from drivetrain.diagram.drawing import Drawing
from drivetrain.diagram.hints import Hints, unknown_names
from drivetrain.diagram.notes import Notes
from drivetrain.diagram.section.layout import layout_of
from drivetrain.diagram.section.machine import coaxial_sets, is_set, scheme_of
from drivetrain.diagram.section.picture import picture_of
from drivetrain.errors import ArgumentError, ModelWarning, UsageError, shown
from drivetrain.model_structure import Structure

__all__ = ["is_coaxial", "section"]


@explained
def is_coaxial(structure: Structure) -> bool:
    """Tell whether a model is best shown in half section.

    It is if it has two or more planetary sets that share a body which turns, in the model itself
    or within its parts.

    Parameters
    ----------
    structure : Structure
        The structure of the model.

    Raises
    ------
    ArgumentError
        If the argument is no structure.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain.diagram.section import is_coaxial
    >>> model = dt.examples.find("machines.EightSpeedAutomatic")()
    >>> is_coaxial(dt.structure(model))
    True
    """
    return coaxial_sets(_checked("is_coaxial", structure))


@explained
def section(
    structure: Structure, hints: Hints | None = None, notes: Notes | None = None
) -> Drawing:
    """Return the half section of a coaxial gearbox.

    The axis is at the bottom, the housing on top. Planetary sets, clutches and brakes stand in
    columns from the engine on the left to the load on the right, in the order with the fewest
    crossings of lines. Each rigid body has a colour. What is attached to the shafts of the gearbox
    is drawn at their ends; a line below the drawing lists all other parts. Ports that lack a
    connection are told below the names of their parts.

    Parameters
    ----------
    structure : Structure
        The structure of the model.
    hints : Hints, optional
        What the author says about the drawing.
    notes : mapping, optional
        Lines of text below the names of parts, by path.

    Returns
    -------
    Drawing
        The same for the same structure and hints.

    Raises
    ------
    UsageError
        If the model has no planetary set, or no order of its parts was found.
    ArgumentError
        If an argument is of the wrong kind.

    Warns
    -----
    ModelWarning
        If a hint names a part that does not exist.

    Examples
    --------
    >>> import drivetrain as dt
    >>> from drivetrain.diagram.section import section
    >>> model = dt.examples.find("machines.EightSpeedAutomatic")()
    >>> section(dt.structure(model)).title
    'EightSpeedAutomatic'
    """
    found = _checked("section", structure)
    wished = Hints() if hints is None else hints
    if not isinstance(wished, Hints):
        raise ArgumentError(f"section(hints={shown(hints)}): give Hints(…)")
    for sentence in unknown_names(wished, (part.path for part in found.parts)):
        warn(ModelWarning(f"{found.title}: {sentence}"))
    if not any(is_set(part) for part in found.parts):
        raise UsageError(
            f"section of {found.title}: it has no planetary set with sun, carrier and ring; "
            "choose view='schematic'"
        )
    scheme = scheme_of(found, wished, notes)
    layout = layout_of(scheme.puzzle)
    if layout is None:
        raise UsageError(
            f"section of {found.title}: no order of its {len(scheme.columns)} sets, clutches and "
            "brakes was found; give Hints(order=…), or choose view='schematic'"
        )
    return picture_of(scheme, layout, found.title)


def _checked(function: str, structure: object) -> Structure:
    if not isinstance(structure, Structure):
        raise ArgumentError(
            f"{function}({shown(structure)}): give the structure of a model, dt.structure(model)"
        )
    return structure
