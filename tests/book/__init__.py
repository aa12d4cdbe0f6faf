"""Tests of the book chapter."""
