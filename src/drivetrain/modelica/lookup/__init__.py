"""What a name means where it stands."""
