"""Words of the table: names of units, cards and places as phrases, and what answers and questions are called."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from shapan.engine.actions import DONE, Family
from shapan.engine.kinds import UNKNOWN, Kind
from shapan.engine.phrases import Word, inner, listed, say, seat_of, term
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Choice, Fact, Phrase
from shapan.games.battlefield import actions, formulas, names, words
from shapan.games.battlefield.events import UNLIMITED
from shapan.games.battlefield.records import (
    AT,
    C_NUMBER,
    C_PROPOSER,
    C_SIDE,
    C_TARGET,
    C_THIRD,
    C_TYPE,
    C_UNTIL,
    OWNED,
    Treaty,
)
from shapan.games.battlefield.rules import danger
from shapan.games.battlefield.state import Battlefield

LAND: Final = names.UNIT.size
"""The target that is the first territory."""


def forces(power: int, guard: int) -> list[Fact]:
    """Return power and guard of a unit in a fight, as they are now; what is above any number is told so."""
    numbers = (("power", power, "b-attack"), ("guard", guard, "b-defend"))
    return [
        Fact(name, say("label", name), value, glyph=sign, endless=value >= UNLIMITED) for name, value, sign in numbers
    ]


def territory_of(territory: int) -> Phrase:
    """Return what a territory is called."""
    return say("territory", names.TERRITORIES[territory])


def card_of(card: int) -> Phrase:
    """Return what a card is called; one that is not known lies face down."""
    return say("card", names.CARDS[card]) if card != UNKNOWN else say("unit", "hidden")


def unit_of(view: Battlefield, unit: int) -> Word:
    """Return which unit it is: its card, where it stands, and which of several that are alike there (13.1)."""
    card, at = view.card(unit), view.of(unit, AT)
    there = term("territory", names.TERRITORIES[at])
    alike = [one for one in words.like(view, at) if view.card(one) == card]
    number = alike.index(unit) + 1
    if card == UNKNOWN:
        return inner(say("unit", "hidden_at", territory=there))
    values: Word = {"card": term("card", names.CARDS[card]), "territory": there}
    if number > 1:
        return inner(say("unit", "numbered", number=number, **values))
    return inner(say("unit", "at", **values))


def term_of(view: Battlefield, target: int) -> Word:
    """Return what a unit is, without where it stands, or which territory it is."""
    return target_of(view, target) if target >= LAND else inner(card_of(view.card(target)))


def target_of(view: Battlefield, target: int) -> Word:
    """Return what an Attack card is aimed at: a unit, or a territory."""
    return term("territory", names.TERRITORIES[target - LAND]) if target >= LAND else unit_of(view, target)


def _word(view: Battlefield, kind: Kind, value: int) -> Any:
    """Return the value of an answer's parameter as a word for people."""
    if kind is names.UNIT:
        return unit_of(view, value)
    if kind is names.TARGET:
        return target_of(view, value)
    if kind is names.BOUND_SIDE and value == names.PROPOSER:  # who proposes reads it
        return term("bound", "you")
    if kind is names.ASKED:
        return unit_of(view, view.putting) if view.putting != UNKNOWN else None
    return kind.phrase(value)


def _key(family: Family, values: Word) -> str:
    """Return which text of a family says an answer."""
    if family is actions.PLACE:
        return "place_open" if values["open"] else "place_hidden"
    if family is actions.STRATEGIC_TREATY and values["by"]:
        return "strategic_treaty_envoy"
    if family is actions.ATTACK_CARD and values["by"]:
        return "attack_card_staff"
    if family is actions.OFFER:
        return (
            "offer_both"
            if values["card"] and values["resource"]
            else "offer_card"
            if values["card"]
            else "offer_resource"
        )
    if family is actions.CLAUSE and values["k"]:
        return "clause_number"
    if family is actions.CLAUSE and values["target"] != actions.NOBODY:
        return "clause_target"
    return family.name


def label(view: Battlefield, code: int) -> Phrase:
    """Return the button text of an answer, with units by what and where they are."""
    if code == DONE:
        return Phrase("action.done")
    family = actions.ACTIONS.of(code)
    numbers = dict(zip((name for name, _ in family.parameters), family.values(code), strict=True))
    said = {
        name: _word(view, kind, numbers[name])
        for name, kind in family.parameters
        if kind is not names.FREE_TEXT and not (family is actions.CLAUSE and numbers[name] == actions.NOBODY)
    }
    if family is actions.CLAUSE:
        said["rounds"] = names.ROUNDS.phrase(numbers["rounds"])
    if family in (actions.PLACE, actions.PLACE_CREWED):
        seat = view.holders[numbers["territory"]]
        said["price"] = formulas.price(view, seat, numbers["card"]) if seat >= 0 else names.COST[numbers["card"]]
    if family is actions.CHOOSE_FACTION:  # its help says what they do
        row = names.FACTION_ROWS[names.FACTIONS[numbers["faction"]]]
        said |= {part: term("ability_text", row[part]) for part in ("talent", "capital")}
    return Phrase(f"action.{_key(family, numbers)}", said)


