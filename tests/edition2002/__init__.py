"""Tests of the 2002 edition."""
