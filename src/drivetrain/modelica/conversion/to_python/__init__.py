"""Write translated classes as Python that people read."""
