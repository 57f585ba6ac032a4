"""What holds for all tests: how many examples a law is tried on, and that no test minds the clock."""

import os

from hypothesis import settings

# The machine may be slow or busy: a law that holds late holds.
settings.register_profile("brief", deadline=None, max_examples=3)
settings.register_profile("quick", deadline=None, max_examples=25)
settings.register_profile("thorough", deadline=None, max_examples=500)
settings.load_profile(os.environ.get("SCHIRI_LAWS", "quick"))
