"""A program whose file descriptors are used up."""

import os
import resource
from collections.abc import Generator
from contextlib import ExitStack, contextmanager, suppress


@contextmanager
def used_up() -> Generator[ExitStack]:
    """All descriptors are taken; closing what is yielded sets them free again."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    with ExitStack() as stack:
        stack.callback(resource.setrlimit, resource.RLIMIT_NOFILE, (soft, hard))
        last = os.dup(0)
        stack.callback(os.close, last)
        resource.setrlimit(resource.RLIMIT_NOFILE, (last + 1, hard))
        with suppress(OSError):
            while True:
                stack.callback(os.close, os.dup(last))
        yield stack
