"""BSG-6: the die, what is played before and after a roll, and the reaction windows."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from shapan.engine.actions import DONE, Family
from shapan.engine.effects import AMOUNT
from shapan.engine.prompt import Prompt, Reason
from shapan.games.battlestar import actions, events, names, step_codes
from shapan.games.battlestar.effects import EFFECTS
from shapan.games.battlestar.records import Roll
from shapan.games.battlestar.rules import decks
from shapan.games.battlestar.ruleset import HOLDERS_ONLY
from shapan.games.battlestar.state import Battlestar, Table

PLANNING: Final = 2
"""What Strategic Planning adds (C2)."""
EVASION: Final = 2
"""What Evasive Maneuvers takes off an attack on a piloted viper (6.1)."""


class Window(Prompt[Battlestar]):
    """A reaction window (6.5): whoever could react by what all know is asked at once, the first in order counts.

    With `reaction_prompts` = holders_only the engine passes for those who can only pass (6.7).
    """

    reaction = True
    plan = True
    secret = True
    decline = "pass"
    why = "not_this_card"

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        """Return a pass and all that the families of the window have; those that depend on the table say so."""
        return [DONE, *(code for family in self.families for code in family.codes or (family.code(),))]

    def automatic(self, state: Battlestar, seat: int, arg: int) -> bool:
        return state.rules.prompts == HOLDERS_ONLY

    def why_not(self, state: Battlestar, seat: int, arg: int, code: int) -> Reason:
        return Reason(self.rule, self.why)


class AbilityWindow(Window):
    """The window of a character's ability: that he may use it, and how, is open."""

    def __init__(self, key: str, family: Family, character: int) -> None:
        super().__init__()
        self.key, self.rule, self.secret, self.families = key, f"BSG-{key}", False, (family,)
        self.character = character


class CardWindow(Window):
    """The window of the rare card of a skill type."""

    families = (actions.PLAY,)

    def __init__(self, key: str, type_: int) -> None:
        super().__init__()
        self.key, self.rule, self.type_ = key, f"BSG-{key}", type_

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        return offer_cards([DONE], state, seat, self.type_, rare=True)

    def ahead(self, state: Battlestar, seat: int) -> Sequence[int]:
        return offer_cards([], state, seat, self.type_, rare=True)


def react(state: Battlestar, table: Table, window: Window, order: Sequence[int]) -> tuple[int, int]:
    """BSG-6.5: open a window and return who reacts and how, (-1, `DONE`) if nobody does; all learn which it is."""
    if not order:
        return -1, DONE
    seat, code = table.window(window, order)
    if window.secret:
        state.disclose()
    return seat, code


def use_once(state: Battlestar, table: Table, window: AbilityWindow, *, able: bool = True) -> tuple[int, int]:
    """BSG-5.13: open the window of a once-a-game ability; as `react`, and the ability is used up."""
    owner = owner_of(state, window)
    if not able or owner < 0:
        return -1, DONE
    seat, code = react(state, table, window, [owner])
    if seat >= 0:
        state.used[seat] = 1
        table.tell(events.ABILITY, seat, window.character)
    return seat, code


def owner_of(state: Battlestar, window: AbilityWindow) -> int:
    """BSG-5.13: return who may still use the ability of a window; -1 for nobody."""
    owner = state.seat_of(window.character)
    return -1 if owner < 0 or state.used[owner] else owner


_FIRST: Final[list[int]] = [names.first_of(type_) for type_ in range(len(names.TYPES) + 1)]
_RARE: Final[list[tuple[int, int]]] = [(one + names.COMMON, after) for one, after in pairwise(_FIRST)]
"""By type of skill cards, the first of its rare kinds and the first behind them."""
_COMMON: Final[list[tuple[int, int]]] = [(one, one + names.COMMON) for one in _FIRST[:-1]]


def holders(state: Battlestar) -> list[int]:
    """Return those who may hold a card to react with: humans with cards in hand, wherever they are (6.4, 6.6)."""
    revealed, hands = state.revealed, state.hands
    return [seat for seat in state.clockwise(state.active) if not revealed[seat] and hands[seat].cards]


def offer_cards(codes: list[int], state: Battlestar, seat: int, type_: int, *, rare: bool) -> list[int]:
    """Add to some codes a play of each kind of skill card of a type in a hand, of common ones or rare ones."""
    first, after = (_RARE if rare else _COMMON)[type_]
    last = -1
    for card in state.hands[seat].cards:
        if first <= card < after and card != last:  # equal cards of a hand lie together
            codes.append(actions.PLAY.codes[card])
            last = card
    return codes


