"""Modelica models: reading, checking, converting."""
