"""A checker of certificates that was written from docs/certificate.md alone; it imports nothing of the program."""

import hashlib
import json
import re
from itertools import pairwise
from pathlib import Path
from typing import Any

DOCUMENT = (Path(__file__).parents[2] / "docs/certificate.md").read_text(encoding="utf-8")
RULES = DOCUMENT.split("```")[1].strip().splitlines()
LINK = re.compile(r"[0-9a-f]{64}( late| unwitnessed)?")
Json = Any
Numbered = dict[int, Json]


class RefusedError(Exception):
    """A certificate that does not hold, with the reason."""


def need(holds: object, why: str) -> None:
    """Refuse for a reason, unless something holds."""
    if not holds:
        raise RefusedError(why)


def accepts(text: str) -> str | None:
    """Return why a certificate is refused; None: it is accepted."""
    try:
        check(text)
    except RefusedError as refused:
        return str(refused)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        return f"incomplete: {error!r}"
    return None


def check(text: str) -> None:
    """Check a certificate; raises RefusedError."""
    seal, _, body = text.partition("\n")
    need(hashlib.sha256(body.encode()).hexdigest() == seal, "seal")
    told = json.loads(body)
    need(type(told["format"]) is int and told["format"] == 1, "format")
    lines = chain(told)
    table(told)
    facts(told, lines)
    if "courses" in told:
        arguments(told, lines)
    else:
        at_once(told)


def chain(told: Json) -> Numbered:
    """Check the runs of lines; return the lines by number."""
    lines: Numbered = {}
    for run in told["lines"]:
        number, link, marks = run["first"], run["before"], run.get("marks", {})
        need(number > max(lines, default=0) and run["text"], "runs")
        need(LINK.fullmatch(link) if number > 1 else link == "", "before")
        for line in run["text"]:
            link = hashlib.sha256((link + line + "\n").encode()).hexdigest() + marks.get(str(number), "")
            lines[number] = json.loads(line)
            number += 1
        need(link == run["after"] and LINK.fullmatch(link), "after")
    match = lines[1]
    need(match["e"] == "match" and match["game"] == told["game"] and len(match["seats"]) == told["around"], "match")
    for name, value in (match.get("options") or {}).items():
        need(name not in told["options"] or told["options"][name] == value, "options")
    return lines


def table(told: Json) -> None:
    """Check the tricks by themselves."""
    deck = told["deck"].split(" ")
    laid = [card for trick in told["tricks"] for _, _, card in trick]
    need(len({*laid}) == len(laid) and {*laid} <= {*deck} and len({*deck}) == len(deck), "cards of tricks")
    for trick in told["tricks"]:
        seats = [seat for _, seat, _ in trick]
        need(len({*seats}) == len(seats) and {*seats} <= {*told["seats"]}, "seats of a trick")


def corrected(lines: Numbered) -> list[tuple[int, Json]]:
    """Return the events that stand, in order."""
    state: Numbered = {}
    history: list[tuple[int, Json]] = []
    for number, event in lines.items():
        kind = event["e"]
        if kind == "undo":
            for _ in range(min(event["n"], len(history))):
                line, former = history.pop()
                target = lines[line]["of"] if lines[line]["e"] == "amend" else line
                state.pop(target, None)
                if former is not None:
                    state[target] = former
            continue
        former = None
        if kind == "amend":
            former = state.get(event["of"])
            if former is not None:
                state[event["of"]] = {**former, **event["with"]}
        else:
            state[number] = event["event"] if kind == "insert" else event
        if kind not in ("gap", "seen", "question"):
            history.append((number, former))
    return ordered(lines, state)


def ordered(lines: Numbered, state: Numbered) -> list[tuple[int, Json]]:
    """Return the events that stand, each insertion before its line."""
    inserted: dict[int, list[int]] = {}
    for number in state:
        if lines[number]["e"] == "insert" and lines[number]["before"] in lines:
            inserted.setdefault(lines[number]["before"], []).append(number)
    placed = {number for numbers in inserted.values() for number in numbers}

    def around(number: int) -> list[int]:
        return [*(one for insert in inserted.get(number, ()) for one in around(insert)), number]

    order = [one for number in sorted(state) if number not in placed for one in around(number)]
    return [(number, state[number]) for number in order if state[number] is not None]


