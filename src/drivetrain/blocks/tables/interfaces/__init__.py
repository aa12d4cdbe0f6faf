"""Base classes of table look-up."""
