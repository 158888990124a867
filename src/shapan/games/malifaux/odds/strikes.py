"""What an action would meet: its duel with every + and -, how likely it succeeds before anybody cheats, what it does.

All is asked of the rules for a deed that nobody has declared, by the cards that the viewer sees nowhere else.
"""
# Stays plain: asked for people

from __future__ import annotations

from dataclasses import dataclass, field

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, names, roster, static, value
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.operations import Trial
from shapan.games.malifaux.context import AS_ABILITY, AS_ACTION, ActionContext, Actor, Source
from shapan.games.malifaux.odds.flips import at_least, flip_of, suits_of
from shapan.games.malifaux.odds.margins import opposed
from shapan.games.malifaux.rules import card_actions, damage, fate, options
from shapan.games.malifaux.state import Malifaux

Cases = tuple[int, int]
"""In how many of how many equal cases."""


@dataclass(slots=True)
class Strike:
    """An action at a target, or at nobody: what its duel needs, and how likely that is."""

    action: Action
    target: int
    as_melee: bool = False
    cases: Cases | None = None
    """None: it has no duel, or nobody can know."""
    tests: list[Cases] = field(default_factory=list)
    """MFX-4.9: tests that the acting model has to pass first."""
    abilities: list[str] = field(default_factory=list)
    """The ability that asks for each of them."""
    mods: list[tuple[int, int]] = field(default_factory=list)
    """MFX-1.5: each + and - of the acting side with its reason."""
    harder: list[tuple[int, int]] = field(default_factory=list)
    """The same of the resisting side."""
    covered: bool = False

    @property
    def chance(self) -> float:
        """How likely it is to succeed, tests included; 1 without a duel."""
        found = 1.0
        for good, of in [*self.tests, *([self.cases] if self.cases is not None else [])]:
            found *= good / of
        return found


def strike(view: Malifaux, who: Actor, action: Action, target: int = UNKNOWN, *, as_melee: bool = False) -> Strike:
    """MFX-4.3 to 4.5, 4.9: return what an action would meet, from the place where its model stands."""
    made = Strike(action, target, as_melee)
    deed = ActionContext(who.seat, who.model, roster.ACTION.numbers[action.id], action, target, as_melee=as_melee)
    here = Source(who.model, who.seat, deed, AS_ACTION, roster.TAG[action.id])
    if target >= 0 and options.targets_markers(action):
        return made
    if target >= 0:
        asked = tests(view, deed)
        made.tests, made.abilities = [cases for _, cases in asked], [ability for ability, _ in asked]
    if action.stat is None:
        return made
    made.mods = [row for row in card_actions.acting_mods(view, here, action) if row[0]]
    net = fate.capped(view, sum(change for change, _ in made.mods))
    tn = 0 if action.tn is None else action.tn.value
    needed = 0 if action.tn is None else names.packed(action.tn.suits)
    own = names.packed(action.stat.suits)
    alone = target < 0 or not action.resist
    if not alone and view.are_friends(target, who.model):
        return made  # MFX-4.6: whether it resists its player says then
    if not names.has_suits(own, needed):
        if alone and not net:
            made.cases = _with_suits(view, who.seat, action.stat.value, tn, needed, own)
        return made
    acting, least = flip_of(view, who.seat, net), tn - action.stat.value
    if not acting:
        return made
    if alone:
        made.cases = at_least(acting, least), sum(acting)
        return made
    stat = names.STATS.index(action.resist)
    resist = formulas.stat(view, target, stat)
    if stat == names.DF and damage.is_projectile(deed) and damage.has_cover(view, deed, target):
        resist, made.covered = resist + 1, True
    made.harder = [row for row in static.duel_mods(view, target, deed) if row[0]]
    other = view.models.sides[target]
    theirs = flip_of(view, other, fate.capped(view, sum(change for change, _ in made.harder)))
    if theirs:
        made.cases = opposed(acting, theirs, action.stat.value - resist, least)
    return made


def _with_suits(view: Malifaux, seat: int, stat: int, tn: int, needed: int, own: int) -> Cases | None:
    """MFX-4.2: return how likely one plain flip reaches a target number with the suits that it needs.

    None where its card is known, somebody is just looking at some, or the deck is shuffled anew for it.
    """
    if view.tops[seat].cards or not flip_of(view, seat, 0):
        return None
    cards = view.unseen(seat)
    high = [card for card in cards if stat + names.VALUE[card] >= tn]
    return sum(any(names.has_suits(own + suit, needed) for suit in suits_of(card)) for card in high), len(cards)


def tests(view: Malifaux, deed: ActionContext) -> list[tuple[str, Cases]]:
    """MFX-4.9: return how likely the acting model passes each test that its target asks for first, by ability."""
    found: list[tuple[str, Cases]] = []
    holder = deed.target
    for ability, part in roster.HOOKED[view.models.cards[holder]].get("targeted", ()):
        here = Source(holder, view.models.sides[holder], deed, AS_ABILITY, roster.TAG[ability], it=holder)
        here.cause = deed.model
        if static.is_lost(view, holder, ability) or static.is_spared(view, here, deed):
            continue
        if not static.in_scope(view, holder, part, holder, here):
            continue
        for effect in part.effects:
            if isinstance(effect, Trial) and isinstance(effect.stat, str):
                stat = formulas.stat(view, deed.model, names.STATS.index(effect.stat))
                cases = _test(view, deed, stat, value.value(view, here, effect.tn))
                found += [(ability, cases)] if cases else []
    return found


def _test(view: Malifaux, deed: ActionContext, stat: int, tn: int) -> Cases | None:
    mods = static.duel_mods(view, deed.model, ActionContext(deed.seat, deed.model, caused_by=deed.target))
    row = flip_of(view, deed.seat, fate.capped(view, sum(change for change, _ in mods)))
    return (at_least(row, tn - stat), sum(row)) if row else None


def strikes(view: Malifaux, who: Actor, action: Action) -> list[Strike]:
    """MFX-8.6: return an action at each of its targets, enemies and the likeliest first; one without as it is."""
    if action.target is None and not action.is_attack:
        return [strike(view, who, action)]
    found = []
    for target in options.targets(view, who, action):
        ways = [way for way in (False, True) if target in options.targets(view, who, action, as_melee=way)]
        found.append(strike(view, who, action, target, as_melee=bool(ways and ways[0])))
    return sorted(found, key=lambda one: (view.are_friends(one.target, who.model), -one.chance))
