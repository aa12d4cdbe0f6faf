"""Given temperatures and heat flows, one class per module."""
