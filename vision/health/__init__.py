"""Whether the camera still sees what was calibrated."""
