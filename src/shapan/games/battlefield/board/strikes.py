"""What comes of an attack, of combat cards, and of what is given for a unit in danger (BF-7).

Of a fight no chances are told: rows are laid in secret, so how often a unit falls depends on how both sides
mix theirs, and such a game has many solutions that are equally good and say different things of one unit. Any unit can
take any other with it. What holds of every row is what power and guard decide: an attacking card that meets a Defend.
"""
# Stays plain: draws for people

from __future__ import annotations

from typing import Final

from shapan.engine.actions import DONE
from shapan.engine.phrases import Word, changes, fact, tell
from shapan.engine.scene import Odds, Phrase
from shapan.engine.trial import FIRST, Trial, suppose
from shapan.games.battlefield import abilities, actions, events, formulas, names
from shapan.games.battlefield.abilities import EFFECTS
from shapan.games.battlefield.board.telling import at, card_of, force, signed, stands
from shapan.games.battlefield.board.trials import answers, bare, facts, paid, tried
from shapan.games.battlefield.odds.exchange import Fighter, fighters, positions, shown
from shapan.games.battlefield.records import OWNED
from shapan.games.battlefield.rules import attack, capture, combat, danger, fight_actions, units
from shapan.games.battlefield.state import Battlefield

# BF-7.1: Attack cards


