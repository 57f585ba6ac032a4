"""States of the seats' areas: empty, unread, not seen; since when; and when nothing was seen at all."""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product

import cv2
import numpy as np
import pytest

from groundwork.picture import Bgr, Gray, u8
from vision.base.observation import AreaSight, Blind, BlindWhy, Laid, Lifted, Observation, Sight
from vision.eyes.pipeline import Eyes
from vision.faces import cards as faces
from vision.film.noise import Noise
from vision.film.reel import FaceOf
from vision.film.table import Cloth
from vision.film.write import Lay, ScriptStep, Sweep, gray_frames
from vision.marks.symbologies import load
from vision.mat.layout import CARD_SIZES, Mat

HD = (1280, 720)
FPS = 15
ONE: list[ScriptStep] = [Lay(0, "SA")]
UNSEEN = AreaSight(None, None, seen=False)


def film(
    steps: Sequence[ScriptStep] = ONE,
    face: FaceOf | None = None,
    cloth: Cloth = "felt",
    noise: Noise = "low",
    lean: float = 0,
) -> list[Gray]:
    frames = gray_frames(steps, 3, seed=4, noise=noise, size=HD, pace_seconds=1.5, table=cloth, face=face, lean=lean)
    return [gray.copy() for _, gray in frames]


def eyes() -> Eyes:
    return Eyes(load("aruco"), Mat(), 3, decks=[0])


def watched(frames: Sequence[Gray | None], own: Eyes, since: float = 0) -> Iterator[tuple[list[Observation], Sight]]:
    """What is said of every frame, and what is seen in it; None: no frame comes."""
    for number, gray in enumerate(frames):
        if gray is not None:
            yield [*own.feed(since + number / FPS, gray)], own.sight()


def back(deck: int, card: str) -> Bgr:
    """A card that lies face down."""
    drawn = faces.face(deck, card, "aruco", CARD_SIZES["63x88"], "")
    pattern = np.indices(drawn.shape[:2]).sum(axis=0) // 9 % 2
    return u8(np.repeat((90 + 80 * pattern)[..., None], 3, axis=2))


def white(deck: int, card: str) -> Bgr:
    """A card of which nothing but its paper can be made out."""
    return np.full_like(back(deck, card), 235)


def test_an_area_is_empty_until_a_card_comes_and_the_others_stay_so() -> None:
    sights = [sight for _, sight in watched(film(), eyes())]
    first, last = sights[5].areas, sights[-1].areas
    assert [area.empty_since for area in first] == [pytest.approx(4 / FPS, abs=2 / FPS)] * 3
    assert last[0] == AreaSight(None, None, seen=True)
    assert [area.empty_since for area in last[1:]] == [area.empty_since for area in first[1:]]
    assert not any(sight.stray for sight in sights[-5:])


def test_a_card_is_laid_between_the_last_frame_without_it_and_the_first_with_it() -> None:
    frames = film()
    said = [(n / FPS, one) for n, (seen, _) in enumerate(watched(frames, eyes())) for one in seen]
    ((settled, laid),) = [(seconds, one) for seconds, one in said if isinstance(one, Laid)]
    assert laid.since is not None
    assert laid.since < laid.first < laid.seconds == settled
    assert laid.first - laid.since <= 5 / FPS


def smeared(deck: int, card: str) -> Bgr:
    """A card in motion or out of focus: light and dark where its marks and pips are, and nothing that can be read."""
    drawn = faces.face(deck, card, "aruco", CARD_SIZES["63x88"], "")
    return u8(cv2.GaussianBlur(drawn, (0, 0), drawn.shape[1] / 12))


# White paper on white paper is seen by its marks alone.
@pytest.mark.parametrize(
    ("face", "cloth"),
    [(back, "felt"), (back, "wood"), (back, "paper"), (white, "felt"), (white, "wood"), (smeared, "paper")],
)
def test_a_card_that_cannot_be_read_is_unread_and_its_area_not_empty(face: FaceOf, cloth: Cloth) -> None:
    *_, (_, sight) = watched(film(face=face, cloth=cloth), eyes())
    assert sight.areas[0].empty_since is None
    assert sight.areas[0].unread_since is not None
    assert [area.empty_since is not None for area in sight.areas[1:]] == [True, True]