def bare(card: str) -> str:
    """Return a card without its copy."""
    return card.partition("@")[0]


def facts(told: Json, lines: Numbered) -> None:
    """Check the plays against the lines, and who watched."""
    plays = [play for trick in told["tricks"] for play in trick] + told["apart"]
    need(len({line for line, _, _ in plays}) == len(plays), "a line twice")
    stand = corrected(lines)
    by_line = dict(stand)
    proved, act = told["verdict"]["proved"], told["verdict"]["event"]
    for line, seat, card in plays:
        if line not in lines:
            continue
        need(line in by_line, "a play does not stand")
        event = by_line[line]
        same = event["e"] == "play" and event["seat"] == seat and bare(event["card"]) == bare(card)
        need(same, "a play is told otherwise")
    watch = told["watch"]
    need(watch["seen"] + watch["entered"] == len(plays), "watch")
    need(lines.keys() >= {proved, act}, "act and proof")
    numbers = [number for number, _ in stand]
    if proved not in numbers:
        return
    until = stand[: numbers.index(proved) + 1]
    deals = [at for at, (_, event) in enumerate(until) if event["e"] == "deal"]
    if not deals or not {*range(until[deals[-1]][0], proved + 1)} <= lines.keys():
        return
    mine = until[deals[-1] :]
    there = [(number, event) for number, event in mine if event["e"] == "play"]
    need({number for number, _ in there} == {line for line, _, _ in plays}, "plays are left out")
    need(sum(event.get("src") == "camera" for _, event in there) == watch["seen"], "watch")
    need([number for number, event in mine if event["e"] == "gap"] == watch["gaps"], "gaps")


def is_listed(told: Json) -> bool:
    """Whether the rule of a certificate is one of its game's, by its options."""
    mine = [re.fullmatch(r"(\S+?)(?: \[(.*?)\])?: (.*)", line) for line in RULES]
    rules = [found.groups() for found in mine if found and found.group(1) == told["game"]]
    usual: dict[str, str] = {}
    for _, options, _ in rules:
        for option in (options or "").split():
            usual.setdefault(*option.split("="))
    given = {name: str(value).lower() for name, value in told["options"].items()}
    told_rule = " + ".join(
        f"{f'{rule} {when}'.strip()} : {owed} > {met}{f' ! {excuse}' if excuse else ''}"
        for rule, when, owed, met, excuse in told["rule"]["demands"]
    )
    return any(
        rule == told_rule
        and all({**usual, **given}[name] == value for name, value in map(split, (options or "").split()))
        for _, options, rule in rules
    )


def split(option: str) -> tuple[str, str]:
    """Split an option from its value."""
    name, _, value = option.partition("=")
    return name, value


