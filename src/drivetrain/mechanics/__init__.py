"""Laws shared by rotation and translation, independent of torques and forces."""
