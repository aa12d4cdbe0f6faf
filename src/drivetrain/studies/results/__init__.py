"""What a study returns: tables, failures, single runs."""
