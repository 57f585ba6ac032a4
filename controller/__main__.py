"""``python -m controller`` is the program ``schiri``."""

import atexit
import os
import sys
import threading
from contextlib import suppress

ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OPENCV_FOR_THREADS_NUM": "1"}
"""Environment variables for the libraries of NumPy and OpenCV, set before they are loaded unless set already.

A picture's regions are small: shared out, they take twice the processor time, for the helpers wait in a loop for the
next one; and where other programs are busy the eyes wait for a helper that does not get its turn.
"""
os.environ.update({name: os.environ.get(name, value) for name, value in ONE_THREAD.items()})

INTERRUPTED = 130
"""Exit status after Ctrl-C, as of any program."""


def run() -> int:
    """Run the program from its first to its last moment; return the exit status."""
    status = [1]  # of what nobody has caught
    atexit.register(_leave, status)  # the first one registered is called last
    try:
        from controller.cli import main

        status[0] = main()
    except KeyboardInterrupt:  # while the program was being loaded
        status[0] = INTERRUPTED
    return status[0]


def _leave(status: list[int]) -> None:
    """End here if a driver still keeps a thread of ours, for instance that of a camera that gives nothing.

    Python before 3.14 unwinds the stack of a thread that comes back while it is being taken down, and C++ in that stack
    then aborts the program: another exit status than the true one, and words that no player understands.
    """
    if threading.active_count() == 1:
        return
    for stream in (sys.stdout, sys.stderr):
        with suppress(AttributeError, OSError, ValueError):  # one that was never there, or has gone away
            stream.flush()
    os._exit(status[0])


if __name__ == "__main__":
    sys.exit(run())
