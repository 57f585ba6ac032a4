"""The troubles of the eyes and of the camera as sentences for the table."""

from typing import get_args

import pytest

from controller.language.catalogues import locale
from controller.language.translate import translated
from controller.live.camera_words import blind, pictures, trouble_text
from controller.record.message import Message
from hardware.camera.errors import CameraError, CameraFault
from tests.vision.base.test_trouble import SENTENCES
from vision.base.observation import Trouble


@pytest.mark.parametrize("trouble", SENTENCES)
def test_a_trouble_is_told_in_the_words_of_the_eyes_and_in_every_language(trouble: Trouble) -> None:
    sentence = trouble_text(trouble)
    assert isinstance(sentence, Message)
    assert sentence == trouble.text
    others = {translated(sentence, locale(lang)) for lang in ("de", "fr", "it", "ja")}
    assert len(others) == 4
    assert sentence not in others
    assert not any(corner in other for corner in trouble.corners for other in others)


def test_nothing_wrong_is_nothing_told() -> None:
    assert trouble_text(None) == ""


def test_each_fault_of_a_camera_has_a_sentence_of_its_own_in_every_language() -> None:
    sentences = [blind(CameraError("/dev/video0: private", fault)) for fault in get_args(CameraFault)]
    texts = {translated(sentence, locale(lang)) for lang in ("en", "de", "fr", "it", "ja") for sentence in sentences}
    assert len(texts) == 5 * len(sentences)
    assert not any("private" in text for text in texts)


def test_faults_of_pictures_are_reported() -> None:
    assert pictures(broken_one_in=0, is_resized=False) == ""
    broken = "the camera sends broken pictures: one in 8; check its cable"
    assert pictures(broken_one_in=8, is_resized=False) == pictures(broken_one_in=8, is_resized=True) == broken
    resized = "the camera's pictures have another size now; measure it again if that stays"
    assert pictures(broken_one_in=0, is_resized=True) == resized
    battery = "the battery of the phone that is the camera is at 10 %; plug it in"
    assert pictures(broken_one_in=0, is_resized=True, low_battery=10) == battery
