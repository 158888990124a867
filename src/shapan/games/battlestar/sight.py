"""Who sees what (section 6), as an allow-list: a view names all that it shows of the state."""

from __future__ import annotations

from shapan.engine.kinds import UNKNOWN
from shapan.engine.zone import EVERYONE, Zone
from shapan.games.battlestar import names, occasions
from shapan.games.battlestar.state import Battlestar
from shapan.games.battlestar.view import (
    DESTINY,
    Area,
    Check,
    CheckCard,
    Decks,
    Discards,
    LastCheck,
    Player,
    Roll,
    Seen,
    Staying,
    View,
)


def make_view(state: Battlestar, viewer: int) -> View:
    """Return what a viewer may know; `state.seats` is a spectator."""
    dials = dict(zip(names.DIALS, state.dials, strict=True))
    return View(
        step=state.step,
        turn=state.turn,
        active=state.active,
        acting=state.acting,
        first=state.first,
        actions=state.actions,
        **dials,
        jump=state.track,
        distance=state.distance,
        sleeper_done=state.sleeper_done,
        nukes=state.nukes,
        president=state.president,
        admiral=state.admiral,
        destinations=list(state.kobol.cards),
        quorum_size=len(state.quorum_hand),
        quorum_hand=state.quorum_hand.known(viewer) if viewer == state.president else None,
        quorum_now=_only(state.quorum_now),
        in_play=make_staying(state),
        space=[make_area(state, area, viewer) for area in range(names.AREAS)],
        boarding=list(state.boarding),
        damaged=list(state.damage_on.cards),
        damage_removed=list(state.damage_gone.cards),
        vipers_reserves=state.reserves(),
        vipers_damaged=state.vipers_damaged,
        vipers_destroyed=state.vipers_destroyed,
        raptors=state.raptors,
        civilian_pile=len(state.civilian_pile),
        civilians_destroyed=list(state.civilians_lost.cards),
        destiny_size=len(state.destiny),
        deck_sizes=make_decks(state),
        discards=make_discards(state),
        crisis_now=_only(state.crisis_now),
        crisis_top=_top(state.crisis_top, viewer),
        crisis_drawn=state.crisis_drawn.known(viewer),
        super_now=_only(state.super_now),
        quorum_drawn=state.quorum_drawn.known(viewer),
        removed=list(state.quorum_gone.cards),
        destination_top=_top(state.destination_top, viewer),
        destination_drawn=state.destination_drawn.known(viewer),
        damage_drawn=state.damage_drawn.known(viewer),
        loyalty_deck_size=len(state.loyalty_deck),
        box=state.box,
        to_act=list(state.to_act),
        wanted=list(state.wanted),
        roll=make_roll(state),
        check=make_check(state, viewer),
        last_check=make_last(state),
        seats=[make_player(state, seat, viewer) for seat in range(state.seats)],
    )


def _only(zone: Zone) -> int:
    """Return the one card of an open place, or none."""
    return zone.cards[0] if len(zone) else UNKNOWN


def _top(zone: Zone, viewer: int) -> int:
    """Return the uppermost card of a deck if the viewer knows it."""
    return zone.known(viewer)[0] if len(zone) else UNKNOWN


def make_staying(state: Battlestar) -> list[Staying]:
    """Return the cards that stay in play."""
    rows = [Staying(card, UNKNOWN) for card in state.crises_in_play.cards]
    rows += [Staying(len(names.CRISES) + card, UNKNOWN) for card in state.supers_in_play.cards]
    first = len(names.CRISES) + len(names.SUPER_CRISES)
    return rows + [Staying(first + card, state.holders[card]) for card in state.quorum_attached.cards]


def make_decks(state: Battlestar) -> Decks:
    """Return the sizes of the decks."""
    politics, leadership, tactics, piloting, engineering = map(len, state.skill_decks)
    return Decks(
        politics,
        leadership,
        tactics,
        piloting,
        engineering,
        len(state.crisis_top) + len(state.crisis_deck) + len(state.crisis_bottom),
        len(state.destination_top) + len(state.destination_deck) + len(state.destination_bottom),
        len(state.quorum_top) + len(state.quorum_deck) + len(state.quorum_bottom),
        len(state.super_top) + len(state.super_deck) + len(state.super_bottom),
    )


