"""The catalogues: every text of the program in every language, with the same slots, and nothing else."""

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po

from controller.console.views.rule_texts import texts
from controller.language import catalogues
from controller.live import wiring
from controller.settings import model as config
from controller.settings.model import TableConfig
from vision.words.cards import LANGS, Lang

TOOLS = Path(__file__).parents[3] / "tools"
CONTROLLER = Path(catalogues.__file__).parents[1]
in_checkout = pytest.mark.skipif(not TOOLS.exists(), reason="the tools are part of the checkout alone")
OTHERS: tuple[Lang, ...] = tuple(lang for lang in LANGS if lang != "en")
KEYWORDS = {
    "_": None,
    "ngettext": (1, 2),
    "pgettext": ((1, "c"), 2),
    "Message": None,
    "counted": (1, 2),
    "text_of": None,
}
FIGURE = re.compile(r"\d+")
SLOT = re.compile(r"\{(\w*)(?::the)?\}")
MANY = {"de": 2, "fr": 2, "it": 2, "ja": 1}
"""Forms of a number of things."""

Key = tuple[str | None, str | tuple[str, ...]]
"""A context, where the text has one, and the text with its plurals."""


@cache
def wanted() -> frozenset[Key]:
    """Every text that is to be translated, as `tools/translations.sh` gathers them."""
    lines = (TOOLS / "babel.cfg").read_text(encoding="utf-8").splitlines()
    kinds = [line.strip("[]").split(": ") for line in lines if line.startswith("[")]
    methods = [(pattern, {"python": "python", "jinja2": "jinja2.ext:babel_extract"}[kind]) for kind, pattern in kinds]
    found = extract_from_dir(CONTROLLER, methods, keywords=KEYWORDS)
    return frozenset((context, message) for _file, _line, message, _comments, context in found)


@cache
def catalogue(lang: Lang, domain: str = "schiri") -> Catalog:
    with (CONTROLLER / f"language/locale/{lang}/LC_MESSAGES/{domain}.po").open("rb") as source:
        return read_po(source, locale=lang)


def messages(lang: Lang) -> list[Message]:
    return [message for message in catalogue(lang) if message.id]


def forms(message: Message) -> tuple[str, ...]:
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ())


def originals(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


@in_checkout
@pytest.mark.parametrize("lang", OTHERS)
def test_every_text_has_a_translation_and_no_translation_is_left_over(lang: Lang) -> None:
    there = {(message.context, message.id): message for message in messages(lang)}
    missing = {key for key in wanted() if key not in there or not all(forms(there[key]))}
    left_over = there.keys() - wanted()
    assert not missing, f"run tools/translations.sh and translate into {lang}: {sorted(map(str, missing))}"
    assert not left_over, f"run tools/translations.sh: {sorted(map(str, left_over))}"
    assert not catalogue(lang).obsolete
    assert [message.id for message in messages(lang) if message.fuzzy] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_every_rule_of_the_games_has_a_translation_with_its_figures_and_none_is_left_over(lang: Lang) -> None:
    there = {message.id: message for message in catalogue(lang, "rules") if message.id}
    rules = {*texts().values()}
    assert len(rules) > 100
    assert (rules - there.keys(), there.keys() - rules) == (set(), set())
    wrong = [
        rule
        for rule in rules
        for [told] in [forms(there[rule])]
        if len(told) < 8 or Counter(FIGURE.findall(rule)) - Counter(FIGURE.findall(told))
    ]
    assert sorted(wrong) == []


@pytest.mark.parametrize("lang", OTHERS)
def test_a_translation_has_the_slots_of_its_text(lang: Lang) -> None:
    wrong: list[tuple[str, ...]] = []
    for message in messages(lang):
        slots = {frozenset(SLOT.findall(text)) for text in (*originals(message), *forms(message))}
        wrong += [originals(message)] if len(slots) > 1 else []
    assert wrong == []


@pytest.mark.parametrize("lang", OTHERS)
def test_a_number_of_things_has_the_forms_of_its_language(lang: Lang) -> None:
    counted = [message for message in messages(lang) if not isinstance(message.id, str)]
    assert counted
    assert {message.id: len(forms(message)) for message in counted} == {one.id: MANY[lang] for one in counted}
    told = catalogues.catalogue(lang)
    for message in counted:
        one, many = originals(message)
        assert told.ngettext(one, many, 1) == forms(message)[0]
        assert told.ngettext(one, many, 5) == forms(message)[-1]


@pytest.mark.parametrize("lang", OTHERS)
def test_no_sentence_has_stayed_english(lang: Lang) -> None:
    """A single word may be the same in two languages, three words of a sentence are not."""
    same = [one.id for one in messages(lang) if forms(one) == originals(one)]
    assert [text for text in same if len(re.findall(r"\b[a-z]+\b", SLOT.sub("", str(text)))) > 2] == []


def test_german_is_written_as_in_switzerland() -> None:
    assert [text for message in messages("de") for text in forms(message) if re.search("[ß„“]", text)] == []


def test_french_keeps_its_spaces_before_high_signs() -> None:
    close = re.compile(r"[^\s«!?](?:[;!?»]|:(?!\d|the\}|//))")
    assert [text for message in messages("fr") for text in forms(message) if close.search(text)] == []


def test_sentences_end_as_their_texts_do() -> None:
    wrong: list[str] = []
    for lang in ("de", "fr", "it"):
        for message in messages(lang):
            pairs = zip(originals(message), forms(message), strict=True)
            wrong += [
                text
                for original, text in pairs
                if (original[-1:] in (".", "?", ":") or text[-1:] in (".", "?", ":")) and original[-1:] != text[-1:]
            ]
    assert wrong == []


@in_checkout
def test_the_tool_gathers_for_every_language_by_the_same_names() -> None:
    script = (TOOLS / "translations.sh").read_text(encoding="utf-8")
    assert set(re.findall(r"--keywords (\w+)", script)) == KEYWORDS.keys() - {"_", "ngettext", "pgettext"}
    assert re.findall(r"for lang in ([a-z ]+);", script) == [" ".join(OTHERS)]


def test_a_table_has_one_language_and_one_pack() -> None:
    text = '[table]\ngame = "mittlere"\nseats = ["Anna", "Berta", "Carla"]\nlang = "de"\nsuits = "swiss"\n'
    table = config.parse(text).table
    assert (table.lang, table.suits) == ("de", "swiss")
    assert wiring.of_table(table).cards.name("DQ") == "Schilten-Ober"
    french = TableConfig("tarot", ("Anna", "Berta", "Carla"), lang="fr")
    assert wiring.of_table(french).cards.name("EX") == "Excuse"
    with pytest.raises(config.ConfigError, match="line 4"):
        config.parse(text.replace('"de"', '"rm"'))
