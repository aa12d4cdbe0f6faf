"""What is true of single classes, by the name under which they are offered."""

from __future__ import annotations

from typing import Any, Final

_WAVES: Final = ("Constant", "Cosine", "Pulse", "Ramp", "SawTooth", "Sine", "Step", "Trapezoid")

ON_THE_GROUND: Final = {
    "rotational.Fixed",
    "translational.Fixed",
    "electrical.Ground",
    "book.Ground",
    # their reaction is a matter of whoever gives the signals
    "rotational.AngleToTorqueAdaptor",
    "rotational.GeneralAngleToTorqueAdaptor",
    "rotational.GeneralTorqueToAngleAdaptor",
    "rotational.TorqueToAngleAdaptor",
    "translational.GeneralForceToPositionAdaptor",
    "translational.GeneralPositionToForceAdaptor",
    # air, road and rails are at rest
    "translational.Vehicle",
    "translational.MassWithStopAndFriction",
    # housings have no flange in 2002
    "edition2002.Accelerate",
    "edition2002.BearingFriction",
    "edition2002.Brake",
    "edition2002.Fixed",
    "edition2002.Gear",
    "edition2002.Gear2",
    "edition2002.GearEfficiency",
    "edition2002.IdealGear",
    "edition2002.IdealGearR2T",
    "edition2002.LossyGear",
    "edition2002.Move",
    "edition2002.Position",
    "edition2002.Torque",
    "book.GroundedGear",
}
"""Classes that the ground holds without a connection."""

DIRECTED: Final = {
    # one direction holds more, or a sleeve engages in one direction
    "clutches.BandBrake",
    "clutches.DogClutch",
    "clutches.RigidDogClutch",
    "couplings.HardStop",
    "couplings.HuntCrossleyStop",
    "couplings.Ratchet",
    "couplings.RigidRatchet",
    "couplings.RigidStop",
    # freewheels and stops let go in one direction
    "rotational.OneWayClutch",
    "edition2002.OneWayClutch",
    "translational.ElastoGap",
    # a length goes to the right of where something is
    "translational.Rod",
    "translational.MassWithStopAndFriction",
    # drive and coast are not the same
    "gears.LimitedSlipDifferential",
    # current passes in one direction
    "electrical.Diode",
    "electrical.IdealDiode",
    # parameters give a direction
    *(f"electrical.{wave}{what}" for wave in _WAVES for what in ("Current", "Voltage")),
    "rotational.ConstantSpeed",
    "rotational.ConstantTorque",
    "rotational.TorqueStep",
    "rotational.LinearSpeedDependentTorque",
    "rotational.QuadraticSpeedDependentTorque",
    "rotational.InverseSpeedDependentTorque",
    "translational.ConstantSpeed",
    "translational.ConstantForce",
    "translational.ForceStep",
    "translational.LinearSpeedDependentForce",
    "translational.QuadraticSpeedDependentForce",
    "translational.InverseSpeedDependentForce",
}
"""Classes whose law is not odd."""

HANDED: Final = {
    # a band is wound in one direction, a sleeve moves to the right
    "clutches.BandBrake",
    "clutches.DogClutch",
    "clutches.RigidDogClutch",
    # a ratio belongs to one side
    "rotational.IdealGear",
    "rotational.LossyGear",
    "rotational.Gearbox",
    "edition2002.IdealGear",
    "edition2002.IdealGearR2T",
    "edition2002.LossyGear",
    "edition2002.Gear",
    "edition2002.Gear2",
    "book.GroundedGear",
    "book.UngroundedGear",
    "book.ConfigurableGear",
    "gears.SelfLockingGear",
    "gears.WormGear",
    # a positive current drives forward
    "electrical.RotationalEMF",
    "electrical.TranslationalEMF",
    # a signal says which flange is pushed to the right, or which pin is positive
    "electrical.SignalCurrent",
    "electrical.SignalVoltage",
    "rotational.Torque2",
    "translational.Force2",
}
"""Classes whose flanges a and b are not alike."""

MIRROR_IMAGE: Final[dict[str, dict[str, Any]]] = {
    "clutches.BandBrake": {"arm_taut": -1.0, "arm_slack": 0.0},
    "rotational.IdealGear": {"ratio": 0.5},
    "edition2002.IdealGear": {"ratio": 0.5},
    "book.GroundedGear": {"ratio": 0.5},
    "book.UngroundedGear": {"ratio": 0.5},
    "book.ConfigurableGear": {"ratio": 0.5},
}
"""Parameters with which a handed class, turned round, does the same as before."""

DEPENDS_ON_TEMPERATURE: Final = {"rotational.EddyCurrentTorque", "translational.EddyCurrentForce"}
"""Classes whose law depends on the temperature of their heat port."""

HEATS_LESS_THAN_IT_LOSES: Final = {
    "clutches.RigidDogClutch",
    "rotational.ElastoBacklash",
    "rotational.ElastoBacklash2",
    "rotational.Gearbox",
}
"""Classes whose `loss_power` leaves out what a spring loses when its contact is lifted off, or what
blows take at once."""

KINKS: Final = {"translational.ElastoGap"}
"""Classes whose losses have kinks where the motion has none, so that the energy audit, which has no
say in the size of the steps, is less accurate."""