class TrickInPlay:
    """A trick as far as it lies, by the suits of a certificate."""

    def __init__(self, told: Json, before: list[str]) -> None:
        """Find the suit led and the card that wins."""
        rule = told["rule"]
        self.trump = rule["trump"]
        self.suits = {suit: cards.split() for suit, cards in rule["suits"].items()}
        suited = [card for cards in self.suits.values() for card in cards]
        need(len({*suited}) == len(suited) and {*suited} <= {*told["deck"].split()}, "suits")
        need(self.trump is None or self.trump in self.suits, "trump")
        self.home = {card: suit for suit, cards in self.suits.items() for card in cards}
        self.all = [card for card in told["deck"].split() if card in self.home]
        lying = [card for card in before if card in self.home]
        need(lying, "no card was led")
        self.led = self.home[lying[0]]
        trumps = [card for card in lying if self.home[card] == self.trump]
        row = self.suits[self.trump] if trumps else self.suits[self.led]
        best = min(row.index(card) for card in trumps or lying if card in row)
        self.trumped = bool(trumps) and self.led != self.trump
        self.above, self.below = row[:best], row[best + 1 :] if self.trumped else []

    def holds(self, condition: str) -> bool:
        """Whether a condition holds."""
        some = self.trump is not None
        return {
            "no-trump": not some,
            "any-trump": some,
            "trump-led": self.led == self.trump,
            "plain-led": some and self.led != self.trump and not self.trumped,
            "trumped": self.trumped,
            "untrumped": not self.trumped,
        }[condition]

    def cards(self, text: str) -> set[str]:
        """Return the cards of some words."""
        trumps = self.suits[self.trump] if self.trump not in (None, self.led) else []
        named = {"all": self.all, "led": self.suits[self.led], "trumps": trumps, "above": self.above}
        named["under"] = self.below
        found: set[str] = set()
        for word in text.split():
            name = word.lstrip("-")
            several = named[name] if name in named else self.suits.get(name)
            cards = {card for card in self.all if bare(card) == name} if several is None else {*several}
            found = found | cards if name == word else found - cards
        return found


def duty(told: Json, before: list[str], card: str) -> tuple[dict[str, str], set[str]]:
    """Return the cards owed by a hand that plays a card, each with its rule, and the cards that excuse."""
    trick = TrickInPlay(told, before)
    need(card in trick.home, "the card is in no suit")
    owed: dict[str, str] = {}
    excuse: set[str] = set()
    for rule, when, owes, met, excuses in told["rule"]["demands"]:
        if all(map(trick.holds, when.split())) and card not in trick.cards(met) and trick.cards(owes):
            owed = {**dict.fromkeys(trick.cards(owes), rule), **owed}
            excuse = trick.cards(excuses)
    return owed, excuse


def arguments(told: Json, lines: Numbered) -> None:
    """Check that every course holds."""
    verdict, places = told["verdict"], told["places"]
    played = [play for trick in told["tricks"] for play in trick]
    unseen = {*told["deck"].split()} - {card for _, _, card in played} - {*told["gone"].split()}
    ways = [way for course in told["courses"] for way in course.get("ways", ())]
    if ways:
        need(sum(room for _, room, _ in places) == len(unseen), "rooms")
        for _, room, seat in places:
            count = sum(play[1] == seat for play in played)
            need(seat is None or room == told["size"] - told["undrawn"] - count, "a hand")
    for card, _, line in told["known"]:
        need(line not in lines or bare(card) in json.dumps(lines[line]), "known")
    if "together" in told or verdict["kind"] == "missed-rule":
        barred: dict[int, set[str]] = {}
        for _, seat, cards in told.get("together", ()):
            here = [number for number, place in enumerate(places) if place[2] == seat]
            for number in here:
                barred.setdefault(number, set()).update(cards.split())
        need(ways and all(too_little(told, unseen, way, barred, None) for way in ways), "they can be dealt")
        return
    [trick] = [one for one in told["tricks"] if verdict["event"] in [line for line, _, _ in one]]
    at = [line for line, _, _ in trick].index(verdict["event"])
    _, hand, card = trick[at]
    need(hand == verdict["laid_by"] and bare(card) == bare(verdict["card"]), "the act")
    need(verdict["seat"] == hand or told["game"] == "bridge", "the seat")
    since = played[played.index(trick[at]) :] + [one for one in told["apart"] if one[0] > verdict["event"]]
    shown = {(line, later) for line, seat, later in since if seat == hand}
    need(told["rule"]["id"] == verdict["rule"] and told["courses"], "rule")
    for course in told["courses"]:
        one_course(told, course, (trick, at), shown, unseen)


