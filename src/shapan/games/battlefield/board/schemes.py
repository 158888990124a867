"""What comes of strategy cards, looks and treaties (BF-6.5, BF-12): what is seen, lost, forbidden or opened."""
# Stays plain: draws for people

from __future__ import annotations

from typing import Any

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import changes, fact, tell
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.engine.trial import Trial
from shapan.games.battlefield import actions, formulas, names, pacts
from shapan.games.battlefield.board.telling import at, land
from shapan.games.battlefield.board.trials import facts, paid, tried
from shapan.games.battlefield.records import C_PROPOSER, OWNED, PAID, STAY, TERMS
from shapan.games.battlefield.rules import attack, capture, guests, treaties
from shapan.games.battlefield.space import is_outer
from shapan.games.battlefield.state import Battlefield

# Looks and hands


def hand_seen(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.7, Espionage and the like: how many cards the hand has, and how many of them the seat knows."""
    other = actions.SPY_HAND.value(code)
    cards = view.hands[other].cards
    known = len(cards) - cards.count(UNKNOWN)
    return tell([fact("hand_of", seat={"seat": other}, number=len(cards), known=known)], "BF-6.7")


def unit_seen(view: Battlefield, seat: int, code: int) -> Odds | None:
    """Section 6: how many kinds of cards a hidden unit can be, by its price and what came of its placing."""
    unit = actions.SPY_UNIT.value(code)
    paid, terms = view.of(unit, PAID), view.of(unit, TERMS)
    kinds = sum(formulas.could_be(card, paid, terms) for card in names.UNITS)
    return tell([fact("could_be", number=kinds)], "BF-6.7")


def stolen(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.4, Bribe: one card of so many, for 1 resource card."""
    other = actions.BRIBE.value(code)
    found = [
        fact("at_random", number=len(view.hands[other])),
        *facts(view, seat, tried(view, seat, "development", code)),
    ]
    return tell(found, "BF-6.7", known_chances(view, other))


def known_chances(view: Battlefield, other: int) -> list[Chance]:
    """Return how likely it is that chance takes each card of a hand that is known; nothing where none is."""
    cards = view.hands[other].cards
    kinds = dict.fromkeys(card for card in cards if card != UNKNOWN)
    return [Chance(Phrase(f"card.{names.CARDS[card]}"), cards.count(card), len(cards)) for card in kinds]


def sabotaged(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.7, Sabotage: what there is to be hit."""
    other = actions.SABOTAGE.value(code)
    words = {"hand": len(view.hands[other]), "modifications": len(view.modifications[other])}
    return tell([fact("can_lose", seat={"seat": other}, **words)], "BF-6.7")


def lost(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-5.1, D29: what an equipped card does no longer."""
    return _of_card("works_no_more", actions.REPLACE.value(code), "BF-5.1")


def taken(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D23: what a card that is equipped does from now on."""
    return _of_card("works", actions.TAKE.value(code), "BF-10.1")


def _of_card(key: str, card: int, rule: str) -> Odds | None:
    return tell([fact(key, text={"term": f"card_text.{names.CARDS[card]}"})], rule)


def handed(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.4, 4.7, Exchange and Support Policy: how many cards are left, and what comes for them."""
    trial = tried(view, seat, "development", code)
    was, now = len(view.hands[seat]), len(trial.state.hands[seat])
    return tell([changes("hand", was, now), *facts(view, seat, trial)], "BF-6.7")


def evading(view: Battlefield, seat: int, code: int) -> Odds | None:
    """4.7, Tactical Evasion (E27): while the unit guards it, its ground cannot be attacked either."""
    unit = actions.TACTICAL_EVASION.value(code)
    ground, owner = at(view, unit), view.of(unit, OWNED)
    guards = view.holders[ground] == owner or view.of(unit, STAY) == names.GUEST
    return tell([fact("evades_guarding", territory=land(ground)) if guards else fact("evades")], "BF-6.7")


# BF-12: treaties


def proposed(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-12.1: who has to agree, and that an older treaty with him ends."""
    other = actions.STRATEGIC_TREATY.value(code)
    return tell([fact("must_agree", seat={"seat": other}), *_replaces(view, seat, other)], "BF-12.1")


def _replaces(view: Battlefield, seat: int, other: int, key: str = "replaces") -> list[Phrase]:
    """BF-12.1: return how many clauses between two seats end."""
    number = sum(pacts.is_between(row, seat, other) for row in view.treaties)
    return [fact(key, number=number)] if number else []


def torn(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-12.4: how many clauses end, and how many guests have to leave."""
    other = actions.TEAR_UP_TREATY.value(code)
    new = Trial(view, seat, ()).run(treaties.drop, seat, other).state
    leaving = len(new.permitted) - len(guests.permissions(new))
    leave = [fact("guests_leave", number=leaving)] if leaving else []
    return tell([*_replaces(view, seat, other, "clauses_end"), *leave, *_aims(view, new, seat, other)], "BF-12.4")


def _aims(view: Battlefield, new: Battlefield, seat: int, other: int) -> list[Phrase]:
    """BF-7.2: return how many more or fewer things two seats can aim at of each other, reach apart."""
    mine, theirs = [
        aims(new, one, another) - aims(view, one, another) for one, another in ((seat, other), (other, seat))
    ]
    if not mine and not theirs:
        return []
    who = {"seat": other}
    if mine < 0 or theirs < 0:
        return [fact("closes", seat=who, mine=-mine, theirs=-theirs)]
    return [fact("opens", seat=who, mine=mine, theirs=theirs)]


def aims(view: Battlefield, seat: int, other: int) -> int:
    """BF-7.2: how many units and territories of another the clauses and the ground let a seat aim at, reach apart."""
    owners = [
        view.holders[place] if target >= attack.LAND else view.of(target, OWNED)
        for target, place in attack.targets(view, seat)
    ]
    return owners.count(other)


def clause(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-12.2: what a clause forbids or brings now; what hangs on its words alone is said by them."""
    kind, number = actions.CLAUSE.value(code), actions.CLAUSE.value(code, 3)
    if kind == names.GIFT:
        return tell([fact("gives_at_once", number=number)], "BF-12.2")
    if kind == names.TRIBUTE:
        return tell([fact("gives_each_turn", number=number)], "BF-12.2")
    return tell([Phrase(f"clause_text.{names.CLAUSES[kind]}")], "BF-12.2")


def signed(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D7: what the clauses on the table come to: resource cards, what either side can no longer aim at."""
    if code != actions.YES or not view.proposal:
        return None
    other = view.proposal[0][C_PROPOSER]
    new = Trial(view, seat, ()).run(treaties.sign, other, seat).state
    found = [*paid(view, new, seat), *_aims(view, new, seat, other), *_replaces(view, seat, other)]
    return tell([*found, *_own_bonds(view, seat)], "BF-12.1")


def _own_bonds(view: Battlefield, seat: int) -> list[Phrase]:
    """Return how many of the clauses bind the seat, and how many the other side."""
    words: dict[str, Any] = {"own": sum(seat in pacts.bound(row) for row in view.proposal)}
    partner = pacts.partner(view.proposal[0], seat)
    return [
        fact("binds", seat={"seat": partner}, theirs=sum(partner in pacts.bound(row) for row in view.proposal), **words)
    ]


# BF-2.5


def laid(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-2.5, 2.4: how many own territories are outer ones once the new one lies there."""
    territory = next((one for one in view.land.cards if view.holders[one] < 0), UNKNOWN)
    if territory < 0:
        return None
    new = Trial(view, seat, [code]).run(capture.lay, seat, territory).state
    own = new.domain(seat)
    return tell([fact("outer_then", number=sum(is_outer(new, one) for one in own), of=len(own))], "BF-2.5")
