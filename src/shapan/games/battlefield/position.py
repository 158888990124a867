"""13.2: written positions as they are read. What breaks a rule is refused with its path; nothing is repaired."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.engine.zone import Zone
from shapan.games.battlefield import formulas, names, pacts, space
from shapan.games.battlefield.position_units import UnitFields
from shapan.games.battlefield.records import Treaty
from shapan.games.battlefield.rules import treaties, turn
from shapan.games.battlefield.state import (
    BATTLE,
    DEVELOPMENT,
    DRAW,
    END_OF_TURN,
    FACTIONS,
    FIGHT,
    LAYOUT,
    POST_BATTLE,
    STEPS,
    TURN_START,
)  # fmt: skip

TOP: Final = (
    "step", "round", "active", "attack_open", "territory_pile", "basic_pile", "discard", "titles",
    "first_attack_declared", "first_elimination", "god_decided", "antipeace_cards", "treaties", "seats",
)  # fmt: skip
SEAT: Final = (
    "faction", "dealt", "alive", "territories", "hand", "resources", "modifications", "trophies", "attacked", "effects",
    "used",
)  # fmt: skip
DEAD: Final = ("faction", "trophies", "alive")
TERRITORY: Final = ("side", "layer", "slot", "capital", "durability", "units")
CLAUSE: Final = ("type", "side", "rounds", "until", "k", "target", "text")
BEGUN_BY: Final = {
    DRAW: turn.DRAW_STEP,
    DEVELOPMENT: turn.DEVELOP_STEP,
    BATTLE: turn.BATTLE_STEP,
    FIGHT: turn.FIGHT_STEP,
    POST_BATTLE: turn.POST_STEP,
    END_OF_TURN: turn.END_STEP,
}


class Reader(UnitFields):
    """A position of Battlefield; cards that are named leave the heaps of the set-up."""

    def read(self) -> None:
        """Read all that is given, and put on the agenda what comes next. Raises PositionError."""
        self.known(self.data, TOP, "")
        state = self.state
        state.step = self.word("step", STEPS, "factions")
        state.round = self.integer(self.data, "round", 1, names.ROUND.size - 1, 1)
        state.active = self.integer(self.data, "active", 0, self.seats - 1, 0)
        rows = self.seat_rows()
        self.read_factions(rows)
        if state.step == LAYOUT:
            self.read_dealt(rows)
        if state.step > LAYOUT:
            self.read_table(rows)
        self.read_piles()
        self.read_agenda()

    def seat_rows(self) -> list[Mapping[str, Any]]:
        """Return the objects of the seats."""
        if "seats" not in self.data:
            if self.state.step == FACTIONS:
                return [{} for _ in range(self.seats)]
            raise self.fail("seats", "is missing", "missing")
        rows = self.rows(self.data, "seats")
        if len(rows) != self.seats:
            raise self.fail("seats", f"needs {self.seats} objects", "bad_value")
        for seat, row in enumerate(rows):
            self.known(row, SEAT, f"seats.{seat}")
            if row.get("dealt") and self.state.step > LAYOUT:
                raise self.fail(f"seats.{seat}.dealt", "only while factions or territories are chosen", "step")
        return rows

    # Set-up

    def read_factions(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Read the factions that are played, or those that are dealt."""
        state = self.state
        for seat, row in enumerate(rows):
            path = f"seats.{seat}"
            if state.step == FACTIONS:
                for place, faction in enumerate(self.cards(row, "dealt", names.FACTION, f"{path}.")):
                    self.claim(state.faction_pile, faction, state.dealt_factions[seat], f"{path}.dealt.{place}")
                continue
            if row.get("faction") is None:
                raise self.fail(f"{path}.faction", "is missing", "missing")
            faction = self.id(row["faction"], names.FACTION, f"{path}.faction")
            self.claim(state.faction_pile, faction, state.factions_played, f"{path}.faction")
            state.factions[seat] = faction

    def read_dealt(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Read the territories that are dealt and not laid out yet."""
        for seat, row in enumerate(rows):
            for place, territory in enumerate(self.cards(row, "dealt", names.TERRITORY, f"seats.{seat}.")):
                path = f"seats.{seat}.dealt.{place}"
                self.claim(self.state.territory_pile, territory, self.state.dealt_land[seat], path)

    # The table

    def read_table(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Read domains, then what depends on all of them: durability and units; then hands and the rest of a seat."""
        state = self.state
        for seat, row in enumerate(rows):
            if not self.flag(row, "alive", True, f"seats.{seat}."):
                self.read_dead(seat, row)
            else:
                self.read_domain(seat, row)
            for place, territory in enumerate(self.cards(row, "trophies", names.TERRITORY, f"seats.{seat}.")):
                self.claim(state.territory_pile, territory, state.trophies[seat], f"seats.{seat}.trophies.{place}")
        if not state.is_in(state.active):
            raise self.fail("active", "is out", "step")
        space.survey(state)
        self.read_modifications(rows)
        self.read_treaties()
        self.read_durability(rows)
        for seat, row in enumerate(rows):
            if state.is_in(seat):
                self.read_garrisons(seat, row)
        self.check_limits()
        for seat, row in enumerate(rows):
            if state.is_in(seat):
                self.read_seat(seat, row)
        if sum(state.resources) > names.MAX_RESOURCES:
            raise self.fail("seats", f"more than {names.MAX_RESOURCES} resource cards", "resources")
        self.read_titles()

    def read_dead(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read a dead seat: it has only its faction and its trophies."""
        for name in row:
            if name not in DEAD:
                raise self.fail(f"seats.{seat}.{name}", "a dead seat has none", "unknown_field")
        self.state.fell[seat], self.state.resources[seat] = 1, 0

    def read_domain(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read where the territories of a seat lie, and which is the capital."""
        state, path = self.state, f"seats.{seat}.territories"
        if "territories" not in row:
            raise self.fail(path, "is missing", "missing")
        land = row["territories"]
        if not isinstance(land, dict):
            raise self.fail(path, "needs an object")
        taken: list[tuple[int, int, int]] = []
        for word, one in land.items():
            at = f"{path}.{word}"
            territory = self.id(word, names.TERRITORY, at)
            self.known(one, TERRITORY, at)
            self.claim(state.territory_pile, territory, state.land, at)
            space.lay(state, seat, territory, self.read_place(one, at, taken))
            if self.flag(one, "capital", False, f"{at}."):
                if state.capitals[seat] >= 0:
                    raise self.fail(f"{at}.capital", "a second capital", "capital")
                state.capitals[seat] = territory
        if state.capitals[seat] < 0 and not state.rules.last_territory:
            raise self.fail(path, "has no capital", "capital")

    def read_place(self, one: Mapping[str, Any], at: str, taken: list[tuple[int, int, int]]) -> tuple[int, int, int]:
        """Return layer, side and slot of a territory; a slot that is left out is the lowest free one of its column."""
        if "side" not in one:
            raise self.fail(f"{at}.side", "is missing", "missing")
        if one["side"] not in names.SIDES:
            raise self.fail(f"{at}.side", f"{one['side']!r} is not one of {', '.join(names.SIDES)}", "bad_value")
        side = names.SIDES.index(one["side"])
        layer = self.integer(one, "layer", 1, names.MAX_LAYERS, 1, f"{at}.")
        free = [slot for slot in range(1, names.SLOTS + 1) if (layer, side, slot) not in taken]
        if "slot" not in one and not free:
            raise self.fail(at, "the column is full", "slots")
        slot = self.integer(one, "slot", 1, names.SLOTS, free[0] if free else 1, f"{at}.")
        if slot not in free:
            raise self.fail(f"{at}.slot", "two cards in one slot", "slots")
        taken.append((layer, side, slot))
        return layer, side, slot

    def read_durability(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Read durability, by default the maximum that all the rest makes."""
        state = self.state
        for territory in state.land.cards:
            seat = state.holders[territory]
            word, most = names.TERRITORIES[territory], formulas.maximum(state, territory)
            one, at = rows[seat]["territories"][word], f"seats.{seat}.territories.{word}"
            value = self.integer(one, "durability", 1, names.MAX_DURABILITY, most, f"{at}.")
            if value > most:
                raise self.fail(f"{at}.durability", f"{value} is above the maximum, {most}", "durability")
            state.durability[territory] = value

    # Seats

    def read_modifications(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Read the equipped cards, and what lies on a seat that could stop them."""
        state = self.state
        for seat, row in enumerate(rows):
            if not state.is_in(seat):
                continue
            path = f"seats.{seat}.modifications"
            for place, card in enumerate(self.cards(row, "modifications", names.CARD, f"seats.{seat}.")):
                if names.KIND[card] != names.MODIFICATION:
                    raise self.fail(f"{path}.{place}", "is no modification card", "bad_value")
                self.claim(state.basic_pile, card, state.modifications[seat], f"{path}.{place}")
            if len(state.modifications[seat]) > formulas.slots(state, seat):
                raise self.fail(path, "more than the faction has slots", "modifications")
            self.read_effects(seat, row)

    def read_effects(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read what lies on a seat until the end of its turn."""
        for place, one in enumerate(self.rows(row, "effects", f"seats.{seat}.")):
            path = f"seats.{seat}.effects.{place}"
            self.known(one, ("effect", "by"), path)
            if one.get("effect") not in names.HARMS:
                raise self.fail(f"{path}.effect", f"is not one of {', '.join(names.HARMS)}", "unknown_id")
            by = self.integer(one, "by", 0, self.seats - 1, -1, f"{path}.") if "by" in one else -1
            if by < 0 or by == seat:
                raise self.fail(f"{path}.by", "needs another seat", "bad_value")
            self.state.harmed_by[seat][names.HARMS.index(one["effect"])] = by

    def read_seat(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read hand, resource cards, whether it has attacked, what it has used."""
        state, path = self.state, f"seats.{seat}."
        for place, card in enumerate(self.cards(row, "hand", names.CARD, path)):
            self.claim(state.basic_pile, card, state.hands[seat], f"{path}hand.{place}")
        state.resources[seat] = self.integer(row, "resources", 0, names.MAX_RESOURCES, 2, path)
        state.attacked[seat] = int(self.flag(row, "attacked", False, path))
        for place, word in enumerate(self.rows(row, "used", path)):
            if word not in names.USES:
                raise self.fail(f"{path}used.{place}", f"is not one of {', '.join(names.USES)}", "unknown_id")
            state.uses[seat] |= 1 << names.USES.index(word)

    # What all share

    def read_titles(self) -> None:
        """Read who holds which title, and what has been given away for good."""
        state, given = self.state, self.part("titles", names.TITLES)
        for number, title in enumerate(names.TITLES):
            holder = given.get(title)
            if holder is None:
                continue
            path = f"titles.{title}"
            state.titles[number] = self.integer(given, title, 0, self.seats - 1, 0, "titles.")
            if not state.rules.titles:
                raise self.fail(path, "titles are not played", "titles")
            if state.is_in(holder) == (number == names.LOSER):
                raise self.fail(path, "the holder is dead" if number != names.LOSER else "the Loser lives", "titles")
        anti_peace, boss = state.titles[names.ANTI_PEACE], state.titles[names.HEIR_BOSS]
        if anti_peace >= 0 and not state.attacked[anti_peace]:
            raise self.fail("titles.anti_peace", "has never attacked", "titles")
        if boss >= 0 and boss != anti_peace:
            raise self.fail("titles.heir_boss", "is not Anti-peace", "titles")
        state.first_attack_declared = int(self.flag(self.data, "first_attack_declared", any(state.attacked)))
        state.first_elimination = int(self.flag(self.data, "first_elimination", any(state.fell)))
        state.god_decided = int(self.flag(self.data, "god_decided", state.titles[names.GOD_DECIDER] >= 0))
        for territory in self.cards(self.data, "antipeace_cards", names.TERRITORY):
            state.antipeace_cards |= 1 << territory

    def read_treaties(self) -> None:
        """Read the treaties with their clauses."""
        state = self.state
        for place, one in enumerate(self.rows(self.data, "treaties")):
            path = f"treaties.{place}"
            self.known(one, ("proposer", "target", "clauses"), path)
            pair = [self.integer(one, name, 0, self.seats - 1, -1, f"{path}.") for name in ("proposer", "target")]
            if pair[0] == pair[1] or not all(state.is_in(seat) for seat in pair):
                raise self.fail(path, "needs two living parties", "treaties")
            if pacts.are_partners(state, pair[0], pair[1]):
                raise self.fail(path, "a second treaty of two parties", "treaties")
            clauses = self.rows(one, "clauses", f"{path}.")
            if not 1 <= len(clauses) <= names.MAX_CLAUSES:
                raise self.fail(f"{path}.clauses", f"needs 1 to {names.MAX_CLAUSES}", "treaties")
            state.treaties += [
                self.read_clause(clause, (pair[0], pair[1]), f"{path}.clauses.{number}")
                for number, clause in enumerate(clauses)
            ]

    def read_clause(self, one: Mapping[str, Any], pair: tuple[int, int], path: str) -> Treaty:
        """Return a clause as it is kept."""
        self.known(one, CLAUSE, path)
        for name, words in (("type", names.CLAUSES), ("side", names.BOUND)):
            if one.get(name) not in words:
                raise self.fail(f"{path}.{name}", f"is not one of {', '.join(words)}", "unknown_id")
        kind, side = names.CLAUSES.index(one["type"]), names.BOUND.index(one["side"])
        most = treaties.NUMBERED.get(kind, 0)
        number = self.integer(one, "k", 1, most, 0, f"{path}.") if one.get("k") is not None else 0
        third = self.integer(one, "target", 0, self.seats - 1, 0, f"{path}.") if one.get("target") is not None else -1
        until = UNKNOWN
        if one.get("until") is not None:
            until = self.integer(one, "until", 0, names.ROUND.size - 1, 0, f"{path}.")
        elif one.get("rounds") is not None:
            until = self.state.round + self.integer(one, "rounds", 1, names.MAX_CLAUSE_ROUNDS, 1, f"{path}.")
        if bool(number) != (kind in treaties.NUMBERED) or (third >= 0) != (kind == names.JOINT_TARGET):
            raise self.fail(path, "has not the parameters of its type", "treaties")
        if (side == names.BOTH and kind in treaties.ONE_SIDED) or third in pair:
            raise self.fail(path, "cannot bind so", "treaties")
        return (*pair, kind, side, until, number, third)

    def read_piles(self) -> None:
        """Read what lies in the piles: by default all that is not named elsewhere lies in the basic pile."""
        state = self.state
        if "basic_pile" in self.data and "discard" in self.data:
            self.figure("discard", "is not given together with basic_pile", "piles")
        if "basic_pile" in self.data:
            kept = Zone(sees=0)
            for place, card in enumerate(self.cards(self.data, "basic_pile", names.CARD)):
                self.claim(state.basic_pile, card, kept, f"basic_pile.{place}")
            state.move_all(state.basic_pile, state.discard)
            state.move_all(kept, state.basic_pile)
        else:
            for place, card in enumerate(self.cards(self.data, "discard", names.CARD)):
                self.claim(state.basic_pile, card, state.discard, f"discard.{place}")
        self.read_pile_left()

    def read_pile_left(self) -> None:
        """Read how many territory cards are left: by default those of the match that lie nowhere."""
        state = self.state
        laid = len(state.land) + sum(len(zone) for zone in (*state.trophies, *state.dealt_land))
        left = max(0, state.rules.territories - laid)
        state.pile_left = self.integer(self.data, "territory_pile", 0, len(names.TERRITORIES), left)
        if state.pile_left > len(state.territory_pile):
            raise self.fail("territory_pile", "more than are left", "piles")

    def read_agenda(self) -> None:
        """Put on the agenda what comes next."""
        state, data = self.state, self.data
        attack_open = self.flag(data, "attack_open", False)
        if attack_open and state.step != FIGHT:
            raise self.fail("attack_open", "only in a Fight", "step")
        if state.step == FIGHT and not turn.may_fight(state, state.active):
            raise self.fail("step", "no Fight now (BF-3.7)", "step")
        state.attack_open = int(attack_open)
        state.agenda.clear()
        if state.step in (FACTIONS, LAYOUT):
            state.push(turn.TURN_STEP, 0)
            state.push(turn.FIRST_CARDS_STEP)
            state.push(turn.LAYOUT_STEP)
            if state.step == FACTIONS:
                state.push(turn.FACTIONS_STEP)
            return
        if state.step == TURN_START:
            state.push(turn.TURN_STEP, state.active)
            return
        for step in turn.AFTER[state.step]:
            state.push(step)
        state.push(BEGUN_BY[state.step])
        if attack_open:
            state.push(turn.DECLARE_STEP)
