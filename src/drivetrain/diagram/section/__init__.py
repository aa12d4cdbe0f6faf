"""The half section of coaxial gearboxes, as in textbooks.

It is made in steps, each a folder: `machine` finds the gearbox in the model, `order` searches the
order of its columns, `layout` gives radii to all lines, `picture` draws them.
"""

from drivetrain.diagram.section.half_section import is_coaxial, section

__all__ = ["is_coaxial", "section"]
