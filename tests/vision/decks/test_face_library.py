"""Libraries of faces: what is kept or passed on comes back as it was, and what is none is refused in a sentence."""

import io
from dataclasses import replace

import numpy as np
import pytest
from PIL import Image

from tests.support.loops import some
from tests.support.vision.card_decks import ours
from tests.support.vision.enrolled import enrolled
from vision.decks.library import FaceLibrary, FaceLibraryError
from vision.decks.sheet import from_png, to_png

DECK = ours(("S6", "S7", "HQ", "DQ", "CA"))


def library(*, colour: bool) -> FaceLibrary:
    plain = enrolled(DECK, copies=2, colour=colour)
    return replace(plain, when="2026-11-30", back=plain.gray("HQ"), notes={"title": "Großmutters Karten"})


def parts(one: FaceLibrary) -> tuple[object, ...]:
    faces = {name: face.tobytes() for name, face in one.faces.items()}
    back = None if one.back is None else one.back.tobytes()
    return one.names, faces, back, one.size, one.copies, one.when, one.notes, one.is_coloured


@pytest.mark.every
@pytest.mark.parametrize("colour", [False, True])
def test_a_library_comes_back_as_it_was(colour: bool) -> None:
    kept = library(colour=colour)
    assert parts(FaceLibrary.from_bytes(kept.to_bytes())) == parts(kept)
    rows, words = (("HQ", "DQ"), ("S7",)), {"HQ": "Herz-Dame"}
    assert parts(from_png(to_png(kept, rows, words))) == parts(kept)
    bare = replace(kept, back=None)
    assert parts(from_png(to_png(bare))) == parts(bare)


def test_faces_stand_in_the_rows_that_are_asked_for() -> None:
    kept = library(colour=False)
    with Image.open(io.BytesIO(to_png(kept, (("CA", "S6", "HQ"), ("DQ",))))) as picture:
        canvas = np.asarray(picture)[..., 0]
    corners = canvas[12 : 12 + kept.grid.height, 12 : 12 + kept.grid.width]
    assert (corners == kept.faces["CA"]).all()


def test_a_file_that_is_no_library_is_refused_in_a_sentence() -> None:
    kept = library(colour=False)
    data, png = kept.to_bytes(), to_png(kept)
    shrunk = io.BytesIO()
    with Image.open(io.BytesIO(png)) as picture:
        picture.save(shrunk, "PNG")
    for torn in some((b"", b"PK\x03\x04", data[: len(data) // 2], png)):
        with pytest.raises(FaceLibraryError, match=r"no deck's faces: .*enrol"):
            FaceLibrary.from_bytes(torn)
    for torn in some((b"", data, png[: len(png) // 2])):
        with pytest.raises(FaceLibraryError, match=r"no deck's sheet: .*as it was exported"):
            from_png(torn)
    with pytest.raises(FaceLibraryError, match="without a deck's names"):
        from_png(shrunk.getvalue())


def test_another_version_is_refused_by_its_number() -> None:
    kept = library(colour=False)
    heading = '{"v": 2, "names": ["S6"], "size_mm": [57, 89], "copies": 1, "when": "", "notes": {}}'
    with pytest.raises(FaceLibraryError, match="version 2, this program reads 1"):
        FaceLibrary.from_parts(heading, [kept.gray("S6")], None)
    two = heading.replace('"v": 2', '"v": 1').replace('["S6"]', '["S6", "S6"]')
    with pytest.raises(FaceLibraryError, match="2 pictures, 1 names"):
        FaceLibrary.from_parts(two, [kept.gray("S6"), kept.gray("S7")], None)
    small = heading.replace('"v": 2', '"v": 1').replace("57", "63")
    with pytest.raises(FaceLibraryError, match="not of 126 by 178 pixels"):
        FaceLibrary.from_parts(small, [kept.gray("S6")], None)


def test_a_face_can_be_taken_out() -> None:
    assert library(colour=False).without("S6").names == ("S7", "HQ", "DQ", "CA")


def test_a_card_is_more_like_itself_than_like_others() -> None:
    kept = library(colour=False)
    assert kept.alike() == ()
    pairs = kept.alike(limit_bits=10_000)
    assert len(pairs) == 10
    assert {pairs[0].one, pairs[0].other} <= {"S6", "S7"} or pairs[0].bits > 20
