"""Sentences as values: their English is the string, and their meaning comes along wherever they go."""

import copy
import json
import pickle
from collections.abc import Callable
from dataclasses import asdict, dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from controller.record.message import NUMBERS, Listed, Message

NAMES = st.text(max_size=8) | st.sampled_from(("Anna, sen.", "Berta: x", "Carla {y}", "{name}", "a and b; c", "{0}"))


@dataclass(frozen=True, slots=True)
class Holder:
    text: Message


def again(message: Message) -> Message:
    return Message("{name} said: {why}; {names}", name="Dora", why=message, names=Listed((message, "Emil"), "and"))


COPIES: dict[str, Callable[[Message], str]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda one: pickle.loads(pickle.dumps(one)),  # noqa: S301 - our own bytes
    "pickle 2": lambda one: pickle.loads(pickle.dumps(one, 2)),  # noqa: S301 - our own bytes
    "asdict": lambda one: asdict(Holder(one))["text"],
}


@given(NAMES, NAMES)
def test_the_english_of_a_message_is_its_template_with_its_fields_whatever_stands_in_them(
    name: str, other: str
) -> None:
    message = Message("{name} revoked: {card}; {other}.", name=name, card="H9", other=other)
    assert message == f"{name} revoked: H9; {other}."
    assert again(message) == f"Dora said: {message}; {message} and Emil"


@pytest.mark.parametrize("way", COPIES)
@given(name=NAMES)
def test_a_message_keeps_its_meaning_wherever_it_is_copied_to(way: str, name: str) -> None:
    message = again(Message("{name} passed", name=name))
    copied = COPIES[way](message)
    assert isinstance(copied, Message)
    assert (copied, copied.template, copied.fields) == (message, message.template, message.fields)
    inner = copied.fields["why"]
    assert isinstance(inner, Message)
    assert inner.fields == {"name": name}


def test_a_message_is_written_and_compared_as_its_text() -> None:
    message = Message("{name} deals", name="Anna")
    assert json.dumps({"text": message}) == '{"text": "Anna deals"}'
    assert message in {"Anna deals": 1}
    assert type(str(message)) is str


@given(st.lists(NAMES, max_size=4), st.sampled_from((", ", "; ", " ", ". ")))
def test_messages_are_joined_as_their_texts_are(names: list[str], mark: str) -> None:
    parts = [Message("{name} deals", name=name) for name in names]
    joined = Message.join(mark, parts)
    assert joined == mark.join(parts)
    assert list(joined.fields.values()) == parts


def test_a_count_is_in_words_up_to_twelve() -> None:
    counts = [Message("{count2} cards", count2=count) for count in (*range(13), 13, -1)]
    assert counts == [f"{word} cards" for word in (*NUMBERS, "13", "-1")]


@pytest.mark.parametrize(
    ("names", "text"),
    [
        (Listed((), "and"), ""),
        (Listed(("Anna",), "or"), "Anna"),
        (Listed(("Anna", "Berta"), "and"), "Anna and Berta"),
        (Listed(("Anna", "Berta", "Carla"), "or"), "Anna, Berta or Carla"),
        (Listed(("Anna", "Berta", "Carla")), "Anna, Berta, Carla"),
    ],
)
def test_a_list_has_commas_and_a_word_before_its_last(names: Listed, text: str) -> None:
    assert Message("{names}", names=names) == text
