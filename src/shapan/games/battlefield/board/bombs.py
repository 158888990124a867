"""What comes of special attacks (BF-8): the price, who is struck, what falls, which titles and ends they bring."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.games.battlefield import abilities, actions, formulas, names, pacts
from shapan.games.battlefield.board.strikes import captured
from shapan.games.battlefield.board.supposing import suppose
from shapan.games.battlefield.board.telling import card_of, changes, fact, land, stands, tell
from shapan.games.battlefield.records import OPEN, Special
from shapan.games.battlefield.rules import special
from shapan.games.battlefield.state import Battlefield


def played(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-8.1: what a special attack does, what is paid, and whether somebody can nullify it."""
    card = special.CARD_OF[code >> 40]
    facts, chances = _EFFECT[card](view, seat, code)
    price = formulas.price(view, seat, card)
    cost = changes("resources", view.resources[seat], view.resources[seat] - price)
    return tell([*facts, cost, *_may_fail(view, seat, card, code, price)], f"BF-8.{special.RULES[card]}", chances)


def _may_fail(view: Battlefield, seat: int, card: int, code: int, price: int) -> list[Phrase]:
    """BF-8.1: the holder of Arius Field, if it affects him and he can pay as much."""
    if card == names.ASSASSINATION or view.has_modification(seat, names.QUANTUM_CAMO):
        return []
    one = Special(card, price)
    if card in (names.HYDROGEN_URANIUM_BOMB, names.NEUTRON_BOMB):
        one.ground = actions.HYDROGEN.value(code)
    elif card in (names.EMP, names.NETWORK_INTRUSION):
        one.target = actions.EMP.value(code)
    elif card == names.DIVINE_PUNISHMENT:
        return []  # whom it hits is picked after it
    return [
        fact("may_nullify", seat={"seat": other})
        for other in view.others(seat)
        if view.has_modification(other, names.ARIUS_FIELD)
        and special.is_affected(view, one, other)
        and view.resources[other] >= price
    ]


Found = tuple[list[Phrase], list[Chance]]


def _struck(view: Battlefield, territory: int, *, hidden: bool) -> list[Phrase]:
    """BF-8.2, 8.3: how many units a bomb brings about to be destroyed there, or destroys: open ones, hidden ones."""
    there = [unit for unit in view.standing_at(territory) if not formulas.is_evading(view, unit)]
    shown = sum(bool(view.of(unit, OPEN)) for unit in there)
    dark = len(there) - shown if hidden else 0
    if dark:
        return [fact("strikes_hidden", open=shown, hidden=dark)]
    return [fact("strikes", open=shown) if shown else fact("strikes_nobody")]


def _source(view: Battlefield, seat: int) -> list[Phrase]:
    """BF-10.6: who plays the first bomb."""
    vacant = view.rules.titles and view.titles[names.SOURCE_OF_DISASTER] < 0
    return [fact("becomes", title={"term": "title.source_of_disaster"})] if vacant else []


def _hydrogen(view: Battlefield, seat: int, code: int) -> Found:
    territory = actions.HYDROGEN.value(code)
    facts = _struck(view, territory, hidden=True)
    if view.rules.titles:
        trophies = 1 + sum(len(zone) for zone in view.trophies)
        facts.append(fact("leaves_map", territory=land(territory), trophies=trophies, left=len(view.land) - 1))
        if trophies >= len(view.land) - 1:
            source = view.titles[names.SOURCE_OF_DISASTER]
            facts.insert(0, fact("doomsday", seat={"seat": seat if source < 0 else source}))
    else:
        facts.append(fact("leaves", territory=land(territory)))
    if len(view.hands[seat]) > 1:
        facts.append(fact("hand_goes", number=len(view.hands[seat]) - 1))
    return [*facts, *_source(view, seat)], []


def _neutron(view: Battlefield, seat: int, code: int) -> Found:
    return [*_struck(view, actions.NEUTRON.value(code), hidden=False), *_source(view, seat)], []


def _divine(view: Battlefield, seat: int, code: int) -> Found:
    return [fact("land_open_to_it", number=len(special.punished_land(view, seat)))], []


