"""Game, players, house rules and manners: shown as there are, checked, saved with every comment, never in mid-match."""

import re
from html import unescape
from itertools import product

import pytest

from controller import games, rulebooks
from controller.console.security.roles import Role
from controller.console.setup import game as forms
from controller.console.setup import preview
from controller.console.setup.form_errors import FormRefusedError
from controller.console.setup.words import pack_words
from controller.record.events import End
from controller.rules.options import PROFILES
from controller.settings.edit import edited
from controller.settings.model import Config, TableConfig, parse
from tests.support.console.console_rig import DEAL, REVOKED, Rig
from tests.support.console.setup_rig import SETTINGS, form, owner, set_up, text, told
from tests.support.loops import some

GAME = "/setup/game"
_WORDS_OF_EVERYBODY = {"single", "under", "over", "free", "plain", "head", "plus", "void", "garde-contre"}
"""Values of house rules that sentences use, too."""
PAGES = ("", "/game", "/places", "/displays", "/displays/0", "/displays/1", "/camera", "/camera/view", "/health")


def test_every_page_is_the_owners_alone(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(preview, "PATIENCE_S", 0.01)
    set_up(rig)
    seen = {role: {page: rig.phone(role).get(f"/setup{page}")[0] for page in PAGES} for role in Role}
    wanted = {Role.VIEWER: 303, Role.CAMERA: 303, Role.PLAYER: 403, Role.ARBITER: 403, Role.OWNER: 200}
    assert seen == {role: dict.fromkeys(PAGES, status) for role, status in wanted.items()}


def test_no_form_is_taken_from_anybody_else(rig: Rig) -> None:
    setup = set_up(rig)
    filled = form(owner(rig).get(GAME)[1], GAME)
    for role in (Role.VIEWER, Role.CAMERA, Role.PLAYER, Role.ARBITER):
        assert rig.phone(role).post(GAME, {**filled, "name0": "Zoë"})[0] == 403
    assert (text(setup), setup.again.is_requested) == (SETTINGS, False)


def test_every_variant_of_a_game_is_called_as_people_call_it(rig: Rig) -> None:
    set_up(rig)
    phone, seen = owner(rig), dict[str, str]()
    for name in some(games.names()):
        page = phone.get(f"{GAME}?game={name}&seats={games.load(name).seats[0]}")[1]
        seen |= re.findall(
            r'<option value="([^"]+)"[^>]*>([^<]+)', page.partition('id="f-profile"')[2].partition("</select>")[0]
        )
    assert "swisslos-2500" in seen
    assert [word for word, called in seen.items() if word == called] == []


@pytest.mark.parametrize("name", games.names())
def test_a_game_as_it_is_shown_is_that_game_with_its_profiles_values(name: str) -> None:
    game = games.load(name)
    for seats, profile in some(product(game.seats, PROFILES)):
        names = tuple("ABCDE"[:seats])
        config = Config(TableConfig(name, names, profile))
        choice = forms.chosen({}, config.table)
        requested = forms.requested(choice, forms.filled(choice, config), config.table)
        assert (requested.matches(config), requested.changes(config)) == (True, {})


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).options])
def test_every_house_rule_is_a_sentence_for_each_of_its_values(name: str) -> None:
    said = [option for option in some(games.load(name).options) if not option.free and not option.choice]
    assert [len(option.says) for option in said] == [len(option.values) for option in said]
    free = [option for option in games.load(name).options if option.free or option.choice]
    assert [option.name for option in free if option.says] == [], "typed or ticked, and not chosen by a sentence"
    sentences = [str(one) for option in said for one in option.says]
    assert len(set(sentences)) == len(sentences)
    assert all(one[0].isupper() and one.endswith(".") for one in sentences)


@pytest.mark.parametrize("name", games.names())
def test_a_guest_reads_no_word_of_the_settings_file(rig: Rig, name: str) -> None:
    set_up(rig)
    page = owner(rig).get(f"{GAME}?game={name}")[1]
    text_alone = re.sub(r"<[^>]*>", " ", page.partition("<main")[2])
    codes = {str(value) for option in games.load(name).options for value in option.values if isinstance(value, str)}
    codes |= {one for option in games.load(name).options for one in option.choice if "-" in one}
    names = {option.name for option in games.load(name).options if "_" in option.name}
    for word in some((codes | names | {"seed", "parlett"}) - _WORDS_OF_EVERYBODY):
        assert not re.search(rf"\b{re.escape(word)}\b", text_alone), word


