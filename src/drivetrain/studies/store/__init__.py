"""Studies on disk: a folder with a manifest and one file for each chunk of finished runs."""