def one_course(told: Json, course: Json, act: tuple[Json, int], shown: set[tuple[int, str]], unseen: set[str]) -> None:
    """Check that the hand cannot have been a lawful one."""
    trick, at = act
    _, hand, card = trick[at]
    if "demands" in told["rule"]:
        need(is_listed(told), "the rule is not the game's")
        owed, excuse = duty(told, [one for _, _, one in trick[:at]], card)
    else:
        owed = dict.fromkeys(course["owed"].split(), told["rule"]["id"])
        excuse = {*course.get("excuse", "").split()}
    need(owed, "nothing was owed")
    broken, cited = {*owed.values()}, told["rule"]["id"]
    need(cited in broken or (len(broken) > 1 and any(rule.startswith(cited) for rule in broken)), "another rule")
    need(not excuse & {later for _, later in shown}, "an excuse was shown")
    place = next((number for number, one in enumerate(told["places"]) if one[2] == hand), None)
    for later, line in course.get("shown", ()):
        need(later in owed and (line, later) in shown, "what was shown")
        need(owed[later].startswith(cited), "another rule is shown broken")
    ways = course.get("ways", ())
    need(course.get("shown") or any("with" not in way for way in ways), "no argument")
    for way in ways:
        need(place is not None, "no hand")
        barred = {} if "with" in way or place is None else {place: {*owed}}
        need(too_little(told, unseen, way, barred, place), "they can be dealt")
    known = {one: where for one, where, _ in told["known"]}
    for one in excuse & unseen:
        if place in known.get(one, [place]):
            need(one in [way.get("with") for way in ways], "an excuse is left")


def too_little(told: Json, unseen: set[str], way: Json, barred: dict[int, set[str]], hand: int | None) -> bool:
    """Whether places have more room than there are cards that may lie in them."""
    known = {card: where for card, where, line in told["known"] if line is not None or told["game"] == "condor"}
    laid = way.get("with")
    numbers = way["in"]
    need(all(low < high for low, high in pairwise(sorted(numbers))), "a place twice")
    need(all(type(number) is int and 0 <= number < len(told["places"]) for number in numbers), "no such place")
    room = sum(told["places"][number][1] - (laid is not None and number == hand) for number in numbers)
    may = {
        card
        for card in unseen - {laid}
        for number in numbers
        if number in known.get(card, [number]) and card not in barred.get(number, ())
    }
    return room > len(may)


def at_once(told: Json) -> None:
    """Check a verdict that needs no counting."""
    verdict, kind = told["verdict"], told["verdict"]["kind"]
    line, hand, card = verdict["event"], verdict["laid_by"], verdict["card"]
    plays = [play for trick in told["tricks"] for play in trick]
    apart = [one for one in told["apart"] if one[0] == line]
    trick = next((one for one in told["tricks"] if line in [each[0] for each in one]), (told["tricks"] or [[]])[-1])
    if kind in ("second-card", "duplicate-card", "foreign-card") and hand is not None:
        need(apart and apart[0][1] == hand and bare(apart[0][2]) == bare(card), "the card")
    if kind == "second-card":
        need(any(seat == hand and number < line for number, seat, _ in plays), "no first card")
    if kind == "foreign-card":
        need(bare(card) not in map(bare, told["deck"].split()), "the card is of the deck")
    if kind == "duplicate-card" and told["game"] != "condor":
        need(bare(card) in [bare(one) for _, _, one in plays], "it had not been played")
    if kind == "short-trick":
        need(not {*verdict["seats"]} & {seat for _, seat, _ in trick}, "a card lies there")
        need({*verdict["seats"]} <= {*told["seats"]}, "no such seat")
    if kind == "out-of-turn":
        [act] = [one for one in (*plays, *told["apart"]) if one[0] == line]
        need(act[1] == hand and bare(act[2]) == bare(card) and told["turn"] != hand, "whose turn it was")
        before = trick[: trick.index(act)] if act in trick else trick
        if before:
            first, around = before[0][1], told["around"]
            order = sorted(told["seats"], key=lambda seat: (seat - first) % around)
            away = [seat for seat in order if seat not in [one[1] for one in before]]
            need(away[:1] == [told["turn"]], "whose turn it was")
    for one, number in told["proof"] or ():
        wrong = [play for play in (*plays, *told["apart"]) if play[0] == number and bare(play[2]) != bare(one)]
        need(not wrong, "the proof")