def points(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-8.4: what the points put on a territory come to; an own one stays at 1."""
    territory, number = actions.POINTS.values(code)
    holder = view.holders[territory]
    left = max(int(holder == seat), view.durability[territory] - number)
    facts = [stands(view, territory, left)]
    if not left:
        if view.has_token(territory) and not view.rules.last_territory:
            facts.append(fact("is_out", seat={"seat": holder}))
            if view.rules.titles and not view.god_decided and view.titles[names.GOD_DECIDER] < 0:
                facts.append(fact("becomes", title={"term": "title.god_decider"}))
        facts += captured(view, seat, territory)
    return tell(facts, "BF-8.4")


def next_capture(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-8.4, D21: what the capture of a territory brings; with a capital the rest of that domain leaves the map."""
    territory = actions.CAPTURED.value(code)
    loser = view.holders[territory]
    facts = captured(view, seat, territory)
    if view.has_token(territory) and not view.rules.last_territory:
        facts.insert(0, fact("is_out", seat={"seat": loser}))
        rest = len(view.domain(loser)) - 1
        if rest and not view.rules.on_elimination:
            facts.append(fact("rest_goes", number=rest))
    return tell(facts, "BF-8.4")


def _emp(view: Battlefield, seat: int, code: int) -> Found:
    target = actions.EMP.value(code)
    crewed = sum(view.is_crewed(unit) for unit in view.units_of(target))
    who = {"seat": target}
    return [fact("fails", seat=who, modifications=len(view.modifications[target]), vehicles=crewed)], []


def _biochemical(view: Battlefield, seat: int, code: int) -> Found:
    """BF-8.6: each capital loses 1; those at 1 fall, to the player of the card but for his own."""
    capitals = {other: view.capitals[other] for other in view.living() if view.capitals[other] >= 0}
    facts = []
    for other, territory in capitals.items():
        if view.durability[territory] <= 1 and not view.rules.last_territory:
            facts.append(fact("is_out", seat={"seat": other}))
    mine = capitals.get(seat, UNKNOWN)
    if mine >= 0:
        facts.append(stands(view, mine, max(0, view.durability[mine] - 1)))
    return facts or [fact("each_capital")], []


def _intrusion(view: Battlefield, seat: int, code: int) -> Found:
    target = actions.INTRUSION.value(code)
    return [fact("no_strategy", seat={"seat": target}, number=len(view.hands[target]))], []


def _assassination(view: Battlefield, seat: int, code: int) -> Found:
    """BF-8.8: one heads of one coin, of two for an assassin."""
    unit, to, target = actions.ASSASSINATION.values(code)
    new = suppose(view)
    host, guest = view.holders[to], pacts.may_station(view, seat, view.holders[to])
    sharp = abilities.has(new, unit, names.ASSASSIN)
    times, of = (3, 4) if sharp else (1, 2)
    chances = [
        Chance(fact("target_in_danger"), times, of, good=True),
        Chance(fact("target_untouched"), of - times, of),
    ]
    stay = fact("stands_as_guest" if guest else "stands_as_intruder", seat={"seat": host})
    return [fact("assassin_hits", card=card_of(view, target), times=times, of=of), stay], chances


_EFFECT: Final[dict[int, Callable[[Battlefield, int, int], Found]]] = {
    names.HYDROGEN_URANIUM_BOMB: _hydrogen,
    names.NEUTRON_BOMB: _neutron,
    names.DIVINE_PUNISHMENT: _divine,
    names.EMP: _emp,
    names.BIOCHEMICAL_DIFFUSION: _biochemical,
    names.NETWORK_INTRUSION: _intrusion,
    names.ASSASSINATION: _assassination,
}


def nullified(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D20: what nullifying the special attack under way costs, or what is let pass."""
    one = view.special
    if one is None:
        return None
    name = names.CARD.phrase(one.card)
    if not code:
        return tell([fact("takes_effect", card=name), *_lets(view, seat, one)], "BF-8.1")
    facts = [fact("comes_to_nothing"), changes("resources", view.resources[seat], view.resources[seat] - one.price)]
    if one.card == names.HYDROGEN_URANIUM_BOMB and len(view.hands[seat]):
        facts.append(fact("hand_goes", number=len(view.hands[seat])))
    return tell(facts, "BF-8.1")


def _lets(view: Battlefield, seat: int, one: Special) -> list[Phrase]:
    """Return what the special attack does to the seat that lets it pass."""
    if one.ground >= 0:
        return _struck(view, one.ground, hidden=one.card == names.HYDROGEN_URANIUM_BOMB)
    if one.points:
        mine = [territory for territory in dict.fromkeys(one.points) if view.holders[territory] == seat]
        return [
            stands(view, territory, max(0, view.durability[territory] - one.points.count(territory)))
            for territory in mine
        ]
    if one.card == names.BIOCHEMICAL_DIFFUSION and view.capitals[seat] >= 0:
        return [stands(view, view.capitals[seat], max(0, view.durability[view.capitals[seat]] - 1))]
    return []


def named(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D22: what the named heir gets; Anti-peace becomes the Heir BOSS."""
    if not actions.NAME.has(code):
        return None
    heir = actions.NAME.value(code)
    words: dict[str, Any] = {"seat": {"seat": heir}, "resources": view.resources[seat]}
    facts = [fact("inherits", number=len(view.hands[seat]) + len(view.modifications[seat]), **words)]
    if view.titles[names.ANTI_PEACE] == heir:
        facts.append(fact("rises", seat={"seat": heir}))
    return tell(facts, "BF-10.3")
