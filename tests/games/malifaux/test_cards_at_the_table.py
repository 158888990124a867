"""Each action of each model is played at a table, and every number that its card prints comes out there.

What is expected is read from the tables of the specification, never from the data: range and the step beyond it, stat
and suits, target number, the bands of damage, the suits of triggers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from games.malifaux.cards import spec
from games.malifaux.cards.spec import PrintedAction, PrintedModel
from shapan.engine.result import Result
from shapan.engine.scenario import run
from shapan.games.malifaux.game import MALIFAUX

RADIUS = {30: 591, 40: 787, 50: 984}
EPS = 10
X, Y = 12000, 18000
BY_ID = {printed.id: printed for printed in spec.MODELS}
FOE = "guild_steward"
TARGETS = {
    "command_corpse": ("rotten_belle", 1, {}),
    "stitch_up": ("rotten_belle", 0, {}),
    "black_blood_pustule": ("lelu", 1, {}),
    "foul_mouthed_motivation": ("death_marshal", 0, {}),
    "sadistic_glee": ("terror_tot", 0, {}),
    "throw_em_a_bone": ("rotten_belle", 0, {}),
    "fly_with_me": ("terror_tot", 0, {}),
    "braaaiiiinnsss": (FOE, 1, {"health": 3}),
}
"""Whom an action may target, of which crew, where it is not any enemy."""
MARKERS = {
    "grim_feast": "corpse",
    "blasphemous_ritual": "corpse",
    "trail_of_gore": "scheme",
    "proper_murder_mystery": "corpse",
    "a_cause_for_celebration": "corpse",
}
NEEDS_MORE = {"ive_got_your_back", "secret_passage", "rise_again", "the_enemy_down_below"}
"""What cannot be declared at an ordinary table; scenarios play it."""
RANGED = re.compile(r"[MPN](\d+)$")


class Table:
    """One action at a table: its model, whom it targets at a distance, and what falls."""

    def __init__(self, printed: PrintedModel, action: PrintedAction, gap: int | None = None, **more: Any) -> None:
        self.printed, self.action = printed, action
        foe, side, self.marks = TARGETS.get(action.id, (FOE, 1, {}))
        self.foe = BY_ID[foe]
        inches = RANGED.match(action.range)
        reach = int(inches.group(1)) * 1000 if inches else 3000
        both = RADIUS[printed.number("base")] + RADIUS[self.foe.number("base")]
        self.at = [X + both + (reach if gap is None else reach + gap), Y]
        me = {"model": printed.id, "id": "me", "at": [X, Y], **more}
        target = {"model": foe, "id": "it", "at": self.at, **self.marks}
        other = {"model": "lilitu" if side == 0 else "death_marshal", "id": "far", "at": [34000, 34000]}
        rows = [[me], [target]] if side else [[me, target], [other]]
        self.seats = [{"hand": ["m1", "m2"], "models": rows[0]}, {"models": rows[1]}]
        self.markers: list[dict[str, Any]] = []
        if action.id in MARKERS:
            type_ = MARKERS[action.id]
            place = [X, Y + RADIUS[printed.number("base")] + 591 + (reach if gap is None else reach + gap)]
            self.markers = [{"id": "q", "type": type_, "at": place, "seat": 1 if type_ == "scheme" else None}]
        elif action.id == "hurl_corpse":
            self.markers = [{"id": "q", "type": "corpse", "at": [X, Y + 2000], "seat": None}]
        self.answers: list[dict[str, Any]] = []
        self.rolls: dict[str, list[str]] = {}

    def play(self) -> Result:
        return run(MALIFAUX, self.scenario())

    def scenario(self) -> dict[str, Any]:
        position = {
            "step": "action", "turn": 2, "activation": {"model": "me"}, "seats": self.seats, "markers": self.markers,
            "strategy": "reckoning", "deployment": "standard", "lower": 0,
        }  # fmt: skip
        return {
            "game": "malifaux", "seats": 2, "options": {"terrain_layout": "open"}, "position": position,
            "rolls": self.rolls, "answers": self.answers,
        }  # fmt: skip

    @property
    def answer(self) -> dict[str, Any]:
        row: dict[str, Any] = {"seat": 0, "do": "act", "action": self.action.id}
        if self.action.id in MARKERS:
            row["target"] = "q"
        elif RANGED.match(self.action.range) and self.action.id not in {"leap", "secret_passage"}:
            row["target"] = "it"
        if "cost(discard 1)" in self.action.effect:
            row["cards"] = ["m1"]
        if self.action.id == "hurl_corpse":
            row["marker"] = "q"
        if self.action.id == "the_risk_of_reason":
            row["n"] = 1
        return row

    def to(self, *kinds: str) -> Result:
        """Declare the action and answer plainly until one of some questions is put, a place is asked, or it is over."""
        self.answers = [self.answer]
        for seat in (0, 1):  # more than ever fall
            fallen = self.rolls.get(f"deck{seat}", [])
            self.rolls[f"deck{seat}"] = [*fallen, *(f"c{n}" for n in range(1, 8) if f"c{n}" not in fallen)]
        for _ in range(12):
            result = self.play()
            assert result.refused is None and result.error is None, (self.action.name, result.refused, result.error)
            asked: dict[str, Any] = result.decisions[0] if result.decisions else {"kind": "", "legal": []}
            is_place = asked["kind"] in {"spot", "push"} and (self.action.id != "hurl_corpse" or len(self.answers) > 4)
            if is_place or asked["kind"] in {*kinds, "action", "activate", "order", ""}:
                return result
            self.answers.append({"seat": asked["seat"], **self.plain(asked)})
        raise AssertionError(self.action.name)

    def plain(self, asked: dict[str, Any]) -> dict[str, Any]:
        """Return the answer that adds nothing: nothing used, cheated, triggered or wanted; blasts away from all."""
        kind, legal = asked["kind"], asked["legal"]
        if kind == "relent":
            return {"do": "resist"}
        if kind == "blast":
            return {"do": "spot", "at": [self.at[0] + RADIUS[self.foe.number("base")] + 984, Y]}
        if kind == "spot":  # the corpse that is hurled
            return {"do": "spot", "at": [self.at[0], Y + RADIUS[self.foe.number("base")] + 591]}
        if kind == "card":
            return max(legal, key=lambda one: int(one["card"][1:] if one["card"][1:].isdigit() else 14))
        return dict(legal[0])


def cases(wanted: str = "") -> Iterator[Any]:
    for printed in spec.MODELS:
        for action in printed.actions:
            if action.id not in NEEDS_MORE and re.search(wanted, action.kind):
                yield pytest.param(printed, action, id=f"{printed.id}-{action.id}")


@pytest.mark.parametrize(("printed", "action"), list(cases()))
def test_range(printed: PrintedModel, action: PrintedAction) -> None:
    """What is as far as the card says, within the margin of 0.01 inch, is reached; one unit farther it is not."""
    for gap, refused in ((EPS, {None}), (EPS + 1, {"MFX-8.8", "MFX-8.5"})):
        table = Table(printed, action, gap)
        table.answers = [table.answer]
        assert table.play().refused in ({None} if "target" not in table.answer else refused)


def number_of(text: str) -> int:
    found = re.match(r"\d+", text)
    assert found
    return int(found.group())


def letters(text: str) -> str:
    return re.sub(r"[^rtmc]", "", text)


def quiet(action: PrintedAction) -> str:
    """Return a suit that no trigger of an action needs."""
    return next((suit for suit in "mtrc" if f"{suit}:" not in action.triggers), "m")


@pytest.mark.parametrize(("printed", "action"), list(cases()))
def test_stat_suits_and_resisting_stat(printed: PrintedModel, action: PrintedAction) -> None:
    table = Table(printed, action)
    suit = quiet(action)
    plus = action.stat.endswith("+")
    table.rolls = {"deck0": [f"{suit}9", *([f"{suit}8"] if plus else [])], "deck1": ["t3"]}
    result = table.to("trigger")
    assert result.position is not None
    duel = result.position.get("duel")
    if action.stat == "–":
        assert duel is None or duel["action"] != action.id
        return
    assert duel is not None
    assert duel["action"] == action.id
    assert duel["totals"][0] == number_of(action.stat) + 9
    assert sorted(duel["suits"][0]) == sorted(letters(action.stat) + suit)
    assert duel["nets"][0] == int(plus)
    assert len(duel["totals"]) == (1 if action.resist == "–" else 2)
    if action.resist != "–":
        assert duel["totals"][1] == table.foe.number(action.resist) + 3
    assert table.answers[0].get("cards") is None or result.position["seats"][0]["hand"] == ["m2"]


@pytest.mark.parametrize(("printed", "action"), [one for one in cases() if one.values[1].tn != "–"])
def test_target_number(printed: PrintedModel, action: PrintedAction) -> None:
    """One less, or the suits that belong to it not there, and it fails."""
    needed = number_of(action.tn) - number_of(action.stat)
    missing = "".join(letter for letter in letters(action.tn) if letter not in letters(action.stat))
    suit = missing or quiet(action)
    for value, good in ((needed, True), (needed - 1, False)):
        table = Table(printed, action)
        table.rolls = {"deck0": [f"{suit}{value}"], "deck1": ["bj"]}
        result = table.to("free_action", "target", "choose", "may")
        assert result.position is not None
        assert result.position["duel"]["success"] is good, (value, result.position["duel"])
    if missing:
        table = Table(printed, action)
        other = next(letter for letter in "rtmc" if letter != missing and f"{letter}:" not in action.triggers)
        table.rolls = {"deck0": [f"{other}13"], "deck1": ["bj"]}
        result = table.to("trigger")
        assert result.position is not None
        assert result.position["duel"]["success"] is False


def band_cases() -> Iterator[Any]:
    for one in cases("Att"):
        track = re.search(r"dmg\(tgt,(\d+)b*/(\d+)b*/(\d+)b*", one.values[1].effect)
        if track:
            numbers = tuple(map(int, track.groups()))
            yield pytest.param(*one.values, numbers, id=one.id)


@pytest.mark.parametrize(("printed", "action", "track"), list(band_cases()))
def test_damage_by_band(printed: PrintedModel, action: PrintedAction, track: tuple[int, int, int]) -> None:
    """Weak, moderate, severe, and severe + 1 for the Red Joker; nothing for the Black Joker."""
    health = BY_ID[FOE].number("Health")
    falls = (("c3", track[0]), ("c8", track[1]), ("c12", track[2]), ("rj", track[2] + 1), ("bj", 0))
    for card, damage in falls:
        table = Table(printed, action)
        suit = quiet(action)
        stat, df = number_of(action.stat), table.foe.number(action.resist)
        plus = action.stat.endswith("+")
        # The margin is 6 to 10: no modifier of the damage flip. Abilities and cards add their plus.
        first, second = 9, stat + 9 - df - 7
        extra = more_cards(action)
        weaker = {"c3": "c1", "c8": "c2", "c12": "t2", "rj": "t2", "bj": "t2"}[card]
        deck = [f"{suit}{first}", *([f"{suit}5"] if plus else []), card, *([weaker] if extra else [])]
        table.rolls = {"deck0": deck, "deck1": [f"t{second}"]}
        result = table.to()
        assert result.position is not None
        assert result.position["flip"]["kind"] == "damage", action.name
        foes = [one for one in result.position["seats"][1]["models"] if one["id"] == "it"]
        left = foes[0]["health"] if foes else 0
        assert left == max(0, health - damage) or (damage >= health and left <= 1), (action.name, card, left)


def more_cards(action: PrintedAction) -> bool:
    """Tell whether the card gives the damage flip a plus at this table."""
    return "damage flip + if self has not Charged" in action.effect


def trigger_cases() -> Iterator[Any]:
    for one in cases():
        printed, action = one.values
        for suit, trigger in re.findall(r"([rtmc]):(\w+)", action.triggers):
            yield pytest.param(printed, action, suit, trigger, id=f"{one.id}-{trigger}")


@pytest.mark.parametrize(("printed", "action", "suit", "trigger"), list(trigger_cases()))
def test_trigger_needs_its_suit(printed: PrintedModel, action: PrintedAction, suit: str, trigger: str) -> None:
    """It may be declared with the printed suit, and not without."""
    wanted = {"do": "trigger", "trigger": trigger}
    for card_suit in "rtmc":
        table = Table(printed, action)
        if trigger == "pull_back":
            table = Table(printed, action, -8000)
        table.rolls = {
            "deck0": [f"{card_suit}13", *([f"{card_suit}5"] if action.stat.endswith("+") else [])],
            "deck1": ["bj"],
        }
        result = table.to("trigger")
        asked: dict[str, Any] = result.decisions[0] if result.decisions else {"kind": "", "legal": []}
        offered = asked["kind"] == "trigger" and any(wanted.items() <= one.items() for one in asked["legal"])
        if "triggers must be declared" in action.effect:
            told = [one["with"]["trigger"]["term"] for one in result.events if one["key"] == "triggered"]
            offered = told == [f"trigger.{trigger}"]
        assert offered == (suit in letters(action.stat) + card_suit), (card_suit, asked["legal"])
