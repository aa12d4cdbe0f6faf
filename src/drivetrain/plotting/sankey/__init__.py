"""Picture of an energy flow: bands between parts that may also run back."""
