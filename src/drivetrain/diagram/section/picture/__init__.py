"""Draw the layout of a half section."""

from drivetrain.diagram.section.picture.picture import picture_of

__all__ = ["picture_of"]
