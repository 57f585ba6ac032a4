"""The end of a program that goes on until Ctrl-C or SIGTERM."""

import signal
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from types import FrameType


@contextmanager
def stoppable(leave: Callable[[], None]) -> Generator[None]:
    """End what is done here on Ctrl-C and SIGTERM, without an error.

    Args:
        leave: asks for the end, too; for what is done here must end also where the interrupt is lost.
    """

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        # An interrupt that comes in a destructor, or in what Python calls back when something is gone, ends nothing.
        leave()
        raise KeyboardInterrupt

    numbers = [signal.SIGTERM, signal.SIGINT]
    if signal.getsignal(signal.SIGINT) == signal.SIG_IGN:
        numbers.remove(signal.SIGINT)  # it was started in the background, where Ctrl-C is another's
    before = [(number, signal.signal(number, stop)) for number in numbers]
    try:
        with suppress(KeyboardInterrupt):
            yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)
