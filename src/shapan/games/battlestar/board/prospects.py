"""What answers bring where neither die nor check decides: what a move costs and a place offers, cards, titles, ships.

Only what the giver sees, and what is sure once the answer counts; who may still do something to it is not promised.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Prompt
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.idle_questions import end_of, known_of, total_without
from shapan.games.battlestar.board.offered import (
    Facts,
    area_facts,
    changes,
    fact,
    fly_unmanned,
    hand,
    launch,
    location,
    move,
    offer,
    orders,
    stay,
)
from shapan.games.battlestar.board.words import say
from shapan.games.battlestar.rules import attacks
from shapan.games.battlestar.rules.abilities import CAG
from shapan.games.battlestar.rules.actions import FIREPOWER
from shapan.games.battlestar.rules.reveal import KEPT
from shapan.games.battlestar.state import Battlestar


def prospects(view: Battlestar, seat: int, prompt: Prompt[Any], code: int) -> Facts:
    """Return what is sure to come of an answer, the most important first; nothing where there is nothing to tell."""
    if code == DONE:
        return _DECLINED[prompt.key](view, seat) if prompt.key in _DECLINED else ()
    family = a.ACTIONS.of(code)
    make = _before_cards if prompt.key == "W7" and family is a.PLAY else _BY_QUESTION.get(prompt.key)
    make = make or _BY_ANSWER.get(family)
    return () if make is None else make(view, seat, *family.values(code))


# Cards and hands


def _play(view: Battlestar, seat: int, card: int) -> Facts:
    """C2: what a skill card does as an action."""
    type_ = names.type_of(card)
    if type_ == names.PO:
        return hand(view, seat, 2, 1)
    if type_ == names.LE:
        return [say("odds", "order")]
    if type_ == names.PI:
        return [fact("shots", number=FIREPOWER)]
    if type_ != names.EN:
        return ()
    at = view.at[seat]
    facts = _repair_location(view, seat) if attacks.is_damaged(view, at) else []
    if at == names.HANGAR_DECK and view.vipers_damaged:
        facts = [*facts, fact("repairs", number=min(2, view.vipers_damaged))]
    return facts


def _repair_location(view: Battlestar, seat: int) -> Facts:
    return [fact("works_again", place=names.PLACE.phrase(view.at[seat]))]


def _repair_vipers(view: Battlestar, seat: int, number: int) -> Facts:
    return changes("reserves", view.reserves(), view.reserves() + number)


def _ability(view: Battlestar, seat: int) -> Facts:
    """BSG-5.13: what the once-a-game action brings."""
    character = view.characters[seat]
    if character == names.APOLLO:
        return orders(view, CAG)
    if character == names.ZAREK:
        population = view.dials[names.POPULATION]
        dial = fact("dial", dial=names.DIAL.phrase(names.POPULATION), was=population, now=population - 1)
        return [dial, say("odds", "one_more_dial")]
    if character == names.TIGH:
        return [] if view.admiral < 0 else _president(view, seat, view.admiral)
    return [say("prospect_by", names.CHARACTERS[character])]


def _draw_quorum(view: Battlestar, seat: int) -> Facts:
    return changes("quorum", len(view.quorum_hand), len(view.quorum_hand) + 1)


def _quorum(view: Battlestar, seat: int, card: int) -> Facts:
    """C6: cards that do not roll."""
    name = names.QUORUM_CARDS[card]
    if name.startswith("assign_"):
        return [*hand(view, seat, 2), say("prospect_of", name)]
    if name == "accept_prophecy":
        return [*hand(view, seat, 1), say("prospect_of", name)]
    return [say("prospect_of", name)] if name in ("arrest_order", "presidential_pardon") else ()


def _reveal(view: Battlestar, seat: int, card: int) -> Facts:
    """BSG-12.2: what it costs the own hand, and the titles that go."""
    size = len(view.hands[seat])
    facts = [*changes("hand", size, min(size, KEPT))]
    titles = [name for name, holder in (("president", view.president), ("admiral", view.admiral)) if holder == seat]
    return [*facts, *(say("prospect_lost", name) for name in titles)]


def _no_action(view: Battlestar, seat: int) -> Facts:
    """[ruling] What passing adds to the open record, which all see."""
    if view.revealed[seat] or view.at[seat] in (names.BRIG, names.SICKBAY, names.OFF):
        return [say("odds", "no_action")]
    return [say("odds", "no_action_seen")]


def _draw(view: Battlestar, seat: int, type_: int) -> Facts:
    size = len(view.skill_decks[type_])
    return [fact("deck_left" if size else "deck_shuffled", number=size or len(view.skill_discards[type_]))]


def _scout(view: Battlestar, seat: int, deck: int) -> Facts:
    return [fact("see_top", number=(view.destination if deck == a.DESTINATION_DECK else view.crisis).size())]


# People


def _who(key: str) -> Callable[[Battlestar, int, int], Facts]:
    """Return what is said of who is named: the same for all, with his name."""
    return lambda view, seat, who: [fact(key, seat={"seat": who})]


def _sent(view: Battlestar, seat: int, who: int) -> Facts:
    """BSG-10.2, 13.3: the Brig, at once or by a check; an Admiral loses the title there."""
    loses = [say("prospect_lost", "admiral")] if who == view.admiral else []
    return [fact("to_brig", seat={"seat": who}), *loses]


def _president(view: Battlestar, seat: int, who: int) -> Facts:
    return [fact("president", seat={"seat": who}, number=len(view.quorum_hand))]


def _ordered(view: Battlestar, seat: int, who: int) -> Facts:
    return [fact("acts_twice", seat={"seat": who}, place=names.PLACE.phrase(view.at[who]))]


def _looked(view: Battlestar, seat: int, who: int) -> Facts:
    """BSG-11.2: Baltar sees all cards with his ability, others one."""
    return [fact("loyalty_seen", seat={"seat": who}, number=len(view.loyalty[who]))]


def _handed(view: Battlestar, seat: int, who: int) -> Facts:
    return [fact("loyalty_handed", seat={"seat": who}, number=len(view.loyalty[seat]))]


# Ships and destinations


def _restore(view: Battlestar, seat: int, vipers: int, raptor: int) -> Facts:
    facts = [*changes("reserves", view.reserves(), view.reserves() + vipers)]
    return [*facts, *(changes("raptors", view.raptors, view.raptors + 1) if raptor else ())]


def _civilian(view: Battlestar, seat: int, area: int, number: int, *to: int) -> Facts:
    token = view.civilians[area].cards[number]
    return [say("odds", "unseen_ship")] if token == UNKNOWN else [say("civilian_help", names.CIVILIANS[token])]


def _token(view: Battlestar, seat: int, token: int) -> Facts:
    return [say("damage_help", names.DAMAGE[token])]


def _viper_hit(view: Battlestar, seat: int, *_: int) -> Facts:
    return changes("damaged", view.vipers_damaged, view.vipers_damaged + 1)


def _next_area(view: Battlestar, seat: int, area: int) -> Facts:
    return [fact("raiders_act", number=view.to_act[area])]


# Windows


def _intuition(view: Battlestar, seat: int, result: int) -> Facts:
    return [say("odds", "ends_fails" if result else "ends_passes")]


def _before_cards(view: Battlestar, seat: int, card: int) -> Facts:
    """W7: an open check, or Engineering that counts."""
    if names.type_of(card) == names.PO:
        return [say("odds", "cards_open")]
    hand = list(view.hands[seat].cards)
    hand.remove(card)
    own = [names.strength_of(one) for one in hand if names.type_of(one) == names.EN]
    return [fact("research", number=sum(own))]


def _modified(number: int) -> Callable[..., Facts]:
    def modified(view: Battlestar, seat: int, more: int = 0) -> Facts:
        was = view.running().difficulty
        return changes("difficulty", was, was + (number if more else -number))

    return modified


def _devotion(view: Battlestar, seat: int, type_: int) -> Facts:
    """W8: what the cards that the seat knows come to without a type; the end where it knows all."""
    check = view.running()
    known = known_of(check)
    was, now = total_without(check, known, -1), total_without(check, known, type_)
    if len(known) < len(check.pile):
        return [fact("known_without", was=was, now=now, number=len(check.pile) - len(known))]
    return [*changes("total", was, now), say("odds", f"ends_{end_of(check, now)}")]


def _authority(view: Battlestar, seat: int) -> Facts:
    size = len(view.hands[seat])
    return changes("hand", size, size + len(view.running().shown))


_DECLINED: Final[dict[str, Callable[[Battlestar, int], Facts]]] = {
    "move": stay,
    "action": _no_action,
    "W4": lambda view, seat: [say("odds", "crisis_stays")],
}
_BY_QUESTION: Final[dict[str, Callable[..., Facts]]] = {
    "W11": area_facts,
    "launch_area": area_facts,
    "recall_viper": area_facts,
    "next_area": _next_area,
    "exit_location": offer,
    "order_target": _ordered,
    "brig_target": _sent,
    "sickbay_target": _who("to_sickbay"),
    "president_target": _president,
    "attach_target": _who("holds_card"),
    "pardon_target": _who("out_of_brig"),
    "look_target": _looked,
    "screen_target": _looked,
    "handover_target": _handed,
    "sympathizer_target": _who("sympathizer"),
    "viper_target": _who("shot_at"),
    "exchange": lambda view, seat: [say("odds", "next_super")],
    "use_reveal": lambda view, seat: [say("loyalty_reveal", names.LOYALTIES[view.loyalty_open[seat].cards[-1]])],
}
_BY_ANSWER: Final[dict[Any, Callable[..., Facts]]] = {
    a.MOVE: move,
    a.MOVE_PAYING: lambda view, seat, place, card: move(view, seat, place),
    a.ACT_LOCATION: location,
    a.PLAY: _play,
    a.ABILITY: _ability,
    a.FLY: area_facts,
    a.FLY_UNMANNED: fly_unmanned,
    a.LAUNCH: launch,
    a.DRAW_QUORUM: _draw_quorum,
    a.PLAY_QUORUM: _quorum,
    a.REVEAL: _reveal,
    a.MOVE_AND_ACT: lambda view, seat: [say("odds", "move_and_act")],
    a.TWO_ACTIONS: lambda view, seat: [fact("two_actions", place=names.PLACE.phrase(view.at[seat]))],
    a.DRAW: _draw,
    a.SCOUT: _scout,
    a.TOP: lambda view, seat: [say("odds", "stays_top")],
    a.BOTTOM: lambda view, seat: [say("odds", "goes_under")],
    a.REPAIR_LOCATION: _repair_location,
    a.REPAIR_VIPERS: _repair_vipers,
    a.RESTORE: _restore,
    **dict.fromkeys((a.PICK_CIVILIAN, a.SHIFT_CIVILIAN), _civilian),
    a.VIPER_IN: _viper_hit,
    a.VIPER_OF: _viper_hit,
    a.TOKEN: _token,
    a.GIVE_TITLE: lambda view, seat: [] if view.admiral < 0 else _president(view, seat, view.admiral),
    a.GO_TO_BRIG: lambda view, seat: _sent(view, seat, seat),
    a.PLAY_SUPER: lambda view, seat: [say("super_crisis", names.SUPER_CRISES[view.super_hands[seat].first])],
    a.TWO_CRISES: lambda view, seat: [say("odds", "two_crises")],
    a.INTUITION: _intuition,
    a.HATRED: _modified(3),
    a.FRIENDS: _modified(2),
    a.ARBITRATOR: _modified(3),
    a.BLIND_DEVOTION: _devotion,
    a.SECRET_DESTINY: lambda view, seat: [say("odds", "crisis_replaced")],
    a.COMMAND_AUTHORITY: _authority,
    a.RECON: lambda view, seat: [say("odds", "see_crisis")],
}
