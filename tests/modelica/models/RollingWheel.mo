within ;
model RollingWheel "Wheel, driven by a torque, that pulls a mass against a quadratic resistance"
  import Modelica.Mechanics;
  extends Modelica.Icons.Example;
  Mechanics.Rotational.Components.IdealRollingWheel idealRollingWheel(radius=1);
  Mechanics.Rotational.Components.Inertia inertia(
    J=1,
    phi(start=0, fixed=true),
    w(start=0, fixed=true));
  Mechanics.Rotational.Sources.TorqueStep torqueStep(
    stepTorque=10,
    offsetTorque=0,
    startTime=0.1,
    useSupport=false);
  Mechanics.Translational.Components.Mass mass(m=1, L=0);
  Mechanics.Translational.Sources.QuadraticSpeedDependentForce quadraticSpeedDependentForce(
    f_nominal=-10,
    ForceDirection=false,
    v_nominal=5);
equation
  connect(torqueStep.flange, inertia.flange_a);
  connect(inertia.flange_b, idealRollingWheel.flangeR);
  connect(idealRollingWheel.flangeT, mass.flange_a);
  connect(mass.flange_b, quadraticSpeedDependentForce.flange);
  annotation (experiment(StopTime=5, Interval=0.001));
end RollingWheel;
