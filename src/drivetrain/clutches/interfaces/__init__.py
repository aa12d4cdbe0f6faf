"""Base classes of clutches."""

from drivetrain.clutches.interfaces.dog_teeth import DogTeeth

__all__ = ["DogTeeth"]
