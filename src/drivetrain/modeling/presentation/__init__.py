"""How components are shown: signatures for sessions, one line of text, tables for notebooks."""
