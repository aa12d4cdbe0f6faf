"""From Modelica classes to component classes."""
