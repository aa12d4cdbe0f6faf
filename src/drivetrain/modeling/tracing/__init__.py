"""Tracing: from a component class to numbered slots and equation templates."""
