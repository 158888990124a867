"""What comes of special attacks (BF-8): the price, who is struck, what falls, which titles and ends they bring."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.actions import PARAMETER_BITS
from shapan.engine.phrases import fact, tell
from shapan.engine.scene import Chance, Odds, Phrase
from shapan.engine.trial import Trial, suppose
from shapan.games.battlefield import abilities, actions, events, formulas, names, pacts
from shapan.games.battlefield.board.strikes import captured, falls, hit
from shapan.games.battlefield.board.telling import card_of, land, stands
from shapan.games.battlefield.board.trials import Tried, answers, paid, tried
from shapan.games.battlefield.records import OPEN, Special
from shapan.games.battlefield.rules import ending, special, special_effects
from shapan.games.battlefield.state import Battlefield


def played(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-8.1: what a special attack does, what is paid, and whether someone can nullify it."""
    card = special.CARD_OF[code >> PARAMETER_BITS]
    trial = Trial(view, seat, ()).run(special.declare, seat, [code])
    found, chances = _EFFECT[card](view, seat, code)
    found += [fact("becomes", title={"term": "title.source_of_disaster"}) for _ in trial.told(_SOURCE)]
    found += paid(view, trial.state, seat)
    if card != names.DIVINE_PUNISHMENT:  # whom it hits is picked after it
        found += answers(trial.run(special.nullify, seat))
    return tell(found, f"BF-8.{special.RULES[card]}", chances)


_SOURCE: Final = events.TITLE[names.SOURCE_OF_DISASTER]
Found = tuple[list[Phrase], list[Chance]]


def _struck(view: Battlefield, territory: int, *, hidden: bool) -> list[Phrase]:
    """BF-8.2, 8.3: how many units a bomb brings about to be destroyed there, or destroys: open ones, hidden ones."""
    there = [unit for unit in view.standing_at(territory) if not formulas.is_evading(view, unit)]
    shown = sum(bool(view.of(unit, OPEN)) for unit in there)
    dark = len(there) - shown if hidden else 0
    if dark:
        return [fact("strikes_hidden", open=shown, hidden=dark)]
    return [fact("strikes", open=shown) if shown else fact("strikes_nobody")]


def _hydrogen(view: Battlefield, seat: int, code: int) -> Found:
    territory = actions.HYDROGEN.value(code)
    trial = Trial(view, seat, ()).run(special.declare, seat, [code])
    trial.run(special_effects.take_trophy, seat, territory).run(ending.check_victory)
    new, facts = trial.state, _struck(view, territory, hidden=True)
    if view.rules.titles:
        trophies = sum(len(zone) for zone in new.trophies)
        facts.append(fact("leaves_map", territory=land(territory), trophies=trophies, left=len(new.land)))
        facts = [*(fact("doomsday", seat={"seat": to}) for to, _, _, _ in trial.told(events.DOOMSDAY)), *facts]
    else:
        facts.append(fact("leaves", territory=land(territory)))
    return [*facts, *_hand_goes(trial)], []


def _hand_goes(trial: Tried) -> list[Phrase]:
    """BF-8.2: return how many cards are discarded with the price of the bomb."""
    number = len(trial.told(events.DISCARDED))
    return [fact("hand_goes", number=number)] if number else []


def _neutron(view: Battlefield, seat: int, code: int) -> Found:
    return _struck(view, actions.NEUTRON.value(code), hidden=False), []


def _divine(view: Battlefield, seat: int, code: int) -> Found:
    return [fact("land_open_to_it", number=len(special_effects.punished_land(view, seat)))], []


def points(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-8.4: what the points put on a territory come to; one of the seat stays at 1."""
    territory, number = actions.POINTS.values(code)
    facts = hit(view, seat, territory, number)
    if len(facts) > 2 and view.rules.titles and not view.god_decided and view.titles[names.GOD_DECIDER] < 0:
        facts.insert(2, fact("becomes", title={"term": "title.god_decider"}))
    return tell(facts, "BF-8.4")


def next_capture(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-8.4, D21: what the capture of a territory brings; with a capital the rest of that domain leaves the map."""
    territory = actions.CAPTURED.value(code)
    facts = [*falls(view, territory), *captured(view, seat, territory)]
    rest = len(view.domain(view.holders[territory])) - 1
    if len(facts) > 1 and rest and not view.rules.on_elimination:
        facts.append(fact("rest_goes", number=rest))
    return tell(facts, "BF-8.4")


def _emp(view: Battlefield, seat: int, code: int) -> Found:
    target = actions.EMP.value(code)
    crewed = sum(view.is_crewed(unit) for unit in view.units_of(target))
    who = {"seat": target}
    return [fact("fails", seat=who, modifications=len(view.modifications[target]), vehicles=crewed)], []


def _biochemical(view: Battlefield, seat: int, code: int) -> Found:
    """BF-8.6: each capital loses 1; those that fall, fall to the player of the card but for his own."""
    new = Trial(view, seat, ()).run(special_effects.spread, seat).state
    fallen = [one for one in new.capitals if one >= 0 and not new.durability[one]]
    facts, mine = [each for one in fallen for each in falls(view, one)], view.capitals[seat]
    if mine >= 0:
        facts.append(stands(view, mine, new.durability[mine]))
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
    trial = tried(view, seat, "arius_special", code)
    return tell([fact("comes_to_nothing"), *paid(view, trial.state, seat), *_hand_goes(trial)], "BF-8.1")


def _lets(view: Battlefield, seat: int, one: Special) -> list[Phrase]:
    """Return what the special attack does to the seat that lets it pass."""
    if one.ground >= 0:
        return _struck(view, one.ground, hidden=one.card == names.HYDROGEN_URANIUM_BOMB)
    rule = {names.DIVINE_PUNISHMENT: special_effects.punish, names.BIOCHEMICAL_DIFFUSION: special_effects.spread}
    if one.card not in rule:
        return []
    new = Trial(view, seat, ()).run(rule[one.card], view.active).state
    return [
        stands(view, land, new.durability[land])
        for land in view.domain(seat)
        if new.durability[land] != view.durability[land]
    ]


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