def roll(
    state: Battlestar,
    table: Table,
    of: int,
    roller: int,
    bonus: int = 0,
    area: int = -1,
    pilot: int = -1,
    unit: int = -1,
) -> int:
    """BSG-6.1: roll the die, with all that is played on it; the result is 1..8.

    `bonus` are modifiers known before. For a raider's attack on a viper, `area` and `pilot` say which one (6.8);
    for one on a Cylon ship, `unit` says of which kind.
    """
    rolling = state.roll = Roll(of, roller, bonus=bonus, area=area, pilot=pilot, unit=unit)
    before_roll(state, table, rolling)
    result = fall(table, rolling)
    while react_to_roll(state, table, rolling):
        before_roll(state, table, rolling)  # 6.3: one may now be played for the new roll, if none was before
        result = fall(table, rolling)
    state.roll = None
    return result


@EFFECTS.op("roll", "roll<={most}:", most=AMOUNT)
def roll_low(state: Battlestar, table: Table, most: int) -> bool:
    """Roll for a condition of cards: the current player rolls so much or less (1.2)."""
    return roll(state, table, step_codes.CARD_ROLL, state.active) <= most


def before_roll(state: Battlestar, table: Table, rolling: Roll) -> None:
    """BSG-W2: one Strategic Planning a roll, by any human. It stays valid for rerolls (R1)."""
    if rolling.planned:
        return
    rolling.face = 0
    seat, code = react(state, table, ASK_BEFORE_ROLL, holders(state))
    if seat >= 0:
        decks.discard_card(state, seat, actions.PLAY.value(code))
        rolling.planned = PLANNING
        table.tell(events.PLANNED, seat, actions.PLAY.value(code))


def fall(table: Table, rolling: Roll) -> int:
    """Let the die fall, and return the result with its modifiers."""
    face = rolling.face = table.roll(actions.STREAM_DIE, names.DIE)
    result = max(1, min(names.DIE, face + rolling.planned + rolling.bonus - rolling.evaded))
    table.tell(events.ROLLED if result == face else events.ROLL_CHANGED, rolling.seat, rolling.of, face, result)
    return result


def react_to_roll(state: Battlestar, table: Table, rolling: Roll) -> bool:
    """BSG-W3: Evasive Maneuvers on an attack on a viper, Helo's ECO Officer; tell whether the die is rolled anew."""
    asked = holders(state) if rolling.of == step_codes.RAIDER_ON_VIPER else []
    helo = state.seat_of(names.HELO)
    if helo >= 0 and helo == state.active and not state.eco_used and helo not in asked:
        asked = [seat for seat in state.clockwise(state.active) if seat == helo or seat in asked]
    seat, code = react(state, table, ASK_AFTER_ROLL, asked)
    if seat < 0:
        return False
    if actions.PLAY.has(code):
        decks.discard_card(state, seat, actions.PLAY.value(code))
        if rolling.pilot >= 0 and (not rolling.evaded or state.rules.evasive_per_card):
            rolling.evaded += EVASION
        table.tell(events.EVADED, seat, actions.PLAY.value(code))
    else:
        state.eco_used = 1
        table.tell(events.ECO, seat)
    return True


ASK_BEFORE_ROLL: Final = CardWindow("W2", names.TA)
"""W2: Strategic Planning."""


class AskAfterRoll(Window):
    """W3: Evasive Maneuvers when a viper was attacked; ECO Officer in Helo's own turn."""

    key = "W3"
    rule = "BSG-W3"
    families = (actions.PLAY, actions.ECO_OFFICER)

    def legal(self, state: Battlestar, seat: int, arg: int) -> Sequence[int]:
        codes = [DONE]
        if state.roll is not None and state.roll.of == step_codes.RAIDER_ON_VIPER:
            offer_cards(codes, state, seat, names.PI, rare=False)
        if state.is_character(seat, names.HELO) and seat == state.active and not state.eco_used:
            codes.append(actions.ECO_OFFICER.code())
        return codes

    def ahead(self, state: Battlestar, seat: int) -> Sequence[int]:
        codes = offer_cards([], state, seat, names.PI, rare=False)
        if state.is_character(seat, names.HELO):
            codes.append(actions.ECO_OFFICER.code())
        return codes


ASK_AFTER_ROLL: Final = AskAfterRoll()
