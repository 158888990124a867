"""What comes of an answer by what its giver sees: what is sure in numbers, else how likely it is (`Game.preview`).

Answers are tried by the rule that asks for them (`trials`). What someone else still decides is named and not promised;
what no one can know is not told.
"""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from shapan.engine.actions import DONE
from shapan.engine.phrases import fact, tell
from shapan.engine.prompt import Prompt
from shapan.engine.scene import Odds
from shapan.games.battlefield import actions
from shapan.games.battlefield.board import bombs, prospects, schemes, strikes
from shapan.games.battlefield.board.trials import facts, tried
from shapan.games.battlefield.state import Battlefield

Maker = Callable[[Battlefield, int, int], "Odds | None"]


def preview(view: Battlefield, prompt: Prompt[Any], seat: int, code: int) -> Odds | None:
    """Return what comes of an answer; None where nothing of it is known."""
    make = _BY_QUESTION.get(prompt.key)
    if make is None:
        make = _DECLINED.get(prompt.key) if code == DONE else _BY_ANSWER.get(code >> 40)
    return None if make is None else make(view, seat, code)


def _battle(view: Battlefield, seat: int, code: int) -> Odds | None:
    if code == DONE:
        return None
    return strikes.battle(view, seat) if code == actions.DO_FIGHT else prospects.expanded(view, seat)


_BY_QUESTION: Final[dict[str, Maker]] = {
    "battle": _battle,
    "combat_row": strikes.laid,
    "deflect": lambda view, seat, code: (strikes.stays if code == DONE else strikes.deflected)(view, seat, code),
    "arius_attack": strikes.nullified,
    "evasive_retreat": strikes.evaded,
    "fourth_card": strikes.fourth,
    "emergency_retreat": strikes.offered,
    "assist_retreat": strikes.assisted,
    "arius_special": bombs.nullified,
    "permission": lambda view, seat, code: tell([fact("guards_as_guest")] if code == actions.YES else [], "BF-4.8"),
    "trade_offer": prospects.bargained,
    "treaty_offer": schemes.signed,
}
_DECLINED: Final[dict[str, Maker]] = {
    "declare": lambda view, seat, code: strikes.closed(view, seat),
}


def _done(rule: str, key: str = "development") -> Maker:
    """Return what tells all that an answer changes by the rule that asks for it."""
    return lambda view, seat, code: tell(facts(view, seat, tried(view, seat, key, code)), rule)


def _of(family: Any, make: Maker) -> tuple[int, Maker]:
    return family.number, make


_BY_ANSWER: Final[dict[int, Maker]] = dict(
    (
        _of(actions.LAY_LEFT, prospects.territory),
        _of(actions.LAY_RIGHT, prospects.territory),
        _of(actions.CAPITAL, prospects.territory),
        _of(actions.RESTORE, _done("BF-3.1", "restore")),
        _of(actions.EJECT, prospects.ejected),
        _of(actions.LAY, schemes.laid),
        _of(actions.PLACE, prospects.placed),
        _of(actions.PLACE_CREWED, prospects.placed),
        _of(actions.OPEN, _done("BF-4.2")),
        _of(actions.HIDE, _done("BF-4.2")),
        _of(actions.BOARD, _done("BF-4.4")),
        _of(actions.DISMOUNT, _done("BF-4.4")),
        _of(actions.EQUIP, prospects.equipped),
        _of(actions.PUT, prospects.put),
        _of(actions.MOVE, _done("BF-6.1")),
        _of(actions.REFIT, _done("BF-6.2")),
        _of(actions.RETREAT, _done("BF-6.3")),
        _of(actions.GOING, _done("BF-6.7")),
        _of(actions.TRADE, prospects.traded),
        _of(actions.TACTICAL_EVASION, schemes.evading),
        _of(actions.STRATEGIC_TREATY, schemes.proposed),
        _of(actions.CLAUSE, schemes.clause),
        _of(actions.TEAR_UP_TREATY, schemes.torn),
        _of(actions.SPY_HAND, schemes.hand_seen),
        _of(actions.LOOK_HAND, schemes.hand_seen),
        _of(actions.SPY_UNIT, schemes.unit_seen),
        _of(actions.LOOK_UNIT, schemes.unit_seen),
        _of(actions.BLOCKADE, prospects.blockaded),
        _of(actions.SABOTAGE, schemes.sabotaged),
        _of(actions.BRIBE, schemes.stolen),
        _of(actions.EXCHANGE, schemes.handed),
        _of(actions.SUPPORT, schemes.handed),
        _of(actions.AIRDROP, _done("BF-6.7")),
        _of(actions.ATTACK_CARD, strikes.possible),
        _of(actions.FERVOR, strikes.possible),
        _of(actions.ATTACK, strikes.declared),
        _of(actions.CAPTURED, bombs.next_capture),
        _of(actions.POINTS, bombs.points),
        *(
            (number, bombs.played)
            for number in (
                actions.HYDROGEN.number,
                actions.NEUTRON.number,
                actions.DIVINE.number,
                actions.EMP.number,
                actions.BIOCHEMICAL.number,
                actions.INTRUSION.number,
                actions.ASSASSINATION.number,
            )
        ),
        _of(actions.NAME, bombs.named),
        _of(actions.REPLACE, schemes.lost),
        (actions.SABOTAGE_MODIFICATION.number, schemes.lost),
        _of(actions.TAKE, schemes.taken),
    )
)
"""By the number of the family."""