def test_every_game_can_be_chosen_as_its_page_comes(rig: Rig) -> None:
    phone = owner(rig)
    for name in some(games.names()):
        setup = set_up(rig)
        page = phone.get(f"{GAME}?game={name}")[1]
        sent = form(page, GAME)
        sent |= {field: f"P{field[-1]}" for field in sent if field.startswith("name")}
        phone.post(GAME, sent)
        kept = parse(text(setup)).table
        assert (kept.game, len(kept.seats), kept.options) == (name, int(sent["seats"]), {}), name


def test_house_rules_are_as_usual_again_by_one_tap(rig: Rig) -> None:
    set_up(rig)
    phone = owner(rig)
    sent = {**form(phone.get(GAME)[1], GAME), "opt.hundred_and_none": "1"}
    phone.post(GAME, sent)
    kept = form(phone.get(GAME)[1], GAME)
    assert kept["opt.hundred_and_none"] == "1"
    (usual,) = re.findall(r'id="usual" href="([^"]+)"', phone.get(GAME)[1])
    assert form(phone.get(unescape(usual))[1], GAME)["opt.hundred_and_none"] == "0"


@pytest.mark.parametrize("name", [name for name in games.names() if games.load(name).options])
def test_every_value_that_is_offered_can_be_chosen_and_comes_back(name: str) -> None:
    game = games.load(name)
    config = Config(TableConfig(name, tuple("ABCDE"[: game.seats[0]])))
    choice = forms.chosen({}, config.table)
    for option in some(game.options):
        for value in some(option.values):
            fields = {**forms.filled(choice, config), f"opt.{option.name}": forms.written(option, value)}
            requested = forms.requested(choice, fields, config.table)
            again = parse(edited('[table]\ngame = ""\nseats = []\n', requested.changes(Config(TableConfig("", ())))))
            assert again.table == requested.table
            assert requested.table.options.get(option.name, option.values[0]) == value


@pytest.mark.parametrize(
    ("game", "seats", "listed"),
    [
        ("coiffeur", 3, ["<li>Hearts: row of 1</li>", "<li>Gustav: row of 3</li>"]),
        ("coiffeur", 4, ["<li>Spades: x 1</li>", "<li>Joker 2: x 8</li>"]),
        ("tarot", 5, ["<li>Petite: x 1</li>", "<li>Garde contre: x 6</li>"]),
        ("handjass", 3, ["<li>In: plays</li>", "<li>Out: nothing won or lost</li>", "takes the blind, in</li>"]),
        ("mittlere", 3, []),
    ],
)
def test_contracts_bids_and_calls_are_listed_with_what_they_count(
    rig: Rig, game: str, seats: int, listed: list[str]
) -> None:
    set_up(rig)
    page = owner(rig).get(f"{GAME}?game={game}&seats={seats}")[1]
    assert [one for one in listed if one not in page] == []
    assert ("What is said, and what it counts" in page) == bool(listed)