def make_discards(state: Battlestar) -> Discards:
    """Return the discard piles; by an option only the uppermost card of each."""
    piles = [*state.skill_discards, state.quorum_discards, state.crisis_discards, state.super_discards]
    return Discards(*(list(pile.cards[-1:] if state.rules.top_discard_only else pile.cards) for pile in piles))


def make_area(state: Battlestar, area: int, viewer: int) -> Area:
    """Return an area of space."""
    ships = state.civilians[area]
    return Area(
        basestars=[list(row[1:]) for row in state.basestars if row[0] == area],
        raiders=state.raiders[area],
        heavies=state.heavies[area],
        vipers=state.vipers[area],
        civilians=ships.known(viewer),
        civilian_count=len(ships),
    )


def make_player(state: Battlestar, seat: int, viewer: int) -> Player:
    """Return a seat: its own secrets for itself, of others what all know."""
    hand, loyalty, supers, own = state.hands[seat], state.loyalty[seat], state.super_hands[seat], seat == viewer
    return Player(
        character=state.characters[seat],
        at=state.at[seat],
        revealed=state.revealed[seat],
        used=state.used[seat],
        turns=min(255, state.turns[seat]),
        hand_size=len(hand),
        hand=hand.known(viewer) if own else None,
        loyalty_size=len(loyalty),
        loyalty=sorted(loyalty.cards) if own else None,
        open=list(state.loyalty_open[seat].cards),
        fouls=names.ZERO + state.fouls[seat],
        has_super_crisis=int(len(supers) > 0),
        super_crisis=supers.cards[0] if len(supers) and own else UNKNOWN,
        attached=[card for card, holder in enumerate(state.holders) if holder == seat],
        seen=Seen([_seen(state, other, viewer) for other in range(state.seats)]) if own else None,
    )


def _seen(state: Battlestar, other: int, viewer: int) -> list[int]:
    """Return what a viewer has seen of another's loyalty cards."""
    if other == viewer:
        return []
    return sorted(card for card in state.loyalty[other].known(viewer) if card != UNKNOWN)


def make_roll(state: Battlestar) -> Roll | None:
    """Return the die under way."""
    if not state.roll_of:
        return None
    return Roll(
        state.roll_of,
        state.roller,
        state.face,
        names.ZERO + state.bonus + state.planned - state.evaded,
        int(state.planned > 0),
        state.roll_area,
        state.roll_seat,
    )


def make_check(state: Battlestar, viewer: int) -> Check | None:
    """Return the check under way."""
    if not state.check_of:
        return None
    owners = state.owners
    mine = [card for card, owner in zip(state.pile.cards, owners, strict=False) if owner == viewer]
    return Check(
        of=occasions.check_of(state.check_of, state.check_card),
        target=state.check_seat,
        types=[type_ for type_ in range(len(names.TYPES)) if state.check_types >> type_ & 1],
        difficulty=names.ZERO + state.difficulty,
        partial=state.partial_from,
        open=state.check_open,
        research=state.research,
        ones=state.ones,
        void=state.void,
        counts=list(state.put),
        size=len(state.pile) + len(state.shown),
        mine=mine if viewer in owners and len(state.pile) else None,
        cards=open_cards(state),
        total=names.ZERO + state.total if len(state.shown) else UNKNOWN,
    )


def open_cards(state: Battlestar) -> list[CheckCard] | None:
    """Return the cards of a check that lie open: all after the reveal, before it those of an open check."""
    if len(state.shown):
        return [CheckCard(UNKNOWN, card) for card in state.shown.cards]
    if not state.check_open:
        return None
    rows = zip(state.owners, state.pile.cards, state.pile.masks, strict=True)
    return [CheckCard(DESTINY if owner < 0 else owner, card) for owner, card, mask in rows if mask == EVERYONE]


def make_last(state: Battlestar) -> LastCheck | None:
    """Return the figures of the check that ended last, or has its result."""
    of, card = (state.check_of, state.check_card) if state.check_of else (state.last_of, state.last_card)
    if not of or state.check_result < 0:
        return None
    return LastCheck(
        occasions.check_of(of, card), names.ZERO + state.difficulty, names.ZERO + state.total, state.check_result
    )
