"""The energy flow of a run, drawn on the diagram of the machine."""
