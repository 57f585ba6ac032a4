"""What the referee says of plays: the shapes of the sentences of :mod:`controller.wording`."""

from typing import Final

from controller.phrase_shape import shape

VERDICTS: Final = (
    shape("{name} played {card}, which is no card of {game}."),
    shape("{name} played {card}, which {other} had already played in trick {n}."),
    shape("{name} played {card} to trick {n} after {card2}; one card a trick counts."),
    shape("{name} played {card} to trick {n} out of turn; it was for {other} to play."),
    shape("{name} played {card}, which {other} has shown; please check that card."),
    shape("{name} played {card}, which was shown in another hand; please check that card."),
    shape("{name} played {card}, but is out of this deal."),
    shape("Trick {n} was gathered without a card of {names}."),
    shape("{name} revoked in trick {n}: {card} may not be played there from any hand."),
    shape("{name} revoked in trick {n}: {card} on {card2}, while holding {cards} ({why})."),
    shape(
        "{name} revoked in trick {n}: {card} on {card2} with nothing but trumps in hand, while holding {cards} ({why})."
    ),
    shape("{name} revoked in trick {n}: {card} on {card2}; {why}."),
    shape("{name} revoked in trick {n}: {card} on {card2} with nothing but trumps in hand; {why}."),
    shape("played in trick {n}"),
    shape("played in tricks {numbers}"),
    shape("as the hand was shown"),
    shape("the cards cannot lie otherwise"),
    shape("after {card} in trick {n} by the rules {count} cards, {cards}, could lie nowhere"),
    shape(
        "after {card} in trick {n} by the rules {count} cards, {cards}, could lie only with {places}, where "
        "there is no room"
    ),
    shape(
        "after {card} in trick {n} by the rules {count} cards, {cards}, could lie only with {places}, where "
        "there is room for {count2} of them"
    ),
    shape("after {card} in trick {n} by the rules one card, {card2}, could lie nowhere"),
    shape(
        "after {card} in trick {n} by the rules one card, {card2}, could lie only with {places}, where there is no room"
    ),
    shape("after {card} in trick {n} {place} still held one card, and {why}"),
    shape("after {card} in trick {n} {place} still held {count} cards, and {why}"),
    shape("after {card} in trick {n} {place} still held one unseen card, and {why}"),
    shape("after {card} in trick {n} {place} still held {count} unseen cards, and {why}"),
    shape("every unseen card was {suits}"),
    shape("only one unseen card was {suits}"),
    shape("only {count} unseen cards were {suits}"),
    shape("every unseen card that could lie there was {suits}"),
    shape("every card that could lie there was {suits}"),
    shape("only one unseen card that was {suits} could lie there"),
    shape("only {count} unseen cards that were {suits} could lie there"),
    shape("only one card that was {suits} could lie there"),
    shape("only {count} cards that were {suits} could lie there"),
    shape(
        "Somebody has revoked in this deal: the unseen cards cannot lie so that every play was lawful; "
        "{suspects} may have done it."
    ),
    shape(
        "At least two players have revoked in this deal: the unseen cards cannot lie so that every play was "
        "lawful, whichever player's plays are left aside."
    ),
    shape("The cards seen up to trick {n} cannot be those of one deal; please check the table and the last tricks."),
    shape("The points come to {n}, not {n2}."),
)
