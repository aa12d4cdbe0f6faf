within ;
model SimpleGearShift "Two-speed gear: a brake opens while a clutch closes"
  import Modelica.Mechanics.Rotational;
  import Modelica.Blocks;
  extends Modelica.Icons.Example;
  Rotational.Sources.TorqueStep torqueStep(offsetTorque=0, startTime=0.5, stepTorque=20);
  Rotational.Components.Inertia engine(J=1);
  Rotational.Components.IdealPlanetary idealPlanetary(ratio=75/50);
  Rotational.Components.Inertia load(J=10, phi(start=0, fixed=true), w(start=0, fixed=true));
  Rotational.Sources.QuadraticSpeedDependentTorque quadraticSpeedDependentTorque(
    w_nominal(displayUnit="rev/min")=100*Modelica.Constants.pi/30,
    tau_nominal=-20);
  Rotational.Components.Clutch clutch(
    cgeo=2,
    fn_max=100,
    phi_rel(fixed=true),
    w_rel(fixed=true));
  Rotational.Components.Brake brake(cgeo=2, fn_max=100);
  Blocks.Math.Feedback feedback;
  Blocks.Sources.Constant const1(k=1);
  Blocks.Sources.Ramp ramp(height=1, offset=0, startTime=2, duration=0.1);
equation
  connect(torqueStep.flange, engine.flange_a);
  connect(engine.flange_b, idealPlanetary.sun);
  connect(idealPlanetary.sun, clutch.flange_a);
  connect(clutch.flange_b, idealPlanetary.ring);
  connect(idealPlanetary.ring, brake.flange_a);
  connect(idealPlanetary.carrier, load.flange_a);
  connect(load.flange_b, quadraticSpeedDependentTorque.flange);
  connect(const1.y, feedback.u1);
  connect(ramp.y, feedback.u2);
  connect(ramp.y, clutch.f_normalized);
  connect(feedback.y, brake.f_normalized);
  annotation (experiment(StopTime=5, Interval=0.01));
end SimpleGearShift;
