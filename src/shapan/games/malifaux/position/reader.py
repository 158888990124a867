"""13.1 to 13.4: written positions, read. What breaks a rule is refused with its path; nothing is repaired."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import agenda, names, roster
from shapan.games.malifaux import state as steps
from shapan.games.malifaux.geometry.disc import is_on_table, overlaps
from shapan.games.malifaux.geometry.terrain import is_in
from shapan.games.malifaux.position.table import TableReader
from shapan.games.malifaux.records import Activation
from shapan.games.malifaux.rules import hire, schemes
from shapan.games.malifaux.state import ENEMY_PICK, OWN_PICK, STEPS

TOP: Final = (
    "step", "turn", "active", "attacker", "initiative", "lower", "deployment", "strategy", "pool", "terrain",
    "gone_terrain", "markers", "seats", "activation", "effect",
)  # fmt: skip
SEAT: Final = (
    "faction", "leader_model", "hand", "discard", "deck", "stones", "pass_tokens", "vp", "schemes", "models", "dead",
)  # fmt: skip
ACTIVATION: Final = ("model", "actions", "bonus", "charged", "disengaged", "used", "damaged", "killed")
FIRST_STEPS: Final = {
    "scenario": agenda.SCENARIO_STEP, "zone": agenda.ZONE_STEP, "leader": agenda.LEADER_STEP,
    "hire": agenda.MASTERS_STEP, "deploy": agenda.DEPLOY_STEP, "schemes": agenda.SCHEMES_STEP,
    "discard": agenda.DISCARD_STEP, "draw": agenda.DRAW_STEP, "stone_draw": agenda.STONE_DRAW_STEP,
    "initiative": agenda.INITIATIVE_STEP, "start_effects": agenda.START_EFFECTS_STEP,
    "pass_tokens": agenda.PASS_TOKENS_STEP, "activation": agenda.ACTIVATION_STEP, "end": agenda.END_STEP,
    "score": agenda.SCORE_STEP, "final": agenda.FINAL_STEP,
}  # fmt: skip
"""13.2: what a step begins with, for those that are one step of the agenda."""


class Reader(TableReader):
    """A position of Malifaux."""

    def read(self) -> None:
        """Read all that is given, and put on the agenda what comes next. Raises PositionError."""
        self.known(self.data, TOP, "")
        state = self.state
        state.agenda.clear()
        state.step = self.word("step", STEPS, "activation")
        state.turn = self.integer(self.data, "turn", 1, state.rules.turns, 1)
        state.attacker = self.integer(self.data, "attacker", 0, 1, 0)
        state.initiative = self.integer(self.data, "initiative", 0, 1, state.attacker)
        state.lower = self.integer(self.data, "lower", 0, 1, 0)
        fixed = state.rules
        state.deployment = self.word("deployment", names.DEPLOYMENTS, names.DEPLOYMENTS[max(0, fixed.deployment)])
        default = names.STRATEGIES[fixed.strategy] if fixed.strategy >= 0 else "reckoning"
        state.strategy = self.word("strategy", names.STRATEGIES, default)
        rows = self.seat_rows()
        self.read_terrain()
        self.read_models(rows)
        self.read_markers()
        for seat, row in enumerate(rows):
            self.read_seat(seat, row)
        self.read_pool(rows)
        for seat, row in enumerate(rows):
            self.read_schemes(seat, row)
        self.check_places()
        self.read_activation()
        default_active = state.models.sides[state.activation.model] if state.activation is not None else 0
        state.active = self.integer(self.data, "active", 0, 1, default_active)
        self.read_agenda()

    def seat_rows(self) -> list[Mapping[str, Any]]:
        """Return the objects of the seats."""
        rows = self.rows(self.data, "seats")
        if rows and len(rows) != self.seats:
            raise self.fail("seats", f"needs {self.seats} objects")
        for seat, row in enumerate(rows):
            self.known(row, SEAT, f"seats.{seat}")
        return rows or [{} for _ in range(self.seats)]

    # Cards of a seat (13.3)

    def read_seat(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read hand, discards and deck, stones, tokens, points."""
        state, path = self.state, f"seats.{seat}."
        deck = state.decks[seat]
        for key, zone in (("hand", state.hands[seat]), ("discard", state.discards[seat])):
            for card in self.cards(row, key, names.CARD, path):
                self.take(deck, card, zone, f"{path}{key}")
        if "deck" in row:
            left = self.cards(row, "deck", names.CARD, path)
            for card in left:
                if left.count(card) > 1 or card not in deck.cards:
                    raise self.fail(f"{path}deck", "a card is there once", "count")
            rest = [card for card in deck.cards if card not in left]
            if rest and "discard" in row:
                raise self.fail(f"{path}deck", "cards are left that lie nowhere", "count")
            for card in rest:
                self.take(deck, card, state.discards[seat], f"{path}deck")
        state.stones[seat] = self.integer(row, "stones", 0, 99, 0, path)
        state.pass_tokens[seat] = self.integer(row, "pass_tokens", 0, 99, 0, path)
        points = row.get("vp", {})
        self.known(points, ("strategy", "schemes"), f"{path}vp")
        state.strategy_points[seat] = self.integer(points, "strategy", 0, 4, 0, f"{path}vp.")
        state.scheme_points[seat] = self.integer(points, "schemes", 0, 4, 0, f"{path}vp.")

    def read_pool(self, rows: list[Mapping[str, Any]]) -> None:
        """Read the scheme pool; by default the seats' schemes, filled up in the order of the table."""
        state = self.state
        if "pool" in self.data:
            pool = self.cards(self.data, "pool", names.SCHEME)
            if len(set(pool)) != names.POOL or len(pool) != names.POOL:
                raise self.fail("pool", "needs five different schemes", "count")
        elif state.rules.pool:
            pool = list(state.rules.pool)
        else:
            given = [
                self.scheme(one, f"seats.{seat}.schemes.{place}")
                for seat, row in enumerate(rows)
                for place, one in enumerate(self.rows(row, "schemes", f"seats.{seat}."))
            ]
            pool = list(dict.fromkeys([*given, *range(len(names.SCHEMES))]))[: names.POOL]
        state.pool = pool

    def scheme(self, one: Any, path: str) -> int:
        """Return which scheme an object of a seat is."""
        self.known(one, ("id", "pick", "revealed"), path)
        return self.id(one.get("id"), names.SCHEME, f"{path}.id")

    def read_schemes(self, seat: int, row: Mapping[str, Any]) -> None:
        """Read the schemes of a seat with their picks."""
        state, path = self.state, f"seats.{seat}.schemes"
        given = self.rows(row, "schemes", f"seats.{seat}.")
        if len(given) > 2:
            raise self.fail(path, "two at the most", "count")
        for place, one in enumerate(given):
            at = f"{path}.{place}"
            scheme = self.scheme(one, at)
            if scheme not in state.pool or scheme in state.schemes[seat].cards:
                raise self.fail(f"{at}.id", "is not in the pool, or there twice", "count")
            own, foe = self.pick(seat, scheme, one.get("pick"), f"{at}.pick")
            state.move(state.scheme_cards[seat], state.scheme_cards[seat].cards.index(scheme), state.schemes[seat])
            state.schemes[seat].marks[OWN_PICK][place] = own
            state.schemes[seat].marks[ENEMY_PICK][place] = foe
            if self.flag(one, "revealed", False, f"{at}."):
                state.revealed[seat] |= 1 << place
                state.reveal(state.schemes[seat], place)
            elif state.rules.open_schemes:
                state.reveal(state.schemes[seat], place)

    def pick(self, seat: int, scheme: int, word: Any, path: str) -> tuple[int, int]:
        """MFX-15.5: return the picks of a scheme: such as were legal when schemes were chosen."""
        if scheme not in schemes.PICKED:
            if word is not None:
                raise self.fail(path, "this scheme picks nothing", "unknown_field")
            return UNKNOWN, UNKNOWN
        if word is None:
            found = [one for one in schemes.possible_picks(self.state, seat, scheme) if self.are_in_play(one)]
            if not found:
                raise self.fail(path, "no model can be picked", "range")
            return found[0]
        if scheme == names.VENDETTA:
            if not isinstance(word, list) or len(word) != 2:
                raise self.fail(path, "needs one's own model and one of the enemy's")
            own, foe = (self.model(one, f"{path}.{place}") for place, one in enumerate(word))
        else:
            model = self.model(word, path)
            own, foe = (model, UNKNOWN) if scheme == names.CLAIM_JUMP else (UNKNOWN, model)
        if (own, foe) not in schemes.possible_picks(self.state, seat, scheme):
            raise self.fail(path, "could not be picked when schemes were chosen", "range")
        return own, foe

    def are_in_play(self, picks: tuple[int, int]) -> bool:
        """Return whether the models of picks are in play."""
        return all(self.state.is_in_play(model) for model in picks if model >= 0)

    # Checks, activation, agenda

    def check_places(self) -> None:
        """Refuse models off the table, on each other, or in Impassable terrain."""
        state, rows = self.state, self.state.models
        field = state.field()
        paths = self.model_paths()
        for model in state.up():
            x, y, r, path = rows.xs[model], rows.ys[model], rows.radii[model], f"{paths[model]}.at"
            if not is_on_table(x, y, r):
                raise self.fail(path, "is not wholly on the table", "range")
            for other in state.up():
                if other < model and overlaps(x, y, r, rows.xs[other], rows.ys[other], rows.radii[other]):
                    raise self.fail(path, f"overlaps {rows.ids[other]}", "range")
            for place in field.ground.impassable:
                if is_in(field.ground.pieces[place], x, y, r):
                    raise self.fail(path, "is in Impassable terrain", "range")

    def model_paths(self) -> dict[int, str]:
        """Return by model where it stands in the position."""
        return dict(enumerate(path for _, _, path in self.each(self.seat_rows(), "models")))

    def read_activation(self) -> None:
        """Read the activation that is under way."""
        state, given = self.state, self.data.get("activation")
        if given is None:
            if state.step == steps.ACTION:
                raise self.fail("activation", "is missing")
            return
        if state.step not in (steps.ACTION, steps.EFFECT):
            self.figure("activation", "only with the steps action and effect", "range")
            return
        self.known(given, ACTIVATION, "activation")
        model = self.model(given.get("model"), "activation.model")
        if state.models.activated[model]:
            raise self.fail("activation.model", "has activated, or is out of play", "range")
        now = state.activation = Activation(model=model)
        now.actions = self.integer(given, "actions", 0, 9, 0, "activation.")
        now.bonus = self.integer(given, "bonus", 0, 9, 0, "activation.")
        now.charged = int(self.flag(given, "charged", False, "activation."))
        now.disengaged = int(self.flag(given, "disengaged", False, "activation."))
        now.used += self.used(model, given, "activation")
        for name, row in (("damaged", now.damaged), ("killed", now.killed)):
            row += [self.model(word, f"activation.{name}.{at}") for at, word in enumerate(self.rows(given, name))]

    def read_agenda(self) -> None:
        """Put on the agenda what a position begins with (13.2)."""
        state = self.state
        if "effect" in self.data and state.step != steps.EFFECT:
            raise self.fail("effect", "only with the step effect", "range")
        word = STEPS[state.step]
        if state.step == steps.HIRE:
            self.check_leaders()
        if word == "explosives":
            state.push(agenda.BEGIN_STEP)
            state.push(agenda.EXPLOSIVES_STEP)
        elif state.step == steps.ACTION:
            self.push_activation()
        elif state.step == steps.EFFECT:
            if state.activation is not None:
                self.push_activation()
            else:
                state.push(agenda.ACTIVATION_STEP)
            self.read_effect()
        else:
            state.push(FIRST_STEPS[word])
        if state.step < steps.DISCARD:
            state.turn = 0

    def check_leaders(self) -> None:
        """MFX-11.1: hiring needs the leaders."""
        for seat in range(self.seats):
            leader, faction = self.state.leader_models[seat], roster.FACTIONS[self.state.factions[seat]]
            if leader < 0:
                raise self.fail(f"seats.{seat}.leader_model", "is missing")
            if roster.MODELS[leader] not in hire.leaders(faction):
                raise self.fail(f"seats.{seat}.leader_model", f"cannot lead a crew of {faction} (MFX-11.1)", "range")

    def push_activation(self) -> None:
        """MFX-8.1: an activation goes on."""
        state = self.state
        assert state.activation is not None
        state.active = state.models.sides[state.activation.model]
        state.push(agenda.NEXT_STEP)
        state.push(agenda.ACTIVATION_END_STEP)
        state.push(agenda.ACTION_STEP)

    def read_effect(self) -> None:
        """13.1: effects that are carried out first."""
        state, given = self.state, self.data.get("effect")
        if given is None:
            raise self.fail("effect", "is missing")
        self.known(given, ("seat", "source", "target", "as", "effects"), "effect")
        seat = self.integer(given, "seat", 0, 1, 0, "effect.")
        source = UNKNOWN if given.get("source") is None else self.model(given["source"], "effect.source")
        target = UNKNOWN if given.get("target") is None else self.model(given["target"], "effect.target")
        word = given.get("as", "ability")
        kinds = ("action", "trigger", "ability", "condition")
        if word not in kinds:
            raise self.fail("effect.as", f"{word!r} is not one of {', '.join(kinds)}", "unknown_id")
        found = self.effects(self.rows(given, "effects", "effect."), "effect.effects")
        state.effects = [roster.lasting_number(effect) for effect in found]
        state.push(agenda.EFFECT_STEP, seat, source, target, kinds.index(word))
