"""One-dimensional rotation: shafts, springs, gears, clutches, sources and sensors.

All angles, speeds and torques are measured along one axis that points from left to right of the
driveline; reversing a component does not change the sign of its variables. A flange carries the
absolute angle `phi` (rad) and the cut torque `tau` (N·m), positive into the component.

Many components have a housing. With ``use_support=True`` it is the flange `support`, which must be
connected; otherwise it is fixed. Dissipative components have the variable `loss_power` and, with
``use_heat_port=True``, the connector `heat_port`, which must be connected.
"""

from typing import TYPE_CHECKING

from drivetrain.modeling.older_names import refuse_older_classes
from drivetrain.rotational.components.angle_to_torque_adaptor import AngleToTorqueAdaptor
from drivetrain.rotational.components.bearing_friction import BearingFriction
from drivetrain.rotational.components.brake import Brake
from drivetrain.rotational.components.clutch import Clutch
from drivetrain.rotational.components.damper import Damper
from drivetrain.rotational.components.disc import Disc
from drivetrain.rotational.components.elasto_backlash import ElastoBacklash
from drivetrain.rotational.components.elasto_backlash2 import ElastoBacklash2
from drivetrain.rotational.components.fixed import Fixed
from drivetrain.rotational.components.gearbox import Gearbox
from drivetrain.rotational.components.general_angle_to_torque_adaptor import (
    GeneralAngleToTorqueAdaptor,
)
from drivetrain.rotational.components.general_torque_to_angle_adaptor import (
    GeneralTorqueToAngleAdaptor,
)
from drivetrain.rotational.components.ideal_gear import IdealGear
from drivetrain.rotational.components.ideal_gear_r2t import IdealGearR2T
from drivetrain.rotational.components.ideal_planetary import IdealPlanetary
from drivetrain.rotational.components.ideal_rolling_wheel import IdealRollingWheel
from drivetrain.rotational.components.inertia import Inertia
from drivetrain.rotational.components.initialize_flange import InitializeFlange
from drivetrain.rotational.components.lossy_gear import LossyGear
from drivetrain.rotational.components.one_way_clutch import OneWayClutch
from drivetrain.rotational.components.relative_states import RelativeStates
from drivetrain.rotational.components.spring import Spring
from drivetrain.rotational.components.spring_damper import SpringDamper
from drivetrain.rotational.components.torque_to_angle_adaptor import TorqueToAngleAdaptor
from drivetrain.rotational.interfaces import (
    AbsoluteSensor,
    Backlash,
    Compliant,
    CompliantWithRelativeStates,
    Flange,
    FlangeA,
    FlangeB,
    Friction,
    FrictionWithTwoLimits,
    GearLosses,
    InternalSupport,
    OneFlangeAndHousing,
    OneFlangeAndSupport,
    PartialTorque,
    RelativeSensor,
    Rigid,
    RigidSensor,
    RotationalSource,
    RotationalToTranslational,
    ShaftOnSupport,
    Support,
    TwoFlanges,
    TwoFlangesAndHousing,
    TwoFlangesAndSupport,
)
from drivetrain.rotational.sensors.acc_sensor import AccSensor
from drivetrain.rotational.sensors.angle_sensor import AngleSensor
from drivetrain.rotational.sensors.multi_sensor import MultiSensor
from drivetrain.rotational.sensors.power_sensor import PowerSensor
from drivetrain.rotational.sensors.rel_acc_sensor import RelAccSensor
from drivetrain.rotational.sensors.rel_angle_sensor import RelAngleSensor
from drivetrain.rotational.sensors.rel_speed_sensor import RelSpeedSensor
from drivetrain.rotational.sensors.speed_sensor import SpeedSensor
from drivetrain.rotational.sensors.torque_sensor import TorqueSensor
from drivetrain.rotational.sources.accelerate import Accelerate
from drivetrain.rotational.sources.constant_speed import ConstantSpeed
from drivetrain.rotational.sources.constant_torque import ConstantTorque
from drivetrain.rotational.sources.eddy_current_torque import EddyCurrentTorque
from drivetrain.rotational.sources.inverse_speed_dependent_torque import InverseSpeedDependentTorque
from drivetrain.rotational.sources.linear_speed_dependent_torque import LinearSpeedDependentTorque
from drivetrain.rotational.sources.move import Move
from drivetrain.rotational.sources.position import Position
from drivetrain.rotational.sources.quadratic_speed_dependent_torque import (
    QuadraticSpeedDependentTorque,
)
from drivetrain.rotational.sources.sign_torque import SignTorque
from drivetrain.rotational.sources.speed import Speed
from drivetrain.rotational.sources.torque import Torque
from drivetrain.rotational.sources.torque2 import Torque2
from drivetrain.rotational.sources.torque_step import TorqueStep

__all__ = [
    "AbsoluteSensor",
    "AccSensor",
    "Accelerate",
    "AngleSensor",
    "AngleToTorqueAdaptor",
    "Backlash",
    "BearingFriction",
    "Brake",
    "Clutch",
    "Compliant",
    "CompliantWithRelativeStates",
    "ConstantSpeed",
    "ConstantTorque",
    "Damper",
    "Disc",
    "EddyCurrentTorque",
    "ElastoBacklash",
    "ElastoBacklash2",
    "Fixed",
    "Flange",
    "FlangeA",
    "FlangeB",
    "Friction",
    "FrictionWithTwoLimits",
    "GearLosses",
    "Gearbox",
    "GeneralAngleToTorqueAdaptor",
    "GeneralTorqueToAngleAdaptor",
    "IdealGear",
    "IdealGearR2T",
    "IdealPlanetary",
    "IdealRollingWheel",
    "Inertia",
    "InitializeFlange",
    "InternalSupport",
    "InverseSpeedDependentTorque",
    "LinearSpeedDependentTorque",
    "LossyGear",
    "Move",
    "MultiSensor",
    "OneFlangeAndHousing",
    "OneFlangeAndSupport",
    "OneWayClutch",
    "PartialTorque",
    "Position",
    "PowerSensor",
    "QuadraticSpeedDependentTorque",
    "RelAccSensor",
    "RelAngleSensor",
    "RelSpeedSensor",
    "RelativeSensor",
    "RelativeStates",
    "Rigid",
    "RigidSensor",
    "RotationalSource",
    "RotationalToTranslational",
    "ShaftOnSupport",
    "SignTorque",
    "Speed",
    "SpeedSensor",
    "Spring",
    "SpringDamper",
    "Support",
    "Torque",
    "Torque2",
    "TorqueSensor",
    "TorqueStep",
    "TorqueToAngleAdaptor",
    "TwoFlanges",
    "TwoFlangesAndHousing",
    "TwoFlangesAndSupport",
]

if not TYPE_CHECKING:
    __getattr__ = refuse_older_classes(__name__, __all__)
