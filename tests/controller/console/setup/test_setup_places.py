"""Places in millimetres and the strictness of reading: within their limits, drawn, saved with every comment."""

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from controller.console.setup import places as forms
from controller.console.setup.form_errors import FormRefusedError
from controller.settings.model import Config, ReadingConfig, TableConfig, parse
from tests.support.console.console_rig import DEAL, Rig
from tests.support.console.setup_rig import SETTINGS, form, owner, set_up, text, told
from vision.mat.layout import AREAS
from vision.mat.seating import is_clockwise

PLACES = "/setup/places"
READING = TypeAdapter(ReadingConfig)


def fields(page: str, do: str) -> dict[str, str]:
    """Of one of the page's two forms."""
    places, _, reading = page.partition("When a card counts")
    return {**form(reading if do == "reading" else places, PLACES), "do": do}


@pytest.mark.parametrize("seats", sorted(AREAS))
def test_the_form_as_it_is_shown_changes_nothing(seats: int) -> None:
    config = Config(TableConfig("x", tuple("ABCDE"[:seats])))
    filled = forms.filled(config)
    assert (forms.areas_requested(filled, config), forms.reading_requested(filled, config)) == ({}, {})


@pytest.mark.parametrize("seats", sorted(AREAS))
def test_counted_the_other_way_round_twice_the_seats_are_where_they_were(seats: int) -> None:
    config = Config(TableConfig("x", tuple("ABCDE"[:seats])))
    [boxes] = forms.mirrored(config).values()
    if seats == 2:
        assert boxes is None
        return
    assert is_clockwise(boxes)
    again = replace(config, reading=replace(config.reading, areas=tuple(map(tuple, boxes))))
    assert forms.mirrored(again) == {("reading", "areas"): None}


@given(st.data(), st.sampled_from(forms.figures()))
def test_a_number_is_taken_if_and_only_if_the_settings_take_it(data: st.DataObject, figure: forms.Figure) -> None:
    limit = st.sampled_from([one for one in (figure.least, figure.most) if one is not None])
    wide = st.integers() if figure.step == "1" else st.floats()
    number = data.draw(st.one_of(wide, limit, st.integers(0, 12)))
    config = Config(TableConfig("mittlere", ("A", "B", "C")))
    told = ""
    try:
        wished = forms.reading_requested({**forms.filled(config), figure.key: str(number)}, config)
        assert wished.get(("reading", figure.key), getattr(config.reading, figure.key)) == number
    except FormRefusedError as error:
        told = str(error)
    try:
        READING.validate_python({figure.key: number})
        assert told == ""
    except ValidationError:
        assert told == f"This can be {forms.limits(figure.key)}."


def test_every_figure_is_as_usual_again_by_one_button(rig: Rig) -> None:
    set_up(rig)
    phone = owner(rig)
    page = phone.get(PLACES)[1]
    phone.post(PLACES, {**fields(page, "reading"), "still_mm": "2.5", "frames": "4"})
    assert rig.context.setup is not None
    changed = parse(text(rig.context.setup)).reading
    assert (changed.still_mm, changed.frames) == (2.5, 4)
    phone.post(PLACES, {**fields(phone.get(PLACES)[1], "usual"), "still_mm": "no number"})
    assert parse(text(rig.context.setup)).reading == ReadingConfig()


@given(st.text(max_size=8).filter(lambda text: not any(map(str.isdigit, text)) and "n" not in text.lower()))
def test_text_that_is_no_number_is_reported(typed: str) -> None:
    config = Config(TableConfig("mittlere", ("A", "B", "C")))
    with pytest.raises(FormRefusedError, match=r"^Write a number\.$"):
        forms.reading_requested({**forms.filled(config), "still_mm": typed}, config)


def test_areas_of_your_own_are_saved_drawn_and_taken_back(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    sent = fields(phone.get(PLACES)[1], "areas")
    status, page = phone.post(PLACES, {**sent, "area0.top": "200", "reach_mm": "12,5"})
    assert (status, told(page)) == (200, ["Saved. It holds as soon as no deal is being played."])
    reading = parse(text(setup)).reading
    assert reading.areas is not None
    assert (reading.areas[0], reading.reach_mm, reading.frames) == ((190, 200, 410, 337), 12.5, 4)
    assert '<rect x="190.0" y="200.0" width="220.0" height="137.0"' in page
    assert [line for line in SETTINGS.splitlines() if "#" in line] == [
        one for one in text(setup).splitlines() if "#" in one
    ]
    setup.config = replace(setup.config, reading=reading)
    assert phone.post(PLACES, {"do": "printed", "of": sent["of"]})[0] == 422  # from before
    assert phone.post(PLACES, fields(page, "printed"))[0] == 200
    assert parse(text(setup)).reading.areas is None


def test_the_table_is_drawn_as_its_seats_count(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    assert not rig.context.leftward
    page = phone.get(PLACES)[1]
    assert "sits to the right" in page
    status, page = phone.post(PLACES, fields(page, "mirror"))
    assert status == 200
    assert "sits to the left" in page
    setup.config = replace(setup.config, reading=parse(text(setup)).reading)
    assert rig.context.leftward
    invitation = rig.context.codes.invite()
    pages = [rig.phone().get(path)[1] for path in ("/pair", f"/pair?invitation={invitation}")]
    assert [re.findall(r'class="take [^"]*at-(\d)"', one) for one in pages] == [["0", "2", "1"]] * 2


def test_saved_places_wait_until_no_deal_is_played(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    rig.enter((DEAL,))
    phone.post(PLACES, {**fields(phone.get(PLACES)[1], "reading"), "frames": "5"})
    frames = iter([(seconds / 10, None) for seconds in range(9)])
    match = rig.session
    seen = 0
    for _ in setup.again.over(frames, lambda: not match.match.running):  # pyrefly: ignore[bad-argument-type]  # nobody looks at them
        seen += 1
        if seen == 3:
            rig.table.say("misdeal")
    assert (seen, setup.again.begin_round()) == (3, False)


def test_mistakes_are_told_beside_their_fields(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    page = phone.get(PLACES)[1]
    sent = {**fields(page, "areas"), "area1.left": "x", "area2.right": "900", "reach_mm": "61"}
    status, wrong = phone.post(PLACES, sent)
    assert (status, told(wrong)) == (
        422,
        ["Write a number.", "This can be from 0 to 600.", "This can be from 0 to 60."],
    )
    status, wrong = phone.post(PLACES, {**fields(page, "areas"), "area1.left": "300"})
    assert told(wrong) == ["areas 1 and 2 overlap: a card there would be of two seats"]
    status, wrong = phone.post(PLACES, {**fields(page, "reading"), "frames": "2", "window": "1.5"})
    assert told(wrong) == ["This can be from 3 to 10.", "Write a whole number."]
    assert phone.post(PLACES, {"do": "x", "of": ""})[0] == 422
    assert (text(setup), setup.again.is_requested) == (SETTINGS, False)


def test_the_drawing_names_every_seat(rig: Rig) -> None:
    set_up(rig)
    page = owner(rig).get(PLACES)[1]
    assert 'aria-label="The mat with the areas of Anna, Berta, Carla"' in page
    assert [f"{seat} {name}</text>" in page for seat, name in enumerate(("Anna", "Berta", "Carla"), 1)] == [True] * 3
