"""What holds for all tests."""

from hypothesis import settings

# The machine may be slow or busy: a law that holds late holds.
settings.register_profile("schiri", deadline=None)
settings.load_profile("schiri")
