"""Modelica classes on disk: files, folders, libraries."""
