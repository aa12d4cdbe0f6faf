"""Rotational library in its 2002 edition, for older models.

Older models find the parameters, defaults, names and laws that they were written for; unchanged
classes are those of the current library. The main differences:

* Components with one flange call it `flange_b`, sensors of an absolute motion `flange_a`. Signals
  enter at `in_port` and leave at `out_port`; signal sources have a vector of outputs.
* Housings are grounded, and losses leave the model.
* Most parameters have a default; no component except `RelativeStates` influences the choice of
  states.
* Friction tables are called `mue_pos`, the ratio of a lossy gear is `i`.
* `FrictionBase` shifts the curve parameter by `tau0` and treats 1 rad/s as a jump; an
  `ElastoBacklash` damps fully and may pull; `Position` provides its speed even if exact.

Examples are listed as ``edition2002.First`` and so on.
"""

from drivetrain.edition2002.blocks.clock import Clock
from drivetrain.edition2002.blocks.constant import Constant
from drivetrain.edition2002.blocks.exp_sine import ExpSine
from drivetrain.edition2002.blocks.exponentials import Exponentials
from drivetrain.edition2002.blocks.interfaces import SignalSource, VectorSource
from drivetrain.edition2002.blocks.kinematic_ptp import KinematicPTP
from drivetrain.edition2002.blocks.pulse import Pulse
from drivetrain.edition2002.blocks.ramp import Ramp
from drivetrain.edition2002.blocks.saw_tooth import SawTooth
from drivetrain.edition2002.blocks.sine import Sine
from drivetrain.edition2002.blocks.step import Step
from drivetrain.edition2002.blocks.time_table import TimeTable
from drivetrain.edition2002.blocks.trapezoid import Trapezoid
from drivetrain.edition2002.components.bearing_friction import BearingFriction
from drivetrain.edition2002.components.brake import Brake
from drivetrain.edition2002.components.clutch import Clutch
from drivetrain.edition2002.components.damper import Damper
from drivetrain.edition2002.components.elasto_backlash import ElastoBacklash
from drivetrain.edition2002.components.fixed import Fixed
from drivetrain.edition2002.components.gear import Gear
from drivetrain.edition2002.components.gear2 import Gear2
from drivetrain.edition2002.components.gear_efficiency import GearEfficiency
from drivetrain.edition2002.components.ideal_gear import IdealGear
from drivetrain.edition2002.components.ideal_gear_r2t import IdealGearR2T
from drivetrain.edition2002.components.ideal_planetary import IdealPlanetary
from drivetrain.edition2002.components.inertia import Inertia
from drivetrain.edition2002.components.lossy_gear import LossyGear
from drivetrain.edition2002.components.one_way_clutch import OneWayClutch
from drivetrain.edition2002.components.relative_states import RelativeStates
from drivetrain.edition2002.components.spring_damper import SpringDamper
from drivetrain.edition2002.interfaces import (
    AbsoluteSensor,
    CompliantWithSpeed,
    FrictionBase,
    FrictionDisc,
    FrictionOnShaft,
    FrictionPlates,
    Housed,
    RelativeSensor,
    Source,
)
from drivetrain.edition2002.sensors.acc_sensor import AccSensor
from drivetrain.edition2002.sensors.angle_sensor import AngleSensor
from drivetrain.edition2002.sensors.rel_acc_sensor import RelAccSensor
from drivetrain.edition2002.sensors.rel_angle_sensor import RelAngleSensor
from drivetrain.edition2002.sensors.rel_speed_sensor import RelSpeedSensor
from drivetrain.edition2002.sensors.speed_sensor import SpeedSensor
from drivetrain.edition2002.sensors.torque_sensor import TorqueSensor
from drivetrain.edition2002.sources.accelerate import Accelerate
from drivetrain.edition2002.sources.move import Move
from drivetrain.edition2002.sources.position import Position
from drivetrain.edition2002.sources.torque import Torque
from drivetrain.rotational import Compliant, FlangeA, FlangeB, Rigid, Spring, TwoFlanges

__all__ = [
    "AbsoluteSensor",
    "AccSensor",
    "Accelerate",
    "AngleSensor",
    "BearingFriction",
    "Brake",
    "Clock",
    "Clutch",
    "Compliant",
    "CompliantWithSpeed",
    "Constant",
    "Damper",
    "ElastoBacklash",
    "ExpSine",
    "Exponentials",
    "Fixed",
    "FlangeA",
    "FlangeB",
    "FrictionBase",
    "FrictionDisc",
    "FrictionOnShaft",
    "FrictionPlates",
    "Gear",
    "Gear2",
    "GearEfficiency",
    "Housed",
    "IdealGear",
    "IdealGearR2T",
    "IdealPlanetary",
    "Inertia",
    "KinematicPTP",
    "LossyGear",
    "Move",
    "OneWayClutch",
    "Position",
    "Pulse",
    "Ramp",
    "RelAccSensor",
    "RelAngleSensor",
    "RelSpeedSensor",
    "RelativeSensor",
    "RelativeStates",
    "Rigid",
    "SawTooth",
    "SignalSource",
    "Sine",
    "Source",
    "SpeedSensor",
    "Spring",
    "SpringDamper",
    "Step",
    "TimeTable",
    "Torque",
    "TorqueSensor",
    "Trapezoid",
    "TwoFlanges",
    "VectorSource",
]
