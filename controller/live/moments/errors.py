"""The error of moments and bundles."""


class MomentError(ValueError):
    """A moment that there is not, or a file that is none; the message says which, why and what to do."""
