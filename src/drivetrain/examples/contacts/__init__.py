"""Bands, teeth, stops and pawls: contacts that hold more in one direction than in the other."""
