"""Values as people find them in the record and in settings: JSON's spelling, not Python's."""

import json


def spelled(value: object) -> str:
    """A value as JSON spells it; a text stands in single quotes, as names do in sentences.

    >>> [spelled(value) for value in (True, None, float("nan"), ("hearts", "spades"), "x")]
    ['true', 'null', 'NaN', '["hearts", "spades"]', "'x'"]
    """
    return repr(value) if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
