"""The document on security says who may do what as the console has it."""

from tools import access_table


def test_the_document_has_the_table_of_today() -> None:
    text = access_table.DOCUMENT.read_text(encoding="utf-8")
    assert text.count(access_table.BEGIN) == text.count(access_table.END) == 1
    assert access_table.table() in text
    assert access_table.written(text) == text


def test_the_table_names_every_route_and_action_once() -> None:
    rows = [line.split(" | ")[0] for line in access_table.table().splitlines()[2:]]
    assert len(rows) == len(set(rows)) > 50
