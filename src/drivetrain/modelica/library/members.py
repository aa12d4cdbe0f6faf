"""What the members of the classes are called in Modelica, and which ones are without effect."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from drivetrain.modelica.library.naming import snake_case

__all__ = [
    "BY_CLASS",
    "EVERYWHERE",
    "FIXED_VALUES",
    "IN_TEXT",
    "MODIFIERS",
    "OLDER_BY_CLASS",
    "OLDER_MEMBERS",
    "ONLY_HERE",
    "WITHOUT_EFFECT",
]

_CAMEL: Final = """
    allowOutOfRange analogFilter constantAmplitude constantExcitation constantFrequency
    controlError controllerType delayMax delayTime deltaPhi elastoBacklash endTime endValue
    entryTime fallTimeConst fElectrical fileName firstTrigger fixedTemperature flangeR flangeT
    generateEvent heatFlowSensor heatPort homotopyType idealRollingWheel inclinationConstant
    initType integerFalse integerTrue internalHeatPort internalSupport kFF limitsAtInit
    lossPower lossTable lossyGear nHeaderLines offsetForce offsetTorque outMax outMin
    outOfRangeValue positiveRange pulseStart realFalse realTrue riseTime riseTimeConst
    samplePeriod sampleTrigger shiftTime startBackward startForward startTime startValue
    stateSelect stepForce stepTorque supportR supportT tableName tableOnFile tauElectrical
    tauLoss tauLossMax tauLossMax_p tauLossMin tauLossMin_m terminationText timeEvents timeScale
    transConductance transResistance tSample uHigh uLow uMax uMin uSample useConstantAmplitude
    useConstantFrequency useCrInput useExcitationInput useFixedTemperature useHeatPort
    useInclinationInput useSupport useSupportR useSupportT useWindInput verboseExtrapolation
    verboseRead vReg vWind vWindConstant windSpeed withFeedForward wMax wMin yMax yMin ySample
"""
EVERYWHERE: Final[Mapping[str, str]] = {
    **{snake_case(name): name for name in _CAMEL.split()},
    "cr_constant": "CrConstant",
    "f_weight": "fWeight",
    "force_direction": "ForceDirection",
    "torque_direction": "TorqueDirection",
    "in_port": "inPort",
    "out_port": "outPort",
}
"""Name here → Modelica name, wherever a member is so called; all others have the same name."""

_ANALOG: Final = "Modelica.Electrical.Analog"
_SWITCHES: Final = """
    Interfaces.IdealSemiconductor Interfaces.IdealSwitch Ideal.IdealDiode Ideal.IdealOpeningSwitch
    Ideal.IdealClosingSwitch Semiconductors.Diode
"""
_WITH_TEMPERATURE: Final = """
    Interfaces.ConditionalHeatPort Basic.Resistor Basic.HeatingResistor Basic.Conductor
    Basic.VariableResistor Basic.VariableConductor
