"""Every form sent to the set-up leads to a page with a sentence, and to a file by which a table can be refereed."""

from typing import Final

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from controller import games
from controller.console.setup import places as setup_places
from controller.console.setup.displays import KINDS, entries
from controller.rules.options import PROFILES
from controller.settings.model import Config, TableConfig
from tests.support.console.console_rig import Rig
from tests.support.console.setup_rig import SETTINGS, owner, set_up

TEXTS: Final = st.one_of(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
    st.sampled_from(
        ["", "0", "1", "2", "-1", "3.5", "nan", "inf", "1e400", "9" * 30, "on", "true", "x", "/dev/x", "٣"]
    ),
)
OPTIONS: Final = [f"opt.{option.name}" for name in games.names() for option in games.load(name).options]
FIELDS: Final = {
    "/setup/game": ["name0", "name1", "name2", "swap", "end", "opt.bids.prise", *OPTIONS],
    "/setup/places": [*setup_places.filled(Config(TableConfig("x", ("A", "B", "C"))))],
    "/setup/displays/0": [entry.key for kind in KINDS for entry in entries(kind)],
    "/setup/displays/1": ["port", "baud"],
}
FIXED: Final = {
    "game": st.sampled_from([*games.names(), "x"]),
    "seats": st.sampled_from(["2", "3", "4", "5", "x"]),
    "profile": st.sampled_from([*PROFILES, "x"]),
    "announce": st.sampled_from(["club", "training", "x"]),
    "pack": st.sampled_from(["record", "swiss", "x"]),
    "kind": st.sampled_from([*KINDS, "x"]),
    "do": st.sampled_from(["areas", "printed", "reading", "remove", "x"]),
    "sure": st.sampled_from(["1", ""]),
}


@settings(max_examples=120, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_no_form_breaks_the_table_or_its_file(rig: Rig, data: st.DataObject) -> None:
    setup, phone = set_up(rig, SETTINGS), owner(rig)
    route = data.draw(st.sampled_from(sorted(FIELDS)))
    typed = st.dictionaries(st.sampled_from(FIELDS[route]), TEXTS, max_size=12)
    fields = {**data.draw(st.fixed_dictionaries(FIXED)), **data.draw(typed), "of": setup.file.read().mark}
    status, page = phone.post(route, fields)
    assert status in (200, 409, 422)
    assert "cannot be shown now" not in page
    setup.file.read()  # raises where no table can be refereed by it
