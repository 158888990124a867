"""BF-4: units on the table: placing, opening, crews, vehicles without one, how they stand in the domains of others."""

from __future__ import annotations

from collections.abc import Sequence

from shapan.engine.actions import DONE
from shapan.engine.kinds import UNKNOWN
from shapan.engine.prompt import Reason
from shapan.engine.question import question
from shapan.engine.zone import Zone
from shapan.games.battlefield import abilities, actions, events, formulas, names, pacts
from shapan.games.battlefield.records import ABOARD, AT, DURABILITY, EVASION, OPEN, OWNED, PAID, STAY, TAG, TERMS, USES
from shapan.games.battlefield.rules import cards
from shapan.games.battlefield.state import POST_BATTLE, Battlefield, Table

# Cards that come to the table and leave it


def enter(state: Battlefield, source: Zone, card: int, seat: int, territory: int) -> int:
    """Lay a card on the table, face down as far as who knew it does, and return the number of its unit."""
    marks = state.units.marks
    unit = next(number for number in range(names.MAX_UNITS) if number not in marks[TAG])
    state.move(source, source.cards.index(card), state.units)
    marks[TAG][-1], marks[AT][-1], marks[OWNED][-1], marks[OPEN][-1] = unit, territory, seat, 0
    return unit


def leave(state: Battlefield, unit: int, target: Zone) -> int:
    """Take a unit's card off the table to another zone and return it; a crew stays where it is."""
    return state.move(state.units, state.units.marks[TAG].index(unit), target)


def disband(state: Battlefield, table: Table, unit: int) -> None:
    """BF-8.9: discard a unit, its crew with it, with its faction or for want of ground; no retreat, no coin."""
    for one in (state.crew_of(unit), unit):
        if one >= 0:
            table.tell(events.DISBANDED, state.of(one, OWNED), state.card(one), state.of(one, AT))
            leave(state, one, state.discard)


def show(state: Battlefield, unit: int) -> None:
    """Turn a unit face up."""
    state.reveal(state.units, state.units.marks[TAG].index(unit))
    state.put(unit, OPEN, 1)
    state.put(unit, PAID, UNKNOWN)
    state.put(unit, TERMS, UNKNOWN)


def show_kind(state: Battlefield, vehicle: int) -> None:
    """BF-4.5: all see that a hidden unit is a vehicle: nothing else stays face down on ground that falls."""
    if not state.of(vehicle, OPEN):
        state.put(vehicle, TERMS, formulas.as_vehicle(state.of(vehicle, TERMS)))


def stand(state: Battlefield, unit: int, territory: int, stay: int = names.HOME) -> None:
    """Let a unit stand in a territory, its crew with it."""
    for one in (unit, state.crew_of(unit)):
        if one >= 0:
            state.put(one, AT, territory)
            state.put(one, STAY, stay)


def give_to(state: Battlefield, unit: int, seat: int) -> None:
    """Let a unit belong to another seat, its crew with it; a hidden one is seen by its new owner."""
    for one in (unit, state.crew_of(unit)):
        if one >= 0:
            state.put(one, OWNED, seat)
            if not state.of(one, OPEN):
                state.look(state.units, state.units.marks[TAG].index(one), seat)


def stay_in(state: Battlefield, seat: int, territory: int) -> int:
    """BF-4.7, 4.8: how a unit of a seat stands that comes to a territory unasked: at home, by a clause, or neither."""
    host = state.holders[territory]
    if host == seat:
        return names.HOME
    return names.GUEST if pacts.may_station(state, seat, host) else names.INTRUDER


# BF-4.1, 4.2: placing


def may_lie_open(state: Battlefield, card: int) -> bool:
    """BF-4.6: whether one more copy of a vehicle may lie open; of all other cards as many as there are."""
    if names.KIND[card] != names.VEHICLE:
        return True
    rows = zip(state.units.cards, state.units.marks[OPEN], strict=True)
    return sum(other == card and is_open for other, is_open in rows) < names.LIMIT[card]


def possible_crew(state: Battlefield, seat: int, territory: int) -> list[int]:
    """BF-4.4: the own open troops and characters in a territory that can board a vehicle."""
    cards, marks, found = state.units.cards, state.units.marks, []
    owners, opened, aboard = marks[OWNED], marks[OPEN], marks[ABOARD]
    for place, at in enumerate(marks[AT]):
        if at != territory or owners[place] != seat or not opened[place] or aboard[place] >= 0:
            continue
        if names.KIND[cards[place]] != names.VEHICLE:
            found.append(marks[TAG][place])
    return found


