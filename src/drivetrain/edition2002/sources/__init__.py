"""Torques and motions imposed on a flange in the 2002 edition, one class per module."""
