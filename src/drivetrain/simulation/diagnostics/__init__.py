"""What the kernel reports in numbers, in the words of the model."""
