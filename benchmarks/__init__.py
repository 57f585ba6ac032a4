"""Benchmarks, a folder for each subject, one program a file; they count threads as the program ``schiri`` does."""

import os

from controller.__main__ import ONE_THREAD

# Set before NumPy and OpenCV are loaded: they read it only then.
os.environ.update({name: os.environ.get(name, value) for name, value in ONE_THREAD.items()})
