"""Words that are the same in every record and setting, for translation: kinds of verdicts and events, house rules."""

from collections.abc import Mapping
from typing import Final

from controller.record.message import Message

VERDICTS: Final = (
    Message("revoke"),
    Message("illegal-lead"),
    Message("out-of-turn"),
    Message("second-card"),
    Message("duplicate-card"),
    Message("foreign-card"),
    Message("impossible-card"),
    Message("short-trick"),
    Message("illegal-bid"),
    Message("illegal-call"),
    Message("illegal-discard"),
    Message("false-declaration"),
    Message("missed-rule"),
    Message("someone-revoked"),
)
EVENTS: Final = (
    Message("match"),
    Message("deal"),
    Message("void"),
    Message("bid"),
    Message("call"),
    Message("dog"),
    Message("discard"),
    Message("exchange"),
    Message("move"),
    Message("agree"),
    Message("declare"),
    Message("upcard"),
    Message("duel"),
    Message("choose"),
    Message("seal"),
    Message("reveal"),
    Message("play"),
    Message("collect"),
    Message("draw"),
    Message("undo"),
    Message("amend"),
    Message("insert"),
    Message("ruling"),
    Message("gap"),
    Message("seen"),
    Message("missed"),
    Message("end"),
)
DECLARED: Final = (
    Message("weis"),
    Message("stock"),
    Message("belote"),
    Message("chelem"),
    Message("poignee"),
    Message("misere"),
    Message("petit-sec"),
)
KINDS: Final[Mapping[str, Message]] = {str(kind): kind for kind in (*VERDICTS, *EVENTS, *DECLARED)}
"""The kinds by name."""

OPTIONS: Final[Mapping[str, Message]] = {
    str(word): word
    for word in (
        Message("both-fail"),
        Message("both fail"),
        Message("excuse"),
        Message("free"),
        Message("head"),
        Message("hold"),
        Message("jass"),
        Message("minus"),
        Message("over"),
        Message("plain"),
        Message("plus"),
        Message("rotate"),
        Message("rounds"),
        Message("seed"),
        Message("single"),
        Message("under"),
        Message("void"),
        Message("Auction"),
        Message("Bids"),
        Message("Break hearts"),
        Message("Contre"),
        Message("Deals"),
        Message("First trick points"),
        Message("Follow"),
        Message("Four nines"),
        Message("Goal"),
        Message("Hundred and none"),
        Message("Jack"),
        Message("Lead called"),
        Message("Middle"),
        Message("Misere"),
        Message("Moon"),
        Message("Only trumps"),
        Message("Partners"),
        Message("Passing"),
        Message("Petit chelem"),
        Message("Petit sec"),
        Message("Poignee"),
        Message("Puur exempt"),
        Message("Queen breaks"),
        Message("Threshold"),
        Message("Void no trump"),
        Message("Void poor"),
        Message("Wins"),
    )
}
"""The names of house rules and of their values, as forms have them, by their English."""
