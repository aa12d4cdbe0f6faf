"""Structural analysis: index reduction, state selection, causalization, diagnostics."""
