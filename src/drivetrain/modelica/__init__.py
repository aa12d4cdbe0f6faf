"""Modelica models as they are: read, check, convert."""
