"""Where the camera stands and how well it sees, measured."""
