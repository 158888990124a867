"""The questions of skill check: draws, the action, the cards put in, three windows."""

from __future__ import annotations

from collections.abc import Sequence

from engine.toys.skill_check import actions, names
from engine.toys.skill_check.state import SkillCheck, has_cards, is_unmasked, knows
from shapan.engine.actions import DONE
from shapan.engine.prompt import Prompt, Reason


class ChooseType(Prompt[SkillCheck]):
    """SKC-2.1: which deck to draw from."""

    key, rule, open = "choose_type", "SKC-2.1", True
    families = (actions.DRAW,)

    def legal(self, state: SkillCheck, seat: int, arg: int) -> Sequence[int]:
        return [actions.DRAW.codes[type_] for type_ in range(5) if has_cards(state, type_)]


class ChooseAction(Prompt[SkillCheck]):
    """SKC-3: `arg` is 1 for an action that was ordered. Hidden: only a traitor can unmask himself."""

    key, rule = "choose_action", "SKC-3"
    families = (actions.SPY, actions.ORDER, *(actions.ACTIONS.by_name[n] for n in ("repair", "rest", "unmask")))

    def legal(self, state: SkillCheck, seat: int, arg: int) -> Sequence[int]:
        others = [other for other in range(state.seats) if other != seat]
        codes = [actions.REST]
        if state.hull < state.max_hull:
            codes.append(actions.REPAIR)
        if state.scans:
            codes += [actions.SPY.codes[n] for n in others if not knows(state, seat, n)]
        if not arg:
            codes += [actions.ORDER.codes[other] for other in others]
        if state.loyalty[seat].cards[0] == names.TRAITOR and not is_unmasked(state, seat):
            codes.append(actions.UNMASK)
        return codes

    def why_not(self, state: SkillCheck, seat: int, arg: int, code: int) -> Reason:
        if actions.ORDER.has(code):
            return Reason("SKC-3.2", "ordered_no_order")
        return Reason(self.rule, "not_possible")


class PutCards(Prompt[SkillCheck]):
    """SKC-5.3: any number of cards; how many is open, which is not. An unmasked traitor puts in one at most."""

    key, rule, secret, many, ordered = "put_cards", "SKC-5.3", True, True, False
    families, field = (actions.PUT,), "cards"

    def next(self, state: SkillCheck, seat: int, arg: int, picked: Sequence[int]) -> Sequence[int]:
        if picked and is_unmasked(state, seat):
            return (DONE,)
        cards = state.hands[seat].cards
        codes = [DONE]
        for place, card in enumerate(cards):
            before = cards.index(card)
            if place == before + picked.count(actions.PUT.codes[card]):
                codes.append(actions.PUT.codes[card])
        return codes

    def shadow(self, codes: Sequence[int]) -> int:
        return len(codes)


class React(Prompt[SkillCheck]):
    """SKC-4.1: a window for one card; put to everybody with cards in hand, whoever holds it."""

    secret = True
    families = (actions.PLAY,)
    card = -1

    def legal(self, state: SkillCheck, seat: int, arg: int) -> Sequence[int]:
        held = self.card in state.hands[seat].cards
        return (DONE, actions.PLAY.codes[self.card]) if held else (DONE,)


class Planning(React):
    key, rule, card = "planning", "SKC-4.1", names.PLAN


class Rerolling(React):
    key, rule, card = "rerolling", "SKC-4.3", names.REROLL


class Scouting(React):
    key, rule, card = "scouting", "SKC-5.4", names.SCOUT


CHOOSE_TYPE, CHOOSE_ACTION, PUT_CARDS = ChooseType(), ChooseAction(), PutCards()
PLANNING, REROLLING, SCOUTING = Planning(), Rerolling(), Scouting()
