"""The survey of a camera: scale, blur, light, expected rate; advice; the file; the picture."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.live.camera_words import advice_text
from groundwork.picture import Gray, u8
from tests.support.vision.mat_pictures import MAT, SIZE, bent, camera, photo
from vision.calibration.advice import advice, expected_share
from vision.calibration.collect import Collector
from vision.calibration.conditions import measure_blur
from vision.calibration.file import CalibrationTextError, Saved, from_text, rows, to_text
from vision.calibration.noticing import NoticingTrial
from vision.calibration.overlay import draw
from vision.calibration.read_rate import GOOD, Conditions, RateCache, Remedy, expected_rate, remedies, worst_and_best
from vision.calibration.solve import solve
from vision.calibration.survey import AreaReport, MatCell, Survey, make_survey
from vision.marks import symbologies
from vision.mat.geometry import Calibration, MatNotSeenError, TwoMatsError, mark_corners_mm

NAMES = ("Anna", "Berta", "Carla", "Dora")
ARUCO = symbologies.load("aruco", (0,))
GOOD_AREA = AreaReport(0, 3.2, 0.5, 150, 90, 0.0, 1.0)


def surveyed(*frames: Gray) -> Survey:
    seen = Collector()
    for frame in frames:
        seen.add(frame)
    found = solve(MAT, seen.views(), *SIZE)
    return make_survey(MAT, 4, found.calibration, seen, "aruco", 0)


def whole(*helps: Remedy, **changes: float) -> Survey:
    areas = tuple(replace(GOOD_AREA, seat=seat) for seat in range(4))
    first = replace(GOOD_AREA, **changes)  # pyrefly: ignore[bad-argument-type]  # no change of the seat, which alone is no float
    return Survey((first, *areas[1:]), (200, 190, 180, 195), 0.0, (), helps)


@pytest.mark.parametrize("blur_px", [0.5, 1.0, 1.6])
def test_the_blur_is_measured_by_the_whole_pattern(blur_px: float) -> None:
    truth = camera(15)
    gray = photo(truth, blur_px=blur_px, grain=3)
    for place in range(4):
        found = measure_blur(gray, MAT, truth, place)
        assert found is not None
        assert found.sigma_px == pytest.approx(blur_px, rel=0.12)
        # In light that is one part in two hundred.
        assert found.dark == pytest.approx(20, abs=16)
        assert found.light == pytest.approx(200, abs=6)


def test_a_mark_that_the_frame_cuts_tells_no_blur() -> None:
    truth = camera(shift=(-85, 0))
    assert measure_blur(photo(truth), MAT, truth, 0) is None
    assert measure_blur(photo(truth), MAT, truth, 1) is not None


def test_a_survey_tells_what_the_picture_was_made_with() -> None:
    truth = camera(zoom=1.03)
    found = surveyed(*(photo(truth, blur_px=0.6, seed=seed) for seed in range(3)))
    assert [area.seat for area in found.areas] == [0, 1, 2, 3]
    for area in found.areas:
        assert area.px_per_mm == pytest.approx(2.06, abs=0.01)
        assert area.edge_mm == pytest.approx(2.563 * 0.6 / 2.06, rel=0.15)
        assert area.contrast == pytest.approx(180, abs=8)
        assert area.mean == pytest.approx(83, abs=2)
        assert (area.clipped, area.rate) == (0.0, 1.0)
    assert found.flicker < 0.01
    assert expected_share(found) == 1.0


def test_glare_costs_its_share_of_the_cards() -> None:
    truth = camera()
    gray = photo(truth, blur_px=0.5)
    gray[400:, 400:880] = 255
    found = surveyed(gray)
    assert found.areas[0].clipped > 0.9
    assert found.areas[0].rate < 0.1
    assert min(area.rate for area in found.areas[1:]) > 0.99
    assert advice_text(advice(found)[0], NAMES).endswith("of Anna is white with glare.")
    # A card whose middle lies near the light is partly under it.
    under, beside, far = ({cell.centre_mm: cell.rate for cell in found.cells}[place] for place in PLACES)
    assert under < 0.01 < beside < 0.9 < far


PLACES = ((300.0, 276.25), (420.0, 276.25), (580.0, 21.25))
"""Cells in the light, at its edge and far from it."""


def test_flicker_is_seen_in_bands() -> None:
    truth = camera()
    bands = 1 + 0.08 * np.sin(np.arange(SIZE[1])[:, None] / 90)
    plain = photo(truth, blur_px=0.5).astype(float)
    frames = [np.clip(plain * np.roll(bands, 150 * shift, axis=0), 0, 255).astype(np.uint8) for shift in range(4)]
    assert surveyed(*frames).flicker > 0.05


@pytest.mark.parametrize("rows", [32, 100, 128])
def test_flicker_is_seen_in_a_picture_of_few_rows(rows: int) -> None:
    seen = Collector()
    for light in (100, 110):
        seen.add(np.full((rows, 64), light, np.uint8))
    assert seen.flicker == pytest.approx(0.1, abs=0.01)


@pytest.mark.parametrize(("px_per_mm", "softer", "contrast"), [(1.0, 1.5, 0.5), (2.0, 3.0, 0.15), (3.2, 3.0, 0.15)])
def test_a_worse_picture_is_never_expected_to_be_read_better(px_per_mm: float, softer: float, contrast: float) -> None:
    here = Conditions(px_per_mm, 0.8, 20, 200, 2)
    rate = expected_rate(ARUCO, 0, here)
    # One card in 100 may turn out differently by chance.
    assert expected_rate(ARUCO, 0, replace(here, blur_px=0.8 * softer)) <= rate + 0.05
    assert expected_rate(ARUCO, 0, replace(here, light=20 + 180 * contrast, grain=6)) <= rate + 0.05


def test_the_ends_of_the_scale_are_all_and_none() -> None:
    assert expected_rate(ARUCO, 0, Conditions(3.2, 0.6, 20, 200, 2)) == 1.0
    assert expected_rate(ARUCO, 0, Conditions(3.2, 6.0, 20, 200, 2)) == 0.0
    assert expected_rate(symbologies.load("qr_zxing", (0,)), 0, Conditions(3.2, 0.6, 20, 200, 2)) == 1.0


@pytest.mark.parametrize(
    ("found", "told"),
    [
        (whole(), ()),
        (
            whole(Remedy("nearer", 2.0, 0.999), rate=0.5, px_per_mm=1.1),
            ("Bring the camera nearer", "1.1 pixels a millimetre at Anna", "with 2.2 it reads 99.9% ", "now 50%"),
        ),
        (
            whole(Remedy("focus", 1.6, 1.0), rate=0.97, edge_mm=2.0),
            ("Focus the camera", "2.0 mm wide at Anna", "with 1.2 mm it reads 100.0% ", "now 97.0%"),
        ),
        (
            whole(Remedy("light", 1.6, 0.9), rate=0.5, contrast=70),
            ("More light", "70 grey levels", "at Anna", "with 112 it reads 90% "),
        ),
        (whole(rate=0.5), ("Only 50% of the cards", "Anna", "none of these alone")),
        (
            replace(whole(rate=0.96), noticing=NoticingTrial("pale", 0.96, 1.25)),
            ("White cards are not all noticed", "3.2 pixels", "darker mat", "nearer, to 4.0; then it reads"),
        ),
        (replace(whole(rate=0.96), noticing=NoticingTrial("pale", 0.96)), ("at 3.2 pixels", "or cloth; then it reads")),
        (
            replace(whole(rate=0.96), noticing=NoticingTrial("dim", 0.96, 2.5)),
            (
                "More light",
                "with 2.5 times as much",
            ),
        ),
        (
            replace(whole(rate=0.96), noticing=NoticingTrial("dim", 0.96)),
            ("More light alone is not enough", "99.0% of them"),
        ),
        (whole(contrast=20), ("Turn the lamp away", "Anna")),
        (replace(whole(contrast=20), whites=(40, 40, 40, 40)), ("More light", "20 grey levels", "Anna")),
        (whole(clipped=0.3), ("Move the lamp or shorten", "30% of Anna")),
        (replace(whole(), whites=(200, 90, 180, 190)), ("to the middle", "the top right corner", "the top left one")),
        (replace(whole(), flicker=0.2), ("flickers by 20%", "another lamp")),
    ],
)
def test_each_fault_is_one_sentence_that_says_what_to_do(found: Survey, told: tuple[str, ...]) -> None:
    said = [advice_text(one, NAMES) for one in advice(found)]
    assert len(said) == bool(told)
    assert all(part in said[0] for part in told)


def test_no_mat_half_a_mat_and_two_mats_are_told_apart() -> None:
    truth = camera()
    none, half = Collector(), Collector()
    none.add(photo(truth, without=(0, 1, 2, 3)))
    half.add(photo(truth, without=(1, 3)))
    with pytest.raises(MatNotSeenError, match="no mat was seen in 1 picture;"):
        none.views()
    with pytest.raises(MatNotSeenError, match="the corner mark top right and bottom left was not seen"):
        half.last()
    with pytest.raises(MatNotSeenError, match="the source gave no picture"):
        Collector().views()
    small = u8(cv2.resize(photo(truth), None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA))
    with pytest.raises(TwoMatsError, match="two mats are seen"):
        Collector().add(np.hstack((small, small)))


def test_views_count_when_they_were_steady() -> None:
    here, there = photo(camera()), photo(camera(shift=(8, 5)))
    seen = Collector()
    for frame in (here, here, here, there, here, here):
        seen.add(frame)
    assert (len(seen.views()), seen.frames, seen.showing) == (2, 6, 6)
    seen = Collector(steady=1)
    for frame in (here, there):
        seen.add(frame)
    assert len(seen.views()) == 2


def saved(calibration: Calibration) -> Saved:
    return Saved(*SIZE, MAT, rows(calibration), calibration.lens, 0.1, (GOOD_AREA,), "2026-11-21T10:00:00+00:00")


@given(lean=st.floats(-40, 40), k1=st.none() | st.floats(-0.1, 0.1))
def test_a_saved_file_is_read_back(lean: float, k1: float | None) -> None:
    truth = camera(lean, lens=None if k1 is None else bent(k1))
    before = saved(truth)
    after = from_text(to_text(before))
    assert after == before
    assert np.allclose(after.calibration.mm(truth.px(mark_corners_mm(MAT))), mark_corners_mm(MAT), atol=1e-3)


@given(cut=st.integers(0, 400))
def test_a_torn_text_is_one_sentence(cut: int) -> None:
    with pytest.raises(CalibrationTextError, match=r"no calibration: .*; calibrate anew") as mistake:
        from_text(to_text(saved(camera()))[:cut])
    assert "\n" not in str(mistake.value)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"v": 2}, "version 2"),
        ({"to_px": ((0.0, 0.0, 0.0),) * 3}, "no homography"),
        ({"to_px": ((float("inf"), 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))}, "no calibration"),
    ],
)
def test_a_text_that_cannot_be_used_says_why(change: dict[str, object], told: str) -> None:
    with pytest.raises(CalibrationTextError, match=told):
        from_text(to_text(replace(saved(camera()), **change)))  # pyrefly: ignore[bad-argument-type]  # wrong on purpose


def test_the_picture_shows_good_areas_green_and_poor_ones_orange() -> None:
    truth = camera(lens=bent(-0.05))
    gray = photo(truth)
    areas = tuple(replace(GOOD_AREA, seat=seat, rate=rate) for seat, rate in enumerate((1.0, 1.0, 0.5, 1.0)))
    drawn = draw(gray, MAT, truth, [], replace(whole(), areas=areas), NAMES)
    assert drawn.shape == (*gray.shape, 3)
    for seat, ink in ((0, (90, 220, 90)), (2, (60, 120, 255))):
        x, y = (round(float(value)) for value in truth.px(np.array([(300.0, 337.0 if seat == 0 else 3.0)]))[0])
        nearest = np.abs(drawn[y - 3 : y + 4, x].astype(int) - ink).sum(axis=1).min()
        assert nearest < 90
    assert (drawn == cv2.cvtColor(gray, cv2.COLOR_GRAY2BGR)).mean() > 0.9


def test_the_map_hatches_the_places_where_too_few_are_read_and_no_others() -> None:
    truth, cells = camera(), ((100.0, 100.0, 0.98), (300.0, 170.0, 0.3), (500.0, 100.0, GOOD))
    gray = photo(truth)
    found = replace(whole(), cells=tuple(MatCell((x, y), (40.0, 40.0), rate) for x, y, rate in cells))
    drawn, plain = (draw(gray, MAT, truth, [], one, ("",) * 4) for one in (found, whole()))
    inked: list[int] = []
    for x, y, _ in cells:
        left, top = (round(float(value)) for value in truth.px(np.array([(x - 20.0, y - 20.0)]))[0])
        cut = np.s_[top : top + 80, left : left + 80]
        inked.append(int((drawn[cut] != plain[cut]).any(axis=2).sum()))
    assert inked[1] > 1.5 * inked[0] > 0 == inked[2]


def test_few_experiments_tell_many_places(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[Conditions] = []

    def rate(*about: object) -> float:
        here = about[-1]
        assert isinstance(here, Conditions)
        tried.append(here)
        return min(1.0, here.px_per_mm / 2)

    monkeypatch.setattr("vision.calibration.read_rate.expected_rate", rate)
    places = [Conditions(2.3 + 0.01 * step, 0.5 + 0.01 * step, 20, 200, 2) for step in range(100)]
    book = RateCache(ARUCO, 0)
    assert [book.rate(end) for end in worst_and_best(places)] == [1.0, 1.0]
    assert {book.rate(place) for place in places} == {1.0}
    assert len(tried) == 1
    # Where reading just ends a whole step on either side is tried, and what lies between is not taken for granted.
    assert 0.54 < book.rate(Conditions(1.1, 0.5, 20, 200, 2)) <= 0.55
    assert len(tried) == 4


CHANGES = {
    "nearer": {"px_per_mm": 0.65},
    "focus": {"blur_px": 2.8},
    "light": {"light": 50.0, "grain": 5.0},
}


@pytest.mark.parametrize(("kind", "change"), CHANGES.items())
def test_the_remedy_undoes_what_was_made_worse(
    kind: str, change: dict[str, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.calibration.read_rate.CARDS_TRIED", 25)
    good = Conditions(2.4, 0.6, 20, 200, 2)
    here, book = replace(good, **change), RateCache(ARUCO, 0)
    assert book.rate(here) < GOOD <= book.rate(good)
    found = remedies(here, book)
    assert kind in [one.kind for one in found]
    assert all(one.rate > book.rate(here) and one.times > 1 for one in found)
    assert remedies(good, book) == ()
