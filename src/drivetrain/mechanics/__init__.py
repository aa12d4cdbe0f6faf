"""What rotation and translation have in common: laws that know neither torques nor forces."""