def possible(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-7.1: how many attacks an Attack card opens; with a Nuclear Reactor those of spent units, too."""
    opened = tried(view, seat, "fight", code).state
    return tell([fact("attacks", number=len(attack.pairs(opened, seat)))], "BF-7.1")


def battle(view: Battlefield, seat: int) -> Odds | None:
    """BF-3.6: what there is to fight with."""
    number, ways = len(attack.pairs(view, seat)), len(fight_actions.attack_cards(view, seat))
    if not number:
        return tell([fact("no_attacks")], "BF-3.6")
    held = view.hands[seat].cards.count(names.ATTACK)
    return tell([fact("attacks", number=number), fact("attack_cards", number=max(held, ways))], "BF-3.6")


def closed(view: Battlefield, seat: int) -> Odds | None:
    """BF-7.1: how many units could still attack."""
    left = len({actions.ATTACK.value(code) for code in attack.pairs(view, seat)})
    return tell([fact("could_attack", number=left)], "BF-7.1")


def declared(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-7.3: an attack that is declared: how far, against what, and what comes of it if no one answers it."""
    unit, target = actions.ATTACK.values(code)
    if target < attack.LAND and not view.is_there(target):
        return None
    ground = target - attack.LAND if target >= attack.LAND else at(view, target)
    way = fact("distance", distance=formulas.gap(view, unit, ground), range=force(formulas.reach(view, unit)))
    trial = Trial(view, seat, ()).run(attack.declare, seat, unit, target).run(attack.deflect, seat)
    replies = answers(trial.run(attack.nullify, seat))
    if target >= attack.LAND:
        return tell([*_hit(view, unit, ground), way, *replies], "BF-7.3")
    # Four facts are read at most: what the owner can answer is worth more than the distance.
    return tell([*_fight(trial.state, seat), *replies, way], "BF-7.5")


def _hit(view: Battlefield, unit: int, territory: int) -> list[Phrase]:
    """BF-7.3.5: a territory that an attack hits."""
    return hit(view, view.of(unit, OWNED), territory, formulas.blow(view, unit))


def hit(view: Battlefield, seat: int, territory: int, loss: int) -> list[Phrase]:
    """BF-7.8: a territory that loses durability by a seat, whose own stay at 1; at 0 it is captured."""
    holder = view.holders[territory]
    left = max(int(holder == seat), view.durability[territory] - loss)
    return [
        stands(view, territory, left),
        *([] if left else [*falls(view, territory), *captured(view, seat, territory)]),
    ]


def falls(view: Battlefield, territory: int) -> list[Phrase]:
    """BF-7.8: return whose match ends with a territory."""
    return [fact("is_out", seat={"seat": view.holders[territory]})] if capture.brings_down(view, territory) else []


def captured(view: Battlefield, seat: int, territory: int) -> list[Phrase]:
    """BF-7.8: with what durability a territory comes to a seat."""
    new = suppose(view)
    if territory in new.capitals:
        new.capitals[new.capitals.index(territory)] = -1
    new.holders[territory] = seat
    durability = formulas.half(new, territory, EFFECTS.amount(new, abilities.LAID, seat))
    return [fact("captured", seat={"seat": seat}, durability=durability)]


# BF-7.4, 7.5: the fight


def _fight(view: Battlefield, seat: int) -> list[Phrase]:
    """BF-7.5, 7.10: the fight of an attack on a supposed table: power and guard both ways, then what they decide."""
    view.engage()
    one = view.attack
    assert one is not None
    sides = (one.attacker, one.target)
    attacks = view.of(one.attacker, OWNED) == seat
    mine, theirs = sides if attacks else sides[::-1]
    power = fact(
        "forces",
        power=force(formulas.power(view, mine)),
        guard=force(formulas.guard(view, theirs)),
        their_power=force(formulas.power(view, theirs)),
        own_guard=force(formulas.guard(view, mine)),
    )
    own, foe = fighters(view, mine, theirs)
    meets = [_on_defend(key, card, own, foe) for key, card in _DECIDED]
    saves = any(view.has_modification(view.of(unit, OWNED), names.ZEUS_SHIELD) for unit in sides)
    return [power, *([fact("coin_may_save")] if saves else []), *meets]


_DECIDED: Final = (("attack_on_defend", names.ATTACK_C), ("burst_on_defend", names.SELF_DESTRUCT_C))
"""BF-7.5.1: the cards of which power and guard decide what they do to a unit that shows Defend."""


def _on_defend(key: str, card: int, own: Fighter, foe: Fighter) -> Phrase:
    """BF-7.5.1: return what a card changes of both units where it meets a Defend, for either side that shows it."""
    lost, gained, taken, won = positions(own, foe)[shown(card, names.DEFEND_C)]
    their_lost, their_gained, our_lost, our_gained = positions(foe, own)[shown(card, names.DEFEND_C)]
    return fact(
        key,
        own=_losses(gained - lost, won - taken),
        theirs=_losses(our_gained - our_lost, their_gained - their_lost),
    )


def _losses(own: int, theirs: int) -> Word:
    """Return what changes of both units in words: who loses nothing is left out."""
    words = {name: signed(number) for name, number in (("own", own), ("theirs", theirs)) if number}
    return {"key": f"odds.loses_{'_'.join(words) or 'nothing'}", "words": words}


def laid(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D17: what a combat card does to both units against each card that it may face; DONE: against those, no card."""
    one = view.attack
    if one is None:
        return None
    card = names.NOTHING if code == DONE else actions.ROW.value(code)
    side = int(view.of(one.attacker, OWNED) != seat)
    words = dict[str, Word]()
    for number, name in (*enumerate(_FACED), (names.NOTHING, "nothing")):
        shown = (card, number) if side == 0 else (number, card)
        losses, gains = combat.outcome(view, (one.attacker, one.target), shown)
        words[name] = _losses(gains[side] - losses[side], gains[1 - side] - losses[1 - side])
    facts = [fact("faces", **words)]
    for unit in (one.attacker, one.target):
        if combat.saved_by_plating(suppose(view), unit, 1) == 0:
            facts.append(fact("plating_first", card=card_of(view, unit)))
        if view.has_modification(view.of(unit, OWNED), names.ZEUS_SHIELD) and not one.shielded:
            facts.append(fact("zeus_first", card=card_of(view, unit)))
    return tell(facts, "BF-7.5")


_FACED: Final = ("attack", "defend", "rest", "self_destruct")


# BF-7.3: answers to an attack


def as_it_stands(view: Battlefield, seat: int) -> list[Phrase]:
    """Return what the attack under way comes to if nothing more is done about it.

    The numbers of a fight are not told: they stand in the middle of the table.
    """
    one = view.attack
    if one is None:
        return []
    if one.target >= attack.LAND:
        return _hit(view, one.attacker, one.ground)
    return _fight(suppose(view), seat)[1:]


def stays(view: Battlefield, seat: int, code: int = DONE) -> Odds | None:
    """BF-7.3: what comes of the attack if a window is let pass."""
    return tell(as_it_stands(view, seat), "BF-7.3")


def deflected(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-7.3.2: the fight of the unit that is named, and the card that goes."""
    if view.attack is None:
        return None
    told = _fight(suppose(tried(view, seat, "deflect", code).state), seat)
    owner = view.of(actions.DEFLECT.value(code, 1), OWNED)
    return tell([*(told if owner == seat else told[:1]), fact("card_goes")], "BF-7.3")


def nullified(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-7.3.3: the attack has no effect, for 1 resource card."""
    if code == DONE:
        return stays(view, seat)
    return tell([fact("comes_to_nothing"), *facts(view, seat, tried(view, seat, "arius_attack", code))], "BF-7.3")


def fourth(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-7.4: the fight with four of the seat's cards, or with three."""
    if view.attack is None or view.attack.target >= attack.LAND:
        return None
    laid = fact("lays", number=combat.ROW + (code != DONE))
    return tell(
        [laid, *paid(view, tried(view, seat, "fourth_card", code).state, seat), *_fight(suppose(view), seat)[1:]],
        "BF-7.4",
    )


def evaded(view: Battlefield, seat: int, code: int) -> Odds | None:
    """BF-7.3.4: where the unit goes, and whether it leaves its ground open."""
    if view.attack is None or code == DONE:
        return stays(view, seat)
    return tell([fact("meets_nobody"), *facts(view, seat, tried(view, seat, "evasive_retreat", code))], "BF-7.3")


# BF-7.6: in danger


def offered(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D18, the owner: what is still missing then, and whether anyone can add it."""
    one = view.danger
    if one is None:
        return None
    trial = Trial(view, seat, [code], {"put_unit": FIRST}).run(danger.rescue)
    name = card_of(view, one.unit)
    if trial.told(events.SAVED):
        return tell([fact("lives", card=name), *paid(view, trial.state, seat)], "BF-7.6.2")
    if not trial.asked:
        return tell([fact("is_lost", card=name), *_what_falls(view, one.unit)], "BF-7.6.4")
    card, resource = danger.missing(trial.state)
    key = "missing_both" if card and resource else "missing_card" if card else "missing_resource"
    return tell([fact(key, number=len(danger.helpers(trial.state)))], "BF-7.6.2")


def assisted(view: Battlefield, seat: int, code: int) -> Odds | None:
    """D18, a helper: the unit lives by what he gives."""
    one = view.danger
    if one is None:
        return None
    name = card_of(view, one.unit)
    if code == DONE:
        later = [other for other in danger.helpers(view) if other != seat]
        return tell([fact("lost_unless" if later else "is_lost", card=name)], "BF-7.6.4")
    card, resource = actions.OFFER.values(code)
    gives = [fact("card_goes")] if card else []
    costs = [changes("resources", view.resources[seat], view.resources[seat] - 1)] if resource else []
    return tell([fact("lives", card=name), *gives, *costs], "BF-7.6.2")


def _what_falls(view: Battlefield, unit: int) -> list[Phrase]:
    """BF-7.6.4, BF-4.7: what is left where a unit is destroyed: its ground without a garrison."""
    new, ground = suppose(view), at(view, unit)
    crew = new.crew_of(unit)
    if crew < 0:
        units.leave(new, unit, new.discard)
        return bare(view, new, ground)
    return []