def placings(state: Battlefield, seat: int) -> list[int]:
    """BF-4.1, 4.2, 4.4, 4.6: the units of a hand that can be paid, in each own territory, open, hidden, with a crew."""
    hand = state.hands[seat].cards
    kinds = [card for place, card in enumerate(hand) if names.KIND[card] >= names.TROOP and card not in hand[:place]]
    affordable = [card for card in kinds if formulas.price(state, seat, card) <= state.resources[seat]]
    land = state.domain(seat) if affordable else []
    codes = []
    for card in affordable:
        can_open = may_lie_open(state, card)
        for territory in land:
            codes.append(actions.PLACE.code(card, territory, 0))
            if can_open:
                codes.append(actions.PLACE.code(card, territory, 1))
                if names.KIND[card] == names.VEHICLE:
                    crews = possible_crew(state, seat, territory)
                    codes += [actions.PLACE_CREWED.code(card, territory, 1, crew) for crew in crews]
    return codes


def why_not(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: why a unit cannot be placed, turned or boarded."""
    if actions.PLACE.has(code) or actions.PLACE_CREWED.has(code):
        return why_not_place(state, seat, code)
    if actions.BOARD.has(code) or actions.DISMOUNT.has(code):
        return Reason("BF-4.4", "no_boarding")
    unit = actions.OPEN.value(code)
    mine = state.is_there(unit) and state.of(unit, OWNED) == seat
    if actions.OPEN.has(code) and mine and not state.of(unit, OPEN) and not state.of(unit, USES) & names.TURNED:
        return Reason("BF-4.6", "production_limit")
    return Reason("BF-4.2", "no_turning")


def why_not_place(state: Battlefield, seat: int, code: int) -> Reason:
    """13.6: why a card cannot be placed: price or ground, crew, production limit."""
    card, territory, is_open, crew = actions.PLACE_CREWED.values(code)
    if names.KIND[card] < names.TROOP or card not in state.hands[seat].cards:
        return Reason("BF-4.1", "no_such_unit")
    if formulas.price(state, seat, card) > state.resources[seat]:
        return Reason("BF-4.1", "too_dear")
    if state.holders[territory] != seat:
        return Reason("BF-4.1", "foreign_ground")
    crewable = is_open and names.KIND[card] == names.VEHICLE and crew in possible_crew(state, seat, territory)
    if actions.PLACE_CREWED.has(code) and not crewable:
        return Reason("BF-4.4", "no_crew")
    return Reason("BF-4.6", "production_limit")


def place(
    state: Battlefield, table: Table, seat: int, card: int, territory: int, is_open: int, crew: int = UNKNOWN
) -> None:
    """BF-4.1, 4.2: pay, and put a card of the hand into an own territory, open or hidden."""
    price, terms = formulas.price(state, seat, card), formulas.terms(state, seat, card)
    cards.pay(state, seat, price)
    unit = enter(state, state.hands[seat], card, seat, territory)
    state.put(unit, PAID, price)
    state.put(unit, TERMS, terms)
    if is_open:
        show(state, unit)
        table.tell(events.PLACED, seat, card, territory, price)
    else:
        table.tell(events.PLACED_HIDDEN, seat, territory, price, priv=1 << seat, secret=(card,))
        show_partners(state, table, unit)
    if crew >= 0:
        board(state, table, seat, crew, unit)
    on_placing(state, table, seat, unit)


def on_placing(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """4.4: what factions do when a card is placed, open or hidden; what comes of it all see (section 6)."""
    card = state.card(unit)
    happens = formulas.fired(card, formulas.due(state, seat))
    if happens & formulas.MASS_PRODUCTION:
        state.uses[seat] |= names.USED_MASS_PRODUCTION
    if happens & formulas.LAUNCH_FIELD:
        state.uses[seat] |= names.USED_LAUNCH_FIELD
        cards.draw(state, table, seat, 1)
    if happens & formulas.CHARISMA:
        cards.draw(state, table, seat, 1)
    if state.of(unit, OPEN):
        on_opening(state, table, seat, unit)


def on_opening(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """4.5, Recon and Spymaster: its owner may look when a unit becomes open."""
    if abilities.has(state, unit, names.RECON | names.SPYMASTER):
        code = table.ask(ask_look, seat, unit)
        if code == DONE:
            return
        if actions.LOOK_UNIT.has(code):
            look_at_unit(state, table, seat, actions.LOOK_UNIT.value(code))
        elif abilities.has(state, unit, names.SPYMASTER):
            look_at_hand(state, table, seat, actions.LOOK_HAND.value(code))
        else:
            look_at_one(state, table, seat, actions.LOOK_HAND.value(code))


@question("look", "BF-6.7", actions.LOOK_UNIT, actions.LOOK_HAND, open=True, decline="pass")
def ask_look(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D9: whom or what the owner of the unit `arg` looks at."""
    hands = [actions.LOOK_HAND.codes[other] for other in state.others(seat) if len(state.hands[other])]
    if abilities.has(state, arg, names.SPYMASTER):
        return [DONE, *hands]
    return [DONE, *(actions.LOOK_UNIT.codes[unit] for unit in strange_units(state, seat)), *hands]


# Looking


def strange_units(state: Battlefield, seat: int) -> list[int]:
    """Return the hidden units of others that a seat has not seen."""
    units = state.units
    rows = zip(units.marks[TAG], units.marks[OPEN], units.known(seat), strict=True)
    return [unit for unit, is_open, card in rows if not is_open and card == UNKNOWN]


def look_at_unit(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """4.7, Espionage: a seat sees a hidden unit, and remembers it."""
    card = state.look(state.units, state.units.marks[TAG].index(unit), seat)
    table.tell(events.SAW_UNIT, seat, state.of(unit, AT), priv=1 << seat, secret=(card,))


def look_at_hand(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """4.7, Espionage: a seat sees a whole hand, and remembers it."""
    hand = state.hands[other]
    for place in range(len(hand)):
        card = state.look(hand, place, seat)
        table.tell(events.SAW_HAND, seat, other, priv=1 << seat | 1 << other, secret=(card,))
    hand.tidy()


def look_at_one(state: Battlefield, table: Table, seat: int, other: int) -> None:
    """4.5, Recon: a seat sees one card of a hand by chance; who holds it learns which.

    Copies are alike: where the seat has seen one before, it cannot tell that there are two.
    """
    hand = state.hands[other]
    card = table.draw_shown(actions.HAND_PICK, hand, 1 << seat)
    alike = [place for place, one in enumerate(hand.cards) if one == card]
    seen = [place for place in alike if hand.masks[place] >> seat & 1]
    state.look(hand, (seen or alike)[0], seat)
    table.tell(events.SAW_HAND, seat, other, priv=1 << seat | 1 << other, secret=(card,))
    hand.tidy()


def show_partners(state: Battlefield, table: Table, unit: int) -> None:
    """4.11, Show hidden units: partners of a clause see a unit that is placed hidden."""
    owner = state.of(unit, OWNED)
    for row in pacts.binding(state, owner, names.SHOW_HIDDEN):
        look_at_unit(state, table, pacts.partner(row, owner), unit)


# What can be turned or boarded (BF-4.2, 4.4)


def turnings(state: Battlefield, seat: int) -> list[int]:
    """BF-4.2: hidden units that can be opened; after the battle, units with Stealth that can be hidden."""
    cards, marks, codes = state.units.cards, state.units.marks, []
    tags, opened, aboard, uses = marks[TAG], marks[OPEN], marks[ABOARD], marks[USES]
    for place, owner in enumerate(marks[OWNED]):
        if owner != seat or aboard[place] >= 0:
            continue
        if not opened[place]:
            if may_lie_open(state, cards[place]) and not uses[place] & names.TURNED:
                codes.append(actions.OPEN.codes[tags[place]])
        elif names.PRINTED[cards[place]] & names.STEALTH and state.step == POST_BATTLE and can_hide(state, tags[place]):
            codes.append(actions.HIDE.codes[tags[place]])
    return codes


def why_hidden(state: Battlefield, seat: int, unit: int) -> Reason | None:
    """BF-4.2: why an own unit that lies hidden does nothing; None for all others."""
    hidden = state.is_there(unit) and state.of(unit, OWNED) == seat and not state.of(unit, OPEN)
    return Reason("BF-4.2", "hidden_unit") if hidden else None


def can_hide(state: Battlefield, unit: int) -> bool:
    """4.5, Stealth: in the own domain, on foot, once in a phase."""
    stealthy = names.PRINTED[state.card(unit)] & names.STEALTH
    at_home = state.holders[state.of(unit, AT)] == state.of(unit, OWNED)
    return bool(stealthy) and at_home and not state.of(unit, USES) & names.TURNED


def is_whole(state: Battlefield, unit: int) -> bool:
    """BF-4.4, 4.5: whether a card stands for itself: no crew aboard a vehicle, no vehicle without one."""
    return unit in state.units_of(state.of(unit, OWNED)) and not state.is_empty_vehicle(unit)


def boardings(state: Battlefield, seat: int) -> list[int]:
    """BF-4.4: crews that can board a vehicle there, and vehicles that a crew can leave, each once in a phase."""
    cards, marks, codes = state.units.cards, state.units.marks, []
    for place, card in enumerate(cards):
        if card < 0 or names.KIND[card] != names.VEHICLE or marks[OWNED][place] != seat or not marks[OPEN][place]:
            continue
        vehicle, uses = marks[TAG][place], marks[USES][place]
        if vehicle in marks[ABOARD]:
            if not uses & names.LEFT_VEHICLE:
                codes.append(actions.DISMOUNT.codes[vehicle])
        elif not uses & names.BOARDED:
            crews = possible_crew(state, seat, marks[AT][place])
            codes += [actions.BOARD.code(crew, vehicle) for crew in crews]
    return codes


# BF-4.2: opening; 4.4: crews


def open_unit(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """BF-4.2: the owner opens a hidden unit in a development phase, free."""
    show(state, unit)
    table.tell(events.OPENED, seat, state.card(unit), state.of(unit, AT))
    on_opening(state, table, seat, unit)


def hide_unit(state: Battlefield, table: Table, seat: int, unit: int) -> None:
    """4.5, Stealth: turned hidden in the phase after the battle; all remember what it is."""
    state.put(unit, OPEN, 0)
    state.put(unit, USES, state.of(unit, USES) | names.TURNED)
    table.tell(events.TURNED, seat, state.card(unit), state.of(unit, AT))


def board(state: Battlefield, table: Table, seat: int, crew: int, vehicle: int) -> None:
    """BF-4.4: a crew boards a vehicle: from now on both are one unit, whose attack is spent if that of the crew was."""
    state.put(crew, ABOARD, vehicle)
    state.put(vehicle, USES, state.of(vehicle, USES) | names.BOARDED)
    table.tell(events.BOARDED, seat, state.card(crew), state.card(vehicle), state.of(vehicle, AT))


def dismount(state: Battlefield, table: Table, seat: int, vehicle: int) -> None:
    """BF-4.4: the crew leaves its vehicle; one that stands in a foreign domain passes to the host (BF-4.5)."""
    crew = state.crew_of(vehicle)
    state.put(crew, ABOARD, UNKNOWN)
    state.put(vehicle, USES, state.of(vehicle, USES) | names.LEFT_VEHICLE)
    table.tell(events.LEFT_VEHICLE, seat, state.card(crew), state.card(vehicle), state.of(vehicle, AT))
    pass_on(state, table, vehicle)


def pass_on(state: Battlefield, table: Table, vehicle: int) -> None:
    """BF-4.5: a vehicle without a crew belongs to the owner of the territory where it stands."""
    at = state.of(vehicle, AT)
    host = state.holders[at]
    if host != state.of(vehicle, OWNED):
        show_kind(state, vehicle)
        give_to(state, vehicle, host)
        state.put(vehicle, STAY, names.HOME)
        state.put(vehicle, EVASION, UNKNOWN)
        secret = () if state.of(vehicle, OPEN) else (state.card(vehicle),)
        table.tell(events.PASSED_ON, host, at, priv=(1 << host) * bool(secret), secret=secret)


# BF-4.8, D24: where a unit is put


def goals(state: Battlefield, seat: int, but: int = UNKNOWN) -> list[int]:
    """BF-7.6.2: the own territories of a seat that stand above 0, but for one."""
    return [one for one in state.domain(seat) if one != but and state.durability[one] > 0]


@question("put_unit", "BF-4.8", actions.PUT, open=True, why="no_own_territory")
def ask_put(state: Battlefield, seat: int, arg: int) -> Sequence[int]:
    """D18, D24: the territory for a unit; `arg` is the unit, and 64 more if it has to be another one than now."""
    unit = arg & 63
    away = state.of(unit, AT) if arg & 64 else UNKNOWN
    return [actions.PUT.code(0, territory) for territory in goals(state, seat, away)]


def put_anywhere(state: Battlefield, table: Table, seat: int, unit: int, *, away: bool = False) -> int:
    """Let a seat put a unit into an own territory that stands above 0, and return which; -1 if it has none."""
    if not goals(state, seat, state.of(unit, AT) if away else UNKNOWN):
        return UNKNOWN
    state.putting = unit
    territory = actions.PUT.value(table.ask(ask_put, seat, unit | 64 * away), 1)
    state.putting = UNKNOWN
    stand(state, unit, territory)
    return territory


def restore_all(state: Battlefield) -> None:
    """BF-4.3: all units of the table have 3 durability."""
    state.units.marks[DURABILITY] = [names.UNIT_DURABILITY] * len(state.units)


def clear_uses(state: Battlefield, seat: int, uses: int) -> None:
    """Give back to the units of a seat what they have used in a turn or phase."""
    marks = state.units.marks
    for place, owner in enumerate(marks[OWNED]):
        if owner == seat:
            marks[USES][place] &= ~uses
