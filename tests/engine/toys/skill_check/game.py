"""Skill check, a test game for what is hard in Battlestar Galactica: three to five seats, one of them a traitor.

A turn: the chief draws cards, takes an action (or lets another seat take it), then a crisis comes. Each seat puts any
number of cards face down into the check, two unknown ones join, all are shuffled and shown: cards of the right types
count for it, the others against it. Windows let any seat play a card before and after a die and before the showing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from engine.toys.skill_check import actions, events, names
from engine.toys.skill_check.questions import CHOOSE_ACTION, CHOOSE_TYPE, PLANNING, PUT_CARDS, REROLLING, SCOUTING
from engine.toys.skill_check.rules import check_step, start, turn_step
from engine.toys.skill_check.state import START, SkillCheck, value
from shapan.engine.chance import Stream
from shapan.engine.game import Game
from shapan.engine.kinds import UNKNOWN, Cards, Count, Enum, Flag, Many
from shapan.engine.offers import Offers
from shapan.engine.options import Option
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Panel, Phrase, Piece, Scene, Target
from shapan.engine.scene import Zone as Place
from shapan.engine.zone import NOBODY, Zone


@dataclass(slots=True)
class View:
    goal: Annotated[int, names.NUMBER]
    hull: Annotated[int, names.NUMBER]
    passed: Annotated[int, names.NUMBER]
    failed: Annotated[int, names.NUMBER]
    scans: Annotated[int, names.NUMBER]
    chief: Annotated[int, names.SEAT]
    actor: Annotated[int, names.SEAT]
    stage: Annotated[int, Enum(names.STAGES)]
    crisis: Annotated[int, names.CRISIS]
    bonus: Annotated[int, names.NUMBER]
    planned: Annotated[int, Flag()]
    die: Annotated[int, Count(6)]
    put: Annotated[list[int], Many(Count(names.HAND), names.MOST, by_seat=True)]
    sure: Annotated[list[list[int]], Many(Many(Count(names.HAND), len(names.TYPES)), names.MOST, by_seat=True)]
    loyalty: Annotated[list[int], Many(names.LOYALTY, names.MOST, by_seat=True)]
    hands: Annotated[list[list[int]], Many(Cards(names.CARDS, names.HAND), names.MOST, by_seat=True)]
    pile: Annotated[list[int], Many(names.CARD, names.ALL)]
    shown: Annotated[list[int], Cards(names.CARDS, names.ALL)]
    destiny: Annotated[int, Count(len(names.TYPES))]
    decks: Annotated[list[int], Many(Count(len(names.NUMBERS)), len(names.TYPES))]
    discards: Annotated[list[list[int]], Many(Cards(names.CARDS, len(names.NUMBERS)), len(names.TYPES))]
    crises: Annotated[int, Count(len(names.CRISES))]


class SkillCheckGame(Game[SkillCheck]):
    name, prefix = "skill_check", "SKC"
    min_seats, max_seats = 3, names.MOST
    options = (
        Option("goal", 3, least=1, most=6, rule="SKC-5.6", common=True),
        Option("scans", "few", ("few", "none", "many"), rule="SKC-3.1"),
    )
    results = ("crew", "traitor")
    streams = {
        **dict.fromkeys(names.TYPES, names.CARD),
        "loyalty": names.LOYALTY,
        "crisis": names.CRISIS,
        "destiny": names.CARD,
        "die": Count(6),
    }
    actions, events, view_class = actions.ACTIONS, events.EVENTS, View
    prompts = (CHOOSE_TYPE, CHOOSE_ACTION, PUT_CARDS, PLANNING, REROLLING, SCOUTING)
    steps = (start, turn_step, check_step)

    def setup(self, options: Mapping[str, Any], seats: int) -> SkillCheck:
        state = SkillCheck(goal=options["goal"], agenda=[(START,)])
        state.scans = {"few": 2, "none": 0, "many": 9}[options["scans"]]
        state.loyalties = state.deck([names.LOYAL] * (seats - 1) + [names.TRAITOR])
        state.loyalty = [Zone(sees=1 << seat) for seat in range(seats)]
        state.decks = [
            state.deck([4 * type_ + names.KINDS.index(number) for number in names.NUMBERS]) for type_ in range(5)
        ]
        state.discards = [Zone() for _ in names.TYPES]
        state.hands = [Zone(sees=1 << seat) for seat in range(seats)]
        state.destiny = Zone(sees=NOBODY)
        state.pile = Zone(sees=NOBODY, ordered=True)
        state.crises = state.deck(list(range(len(names.CRISES))))
        state.put = [0] * seats
        state.sure = [0] * (5 * seats)
        return state

    def view(self, state: SkillCheck, viewer: int) -> View:
        loyalty = [(z.known(viewer) or [UNKNOWN])[0] for z in state.loyalty]
        return View(
            state.goal,
            state.hull,
            state.passed,
            state.failed,
            state.scans,
            state.chief,
            state.actor,
            state.stage,
            state.crisis,
            state.bonus,
            state.planned,
            state.die,
            list(state.put),
            [state.sure[5 * seat : 5 * seat + 5] for seat in range(state.seats)],
            loyalty,
            [hand.known(viewer) for hand in state.hands],
            state.pile.known(viewer),
            state.shown.known(viewer),
            len(state.destiny),
            [len(deck) for deck in state.decks],
            [discard.known(viewer) for discard in state.discards],
            len(state.crises),
        )

    def resample(self, state: SkillCheck, seat: int, rng: Stream) -> None:
        """A deck holds cards of its type only, a hand at least those of `sure`; all else is dealt freely."""
        state.resample_zones(seat, rng)  # loyalty; the skill cards are dealt again:
        zones = [*state.decks, *state.hands, state.destiny, state.pile]
        first_hand = len(state.decks)
        unknown: list[list[int]] = [[] for _ in names.TYPES]
        for zone in zones:
            for card, mask in zip(zone.cards, zone.masks, strict=True):
                if not mask >> seat & 1:
                    unknown[card // 4].append(card)
        for cards in unknown:
            cards.sort()
            rng.shuffle(cards)
        dealt: list[list[int]] = [[] for _ in zones]
        for number, zone in enumerate(zones[: first_hand + state.seats]):
            for type_ in range(5):
                if number < first_hand:
                    most = len(zone) if type_ == number else 0
                else:
                    known = number - first_hand == seat
                    most = 0 if known else state.sure[5 * (number - first_hand) + type_]
                for _ in range(most):
                    dealt[number].append(unknown[type_].pop())
        rest = sorted(card for cards in unknown for card in cards)
        rng.shuffle(rest)
        for zone, cards in zip(zones, dealt, strict=True):
            slots = [n for n, mask in enumerate(zone.masks) if not mask >> seat & 1]
            if not zone.ordered:
                slots.sort(key=zone.groups.__getitem__)
            cards += [rest.pop() for _ in range(len(slots) - len(cards))]
            for place, card in zip(slots, cards, strict=True):
                zone.cards[place] = card
            zone.tidy()

    def refusal_rule(self, state: SkillCheck) -> str:
        return "SKC-3"

    def board(self, view: View, viewer: int, legal: Sequence[int], prompt: Prompt[SkillCheck] | None) -> Scene:
        panels = []
        for seat, hand in enumerate(view.hands):
            known = [
                Piece(f"card.{place}", "card", names.CARDS[card], Phrase(f"card.{names.CARDS[card]}"))
                for place, card in enumerate(hand)
                if seat == viewer and card != UNKNOWN
            ]
            zone = Place(f"hand.{seat}", "hand", Phrase("label.hand"), owner=seat, pieces=known, count=len(hand))
            panels.append(Panel(seat, state=["turn"] if seat == view.chief else [], zones=[zone]))
        check = Place("check", "heap", Phrase("label.check"), count=len(view.pile))
        return Scene(
            active=view.actor,
            zones=[check],
            panels=panels,
            buttons=Offers(legal, prompt, lambda code: Target(code, self.label(view, code)), {}).buttons(),
        )

    def evaluate(self, view: View, seat: int) -> float:
        crew = 0.5 + 0.5 * (view.passed / view.goal) - 0.15 * (3 - view.hull)
        crew = min(1.0, max(0.0, crew))
        return 1 - crew if view.loyalty[seat] == names.TRAITOR else crew

    def rate(
        self,
        view: View,
        prompt: Prompt[SkillCheck],
        seat: int,
        arg: int,
        code: int,
        picked: Sequence[int],
    ) -> float:
        if not actions.PUT.has(code):
            return float(code in (actions.REPAIR, actions.PLAY.codes[names.REROLL]))
        _, one, two = names.ROWS[view.crisis]
        good = value(actions.PUT.value(code), one, two)
        return float(-good if view.loyalty[seat] == names.TRAITOR else good)

    def conserved(self, state: SkillCheck) -> dict[str, int]:
        skill = [*state.decks, *state.discards, *state.hands]
        skill += [state.destiny, state.pile, state.shown]
        return {
            "skill cards": sum(len(zone) for zone in skill),
            "loyalty cards": sum(len(z) for z in (state.loyalties, *state.loyalty)),
            "crises": len(state.crises) + len(state.crises_past),
        }


GAME = SkillCheckGame()
