"""Picture of a timeline: one bar per friction element, freewheel, gear or contact."""