def of_one_mark(deck: int, card: str) -> Bgr:
    """A card with QR marks of which one is worn so much that nobody reads it."""
    drawn = faces.face(deck, card, "qr_zxing", CARD_SIZES["63x88"], "").copy()
    drawn[drawn.shape[0] // 2 :, drawn.shape[1] // 2 :] = 200
    return drawn


def with_qr(steps: Sequence[ScriptStep], cloth: Cloth, seed: int, face: FaceOf | None = None) -> tuple[Eyes, int]:
    """Eyes that have seen these steps and then four seconds at rest, and how often they have read in the last two."""
    look = gray_frames(steps, 3, seed=seed, noise="low", size=HD, table=cloth, symbology="qr_zxing", face=face)
    own, frames = Eyes(load("qr_zxing"), Mat(), 3, decks=[0]), [gray.copy() for _, gray in look]
    *_, _ = watched([*frames, *lying(frames, 2)], own)
    before = own.counts.readings
    *_, _ = watched(lying(frames, 2), own, since=(len(frames) + 2 * FPS) / FPS)
    return own, own.counts.readings - before


@pytest.mark.parametrize("cloth", ["felt", "checks"])
def test_a_card_of_which_one_mark_alone_can_be_read_leaves_nothing_unread_beside_it(cloth: Cloth) -> None:
    """One mark does not tell where its card lies: a part of it seemed to be another thing, and was read again."""
    own, readings = with_qr(ONE, cloth, 4, of_one_mark)
    assert [len(card.spots) for card in own.laid] == [1]
    assert own.sight().areas[0] == AreaSight(None, None, seen=True)
    assert (own.counts.unread, readings) == (0, 0)


def test_a_card_that_a_hand_still_hides_when_it_is_read_by_one_mark_is_read_whole_once_the_hand_has_left() -> None:
    own, readings = with_qr([Lay(0, "S8"), Lay(1, "SA"), Lay(2, "HA")], "checks", 1)
    assert [len(card.spots) for card in own.laid] == [2, 2, 2]
    assert (own.counts.unread, own.counts.seconded, readings) == (0, 0, 0)


def lying(frames: Sequence[Gray], seconds: float) -> list[Gray]:
    """The same sight for so long, with the grain of the last frames, of which none is that before it."""
    return [frames[-1 - number % 6] for number in range(round(seconds * FPS))]


def test_a_card_that_cannot_be_read_is_never_the_mat_however_long_it_lies() -> None:
    """It would be called empty as soon as another player lays one, and whose card it is would be accused."""
    both = film([Lay(0, "SA"), Lay(1, "H7")], face=back)
    first = both[: 2 * FPS]
    seen = [sight for _, sight in watched([*first, *lying(first, 140), *both[len(first) :]], eyes())]
    assert {sight.areas[0].empty_since for sight in seen[len(first) :]} == {None}
    assert None not in {sight.areas[seat].unread_since for sight in seen[-3:] for seat in (0, 1)}


@pytest.mark.parametrize("cloth", ["felt", "paper"])
def test_a_card_that_is_read_long_after_it_was_laid_can_have_lain_there_since(cloth: Cloth) -> None:
    unread = film(face=smeared, cloth=cloth)
    frames = [*unread, *lying(unread, 40), *lying(film(cloth=cloth), 1)]
    [laid] = [one for said, _ in watched(frames, eyes()) for one in said if isinstance(one, Laid)]
    assert laid.since is not None
    assert laid.since <= 1.0
    assert laid.first > 40


def test_a_card_that_cannot_be_read_in_grain_is_not_taken_for_the_white_paper_below_it() -> None:
    *_, (_, sight) = watched(film(face=smeared, cloth="paper", noise="high"), eyes())
    assert sight.areas[0].empty_since is None


@pytest.mark.parametrize("noise", ["low", "high"])
def test_a_white_card_on_white_paper_is_read(noise: Noise) -> None:
    frames = film(cloth="paper", noise=noise)
    assert [one.card for seen, _ in watched(frames, eyes()) for one in seen if isinstance(one, Laid)] == ["SA"]


def in_little_light(frames: Sequence[Gray], share: float, grain: float) -> Iterator[Gray]:
    """The frames in a share of their light, seen by a camera whose grain is a little larger than its pixels."""
    rough = np.random.default_rng(1).normal(0, grain, frames[0].shape).astype(np.float32)
    noise = cv2.GaussianBlur(rough, (0, 0), 0.6)
    for number, gray in enumerate(frames):
        yield u8(np.clip(cv2.addWeighted(gray, share, np.roll(noise, 131 * number), 1, 0, dtype=cv2.CV_32F), 0, 255))


@pytest.mark.parametrize("card", ["SA", "H7", "DK"])
def test_a_white_card_on_white_paper_is_read_in_grain_and_lies_there_for_as_long_as_it_does(card: str) -> None:
    frames = film([Lay(0, card)], cloth="paper")
    own = eyes()
    seen = [one for said, _ in watched([*in_little_light([*frames, *frames[-5:] * 8], 0.5, 8)], own) for one in said]
    assert [(type(one), one.card) for one in seen if not isinstance(one, Blind)] == [(Laid, card)]
    assert own.sight().areas[0].empty_since is None


def test_no_area_is_called_empty_where_a_white_card_on_white_paper_cannot_be_told_from_it() -> None:
    frames = film([Lay(0, "H7")], cloth="paper", noise="high")
    own = eyes()
    sights = [sight for _, sight in watched([*in_little_light([*frames, *frames[-5:] * 8], 0.4, 10)], own)]
    assert {area.empty_since for sight in sights for area in sight.areas} == {None}
    assert own.trouble is not None
    assert own.trouble.kind == "dim"


def in_the_dusk(frames: Sequence[Gray], share: float = 0.2) -> list[Gray]:
    """The frames in so little light that no single look tells that a card came from grain."""
    return [*in_little_light(frames, share, 2)]


def empty(seat: int, seen: Iterator[tuple[list[Observation], Sight]]) -> list[int]:
    """The numbers of the frames in which a seat's area was looked at and called empty."""
    return [
        number
        for number, (_, sight) in enumerate(seen)
        if sight.t == number / FPS and sight.areas[seat].empty_since is not None
    ]


@pytest.mark.parametrize("cloth", ["felt", "checks"])
def test_in_little_light_an_area_is_not_empty_from_the_frame_on_in_which_something_comes_into_it(cloth: Cloth) -> None:
    there, beside = (film([Lay(seat, "SA")], face=back, cloth=cloth, noise="none") for seat in (0, 1))
    # The one leaves its area while the other comes.
    frames = in_the_dusk([there[0]] * 8 + [there[-1]] * 20 + [beside[-1]] * 20)
    before = empty(1, watched(frames, eyes()))
    assert before
    assert max(before) < 28
    assert max(empty(0, watched(frames[:28], eyes()))) < 8


@pytest.mark.parametrize("landed", [10, 11, 13])
def test_in_little_light_a_card_is_laid_after_the_last_frame_without_it(landed: int) -> None:
    frames = film(noise="none")
    seen = in_the_dusk([frames[0]] * landed + [frames[-1]] * 20)
    (laid,) = [one for said, _ in watched(seen, eyes()) for one in said if isinstance(one, Laid)]
    assert laid.since is not None
    assert laid.since < landed / FPS <= laid.first


@pytest.mark.parametrize(
    ("cloth", "share"), [("felt", 0.2), ("wood", 0.3), ("wood", 0.2), ("checks", 1), ("checks", 0.2)]
)
def test_a_thing_that_lies_there_first_is_no_mat_in_little_light_or_on_a_cloth_with_a_pattern(
    cloth: Cloth, share: float
) -> None:
    frames = film(face=back, cloth=cloth, noise="none")
    sights = [sight for _, sight in watched(in_the_dusk(frames[-1:] * 20, share), eyes())]
    assert {sight.areas[0].empty_since for sight in sights} == {None}
    assert [area.empty_since is not None for area in sights[-1].areas[1:]] == [True, True]


@pytest.mark.parametrize(("size", "check_mm", "seed"), [((1920, 1080), 25, 1), (HD, 15, 4), (HD, 15, 5), (HD, 15, 6)])
def test_a_bare_cloth_with_a_pattern_is_all_mat_also_beside_its_corner_marks(
    size: tuple[int, int], check_mm: float, seed: int
) -> None:
    """Every eighth pixel of a small picture of fine checks makes stripes as wide as a card."""
    look = gray_frames(ONE, 3, seed=seed, noise="low", size=size, table="checks", check_mm=check_mm)
    bare, own = next(look)[1].copy(), eyes()
    *_, (_, sight) = watched([bare] * 6, own)
    assert all(area.empty_since is not None for area in sight.areas)
    assert own.counts.readings == 0


def finely_printed(deck: int, card: str) -> Bgr:
    """The back of a card without a rim, whose print is too fine for the camera."""
    drawn = faces.face(deck, card, "aruco", CARD_SIZES["63x88"], "")
    pattern = np.indices(drawn.shape[:2]).sum(axis=0) // 9 % 2
    return u8(np.repeat((85 + 80 * pattern)[..., None], 3, axis=2))


@cache
def bare_and_with_a_card(face: FaceOf, cloth: Cloth) -> tuple[Gray, Gray]:
    frames = film(face=face, cloth=cloth, noise="none")
    return frames[0], frames[-1]


def on_faint_checks(face: FaceOf, share: float) -> tuple[Gray, Gray]:
    """Checked cloth of such a share of the usual contrast, bare and with a card on it, between its corner marks."""
    bare, lies = bare_and_with_a_card(face, "checks")
    rows, columns = bare.shape
    faint = 130 * (1 - share) + share * bare
    for part in product((np.s_[: rows // 8], np.s_[-rows // 8 :]), (np.s_[: columns // 11], np.s_[-columns // 11 :])):
        faint[part] = bare[part]
    _, apart = cv2.threshold(cv2.absdiff(bare, lies), 2, 255, cv2.THRESH_BINARY)
    card = cv2.morphologyEx(apart, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    card = cv2.morphologyEx(card, cv2.MORPH_CLOSE, np.ones((9, 9), np.uint8))
    return u8(faint), u8(np.where(card > 0, lies, faint))


def test_in_little_light_a_card_as_bright_and_as_rough_as_a_faint_pattern_is_not_taken_for_it() -> None:
    _, seen = on_faint_checks(finely_printed, 0.5)
    assert {sight.areas[0].empty_since for _, sight in watched(in_the_dusk([seen] * 20, 0.3), eyes())} == {None}


def within_a_rim(rim_mm: float, inside: tuple[int, int, int] | None) -> FaceOf:
    """A back with a white rim and one colour inside it, or fine print."""

    def face(deck: int, card: str) -> Bgr:
        drawn, rim = finely_printed(deck, card), round(rim_mm * faces.PX_PER_MM)
        whole = np.full_like(drawn, 240)
        whole[rim:-rim, rim:-rim] = drawn[rim:-rim, rim:-rim] if inside is None else inside
        return whole

    return face


def watched_until_it_leaves(lies: Gray, bare: Gray) -> None:
    """The area of a card that lies there first is not empty before it has left, and the others are at once."""
    grain, own = np.random.default_rng(2), eyes()
    there, gone = (
        [u8(np.clip(gray + grain.normal(0, 1, gray.shape), 0, 255)) for _ in range(count)]
        for gray, count in ((lies, 2 * FPS), (bare, 4 * FPS))
    )
    sights = [sight for _, sight in watched(there, own)]
    assert {sight.areas[0].empty_since for sight in sights} == {None}
    assert [is_empty(area) for area in sights[FPS // 2].areas[1:]] == [True, True]
    *_, (_, last) = watched(gone, own, since=len(there) / FPS)
    assert [is_empty(area) for area in last.areas] == [True] * 3


@pytest.mark.parametrize(
    ("share", "face"), [(0.5, finely_printed), (0.25, finely_printed), (0.5, within_a_rim(1, None))]
)
def test_a_card_as_bright_and_as_rough_as_a_pattern_that_lies_there_first_is_not_taken_for_it(
    share: float, face: FaceOf
) -> None:
    bare, lies = on_faint_checks(face, share)
    watched_until_it_leaves(lies, bare)


def test_a_card_that_hides_the_pattern_does_so_still_when_the_mat_was_pushed() -> None:
    _, lies = on_faint_checks(finely_printed, 0.25)
    grain, pushed = np.random.default_rng(2), np.roll(lies, 16, axis=1)
    seen = [gray + grain.normal(0, 1, gray.shape) for gray in [lies] * FPS + [pushed] * 3 * FPS]
    sights = [sight for _, sight in watched([u8(np.clip(gray, 0, 255)) for gray in seen], eyes())]
    assert {sight.areas[0].empty_since for sight in sights} == {None}
    assert [is_empty(area) for area in sights[-1].areas[1:]] == [True, True]


@pytest.mark.parametrize("rim_mm", [2, 3])
def test_a_card_within_a_rim_as_bright_as_the_felt_that_lies_there_first_is_not_taken_for_it(rim_mm: float) -> None:
    bare, lies = bare_and_with_a_card(within_a_rim(rim_mm, (62, 104, 30)), "felt")
    watched_until_it_leaves(lies, bare)


def test_areas_of_finely_checked_cloth_are_empty_again_after_the_focus_has_changed() -> None:
    """By 0.6 pixels: lines of the cloth look otherwise. Nothing is read there, and the mat was not followed."""
    effects = {"grain": 0.0, "jpeg": 0.0}
    (bare, *_) = gray_frames(ONE, 3, seed=4, effects=effects, size=HD, table="checks", check_mm=9)
    gray, random = bare[1], np.random.default_rng(1)
    grain = [random.normal(0, 0.3, gray.shape) for _ in range(5)]
    focused = [gray] * 3 * FPS + [u8(cv2.GaussianBlur(gray, (0, 0), 0.6))] * 8 * FPS
    seen = [u8(np.clip(one + grain[n % 5] + 0.5, 0, 255)) for n, one in enumerate(focused)]
    sights = [sight.areas for _, sight in watched(seen, eyes())]
    was, then, now = ([area.empty_since is not None for area in sights[n]] for n in (3 * FPS - 1, 4 * FPS, -1))
    assert (was, all(then), now) == ([True] * 3, False, [True] * 3)


def flowery(gray: Gray) -> Gray:
    """The same on a cloth with large blots that do not repeat themselves."""
    blots = cv2.GaussianBlur(np.random.default_rng(3).normal(0, 1, gray.shape).astype(np.float32), (0, 0), 40)
    return u8(gray * (0.75 + 0.25 * np.clip(3 * blots / np.abs(blots).max(), -1, 1)))


@pytest.mark.parametrize("knocked_px", [0, 16])
def test_where_little_light_hides_what_lies_there_first_no_area_is_empty_until_there_is_more_of_it(
    knocked_px: int,
) -> None:
    frame, own = flowery(film(face=back, cloth="wood", noise="none")[-1]), eyes()
    later = np.roll(frame, knocked_px, axis=1)
    dim = in_the_dusk([frame] * 8 + [later] * 12, 0.35)
    dusk = [sight for _, sight in watched(dim, own)]
    assert {area.empty_since for sight in dusk for area in sight.areas} == {None}
    assert own.trouble is not None
    assert own.trouble.kind == "dim"
    *_, (_, lit) = watched(in_the_dusk([later] * 20, 1), own, since=len(dim) / FPS)
    assert own.trouble is None
    assert [area.empty_since is not None for area in lit.areas] == [False, True, True]


@pytest.mark.parametrize(("cloth", "share"), [("felt", 0.13), ("paper", 0.25)])
def test_no_area_is_called_empty_in_so_little_light_that_a_white_card_can_look_like_the_mat(
    cloth: Cloth, share: float
) -> None:
    frames, own = film(cloth=cloth, noise="none"), eyes()
    seen = in_the_dusk([frames[0]] * 20 + [frames[-1]] * 20, share)
    assert {area.empty_since for _, sight in watched(seen, own) for area in sight.areas} == {None}
    assert own.trouble is not None
    assert own.trouble.kind == "dim"


def test_where_white_paper_can_look_like_the_mat_no_frame_tells_that_a_card_had_not_come_yet() -> None:
    frames = film(cloth="checks", noise="none")
    seen = in_little_light([frames[0]] * 10 + [frames[-1]] * 12, 0.14, 3)
    (laid,) = [one for said, _ in watched([*seen], eyes()) for one in said if isinstance(one, Laid)]
    assert (laid.card, laid.since) == ("SA", None)


def test_an_area_is_empty_at_once_when_a_card_has_left_that_lay_there_for_minutes() -> None:
    frames, random = film(), np.random.default_rng(1)
    grain = random.normal(0, 1, frames[0].shape)

    def still(gray: Gray, seconds: float) -> list[Gray]:
        two = [u8(np.clip(gray + np.roll(grain, shift), 0, 255)) for shift in (0, 77)]
        return two * round(seconds * FPS / 2)

    played, gathered = [*frames, *still(frames[-1], 180)], still(frames[0], 1)
    *_, (_, sight) = watched([*played, *gathered], eyes())
    assert sight.areas[0].empty_since == pytest.approx(len(played) / FPS, abs=0.5)


def test_a_card_that_nobody_reads_never_becomes_the_mat_of_its_area() -> None:
    frames = film(face=back)
    own = eyes()
    sights = [sight for _, sight in watched([*frames, *frames[-4:] * 8 * FPS], own)]
    assert {sight.areas[0].empty_since for sight in sights[len(frames) :]} == {None}
    assert sights[-1].areas[1].empty_since is not None


@pytest.mark.parametrize("cloth", ["felt", "checks"])
def test_a_card_that_lies_there_first_and_cannot_be_read_is_no_mat_until_it_has_left(cloth: Cloth) -> None:
    frames = film(face=back, cloth=cloth)
    empty, there = frames[0], frames[-4:]
    own = eyes()
    sights = [sight for _, sight in watched(there * FPS, own)]
    assert {sight.areas[0].empty_since for sight in sights} == {None}
    assert sights[-1].areas[1].empty_since is not None
    grain = np.random.default_rng(2)
    bare = [u8(np.clip(empty + grain.normal(0, 2, empty.shape), 0, 255)) for _ in range(4)]
    *_, (_, last) = watched(bare * FPS, own, since=4 + 1 / FPS)
    assert last.areas[0].empty_since is not None


@pytest.mark.parametrize("cloth", ["felt", "wood"])
def test_a_hand_that_pauses_over_the_first_cards_seen_is_not_taken_for_the_mat(cloth: Cloth) -> None:
    """Who starts in mid-trick is not asked for ever about places that are empty once the trick is gathered."""
    frames = film([*(Lay(seat, card) for seat, card in enumerate(("SA", "H7", "DK"))), Sweep(1)], cloth=cloth)
    laid = [number for number, (said, _) in enumerate(watched(frames, eyes())) for one in said if isinstance(one, Laid)]
    there = frames[laid[2] + FPS // 2 :]
    pauses = [gray for gray in there[::5] for _ in range(FPS // 2)]
    grain = np.random.default_rng(5)
    shown = [
        u8(np.clip(gray + grain.normal(0, 1, gray.shape), 0, 255))
        for gray in [*[there[0]] * FPS, *pauses, *[there[-1]] * 3 * FPS]
    ]
    *_, (_, last) = watched(shown, eyes())
    assert [is_empty(area) for area in last.areas] == [True] * 3, last


@pytest.mark.parametrize("lean", [0, 20])
def test_a_start_in_mid_trick_on_checked_cloth_sees_cards_leave_and_places_empty(lean: float) -> None:
    cards = ("SA", "H7", "DK")
    frames = film([*(Lay(seat, card) for seat, card in enumerate(cards)), Sweep(1)], cloth="checks", lean=lean)
    laid = [number for number, (said, _) in enumerate(watched(frames, eyes())) for one in said if isinstance(one, Laid)]
    there = frames[laid[2] + FPS // 2 :]
    grain = np.random.default_rng(5)
    shown = [
        u8(np.clip(gray + grain.normal(0, 1, gray.shape), 0, 255))
        for gray in [*[there[0]] * FPS, *there, *[there[-1]] * 5 * FPS]
    ]
    told, sights = zip(*watched(shown, eyes()), strict=True)
    lifted = [one for said in told for one in said if isinstance(one, Lifted)]
    assert sorted(one.card for one in lifted) == sorted(cards)
    assert all(one.seconds > 1 for one in lifted)
    assert [is_empty(area) for area in sights[-1].areas] == [True] * 3, sights[-1]


def is_empty(area: AreaSight) -> bool:
    return area.empty_since is not None


def test_an_area_is_empty_once_a_hand_has_left_it_however_long_it_had_paused_there() -> None:
    """Areas are not looked at in each frame: what the last look found must not stand when nothing moves any more."""
    bare = film()[0]
    rows, columns = bare.shape
    hand = bare.copy()
    hand[rows // 5 : rows // 2, : columns // 5] = 130
    for pause in range(6, 24):
        own = eyes()
        frames = [*[bare] * 20, *[hand] * pause, *[bare] * 15]
        seen = [(own.feed(number / 24, gray), own.sight())[1] for number, gray in enumerate(frames)]
        assert any(area.empty_since is None for area in seen[19 + pause].areas)
        assert [is_empty(area) for area in seen[-1].areas] == [True] * 3, pause


@pytest.mark.parametrize("level", [130, 100, 90])
@pytest.mark.parametrize("steps", [30, 300])
def test_an_area_is_empty_once_a_thing_has_left_it_too_slowly_for_a_movement_or_a_shadow_has_faded(
    level: int, steps: int
) -> None:
    bare = film()[0]
    rows, columns = bare.shape
    thing = bare.copy()
    thing[rows // 5 : rows // 2, : columns // 5] = level
    leaves = [u8(cv2.addWeighted(thing, 1 - step / steps, bare, step / steps, 0)) for step in range(steps)]
    own = eyes()
    sights = [sight for _, sight in watched([*[bare] * 20, *[thing] * 20, *leaves, *[bare] * 20], own)]
    assert not is_empty(sights[39].areas[2])
    assert [is_empty(area) for area in sights[-1].areas] == [True] * 3


def blackened(gray: Gray) -> Gray:
    return u8(gray * 0.02)


def covered(gray: Gray) -> Gray:
    """A newspaper lies on all but the rim of the mat."""
    rows, columns = gray.shape
    across = np.array([200 if y // 6 % 2 else 120 for y in range(rows)])
    along = np.array([20 if x // 4 % 3 else -40 for x in range(columns)])
    print_ = across[:, None] + along
    paper = gray.copy()
    part = np.s_[rows // 12 : -rows // 12, columns // 12 : -columns // 12]
    paper[part] = u8(np.clip(print_ + (gray.astype(np.int16) - cv2.medianBlur(gray, 3)), 0, 255))[part]
    return paper


@pytest.mark.parametrize(("spoil", "why"), [(blackened, "dark"), (covered, "mat")])
@pytest.mark.parametrize("frames", [6, 9, 40])
def test_blindness_is_told_with_its_cause_when_sight_returns(
    spoil: Callable[[Gray], Gray], why: BlindWhy, frames: int
) -> None:
    still = film()
    still += still[-4:] * 15
    began = len(still) - 52
    spoiled = [spoil(gray) if began < n <= began + frames else gray for n, gray in enumerate(still)]
    said, sights = zip(*watched(spoiled, eyes()), strict=True)
    gaps = [one for seen in said for one in seen if isinstance(one, Blind)]
    truth = Blind(began / FPS, (began + frames + 1) / FPS, why)
    assert gaps == ([truth] if truth.ended - truth.began > 0.5 else [])
    if not gaps:
        return
    after = [area.empty_since for area in sights[-1].areas]
    assert after[0] is None
    assert all(since is not None and (since >= truth.ended) for since in after[1:])


@pytest.mark.parametrize("frames", [3, 30])
def test_a_picture_that_comes_again_and_again_is_frozen(frames: int) -> None:
    still = film()
    still += still[-4:] * 4
    frozen = [*still, *[still[-1]] * frames, *still[-4:]]
    own = eyes()
    said, sights = zip(*watched(frozen, own), strict=True)
    gaps = [one for seen in said for one in seen if isinstance(one, Blind)]
    began, ended = (len(still) - 1) / FPS, (len(still) + frames) / FPS
    assert gaps == ([Blind(began, ended, "frozen")] if frames > 8 else [])
    assert own.trouble is None
    assert sights[-1].areas[1].empty_since is not None


@pytest.mark.parametrize(("dropped", "why"), [(0, "camera"), (20, "load")])
def test_frames_that_do_not_come_are_the_cameras_fault_or_the_machines(dropped: int, why: BlindWhy) -> None:
    still = film()
    own, said = eyes(), list[Observation]()
    for seen, _ in watched(still, own):
        said += seen
    own.dropped = lambda: dropped
    later = (len(still) + 20) / FPS
    for seen, _ in watched(still[-4:], own, since=later):
        said += seen
    assert [one for one in said if isinstance(one, Blind)] == [Blind((len(still) - 1) / FPS, later, why)]


def test_nothing_is_seen_before_the_mat_is_found_and_while_it_is_not() -> None:
    own = eyes()
    assert own.sight().areas == (UNSEEN,) * 3
    frames = film()
    *_, (_, dark) = watched([*frames, *[blackened(gray) for gray in frames[-3:]]], own)
    assert dark == Sight((len(frames) + 2) / FPS, (UNSEEN,) * 3, stray=False)
