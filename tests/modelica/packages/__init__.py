"""Files, folders, libraries."""