"""

BY_CLASS: Final[Mapping[str, Mapping[str, str]]] = {
    "Modelica.Blocks.Continuous.Filter": {"init_type": "init"},
    "Modelica.Blocks.Discrete.FirstOrderHold": {"pre_u_sample": "pre_uSample"},
    "Modelica.Blocks.Nonlinear.SlewRateLimiter": {"rising": "Rising", "falling": "Falling"},
    **{f"{_ANALOG}.{name}": {"loss_power": "LossPower"} for name in _SWITCHES.split()},
    **{
        f"{_ANALOG}.{name}": {"loss_power": "LossPower", "T_heat_port": "T_heatPort"}
        for name in _WITH_TEMPERATURE.split()
    },
    "Modelica.Mechanics.Rotational.Sources.EddyCurrentTorque": {"T_ref": "TRef"},
    **{
        f"Modelica.Mechanics.{domain}.Interfaces.PartialFriction": {
            "backward": "Backward",
            "forward": "Forward",
            "free_of_force": "Free",
            "stuck": "Stuck",
            "unknown": "Unknown",
            **units,
        }
        for domain, units in {
            "Rotational": {
                "unit_angular_acceleration": "unitAngularAcceleration",
                "unit_torque": "unitTorque",
            },
            "Translational": {
                "unit_acceleration": "unitAcceleration",
                "unit_force": "unitForce",
            },
        }.items()
    },
    "Modelica.Mechanics.Translational.Components.Vehicle": {
        "drag_force": "fDrag",
        "inclination_force": "fGrav",
        "rolling_resistance": "fRoll",
    },
    "Modelica.Mechanics.Translational.Sources.EddyCurrentForce": {"T_ref": "TRef"},
}
"""Modelica name of the class → exceptions from `EVERYWHERE`, name here → Modelica name."""

IN_TEXT: Final[Mapping[str, tuple[str, str]]] = {
    f"Modelica.Mechanics.{domain}.Interfaces.PartialFriction": (
        "drivetrain.modelica.friction",
        f"{domain}Friction",
    )
    for domain in ("Rotational", "Translational")
}
"""Modelica name of a base → module and class that it is where Modelica text extends it."""

MODIFIERS: Final[Mapping[str, Mapping[str, str]]] = {
    f"Modelica.Blocks.Sources.{kind}Expression": {"y": "expression"}
    for kind in ("Real", "Integer", "Boolean")
}
"""Class → Modelica members that are another member here when they are given a value."""

FIXED_VALUES: Final[Mapping[str, Mapping[str, str | bool]]] = {
    "Modelica.Blocks.Continuous.Filter": {"filterType": "low_pass"},
    "Modelica.Blocks.Math.Mean": {"yGreaterOrEqualZero": False},
    "Modelica.Mechanics.Rotational.Components.GeneralAngleToTorqueAdaptor": {
        "use_fder": False,
        "use_fder2": False,
    },
    "Modelica.Mechanics.Rotational.Components.GeneralTorqueToAngleAdaptor": {
        "use_fder": False,
        "use_fder2": False,
    },
    "Modelica.Mechanics.Translational.Components.GeneralForceToPositionAdaptor": {
        "use_fder": False,
        "use_fder2": False,
    },
    "Modelica.Mechanics.Translational.Components.GeneralPositionToForceAdaptor": {
        "use_fder": False,
        "use_fder2": False,
    },
}
"""Class → its parameters that have no counterpart here, and the only value that they may have."""

WITHOUT_EFFECT: Final[Mapping[str, frozenset[str]]] = {
    "": frozenset({"animation", "significantDigits"}),
    "Modelica.Blocks.Continuous.Filter": frozenset({"A_ripple", "f_min"}),
    "Modelica.Blocks.Continuous.LimPID": frozenset({"limitsAtInit"}),
    "Modelica.Blocks.Nonlinear.DeadZone": frozenset({"deadZoneAtInit"}),
    "Modelica.Blocks.Nonlinear.Limiter": frozenset({"limitsAtInit"}),
    "Modelica.Blocks.Nonlinear.VariableLimiter": frozenset(
        {"homotopyType", "limitsAtInit", "ySimplified"}
    ),
}
"""Class, or "" for every class → its parameters that change no equation here."""

OLDER_BY_CLASS: Final[Mapping[str, Mapping[str, str]]] = {
    **{
        f"Modelica.Mechanics.{domain}.Interfaces.PartialElementaryRotationalToTranslational": {
            "internalSupportR.phi": "phi_support",
            "internalSupportT.s": "s_support",
        }
        for domain in ("Rotational", "Translational")
    },
    **{
        f"Modelica.Mechanics.{domain}.Interfaces.PartialElementary{kind}AndSupport2": {
            f"internalSupport.{variable}": f"{variable}_support"
        }
        for domain, variable in (("Rotational", "phi"), ("Translational", "s"))
        for kind in ("OneFlange", "TwoFlanges")
    },
    "Modelica.Electrical.Analog.Basic.RotationalEMF": {"flange_b": "flange"},
    "Modelica.Electrical.Analog.Basic.TranslationalEMF": {"flange_b": "flange"},
    "Modelica.Mechanics.Rotational.Components.IdealGearR2T": {
        "bearingR": "support_r",
        "bearingT": "support_t",
        "flange_a": "flange_r",
        "flange_b": "flange_t",
    },
    "Modelica.Mechanics.Rotational.Components.LossyGear": {"i": "ratio"},
    "Modelica.Mechanics.Rotational.Sources.SignTorque": {"tau_constant": "tau_nominal"},
}
"""Class → Modelica name in an older edition, or of a variable in a part, → name here."""

OLDER_MEMBERS: Final[Mapping[str, str]] = {
    "bearing": "support",
    "freqHz": "f",
    "inPort.signal": "in_port",
    "mue": "mu",
    "mue0": "mu0",
    "mue_pos": "mu_pos",
    "outPort.signal": "out_port",
    "stateSelection": "state_select",
}
"""Modelica name of an older edition → name here, in classes that have a member so called."""

ONLY_HERE: Final[frozenset[str]] = frozenset({"grip", "law"})
"""Members without a counterpart in Modelica, in every class."""