_CHOICES: Final = {
    actions.CLAUSE: ("type", "side", "rounds", "k", "target"),
    actions.TRADE: ("deal", "unit", "target", "by"),
    actions.POINTS: ("territory", "number"),
    actions.GOING: ("unit", "to"),
}
"""By family whose answers are put as a form, its headings in their order."""


def choices(view: Battlefield, code: int) -> list[Choice]:
    """Return what an answer says under each heading of its form; nothing where it is put as a list."""
    if code == DONE or (family := actions.ACTIONS.of(code)) not in _CHOICES:
        return []
    kinds = dict(family.parameters)
    numbers = dict(zip(kinds, family.values(code), strict=True))
    empty = {"k": 0, "target": actions.NOBODY} if family is actions.CLAUSE else {}
    return [
        Choice(say("choice", name), _chosen(view, kinds[name], name, numbers[name]))
        for name in _CHOICES[family]
        if numbers[name] != empty.get(name)
    ]


def _chosen(view: Battlefield, kind: Kind, name: str, value: int) -> Phrase:
    """Return the value of a parameter as a phrase of its own."""
    if name == "rounds" and value == names.UNTIL_TORN:
        return Phrase("rounds.until_torn")
    word = _word(view, kind, value)
    if isinstance(word, dict) and "key" in word:
        return Phrase(word["key"], word.get("words", {}))
    return Phrase(word["term"]) if isinstance(word, dict) and "term" in word else say("common", "value", value=word)


# Treaties


def clause_of(view: Battlefield, row: Treaty) -> tuple[Phrase, Phrase]:
    """Return a clause with its number or its third player, and whom it binds until when."""
    kind, side, until = row[C_TYPE], row[C_SIDE], row[C_UNTIL]
    clause = say("clause", names.CLAUSES[kind])
    if row[C_NUMBER]:
        clause = say("board", "clause_number", type=inner(clause), k=row[C_NUMBER])
    elif row[C_THIRD] >= 0:
        clause = say("board", "clause_target", type=inner(clause), target=seat_of(row[C_THIRD]))
    ends = term("label", "until_torn") if until < 0 else inner(say("label", "until_round", round=until))
    bound = term("bound", "both") if side == names.BOTH else seat_of((row[C_PROPOSER], row[C_TARGET])[side])
    return clause, say("board", "bound_until", side=bound, until=ends)


def joined(parts: Sequence[Phrase]) -> Phrase:
    """Return several phrases as one, side by side. There is at least one."""
    return listed(parts, "board.joined")


# Questions


def question(view: Battlefield, prompt: Prompt[Any], seat: int, arg: int) -> Phrase:
    """Return the question of a prompt: who and what it is about."""
    said: Word = {"seat": seat_of(seat)}
    key = prompt.key
    if key in ("permission", "carry", "look"):
        said["unit"] = unit_of(view, arg)
        if key == "permission":
            said["guest"] = seat_of(view.of(arg, OWNED))
    elif key == "put_unit" and view.putting != UNKNOWN:
        said["unit"] = unit_of(view, view.putting)
    elif key == "lay":
        said["territory"] = term("territory", names.TERRITORIES[arg])
    elif key == "trade_offer" and view.deal is not None:
        deal = view.deal
        parties = {"seller": seat_of(deal.seller), "buyer": seat_of(deal.buyer)}
        said |= {**parties, "unit": unit_of(view, deal.unit), "price": deal.price}
    elif key == "treaty_offer":
        said["proposer"] = seat_of(arg)
    elif key in ("deflect", "arius_attack", "evasive_retreat", "fourth_card", "combat_row") and view.attack is not None:
        one = view.attack  # where both stand is seen in the middle
        said |= {"attacker": term_of(view, one.attacker), "target": term_of(view, one.target)}
    elif key in ("emergency_retreat", "assist_retreat") and view.danger is not None:
        card, resource = danger.missing(view)
        wanted = [name for name, lacks in (("offer_card", card), ("offer_resource", resource)) if lacks]
        said["unit"] = unit_of(view, view.danger.unit)
        said["owner"] = seat_of(view.of(view.danger.unit, OWNED))
        said["missing"] = term("action", "offer_both" if len(wanted) == 2 else wanted[0] if wanted else "offer_card")
    elif key == "arius_special" and view.special is not None:
        said |= {"card": term("card", names.CARDS[view.special.card]), "price": view.special.price}
    elif key == "sabotage":
        said["target"] = seat_of(arg)
    elif key == "discard_down":
        said["number"] = prompt.lengths(view, seat, arg)[0]
    return Phrase(f"prompt.{key}", said)
