"""Content negotiation of languages: which of those that are spoken here a browser or a person asks for."""

from collections.abc import Iterator

from babel import negotiate_locale

from vision.words.cards import LANGS, Lang


def known(*codes: str) -> Lang | None:
    """The language of the first code, such as ``de`` or ``de-CH``, that is spoken here."""
    found = negotiate_locale((code.strip().lower() for code in codes), LANGS, sep="-")
    return next((lang for lang in LANGS if lang == found), None)


def wanted(header: str) -> tuple[str, ...]:
    """The codes that a browser asks for, the dearest first (RFC 9110, 12.5.4).

    >>> wanted("de-CH, fr;q=0.8, en;q=0.9, it;q=0")
    ('de-CH', 'en', 'fr')
    """

    def weighed() -> Iterator[tuple[float, str]]:
        for part in header.split(",")[:20]:
            code, _, weight = part.partition(";q=")
            try:
                yield float(weight or 1), code.strip()
            except ValueError:
                continue

    return tuple(code for weight, code in sorted(weighed(), key=lambda one: -one[0]) if code and weight > 0)
