"""Cameras are not blamed where the program's own files are used up, and can be opened once there are some."""

import pytest

from hardware.camera import v4l2
from hardware.camera.source import CameraError, open_source
from tests.support.descriptors import used_up


@pytest.mark.parametrize("source", ["/dev/null", "77", "http://127.0.0.1:9/"])
def test_a_camera_that_cannot_be_opened_for_lack_of_files_is_not_blamed(
    source: str, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> None:
    monkeypatch.setattr(v4l2, "BY_ID", tmp_path_factory.mktemp("by-id"))  # where a table has a camera
    with used_up(), pytest.raises(CameraError) as told, open_source(source):
        pass
    assert "Too many open files" in str(told.value)
    with pytest.raises(CameraError) as told, open_source(source):
        pass
    assert "open files" not in str(told.value)
