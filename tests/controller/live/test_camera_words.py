"""The troubles of the eyes as sentences for the table."""

import pytest

from controller.language.catalogues import locale
from controller.language.translate import said
from controller.live.camera_words import told
from controller.record.message import Message
from tests.vision.base.test_trouble import SENTENCES
from vision.base.observation import Trouble


@pytest.mark.parametrize("trouble", SENTENCES)
def test_a_trouble_is_told_in_the_words_of_the_eyes_and_in_every_language(trouble: Trouble) -> None:
    sentence = told(trouble)
    assert isinstance(sentence, Message)
    assert sentence == trouble.text
    others = {said(sentence, locale(lang)) for lang in ("de", "fr", "it", "ja")}
    assert len(others) == 4
    assert sentence not in others
    assert not any(corner in other for corner in trouble.corners for other in others)


def test_nothing_wrong_is_nothing_told() -> None:
    assert told(None) == ""
