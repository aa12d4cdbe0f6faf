"""What friction elements, freewheels and contacts did when: the modes of a run as spans."""
