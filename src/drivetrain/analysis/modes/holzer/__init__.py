"""Holzer's table: the torsional system as a train of discs and shafts, calculated by hand."""
