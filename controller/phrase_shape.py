"""The shape of a sentence: its own words, and slots for what is filled in (:mod:`controller.phrase_words`)."""


def shape(text: str) -> str:
    """A shape as it is; the name tells the extraction of texts that translators should see it.

    >>> shape("{name} deals")
    '{name} deals'
    """
    return text
