"""Modelica models whose parts are placed, turned and connected by drawn lines."""

from __future__ import annotations

PACKAGE = """
package Drawn
  model Motor "Machine with its circuit"
    Modelica.Electrical.Analog.Sources.SignalVoltage source
      annotation (Placement(transformation(extent={{10,-10},{-10,10}}, rotation=90,
        origin={-60,0})));
    Modelica.Electrical.Analog.Basic.Resistor coil(R=0.5)
      annotation (Placement(transformation(extent={{-40,30},{-20,50}})));
    Modelica.Electrical.Analog.Basic.RotationalEMF emf(k=0.1)
      annotation (Placement(transformation(extent={{0,-10},{20,10}})));
    Modelica.Electrical.Analog.Basic.Ground ground
      annotation (Placement(transformation(extent={{-70,-60},{-50,-40}})));
    Modelica.Blocks.Interfaces.RealInput u
      annotation (Placement(transformation(extent={{-140,-20},{-100,20}})));
    Modelica.Mechanics.Rotational.Interfaces.Flange_b flange
      annotation (Placement(transformation(extent={{90,-10},{110,10}}),
        iconTransformation(extent={{90,40},{110,60}})));
  equation
    connect(u, source.v) annotation (Line(points={{-120,0},{-72,0}}, color={0,0,127}));
    connect(source.p, coil.p) annotation (Line(points={{-60,10},{-60,40},{-40,40}}));
    connect(coil.n, emf.p) annotation (Line(points={{-20,40},{10,40},{10,10}}));
    connect(emf.n, ground.p) annotation (Line(points={{10,-10},{10,-40},{-60,-40}}));
    connect(source.n, ground.p) annotation (Line(points={{-60,-10},{-60,-40}}));
    connect(emf.flange, flange) annotation (Line(points={{20,0},{100,0}}));
    annotation (Icon(graphics={
      Rectangle(extent={{-60,60},{60,-60}}, fillPattern=FillPattern.Solid),
      Ellipse(extent={{-30,30},{30,-30}}),
      Line(points={{60,50},{100,50}}),
      Polygon(points={{-70,-100},{-40,-60},{40,-60},{70,-100}}, fillPattern=FillPattern.Solid),
      Bitmap(extent={{-10,-10},{10,10}}, fileName="unknown.png"),
      Text(extent={{-100,100},{100,70}}, textString="%name"),
      Text(extent={{-30,20},{30,-20}}, textString="DC")}));
  end Motor;

  model Drive "Motor with a load on springs"
    Motor motor annotation (Placement(transformation(extent={{-40,-10},{-20,10}})));
    Modelica.Blocks.Sources.Step step(height=24)
      annotation (Placement(transformation(extent={{-80,-10},{-60,10}})));
    Modelica.Mechanics.Rotational.Components.IdealPlanetary gear(ratio=2)
      annotation (Placement(transformation(extent={{0,-10},{20,10}})));
    Modelica.Mechanics.Rotational.Components.Fixed housing
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=180,
        origin={-10,40})));
    Modelica.Mechanics.Rotational.Components.Damper damper(d=1)
      annotation (Placement(transformation(extent={{-10,-10},{10,10}}, rotation=270,
        origin={60,-30})));
    Modelica.Mechanics.Rotational.Components.Fixed floor
      annotation (Placement(transformation(extent={{50,-70},{70,-50}})));
    Modelica.Mechanics.Rotational.Components.Inertia load(J=1)
      annotation (Placement(transformation(extent={{80,-10},{100,10}})));
  equation
    connect(step.y, motor.u) annotation (Line(points={{-59,0},{-42,0}}, color={0,0,127}));
    connect(motor.flange, gear.sun) annotation (Line(points={{-20,5},{-10,5},{-10,0},{0,0}}));
    connect(gear.carrier, housing.flange) annotation (Line(points={{0,4},{-4,4},{-4,40},{-10,40}}));
    connect(gear.ring, load.flange_a) annotation (Line(points={{20,0},{80,0}}));
    connect(gear.ring, damper.flange_a) annotation (Line(points={{20,0},{60,0},{60,-20}}));
    connect(damper.flange_b, floor.flange) annotation (Line(points={{60,-40},{60,-60}}));
  end Drive;
end Drawn;
"""
"""A motor with an icon of its own, and a drive with it."""
