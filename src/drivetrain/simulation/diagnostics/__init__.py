"""Translation of the kernel's numerical reports into the terms of the model."""
