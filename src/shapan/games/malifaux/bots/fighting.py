"""What attacks come to before a card is turned up: from both decks as they can be, every margin and every band."""

from __future__ import annotations

from typing import Final, NamedTuple

from shapan.games.malifaux import formulas, names
from shapan.games.malifaux.bots import effects
from shapan.games.malifaux.bots.card_profiles import Strike
from shapan.games.malifaux.bots.kept import kept
from shapan.games.malifaux.bots.mind import CLOSE, Mind
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.odds import flips, margins

BLOOD: Final = 0.8
"""What it costs to strike at black blood from beside it."""
MOVED: Final = 0.5
"""What it is worth that an attack moves its target, as long as nobody knows from where to where."""
COUNTERED: Final = 0.5
"""What it costs to miss in melee who counterattacks."""


class Blow(NamedTuple):
    """One attack of a model at another: what it is worth to its side, how likely it hits and kills, and its damage."""

    worth: float
    hits: float
    damage: float
    kills: float


NOTHING: Final = Blow(0.0, 0.0, 0.0, 0.0)


def blow(mind: Mind, model: int, strike: Strike, target: int, more: int = 0, *, rough: bool = False) -> Blow:
    """Return what an attack comes to, wherever the two stand; `more` is added to the net of its duel.

    `rough`: from whole decks, for what lies further ahead; much is known of these before.
    """
    key = (model, strike.number, (target * 8 + more + 3) * 2 + rough)
    found = mind.blows.get(key)
    if found is None:
        found = mind.blows[key] = _blow(mind, model, strike, target, more, rough)
    return found


def nets(mind: Mind, model: int, strike: Strike, target: int) -> tuple[int, int]:
    """Return what is known beforehand of the nets of duel and damage flip."""
    view, mine, his = mind.view, mind.lore(model), mind.lore(target)
    net = strike.net - (view.condition(model, names.DISTRACTED) > 0)
    rows = view.models
    if "manipulative" in his.abilities and not rows.activated[target] and "ruthless" not in mine.abilities:
        net -= 1
    if strike.action.duel_mods and 2 * rows.health[target] <= formulas.max_health(view, target):
        net += strike.action.duel_mods[0].mod
    spared = strike.ignores_wounds or not his.hard_to_wound
    return net, 0 if spared else -1


def _blow(mind: Mind, model: int, strike: Strike, target: int, more: int, rough: bool) -> Blow:
    view, side = mind.view, mind.view.models.sides[model]
    ours, theirs = (flips.FULL, flips.FULL) if rough else (mind.decks[side], mind.decks[1 - side])
    net, wound = nets(mind, model, strike, target)
    resisted = strike.resist >= 0
    focused = int(resisted and view.condition(model, names.FOCUSED) > 0)
    ahead = strike.stat - (formulas.stat(view, target, strike.resist) if resisted else 0)
    wound += focused + _charge_free(strike)
    hits, row = margins.struck(
        ours, net + more + focused, theirs if resisted else (), ahead, strike.least, strike.track, wound
    )
    share = _allowed(mind, model, target)
    for suit in range(len(names.SUITS)) if strike.suits else ():
        if names.suits_in(strike.suits, suit):
            share *= mind.suited(side, suit)
    found, damage, kills = 0.0, 0.0, 0.0
    for number, chance in row:
        left = reduced(mind, target, number)
        found += chance * mind.loss(target, left)
        damage += chance * left
        kills += chance * is_fatal(mind, target, left)
    beside = strike.still if rough else strike.effects
    moved = MOVED * (len(strike.effects) - len(strike.still)) if rough else 0.0
    found += hits * (effects.worth(mind, beside, model, target) + moved + _triggers(mind, side, strike))
    if strike.melee:
        if mind.lore(target).black_blood and not mind.lore(model).black_blood and strike.reach <= INCH:
            found -= BLOOD * hits
        if "counterattack" in mind.lore(target).abilities:
            found -= COUNTERED * (1.0 - hits)
    return Blow(found * share, hits * share, damage * share, kills * share)


def _charge_free(strike: Strike) -> int:
    """Greatsword: the + of who has not Charged."""
    return int(strike.action.id == "greatsword")


def _allowed(mind: Mind, model: int, target: int) -> float:
    """MFX-4.9: return how likely a model dares to attack a Terrifying one."""
    needed = mind.lore(target).terrifying
    if not needed or "ruthless" in mind.lore(model).abilities:
        return 1.0
    wp = formulas.stat(mind.view, model, names.WP)
    return flips.passes(mind.decks[mind.view.models.sides[model]], 0, needed - wp)


def _triggers(mind: Mind, side: int, strike: Strike) -> float:
    """Return what the triggers of an attack add when it succeeds: each by its suits, no more than one."""
    key = ("triggers", side, strike.number)
    if key not in mind.kept:
        found, none = 0.0, 1.0
        for suits, worth in strike.triggers:
            chance = 1.0
            for suit in suits:
                chance *= mind.suited(side, suit)
            found, none = found + none * chance * worth, none * (1.0 - chance)
        mind.kept[key] = 0.8 * found
    kept: float = mind.kept[key]
    return kept


@kept
def harm(mind: Mind, track: tuple[int, int, int], target: int, deck: flips.Row, net: int) -> float:
    """MFX-6.1: return what a damage flip is worth."""
    falls = zip(flips.bands(deck, net), flips.amounts(track, is_damage=True), strict=True)
    return sum(chance * mind.loss(target, reduced(mind, target, number)) for chance, number in falls)


def reduced(mind: Mind, target: int, number: int) -> int:
    """MFX-6.6: return what is left of damage by Armor and Shielded."""
    number = max(min(1, number), number - mind.lore(target).armor)
    return max(0, number - (mind.view.condition(target, names.SHIELDED) > 0))


def is_fatal(mind: Mind, target: int, number: int) -> bool:
    """Tell whether a model dies of so much damage; Hard to Kill keeps it alive once."""
    health = mind.view.models.health[target]
    return number >= health and not (mind.lore(target).hard_to_kill and health >= 2)


# What a model could do from somewhere


def best_at(mind: Mind, model: int, x: int, y: int, *, melee: bool = False, more: int = 0) -> float:
    """Return what the best attack of a model is worth from a place, by distance alone; `melee`: by a Charge."""
    best, view = 0.0, mind.view
    targets = mind.foes if view.models.sides[model] == mind.seat else mind.own
    strikes = mind.lore(model).strikes
    if not strikes:
        return 0.0
    engaged = None
    for target in targets:
        gap = mind.gap_from(model, x, y, target)
        for strike in strikes:
            if gap > strike.reach + CLOSE + more or (melee and not strike.melee):
                continue
            if strike.action.range_type == "projectile":
                if engaged is None:
                    engaged = mind.is_held(model, x, y, targets)
                if engaged:
                    continue
            if "disguised" in mind.lore(target).abilities and melee:
                continue
            best = max(best, blow(mind, model, strike, target, rough=True).worth)
    return best


@kept
def menaces(mind: Mind, model: int, target: int) -> tuple[tuple[float, int], ...]:
    """Return what each attack of a model at another is worth to its side, and how far it strikes, in u.

    One that is worth no more than another that strikes as far is left out.
    """
    rows = sorted(
        ((blow(mind, model, strike, target, rough=True).worth, strike.reach) for strike in mind.lore(model).strikes),
        reverse=True,
    )
    found: list[tuple[float, int]] = []
    for worth, reach in rows:
        if worth > 0 and (not found or reach > found[-1][1]):
            found.append((worth, reach))
    return tuple(found)
