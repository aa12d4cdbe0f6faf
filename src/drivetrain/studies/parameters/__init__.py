"""What a study varies: names, values, bounds, and the models that differ in their equations."""
