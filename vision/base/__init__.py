"""What the whole eye speaks of: a picture, an observation, when to believe one."""
