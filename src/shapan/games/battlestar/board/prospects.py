"""What answers bring that no number says: what may be done then, what is seen, who is meant.

Only what the giver sees, and what is sure once the answer counts; who may still do something to it is not promised.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.phrases import changes, fact, say
from shapan.engine.prompt import Prompt
from shapan.games.battlestar import actions as a
from shapan.games.battlestar import names
from shapan.games.battlestar.board.idle_questions import ENDS, known_of, known_total
from shapan.games.battlestar.board.offered import Facts, area_facts, location, move, offer, orders
from shapan.games.battlestar.board.trials import tried
from shapan.games.battlestar.rules import attacks, checks
from shapan.games.battlestar.rules.abilities import CAG
from shapan.games.battlestar.rules.actions import FIREPOWER
from shapan.games.battlestar.state import Battlestar


def prospects(view: Battlestar, seat: int, prompt: Prompt[Any], code: int) -> Facts:
    """Return what is sure to come of an answer, the most important first; nothing where there is nothing to tell."""
    if code == DONE:
        return ()
    family = a.ACTIONS.of(code)
    make = _before_cards if prompt.key == "W7" and family is a.PLAY else _BY_QUESTION.get(prompt.key)
    make = make or _BY_ANSWER.get(family)
    return () if make is None else make(view, seat, *family.values(code))


def declined(view: Battlestar, seat: int, prompt: Prompt[Any]) -> Facts:
    """Return what comes of declining."""
    return _DECLINED[prompt.key](view, seat) if prompt.key in _DECLINED else ()


# Cards


def _play(view: Battlestar, seat: int, card: int) -> Facts:
    """C2: what a skill card lets somebody do as an action."""
    type_ = names.type_of(card)
    if type_ == names.LE:
        return [fact("order")]
    if type_ == names.PI:
        return [fact("shots", number=FIREPOWER)]
    if type_ == names.EN and view.at[seat] == names.HANGAR_DECK and view.vipers_damaged:
        damaged = attacks.is_damaged(view, names.HANGAR_DECK)
        place = names.PLACE.phrase(names.HANGAR_DECK)
        return [
            *([fact("works_again", place=place)] if damaged else ()),
            fact("repairs", number=min(2, view.vipers_damaged)),
        ]
    return ()


def _ability(view: Battlestar, seat: int) -> Facts:
    """BSG-5.13: what the once-a-game action lets its owner do."""
    character = view.characters[seat]
    if character == names.APOLLO:
        return orders(view, CAG)
    if character == names.ZAREK:
        return [fact("one_more_dial")]
    if character == names.TIGH:
        return _president(view, seat, view.admiral)
    return [say("prospect_by", names.CHARACTERS[character])]


def _quorum(view: Battlestar, seat: int, card: int) -> Facts:
    """C6: what a card brings that does not roll."""
    name = names.QUORUM_CARDS[card]
    return [say("prospect_of", name)] if name.startswith("assign_") or name in _TOLD_CARDS else ()


_TOLD_CARDS: Final = ("accept_prophecy", "arrest_order", "presidential_pardon")


def _no_action(view: Battlestar, seat: int) -> Facts:
    """[ruling] What passing adds to the open record, which all see."""
    if view.revealed[seat] or view.at[seat] in (names.BRIG, names.SICKBAY, names.OFF):
        return [fact("no_action")]
    return [fact("no_action_seen")]


def _draw(view: Battlestar, seat: int, type_: int) -> Facts:
    size = len(view.skill_decks[type_])
    return [fact("deck_left" if size else "deck_shuffled", number=size or len(view.skill_discards[type_]))]


def _scout(view: Battlestar, seat: int, deck: int) -> Facts:
    return [fact("see_top", number=(view.destination if deck == a.DESTINATION_DECK else view.crisis).size())]


# People


def _who(key: str) -> Callable[[Battlestar, int, int], Facts]:
    """Return what is said of who is named: the same for all, with his name."""
    return lambda view, seat, who: [fact(key, seat={"seat": who})]


def _president(view: Battlestar, seat: int, who: int) -> Facts:
    return [fact("president", seat={"seat": who}, number=len(view.quorum_hand))] if who >= 0 else ()


def _ordered(view: Battlestar, seat: int, who: int) -> Facts:
    return [fact("acts_twice", seat={"seat": who}, place=names.PLACE.phrase(view.at[who]))]


def _looked(view: Battlestar, seat: int, who: int) -> Facts:
    """BSG-11.2: Baltar sees all cards with his ability, others one."""
    return [fact("loyalty_seen", seat={"seat": who}, number=len(view.loyalty[who]))]


def _handed(view: Battlestar, seat: int, who: int) -> Facts:
    return [fact("loyalty_handed", seat={"seat": who}, number=len(view.loyalty[seat]))]


# Ships


def _civilian(view: Battlestar, seat: int, area: int, number: int, *to: int) -> Facts:
    token = view.civilians[area].cards[number]
    return [fact("unseen_ship")] if token == UNKNOWN else [say("civilian_help", names.CIVILIANS[token])]


# Windows


def _intuition(view: Battlestar, seat: int, result: int) -> Facts:
    return [fact(f"ends_{ENDS[checks.result_of(tried(view, seat, 'W6', a.INTUITION.code(result)).state)]}")]


def _before_cards(view: Battlestar, seat: int, card: int) -> Facts:
    """W7: an open check, or Engineering that counts."""
    if names.type_of(card) == names.PO:
        return [fact("cards_open")]
    hand = list(view.hands[seat].cards)
    hand.remove(card)
    return [fact("research", number=sum(names.strength_of(one) for one in hand if names.type_of(one) == names.EN))]


def _devotion(view: Battlestar, seat: int, type_: int) -> Facts:
    """W8: what the cards that the seat knows come to without a type; the end where it knows all."""
    check, new = view.running(), tried(view, seat, "W8", a.BLIND_DEVOTION.code(type_)).state.running()
    was, now, unknown = known_total(check), known_total(new), len(check.pile) - len(known_of(check))
    if unknown:
        return [fact("known_without", was=was, now=now, number=unknown)]
    return [changes("total", was, now), fact(f"ends_{ENDS[checks.result_at(new, now)]}")]


_DECLINED: Final[dict[str, Callable[[Battlestar, int], Facts]]] = {
    "move": lambda view, seat: offer(view, seat, view.at[seat]),
    "action": _no_action,
    "W4": lambda view, seat: [fact("crisis_stays")],
}
_BY_QUESTION: Final[dict[str, Callable[..., Facts]]] = {
    "W11": area_facts,
    "launch_area": area_facts,
    "recall_viper": area_facts,
    "next_area": lambda view, seat, area: [fact("raiders_act", number=view.to_act[area])],
    "exit_location": offer,
    "order_target": _ordered,
    "president_target": _president,
    "attach_target": _who("holds_card"),
    "pardon_target": _who("out_of_brig"),
    "look_target": _looked,
    "screen_target": _looked,
    "handover_target": _handed,
    "sympathizer_target": _who("sympathizer"),
    "viper_target": _who("shot_at"),
    "exchange": lambda view, seat: [fact("next_super")],
    "use_reveal": lambda view, seat: [say("loyalty_reveal", names.LOYALTIES[view.loyalty_open[seat].cards[-1]])],
}
_BY_ANSWER: Final[dict[Any, Callable[..., Facts]]] = {
    a.MOVE: move,
    a.MOVE_PAYING: lambda view, seat, place, card: move(view, seat, place),
    a.ACT_LOCATION: location,
    a.PLAY: _play,
    a.ABILITY: _ability,
    a.FLY: area_facts,
    a.FLY_UNMANNED: lambda view, seat, start, to: area_facts(view, seat, to),
    a.LAUNCH: area_facts,
    a.PLAY_QUORUM: _quorum,
    a.MOVE_AND_ACT: lambda view, seat: [fact("move_and_act")],
    a.TWO_ACTIONS: lambda view, seat: [fact("two_actions", place=names.PLACE.phrase(view.at[seat]))],
    a.DRAW: _draw,
    a.SCOUT: _scout,
    a.TOP: lambda view, seat: [fact("stays_top")],
    a.BOTTOM: lambda view, seat: [fact("goes_under")],
    **dict.fromkeys((a.PICK_CIVILIAN, a.SHIFT_CIVILIAN), _civilian),
    a.GIVE_TITLE: lambda view, seat: _president(view, seat, view.admiral),
    a.GO_TO_BRIG: lambda view, seat: _who("to_brig")(view, seat, seat),
    a.TOKEN: lambda view, seat, token: [say("damage_help", names.DAMAGE[token])],
    a.PLAY_SUPER: lambda view, seat: [say("super_crisis", names.SUPER_CRISES[view.super_hands[seat].first])],
    a.TWO_CRISES: lambda view, seat: [fact("two_crises")],
    a.INTUITION: _intuition,
    a.BLIND_DEVOTION: _devotion,
    a.SECRET_DESTINY: lambda view, seat: [fact("crisis_replaced")],
    a.RECON: lambda view, seat: [fact("see_crisis")],
}
