"""SC-9.7.5: attack against health in a skirmish, both ways, as far as who looks may know the cards.

What the other side may still lay is counted from what all know: the cards of its deck and of technologies that it has
bought, less those that lie open. Its hand is never looked at. The formulas of the rules are asked, on a table where the
cards are supposed to lie.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import Word, inner, say
from shapan.engine.scene import Comparison, Stand
from shapan.games.starcraft import actions, cards, strength
from shapan.games.starcraft.board.words import unit_of
from shapan.games.starcraft.odds.unseen_cards import Cards, lying, unseen
from shapan.games.starcraft.records import Battle
from shapan.games.starcraft.state import StarCraft

ATTACK, HEALTH = 0, 1
_PARTS: Final = ("card", "effects", "supporters")
_AGAINST_OTHERS: Final = frozenset({cards.ATTACK_ZERO, cards.SUPPORT_ZERO, cards.NO_GROUND_TARGET})
"""Effects that change the numbers of the other side."""


def may_lie(view: StarCraft, seat: int) -> list[int]:
    """SC-9.6: return the standard cards that another seat may hold or draw, each as often as there are of it."""
    battle = view.battle
    assert battle is not None
    zones = [view.discards[seat], view.technology_decks[seat], view.decks[seat]]
    zones += [battle.standard[line] for line in range(2 * battle.number) if strength.seat_of(battle, line & 1) == seat]
    seen = [card for zone in zones for card in zone.cards]
    return [card for card in unseen(view, seat, seen) if cards.STANDARD[card]]


def weigh(view: StarCraft, battle: Battle, number: int, viewer: int, hand: Sequence[int]) -> list[Comparison]:
    """Return a skirmish as who looks sees it: his attack against their health, his health against their attack.

    Each card of a hand that he may lay has its stand. Who does not fight sees the attacker's numbers.
    """
    own = 2 * number + int(viewer == battle.defender)
    if min(battle.fronts[own], battle.fronts[own ^ 1]) < 0:
        return []
    weighing = _Weighing(view, battle, own, viewer in (battle.attacker, battle.defender))
    if not weighing.is_his and not weighing.is_open:
        return []
    stands = weighing.choices(hand)
    return [weighing.comparison(kind, stands) for kind in (ATTACK, HEALTH)]


class _Weighing:
    """The cards of both sides in a skirmish, as far as they are known."""

    def __init__(self, view: StarCraft, battle: Battle, own: int, is_his: bool) -> None:
        self.view, self.battle, self.own, self.is_his = view, battle, own, is_his
        self.foe = own ^ 1
        self.mine, self.theirs = self.laid(own), self.laid(self.foe)
        self.is_known = self.theirs.standard >= 0
        self.pool: list[int] = []
        if not self.is_known and is_his:
            self.pool = may_lie(view, strength.seat_of(battle, self.foe & 1))

    @property
    def is_open(self) -> bool:
        """Whether the cards of both sides are known."""
        return self.is_known and self.mine.standard >= 0

    def laid(self, line: int) -> Cards:
        """Return what is to be seen of the cards of a line."""
        return Cards(self.battle.standard[line].first, self.battle.reinforcement[line].first)

    def choices(self, hand: Sequence[int]) -> dict[Cards, list[int]]:
        """SC-9.6: return what can be laid from a hand, with the picks that lay it."""
        number, found = self.own // 2, dict[Cards, list[int]]()
        for card in dict.fromkeys(one for one in hand if cards.STANDARD[one]):
            place = actions.PLACE.code(number, card)
            found[Cards(card)] = [place]
            for extra in dict.fromkeys(one for one in hand if not cards.STANDARD[one]):
                found[Cards(card, extra)] = [place, actions.REINFORCE.code(number, extra)]
        return found

    def number(self, kind: int, line: int) -> int:
        """SC-9.7.5: return attack or health of a line; with cards known on both sides as they count in the end."""
        if kind == ATTACK:
            return strength.attack(self.view, self.battle, line)
        value = strength.health(self.battle, line)
        return value + strength.boost(self.view, self.battle, line) if self.is_open else value

    def stand(self, kind: int, line: int, codes: list[int]) -> Stand:
        """Return a number of a line as its cards lie, with what it is the sum of."""
        value, battle = self.number(kind, line), self.battle
        card = strength.standard(battle, line)
        printed = strength.NO_CARD
        if card >= 0:
            printed = cards.MAJOR[card] if strength.matches(battle, line) else cards.MINOR[card]
        added = strength.support(battle, line) if kind == ATTACK else 0
        parts = [printed[kind], value - printed[kind] - added, *([added] if kind == ATTACK else [])]
        return Stand(value, parts, codes)

    def spread(self, kind: int) -> list[int]:
        """Return what the other side comes to with each card that it may still have there."""
        found = []
        for card in self.pool:
            with lying(self.battle, self.foe, Cards(card, self.theirs.extra)):
                found.append(self.number(kind, self.foe))
        return sorted(found)

    def comparison(self, kind: int, choices: dict[Cards, list[int]]) -> Comparison:
        """Return one of the two comparisons: the own number of a kind against the other one of the other side."""
        battle = self.battle
        units = {"mine": inner(unit_of(battle.fronts[self.own])), "foe": inner(unit_of(battle.fronts[self.foe]))}
        made = _named(kind, self.is_his, units)
        self.aim(made, kind, units)
        with lying(battle, self.foe, self.theirs):
            with lying(battle, self.own, self.mine):
                made.spread = self.spread(1 - kind)
                if self.is_known:
                    made.met = self.stand(1 - kind, self.foe, [])
                if self.mine.standard >= 0:
                    made.stands.append(self.stand(kind, self.own, []))
            for laid, codes in choices.items():
                with lying(battle, self.own, laid):
                    stand = self.stand(kind, self.own, codes)
                    if self.pool and any(one.effect in _AGAINST_OTHERS for one in strength.abilities(battle, self.own)):
                        stand.spread = self.spread(1 - kind)
                    made.stands.append(stand)
        return made

    def aim(self, made: Comparison, kind: int, units: dict[str, Word]) -> None:
        """SC-9.7.6: say what follows where the one that strikes cannot target the other front-line unit."""
        battle = self.battle
        line = self.own if kind == ATTACK else self.foe
        if strength.can_target(battle, line, battle.fronts[line], battle.fronts[line ^ 1]):
            return
        if strength.in_reach(battle, line):
            made.good, made.bad = [
                say("board", key, **units)
                for key in (("their_supporter", "no_supporter"), ("no_supporter", "your_supporter"))[kind]
            ]
            return
        made.verdict = say("board", ("cannot_hit_foe", "cannot_be_hit")[kind], **units)
        made.mood = ("bad", "good")[kind]


def weighed(outcome: tuple[int, ...], viewer: int, battle: Battle) -> list[Comparison]:
    """SC-9.7.5: return what has been compared in a skirmish, seen from the side of who looks, with what came of it."""
    sides = [Fought(*outcome[1:7]), Fought(*outcome[7:])]
    is_his = viewer in (battle.attacker, battle.defender)
    own, foe = sides if viewer != battle.defender else sides[::-1]
    units = {"mine": inner(unit_of(own.unit)), "foe": inner(unit_of(foe.unit))}
    made = []
    for kind, falls in ((ATTACK, foe.falls), (HEALTH, own.falls)):
        one = _named(kind, is_his, units)
        one.stands, one.met = [own.stand(kind)], foe.stand(1 - kind)
        one.mood = "good" if (falls > 0) == (kind == ATTACK) else "bad"
        one.verdict = one.good if one.mood == "good" else one.bad
        if falls == UNKNOWN:
            one.verdict = say("board", ("cannot_hit_foe", "cannot_be_hit")[kind], **units)
        made.append(one)
    return made


class Fought(NamedTuple):
    """One side of a skirmish that has been fought (`Battle.outcomes`)."""

    unit: int
    attack: int
    health: int
    card: int
    added: int
    falls: int

    def stand(self, kind: int) -> Stand:
        """Return the number of a kind, with what the card gives of it and what else does."""
        value, printed = (self.attack, self.health)[kind], strength.NO_CARD
        if self.card >= 0:
            named = cards.ICONS[self.card] >> self.unit & 1
            printed = cards.MAJOR[self.card] if named else cards.MINOR[self.card]
        added = self.added if kind == ATTACK else 0
        return Stand(value, [printed[kind], value - printed[kind] - added, *([added] if kind == ATTACK else [])])


def _named(kind: int, is_his: bool, units: dict[str, Word]) -> Comparison:
    """Return a comparison in words: whose number against which, what follows."""
    word = ("attack", "health")[kind]
    return Comparison(
        say("board", f"your_{word}" if is_his else f"{word}_of", unit=units["mine"]),
        say("board", ("health_of", "attack_of")[kind], unit=units["foe"]),
        say("board", ("foe_falls", "mine_lives")[kind], **units),
        say("board", ("foe_lives", "mine_falls")[kind], **units),
        parts=[say("board", f"part_{part}") for part in _PARTS],
        equal=kind == ATTACK,
    )


def tell(made: Comparison, codes: list[int]) -> tuple[int, int] | None:
    """Return how many of the values that are possible turn out well with some picks, and of how many."""
    stand = next((one for one in made.stands if one.codes == codes), None)
    if stand is None:
        return None
    spread = made.spread if stand.spread is None else stand.spread
    if made.met is not None:
        spread = [made.met.value]
    return sum(stand.value > one or (made.equal and stand.value == one) for one in spread), len(spread)
