"""Clutches and brakes beyond plain friction discs: bands, and teeth that catch.

They are connected like those of :mod:`drivetrain.rotational`, with the same sign conventions.
"""

from drivetrain.clutches.components.band_brake import BandBrake
from drivetrain.clutches.components.dog_clutch import DogClutch
from drivetrain.clutches.components.rigid_dog_clutch import RigidDogClutch
from drivetrain.clutches.interfaces import DogTeeth

__all__ = ["BandBrake", "DogClutch", "DogTeeth", "RigidDogClutch"]
