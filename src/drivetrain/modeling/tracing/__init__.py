"""Turn a component class into numbered slots and equation templates."""