def test_saving_keeps_every_comment_and_begins_a_new_match(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    fields = form(phone.get(GAME)[1], GAME)
    status, page = phone.post(GAME, {**fields, "name1": "Zoë", "opt.deals": "12", "announce": "training"})
    assert (status, told(page)) == (200, ["Saved. A new match begins: Mittlere."])
    config = parse(text(setup))
    assert (config.table.seats, config.table.options) == (("Anna", "Zoë", "Carla"), {"deals": 12})
    assert (config.referee.announce, config.reading.frames) == ("training", 4)
    kept = [line for line in SETTINGS.splitlines() if "#" in line]
    assert [line for line in text(setup).splitlines() if "#" in line] == kept
    assert (setup.again.is_requested, setup.again.begin_round()) == (True, True)


def test_the_same_form_again_changes_nothing_more(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    fields = {**form(phone.get(GAME)[1], GAME), "name1": "Zoë"}
    phone.post(GAME, fields)
    once = text(setup)
    assert phone.post(GAME, fields)[0] == 200
    assert text(setup) == once


def test_a_form_from_an_old_state_of_the_file_is_refused_and_nothing_is_lost(rig: Rig) -> None:
    setup, one, other = set_up(rig), owner(rig), owner(rig)
    fields = form(one.get(GAME)[1], GAME)
    assert other.post(GAME, {**fields, "name0": "Zoë"})[0] == 200
    status, page = one.post(GAME, {**fields, "name2": "Bo"})
    assert (status, "somebody has changed the settings" in told(page)[0]) == (422, True)
    assert parse(text(setup)).table.seats == ("Zoë", "Berta", "Carla")
    assert form(page, GAME)["name2"] == "Bo"  # and may now be saved knowingly
    assert one.post(GAME, form(page, GAME))[0] == 200


def test_every_mistake_is_told_beside_its_field_and_nothing_is_saved(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    fields = form(phone.get(GAME)[1], GAME)
    status, page = phone.post(GAME, {**fields, "name0": " ", "name1": "Carla", "opt.deals": "-1", "announce": "x"})
    assert status == 422
    assert told(page) == [
        "Give the player at seat 1 a name.",
        "Two players are called Carla; give each a name of its own.",
        "Write a whole number that is not less than 0; usual: 0, 12.",
        "Choose what is said when.",
    ]
    for field in ("name0", "name2", "opt.deals"):
        assert f'name="{field}" aria-invalid="true"' in page
        assert f'id="e-{field}"' in page
    assert form(page, GAME)["name1"] == "Carla"
    assert text(setup) == SETTINGS
    script = phone.post(GAME, {"of": ""}, **{"hx-request": "true"})
    assert script[0] == 200  # for a script swaps nothing else in


def test_a_match_that_is_played_is_never_ended_silently(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    rig.enter(REVOKED)
    fields = {**form(phone.get(f"{GAME}?game=molotow")[1], GAME), "name3": "Dora"}
    status, page = phone.post(GAME, fields)
    assert (status, told(page)) == (
        422,
        ["A match is being played: end it first, or choose here that it is ended."],
    )
    assert (text(setup), setup.again.is_requested, rig.said[-1]) == (SETTINGS, False, REVOKED[-1])
    status, page = phone.post(GAME, {**fields, "end": "yes"})
    assert (status, told(page)) == (200, ["Saved. A new match begins: Molotow."])
    assert rig.said[-1] == End()
    assert setup.again.is_requested


def test_a_match_that_is_over_need_not_be_ended(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    rig.enter((DEAL, End()))
    assert phone.post(GAME, {**form(phone.get(GAME)[1], GAME), "name0": "Zoë"})[0] == 200
    assert setup.again.is_requested
    assert len(rig.said) == 2


def test_looking_at_another_game_shows_its_rules_and_changes_nothing(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    status, page = phone.get(f"{GAME}?game=tarot&seats=5&profile=fft2012")
    assert status == 200
    for option in games.load("tarot").options:
        assert option.meaning.replace("'", "&#39;") in page
    assert [name for name in form(page, GAME) if name.startswith("name")] == [f"name{seat}" for seat in range(5)]
    assert re.search(r"counts 20, a double one 30, a triple one 40\. <small[^>]*>\(usual here\)", page)
    assert phone.get(f"{GAME}?game=poker&seats=99&profile=x")[0] == 200
    assert (text(setup), setup.again.is_requested) == (SETTINGS, False)


def test_two_players_change_places_before_anything_is_saved(rig: Rig) -> None:
    setup, phone = set_up(rig), owner(rig)
    status, page = phone.post(GAME, {**form(phone.get(GAME)[1], GAME), "swap": "0,1"})
    fields = form(page, GAME)
    assert (status, fields["name0"], fields["name1"], text(setup)) == (200, "Berta", "Anna", SETTINGS)


def test_bids_are_chosen_one_by_one(rig: Rig) -> None:
    set_up(rig, SETTINGS.replace('"mittlere"', '"tarot"'))
    phone = owner(rig)
    fields = form(phone.get(GAME)[1], GAME)
    del fields["opt.bids.garde-contre"]
    assert phone.post(GAME, {**fields, "opt.bids.petite": "on"})[0] == 200
    assert rig.context.setup
    assert parse(text(rig.context.setup)).table.options == {"bids": ("petite", "prise", "garde", "garde-sans")}
    with pytest.raises(FormRefusedError, match="Choose at least one"):
        forms.requested(
            forms.chosen({}, TableConfig("tarot", ("A", "B", "C"))), {}, TableConfig("tarot", ("A", "B", "C"))
        )


def test_a_file_that_is_wrong_by_hand_is_told_and_left_alone(rig: Rig) -> None:
    setup = set_up(rig)
    setup.file.path.write_text('[table]\ngame = "poker"\nseats = ["A"]\n')
    status, page = owner(rig).get(GAME)
    assert (status, "there is no game" in page) == (500, True)


def test_a_file_that_cannot_be_written_is_told(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    setup, phone = set_up(rig), owner(rig)
    fields = {**form(phone.get(GAME)[1], GAME), "name0": "Zoë"}

    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    status, page = phone.post(GAME, fields)
    assert (status, "No space left on device" in told(page)[0]) == (422, True)
    assert (text(setup), setup.again.is_requested) == (SETTINGS, False)


def test_every_rulebook_has_its_sentence() -> None:
    assert set(pack_words()) == set(rulebooks.names())
