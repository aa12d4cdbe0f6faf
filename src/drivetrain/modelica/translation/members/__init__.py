"""What a class has: its own members, inherited ones, those of its parts."""
