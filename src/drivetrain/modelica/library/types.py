"""Types of the Modelica Standard Library: names for real numbers with a unit and bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

__all__ = ["TypeFacts", "find_type", "known_types"]


@dataclass(frozen=True, slots=True)
class TypeFacts:
    """What a type of the library says about a number.

    Parameters
    ----------
    unit : str
        Unit; "1" if it has none.
    minimum, maximum, nominal, start : float or None
        Bounds, size and start value; None if the type says nothing.
    display_unit : str or None
        Unit in which the number is shown.
    quantity : str
        Kind of the quantity, as in the library; empty if it has none.
    """

    unit: str
    minimum: float | None = None
    maximum: float | None = None
    nominal: float | None = None
    display_unit: str | None = None
    quantity: str = ""
    start: float | None = None


_SI: Final[Mapping[str, str]] = {
    "rad": "Angle PhaseDifference=Angle LossAngle=Angle",
    "sr": "SolidAngle",
    "m": "SoundParticleDisplacement=Length MeanFreePath=Length DiffusionLength=Length "
    "Length PathLength=Length Position=Length Distance=Length Breadth=Length Height=Length "
    "Thickness=Length Radius=Length Diameter=Length Wavelength",
    "m2": "EquivalentAbsorptionArea=Area CrossSection=Area Area",
    "m3": "Volume SectionModulus",
    "m4": "SecondMomentOfArea SecondPolarMomentOfArea=SecondMomentOfArea",
    "s": "ReverberationTime=Time RelaxationTime=Time HalfLife=Time MeanLife=Time "
    "Time Duration=Time Period=Time",
    "rad/s": "AngularVelocity AngularFrequency",
    "rad/s2": "AngularAcceleration",
    "rad/s3": "AngularJerk",
    "m/s": "SoundParticleVelocity=Velocity NeutronSpeed=Velocity Velocity VelocityOfSound=Velocity",
    "m/s2": "SoundParticleAcceleration=Acceleration Acceleration",
    "m/s3": "Jerk",
    "Hz": "Frequency",
    "m-1": "WaveNumber AttenuationCoefficient PhaseCoefficient PropagationCoefficient",
    "rad/m": "CircularWaveNumber",
    "s-1": "DampingCoefficient Damping=DampingCoefficient",
    "kg": "MassOfMolecule=Mass EffectiveMass=Mass Mass",
    "kg/m3": "MassConcentration Density",
    "m3/kg": "SpecificVolume",
    "kg/m": "LinearDensity",
    "kg/m2": "SurfaceDensity",
    "kg.m/s": "Momentum",
    "N.s": "Impulse",
    "kg.m2/s": "AngularMomentum",
    "N.m.s": "AngularImpulse",
    "kg.m2": "MomentOfInertia Inertia=MomentOfInertia",
    "N": "Force Weight=Force ImpulseFlowRate MomentumFlux",
    "N/m": "TranslationalSpringConstant SurfaceTension",
    "N.s/m": "TranslationalDampingConstant MechanicalImpedance",
    "N.m": "Torque MomentOfForce=Torque AngularImpulseFlowRate AngularMomentumFlux",
    "N.m/rad": "RotationalSpringConstant",
    "N.m.s/rad": "RotationalDampingConstant",
    "N.m/A": "ElectricalTorqueConstant",
    "N/A": "ElectricalForceConstant",
    "Pa": "SoundPressure=Pressure Fugacity OsmoticPressure=Pressure "
    "Pressure AbsolutePressure=Pressure PressureDifference=Pressure BulkModulus=Pressure "
    "StaticPressure=Pressure PartialPressure=Pressure Stress= NormalStress= ShearStress= "
    "ModulusOfElasticity= ShearModulus=",
    "1": "EulerNumber FroudeNumber GrashofNumber WeberNumber MachNumber KnudsenNumber "
    "StrouhalNumber FourierNumber PecletNumber RayleighNumber StantonNumber "
    "SchmidtNumber LewisNumber BiotNumber=NusseltNumber RefractiveIndex "
    "RelativeAtomicMass RelativeMolecularMass SpectralEmissivity LuminousEfficiency "
    "DissipationCoefficient ReflectionCoefficient TransmissionCoefficient "
    "ActivityCoefficient StoichiometricNumber DegreeOfDissociation "
    "LogarithmicDecrement RelativeDensity Strain LinearStrain=Strain ShearStrain=Strain "
    "VolumeStrain "
    "PoissonNumber CoefficientOfFriction Efficiency RatioOfSpecificHeatCapacities "
    "IsentropicExponent RelativePermittivity RelativePermeability CouplingCoefficient "
    "LeakageCoefficient QualityFactor ElectricSusceptibility MagneticSusceptibility PowerFactor "
    "ReynoldsNumber PrandtlNumber NusseltNumber Emissivity MassFraction MoleFraction "
    "VolumeFraction PerUnit= DimensionlessRatio=",
    "Pa.s": "DynamicViscosity",
    "m2/s": "ThermalDiffusionCoefficient "
    "KinematicViscosity ThermalDiffusivity DiffusionCoefficient",
    "J": "RadiantEnergy=Energy LevelWidth ReactionEnergy=Energy EnergyImparted=Energy "
    "Work Energy PotentialEnergy=Energy KineticEnergy=Energy Heat=Energy "
    "InternalEnergy=Energy Enthalpy=Energy HelmholtzFreeEnergy=Energy GibbsFreeEnergy=Energy",
    "J/m3": "RadiantEnergyDensity=EnergyDensity SoundEnergyDensity=EnergyDensity "
    "EnergyDensity ElectromagneticEnergyDensity=EnergyDensity",
    "W": "RadiantPower=Power SoundPower=Power "
    "Power EnergyFlowRate=Power EnthalpyFlowRate HeatFlowRate=Power "
    "InstantaneousPower=Power ActivePower=Power",
    "kg/s": "MassFlowRate",
    "m3/s": "VolumeFlowRate",
    "K": "DebyeTemperature=ThermodynamicTemperature CurieTemperature=ThermodynamicTemperature "
    "ThermodynamicTemperature Temperature=ThermodynamicTemperature "
    "TemperatureDifference=ThermodynamicTemperature",
    "K/s": "TemperatureSlope",
    "1/K": "LinearTemperatureCoefficient LinearExpansionCoefficient CubicExpansionCoefficient "
    "RelativePressureCoefficient",
    "1/K2": "QuadraticTemperatureCoefficient",
    "Pa/K": "DerPressureByTemperature= PressureCoefficient",
    "1/Pa": "Compressibility IsothermalCompressibility=Compressibility "
    "IsentropicCompressibility=Compressibility",
    "W/m2": "PoyntingVector RadiantExitance SoundIntensity EnergyFluenceRate "
    "HeatFlux DensityOfHeatFlowRate Irradiance",
    "W/(m.K)": "ThermalConductivity",
    "W/(m2.K)": "CoefficientOfHeatTransfer "
    "SurfaceCoefficientOfHeatTransfer=CoefficientOfHeatTransfer",
    "m2.K/W": "ThermalInsulance",
    "K/W": "ThermalResistance",
    "W/K": "ThermalConductance",
    "J/K": "HeatCapacity Entropy MassieuFunction PlanckFunction",
    "J/(K.s)": "EntropyFlowRate",
    "J/(kg.K)": "SpecificHeatCapacity SpecificEntropy "
    "SpecificHeatCapacityAtConstantPressure=SpecificHeatCapacity "
    "SpecificHeatCapacityAtConstantVolume=SpecificHeatCapacity "
    "SpecificHeatCapacityAtSaturation=SpecificHeatCapacity",
    "J/kg": "SpecificEnergyImparted=SpecificEnergy "
    "SpecificEnergy SpecificInternalEnergy=SpecificEnergy SpecificEnthalpy=SpecificEnergy "
    "SpecificHelmholtzFreeEnergy=SpecificEnergy SpecificGibbsFreeEnergy=SpecificEnergy",
    "A": "ElectricCurrent Current=ElectricCurrent MagneticPotential MagnetomotiveForce "
    "MagneticPotentialDifference=MagneticPotential CurrentLinkage",
    "A/s": "CurrentSlope",
    "A/m": "MagneticFieldStrength LinearCurrentDensity Magnetization",
    "A.m2": "ElectromagneticMoment",
    "A/m2": "CurrentDensity",
    "C": "ElementaryCharge ElectricCharge Charge=ElectricCharge ElectricFlux",
    "C/m2": "SurfaceDensityOfCharge ElectricFluxDensity ElectricPolarization",
    "C/m3": "VolumeDensityOfCharge",
    "C.m": "ElectricDipoleMoment",
    "V": "ThermoelectromotiveForce PeltierCoefficient "
    "ElectricPotential Voltage=ElectricPotential PotentialDifference=ElectricPotential "
    "ElectromotiveForce=ElectricPotential",
    "V/s": "VoltageSlope",
    "V.s": "VoltageSecond",
    "V/m": "ElectricFieldStrength Electrization",
    "1/V": "InversePotential",
    "V.A": "ApparentPower=Power",
    "var": "ReactivePower=Power",
    "F": "Capacitance",
    "F/m": "CapacitancePerUnitLength Permittivity PermittivityOfVacuum=Permittivity",
    "F/m2": "CapacitancePerArea",
    "H": "Inductance SelfInductance=Inductance MutualInductance=Inductance Permeance",
    "H/m": "InductancePerUnitLength Permeability PermeabilityOfVacuum=Permeability",
    "H-1": "Reluctance",
    "Wb": "MagneticFlux",
    "Wb/m": "MagneticVectorPotential",
    "Wb.m": "MagneticDipoleMoment",
    "T": "MagneticFluxDensity MagneticPolarization",
    "Ohm": "Resistance Impedance=Resistance Reactance=Resistance ModulusOfImpedance=Resistance",
    "Ohm.m": "Resistivity",
    "Ohm/K": "LinearTemperatureCoefficientResistance",
    "Ohm/K2": "QuadraticTemperatureCoefficientResistance",
    "S": "Conductance Admittance=Conductance Susceptance=Conductance "
    "ModulusOfAdmittance=Conductance",
    "S/m": "ConductancePerUnitLength ElectrolyticConductivity Conductivity",
    "A/V2": "Transconductance",
    "mol": "AmountOfSubstance",
    "kg/mol": "MolarMass",
    "mol/s": "MolarFlowRate",
    "mol/m3": "MolarDensity Molarity=MolarDensity MolarConcentration=MolarDensity "
    "Concentration AmountOfSubstanceConcentration=Concentration",
    "m3/mol": "MolarVolume",
    "J/mol": "MolarEnergy Affinity "
    "MolarInternalEnergy MolarEnthalpy=MolarInternalEnergy ChemicalPotential",
    "J/(mol.K)": "MolarHeatCapacity MolarEntropy",
    "Ohm/m": "ResistancePerUnitLength ImpedancePerUnitLength=ResistancePerUnitLength",
    "W/sr": "RadiantIntensity",
    "W/(sr.m2)": "Radiance",
    "cd": "LuminousIntensity",
    "cd/m2": "Luminance",
    "Pa.s/m3": "AcousticImpedance",
    "Pa.s/m": "SpecificAcousticImpedance",
    "mol/kg": "Molality MolalConcentration=Molality IonicStrength=Molality",
    "m-3": "NumberDensityOfMolecules MolecularConcentration ElectronNumberDensity",
    "C/mol": "FaradayConstant",
    "S.m2/mol": "MolarConductivity",
    "V/K": "SeebeckCoefficient ThomsonCoefficient",
    "m3/C": "HallCoefficient",
    "m2/(V.s)": "Mobility",
    "kg.s2/m5": "DerDensityByEnthalpy=",
    "s2/m2": "DerDensityByPressure=",
    "kg/(m3.K)": "DerDensityByTemperature=",
    "J.m.s2/kg2": "DerEnthalpyByPressure=",
    "J.m3/kg": "DerEnergyByDensity=",
    "J.m.s2/kg": "DerEnergyByPressure=",
    "Pa.m3/kg": "DerPressureByDensity=",
    "1/s": "TimeAging=1/Modelica.Units.SI.Time",
    "1/(A.s)": "ChargeAging=1/Modelica.Units.SI.ElectricCharge",
}
"""Unit → types with it in ``Modelica.Units.SI``; after ``=``, a quantity that differs."""

_NON_SI: Final[Mapping[str, str]] = {
    "cm2": "Area_cm=Area",
    "degC": "Temperature_degC=ThermodynamicTemperature",
    "degF": "Temperature_degF=ThermodynamicTemperature",
    "degRk": "Temperature_degRk=ThermodynamicTemperature",
    "deg": "Angle_deg=Angle",
    "rev/min": "AngularVelocity_rpm=AngularVelocity",
    "km/h": "Velocity_kmh=Velocity",
    "d": "Time_day=Time",
    "h": "Time_hour=Time",
    "min": "Time_minute=Time",
    "l": "Volume_litre=Volume",
    "A.h": "ElectricCharge_Ah=ElectricCharge",
    "W.h": "Energy_Wh=Energy",
    "kW.h": "Energy_kWh=Energy",
    "bar": "Pressure_bar=Pressure",
    "g/s": "MassFlowRate_gps=MassFlowRate",
}
"""Unit → types with it in ``Modelica.Units.NonSI``."""

_NOT_NEGATIVE: Final = (
    "Distance Breadth Height Thickness Radius Diameter Mass Density RelativeDensity "
    "SpecificVolume LinearDensity SurfaceDensity DynamicViscosity KinematicViscosity Efficiency "
    "Capacitance Permittivity SelfInductance ThermodynamicTemperature Temperature "
    "AbsolutePressure BulkModulus StaticPressure PartialPressure AmountOfSubstance MolarMass "
    "MassFraction MoleFraction DebyeTemperature CurieTemperature OsmoticPressure SoundPressure "
    "EffectiveMass VolumeDensityOfCharge SurfaceDensityOfCharge MolarVolume"
)
_AT_MOST_ONE: Final = "MassFraction MoleFraction"
_DISPLAYED: Final[Mapping[str, str]] = {
    "Angle": "deg",
    "PhaseDifference": "deg",
    "LossAngle": "deg",
    "Density": "g/cm3",
    "Pressure": "bar",
    "AbsolutePressure": "bar",
    "PressureDifference": "bar",
    "BulkModulus": "bar",
    "StaticPressure": "bar",
    "PartialPressure": "bar",
    "ThermodynamicTemperature": "degC",
    "Temperature": "degC",
    "DebyeTemperature": "degC",
    "CurieTemperature": "degC",
    "SoundPressure": "bar",
    "OsmoticPressure": "bar",
}
_NOMINAL: Final[Mapping[str, float]] = {
    "ThermodynamicTemperature": 300,
    "Temperature": 300,
    "DebyeTemperature": 300,
    "CurieTemperature": 300,
    "SoundPressure": 1e5,
    "MolarEnergy": 2e4,
    "MolarInternalEnergy": 2e4,
    "MolarEnthalpy": 2e4,
    "AbsolutePressure": 1e5,
    "BulkModulus": 1e5,
    "StaticPressure": 1e5,
    "PartialPressure": 1e5,
}
_START: Final[Mapping[str, float]] = dict.fromkeys(
    ("ThermodynamicTemperature", "Temperature", "DebyeTemperature", "CurieTemperature"), 288.15
)

_OLDER_NAMES: Final[Mapping[str, str]] = {
    "Modelica.SIunits.Temp_K": "Modelica.SIunits.Temperature",
    "Modelica.SIunits.Temp_C": "Modelica.SIunits.Conversions.NonSIunits.Temperature_degC",
    "Modelica.SIunits.CelsiusTemperature": (
        "Modelica.SIunits.Conversions.NonSIunits.Temperature_degC"
    ),
}
_PACKAGES: Final[Mapping[str, Mapping[str, str]]] = {
    "Modelica.Units.SI": _SI,
    "Modelica.SIunits": _SI,
    "Modelica.Units.NonSI": _NON_SI,
    "Modelica.SIunits.Conversions.NonSIunits": _NON_SI,
}
"""Package of edition 4, and its name before → its types."""


def find_type(full_name: str) -> TypeFacts | None:
    """Return what a type of the library says; None if it is not known.

    Parameters
    ----------
    full_name : str
        Full Modelica name, such as ``Modelica.Units.SI.Torque``.
    """
    package, _, name = _OLDER_NAMES.get(full_name, full_name).rpartition(".")
    return _ALL[package].get(name) if package in _ALL else None


def known_types() -> tuple[str, ...]:
    """Return the full Modelica names of all types that are known."""
    return tuple(f"{package}.{name}" for package, types in _ALL.items() for name in types)


def _entries(table: Mapping[str, str]) -> Iterator[tuple[str, TypeFacts]]:
    for unit, entries in table.items():
        for entry in entries.split():
            name, differs, quantity = entry.partition("=")
            facts = TypeFacts(unit, quantity=quantity if differs else name)
            yield (
                name,
                replace(
                    facts,
                    minimum=0.0 if name in _NOT_NEGATIVE.split() else None,
                    maximum=1.0 if name in _AT_MOST_ONE.split() else None,
                    nominal=_NOMINAL.get(name),
                    display_unit=_DISPLAYED.get(name),
                    start=_START.get(name),
                ),
            )


_ALL: Final = {package: dict(_entries(table)) for package, table in _PACKAGES.items()}
"""Package → its types."""
