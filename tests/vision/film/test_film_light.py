"""Films are drawn in light: what lamps, lenses and shutters do to it is added and multiplied as light is."""

import numpy as np
import pytest

from groundwork.picture import Matrix, f64
from tests.support.loops import some
from vision.base.light import FULL, Light, light_of, to_levels, to_light
from vision.film import effects as film_effects
from vision.film.effect_stack import EffectStack
from vision.film.reel import Reel, Take
from vision.film.scene import Scene, sprite
from vision.film.script.effect import Effect, Shoot
from vision.film.script.script import Moment, Pose
from vision.film.table import table

SIZE = (960, 540)
CARD = Pose("SA", 0, 300, 170, 20)


def shoot(size: tuple[int, int] = SIZE) -> Shoot:
    return Reel(Take((), 4, 3, "none", size=size)).shoot


def effect(name: str, level: float = 0.7) -> Effect:
    (made,) = film_effects.make({name: level}, 3)
    made.begin(shoot())
    return made


def even(share: float) -> Light:
    return np.full((SIZE[1], SIZE[0]), round(FULL * share), np.uint16)


def drawn(moment: Moment, size: tuple[int, int] = SIZE, shutter: float = 0.3) -> tuple[Matrix, Shoot]:
    """The light of a moment on the bare table under an even lamp, 0 to 1."""
    here, coat = shoot(size), EffectStack((), grey=True)
    under = table(here, "paper", coat, np.random.default_rng(0))
    under.lamps[:] = FULL
    under.light[:] = FULL // 4
    return f64(Scene(here, under, coat, shutter).draw(moment)) / FULL, here


@pytest.mark.parametrize("name", ["soft", "knock", "flicker"])
def test_half_of_the_light_stays_half_behind_the_lens(name: str) -> None:
    light = np.random.default_rng(1).integers(0, FULL // 3, (SIZE[1], SIZE[0])).astype(np.uint16) * 2
    whole, half = effect(name).lens(light, 8).astype(float), effect(name).lens(light // 2, 8).astype(float)
    assert np.abs(whole - 2 * half).max() <= 3
    assert (whole != light).any()


@pytest.mark.parametrize("name", ["leds", "strip"])
def test_lights_give_as_much_to_black_as_to_white(name: str) -> None:
    black, white = (effect(name).lens(even(share), 1).astype(float) - even(share) for share in (0.02, 0.3))
    clear = (white > 0) & (white < 0.6 * FULL)
    assert clear.any()
    assert np.abs(black - white)[clear].max() <= 1


def test_glare_gives_as_much_to_black_as_to_white() -> None:
    gloss = effect("glare", 0.5).gloss()
    assert gloss is not None
    assert float(gloss.max()) == pytest.approx(FULL * light_of(127.5), rel=0.03)


def test_a_lamp_of_half_the_light_gives_half() -> None:
    one = np.ones((SIZE[1], SIZE[0]), np.float32)
    whole, half = effect("gradient").lamps(one), effect("gradient").lamps((one / 2).astype(np.float32))
    assert np.abs(whole - 2 * half).max() < 1e-6
    assert whole.min() < 0.5


@pytest.mark.parametrize("name", ["warm", "stains"])
def test_a_shadow_dims_dark_and_bright_colours_by_the_same_share(name: str) -> None:
    shares = list[Matrix]()
    for level in some((130, 250)):
        picture = np.full((SIZE[1], SIZE[0], 3), level, np.uint8)
        spoiled = effect(name, 1.0)
        changed = spoiled.paint(picture) if name == "warm" else spoiled.ground(picture)
        shares.append(to_light(changed) / to_light(picture))
    assert np.abs(shares[0] - shares[1]).max() < 0.012
    assert shares[0].min() < 0.5


def test_ink_that_is_rubbed_off_shows_paper_by_its_share() -> None:
    black, grey = (
        f64(to_light(effect("worn").face(np.full((704, 504, 3), level, np.uint8), 0, "SA"))) for level in (0, 188)
    )
    middle = np.s_[200:500, 150:350]
    gone = np.median(black[middle]) / (FULL * light_of(236))
    mixed = (1 - gone) * (FULL * light_of(188)) + np.median(black[middle])
    assert np.median(grey[middle]) == pytest.approx(mixed, rel=0.02)


def test_from_far_a_mark_gives_the_light_that_it_gives_from_near() -> None:
    means = list[float]()
    for size in some([(480, 270), (1920, 1080)]):
        light, here = drawn(Moment((CARD,)), size)
        ends = np.array([here.px(300 + x, 170 + y) for x in (-40, 40) for y in (-50, 50)])
        (left, top), (right, bottom) = ends.min(axis=0).round().astype(int), ends.max(axis=0).round().astype(int)
        means.append(float(light[top:bottom, left:right].mean()))
    assert means[0] == pytest.approx(means[1], rel=0.012)


def test_a_card_that_moves_gives_the_light_of_one_that_lies() -> None:
    still, _ = drawn(Moment((CARD,)))
    smeared, _ = drawn(Moment((), (Pose("SA", 0, 300, 170, 20, 60, 25),)), shutter=0.9)
    bare, _ = drawn(Moment(()))
    assert (smeared - bare).sum() == pytest.approx((still - bare).sum(), rel=0.005)
    assert smeared.max() < still.max()


def test_a_hand_that_moves_hides_as_much_light_as_one_that_rests() -> None:
    coat = EffectStack((), grey=True)
    rests, moves = (f64(sprite(0, blur, 1.0, coat.surface)) for blur in (0, 40))
    part = np.s_[60:-60]
    assert moves[part].sum(axis=(0, 1)) == pytest.approx(rests[part].sum(axis=(0, 1)), rel=0.03)
    assert (moves != rests).any()


def test_the_camera_shows_the_light_of_the_moment() -> None:
    light = np.random.default_rng(2).integers(0, FULL, (90, 160)).astype(np.uint16)
    picture = EffectStack((), grey=True).frame(light, 0)
    assert (picture == to_levels(light)).all()
    assert np.abs(to_light(picture).astype(float) - light).max() < 0.005 * FULL
