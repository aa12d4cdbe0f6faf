"""Response of a driveline to excitation by orders, over the speed of a shaft."""
