"""The odds that the table shows, against brute force: the rules are run for all that may fall and all who may vote."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fractions import Fraction
from functools import lru_cache
from itertools import chain, product, repeat
from typing import Any, NoReturn

import pytest

from shapan.engine.chance import Stream
from shapan.engine.match import Match
from shapan.engine.previews import draw_scene
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Odds
from shapan.engine.table import Table
from shapan.engine.text import catalogue
from shapan.games.planet_masters import GAME, actions, names
from shapan.games.planet_masters.face import face_label
from shapan.games.planet_masters.formulas import has_won, is_win_face
from shapan.games.planet_masters.odds import odds_of
from shapan.games.planet_masters.rules import build, conquer, council, manage
from shapan.games.planet_masters.rules.conquer import ask_cancel, ask_spoils
from shapan.games.planet_masters.ruleset import STANDARD
from shapan.games.planet_masters.state import PlanetMasters

OPTIONS: list[dict[str, Any]] = [
    {},
    {},
    {"colony_face_one": "race", "planet_faces": "b_xmrri"},
    {"win_check": "own_turn", "win_planets": 2},
    {"win_check": "end_of_own_turn", "races": "off"},
    {"win_planets": 2, "influence_cancel": "off", "vote_mode": "sequential"},
    {"reroll_fresh_colony": "on", "planet_faces": "d_mrrii", "pacal_conquest_influence": "on"},
    {"weapon_faces": ["transporter", "transporter", "fortress", "fortress", "fighter", "cruiser"]},
]
ARMED = {"home": "exhausted", "fleet": [{"face": "fortress"}]}
RARE: list[tuple[dict[str, Any], str, list[dict[str, Any]]]] = [
    ({}, "manage", [{"race": "roachkin", "home": "exhausted"}, {"race": "gaia"}]),
    ({}, "action", [ARMED, {"home": "exhausted", "colonies": [{"face": "resource"}, {"face": "resource"}]}]),
    (
        {"win_planets": 2},
        "action",
        [ARMED, {"home": "resource", "colonies": [{"face": "resource"}, {"face": "marines"}]}, {}],
    ),
]
PARTS = 800
MORE_PARTS = 2_000


class Won(Exception):
    """The match has ended."""


class Falls(Table[Any]):
    """A table at which given numbers fall and given answers are given; it notes which questions were asked."""

    def __init__(self, numbers: Sequence[int] = (), picks: Sequence[int] = (), voted: Sequence[int] = ()) -> None:
        self.on = False
        self.numbers = chain(numbers, repeat(2))
        self.picks, self.voted = picks, voted
        self.asked: list[Any] = []
        self.ranks: list[int] = []

    def roll(self, stream: int, sides: int = 6) -> int:
        return next(self.numbers)

    def tell(self, *_: Any, **__: Any) -> None:
        pass

    def ask(self, prompt: Any, seat: int, arg: int = 0) -> int:
        self.asked.append(prompt)
        if prompt.key == "vote":
            return self.voted[seat]
        return {"cancel": actions.DO_ALLOW, "spoils": actions.DO_DECLINE}.get(prompt.key) or prompt.legal(
            self.state, seat, 0
        )[0]

    def ask_all(self, prompt: Any, seats: Sequence[int], arg: int = 0) -> list[int]:
        return [self.voted[seat] for seat in seats]

    def ask_many(self, prompt: Any, seat: int, arg: int = 0) -> list[int]:
        return list(self.picks) or prompt.default_many(self.state, seat, 0)

    def finish(self, result: int, ranks: list[int], scores: list[int] | None = None) -> NoReturn:
        self.ranks = ranks
        raise Won

    def run(self, state: PlanetMasters, rule: Callable[..., None], *words: Any) -> PlanetMasters:
        """Run a rule on a copy of a state; return the copy."""
        self.state = state.copy()
        with suppress(Won):
            rule(self.state, self, *words)
        return self.state

    def won(self, seat: int) -> bool:
        return bool(self.ranks) and self.ranks[seat] == 1


def positions(parts: int) -> Iterator[Match[Any]]:
    """Yield matches standing at random positions of all steps, with all that may be asked within an attack or vote."""
    rng = Stream(20)
    for number in range(parts):
        seats = 2 + rng.number(3)
        options = OPTIONS[number % len(OPTIONS)]
        match = _position(rng, seats, options)
        while not match.over:
            yield match
            seat = match.waiting[rng.number(len(match.waiting))]
            if match.decisions[seat].prompt.key not in ("action", "cancel", "vote"):
                break
            legal = match.legal(seat)  # attacks and what follows from them come first
            match.answer(seat, legal[rng.number(min(len(legal), 2 + rng.number(8)))])
    for options, step, boards in RARE:
        match = _scenario(options, {"step": step, "seats": boards})
        if step == "action":
            match.answer(0, actions.ACTIONS.by_name["conquer"].code(1))
        yield match


def _position(rng: Stream, seats: int, options: dict[str, Any]) -> Match[Any]:
    rules = GAME.setup(GAME.resolve(options, seats), seats).ruleset
    step = ("build", "manage", "action", "action")[rng.number(4)]
    first, left, boards = rng.number(6), seats, []
    for seat in range(seats):
        count = min(left, rng.number(3) + rng.number(2) * left)
        left -= count
        board: dict[str, Any] = {
            "home": names.PLANET_FACES[rng.choice(rules.home_faces)],
            "colonies": [
                {"face": names.PLANET_FACES[rng.choice(rules.colony_faces)], "fresh": seat == 0 and rng.number(4) == 0}
                for _ in range(count)
            ],
            "fleet": [
                {"face": "fortress" if seat == 0 else names.WEAPON_FACES[rng.choice(rules.weapon_faces)]}
                for _ in range(rng.number(count + 2))
            ],
        }
        if rules.races:
            board["race"] = names.RACES[(seat + first) % 6]
        boards.append(board)
    return _scenario(options, {"step": step, "active": 0, "seats": boards})


def _scenario(options: dict[str, Any], position: dict[str, Any]) -> Match[Any]:
    data = {"game": "planet_masters", "seats": len(position["seats"]), "options": options, "position": position}
    return Scenario(GAME, data).begin()


@pytest.mark.parametrize("parts", [PARTS, pytest.param(MORE_PARTS, marks=pytest.mark.long)])
def test_every_odds_come_true(parts: int) -> None:
    seen: Counter[str] = Counter()
    for match in positions(parts):
        for seat in match.waiting:
            state, view = match.live.copy(), match.view(seat)
            if any(has_won(state, other) for other in range(state.seats)):
                continue  # such a position comes from nowhere but a file
            for code in match.legal(seat):
                if not code:
                    continue
                odds = odds_of(view, seat, code)
                if odds is not None:
                    family = actions.ACTIONS.of(code)
                    CHECKS[family.name](state, seat, family.value(code) if family.parameters else code, odds)
                    seen[odds.summary.key] += 1
    texts = {key for key in catalogue(GAME, "en") if key.startswith("odds.")}
    assert texts == set(seen) | {f"odds.race_{race}" for race in names.RACES}


@pytest.mark.parametrize("race", range(len(names.RACES)))
def test_a_race_gives_what_its_button_says(race: int) -> None:
    """PM-1.4: the numbers beside "Play Gaia" are those that the race face adds."""
    match = _scenario({}, {"step": "build", "seats": [{"race": names.RACES[race], "home": "race"}, {}]})
    totals, without = match.live.totals(0), match.live.totals(1)
    words = (
        ("resource", totals.resources - without.resources),
        ("vote", totals.votes - without.votes),
        ("attack", totals.attack - without.attack),
        ("defence", totals.defense - without.defense),
    )
    said = catalogue(GAME, "en")[f"odds.race_{names.RACES[race]}"]
    assert [word for word, more in words if more] == [word for word, _ in words if word in said]
    for word, more in words:
        assert not more or f"+{more} {word}" in said
    assert (totals.win_faces > 0) == ("counts for victory" in said)


def check_faces(odds: Odds, state: PlanetMasters, owner: int, words: Sequence[str], fallen: Sequence[int]) -> None:
    """The chances name each face that fell, as often as it fell, and are exact parts of one."""
    race = state.races[owner]
    shown = {chance.label.key: Fraction(chance.times, chance.of) for chance in odds.chances}
    counts = Counter(face_label(race, words[face]).key for face in fallen)
    assert shown == {key: Fraction(count, len(fallen)) for key, count in counts.items()}
    assert sum(shown.values()) == 1


def check_build(state: PlanetMasters, seat: int, code: int, odds: Odds) -> None:
    check_weapon(state, seat, state.supply[0], odds, build.build, (seat,))


def check_reroll(state: PlanetMasters, seat: int, die: int, odds: Odds) -> None:
    check_weapon(state, seat, die, odds, build.reroll, (seat, die))


def check_weapon(
    state: PlanetMasters, seat: int, die: int, odds: Odds, rule: Callable[..., None], words: tuple[Any, ...]
) -> None:
    before = STANDARD.attack[state.faces[die]] if state.faces[die] >= 0 else 0
    fallen, colonies, wins = [], 0, 0
    for numbers in product(range(1, 7), repeat=2):
        table = Falls(numbers)
        after = table.run(state, rule, *words)
        fallen.append(after.faces[die])
        colonies += len(after.colonies[seat]) > len(state.colonies[seat])
        wins += table.won(seat)
    check_faces(odds, state, seat, names.WEAPON_FACES, fallen)
    said = odds.summary.words
    if odds.summary.key == "odds.wins_by_colony":
        assert Fraction(said["times"], said["of"]) == Fraction(wins, len(fallen)) > 0
        return
    assert wins == 0
    assert said["colony"] * 6 == colonies
    assert said["more"] * 6 == sum(STANDARD.attack[face] > before for face in fallen)
    assert said["less"] * 6 == sum(STANDARD.attack[face] < before for face in fallen)
    assert odds.summary.key.endswith("_only") == (not colonies)


def check_manage(state: PlanetMasters, seat: int, die: int, odds: Odds) -> None:
    alone = [Falls([number], [actions.MANAGE.code(die)]) for number in range(1, 7)]
    after = [table.run(state, manage.manage_step) for table in alone]
    check_faces(odds, state, seat, names.PLANET_FACES, [one.faces[die] for one in after])
    good = sum(is_win_face(one, seat, die) for one in after)
    said, key = odds.summary.words, odds.summary.key
    blocking, chance = won_together(state, seat)
    match key:
        case "odds.wins":
            assert (said["times"], chance) == (good, Fraction(good, 6))
        case "odds.wins_together":
            assert (said["count"], Fraction(said["times"], said["of"])) == (len(blocking), chance)
            assert chance > 0
        case "odds.leaves_win_face":
            assert die not in blocking
            assert said["times"] == 6 - good
        case "odds.win_face_or_colony":
            gains = sum(len(one.colonies[seat]) > len(state.colonies[seat]) for one in after)
            assert (said["times"], said["colony"], chance) == (good, gains, Fraction(0))
            assert gains
        case _:
            assert (key, said["times"], chance) == ("odds.win_face", good, Fraction(0))


@lru_cache(maxsize=1)
def won_together(state: PlanetMasters, seat: int) -> tuple[list[int], Fraction]:
    """Return the planets that keep a seat from winning, and the chance that it wins if it manages all that it can.

    That is the same for each of its dice; no state is changed once it was asked about.
    """
    blocking = [one for one in state.planets(seat) if not is_win_face(state, seat, one)]
    codes = [actions.MANAGE.code(one) for one in blocking if one in manage.manageable(state, seat)]
    tables = [Falls(numbers, codes) for numbers in product(range(1, 7), repeat=len(codes))] if codes else []
    for table in tables:
        table.run(state, manage.manage_step)
    return blocking, Fraction(sum(table.won(seat) for table in tables), max(1, len(tables)))


def check_invasion(state: PlanetMasters, seat: int, die: int, odds: Odds) -> None:
    tables = [Falls([number]) for number in range(1, 7)]
    after = [table.run(state, conquer.invade, seat, conquer.attacked(state), die) for table in tables]
    check_faces(odds, state, seat, names.PLANET_FACES, [one.faces[die] for one in after])
    wins = sum(table.won(seat) for table in tables)
    lets = sum(table.won(conquer.attacked(state)) for table in tables)
    key = "wins" if wins else "lets_win" if lets else "win_face"
    assert odds.summary.key == f"odds.{key}"
    if key == "lets_win":
        assert lets == 6
    else:
        assert odds.summary.words["times"] == sum(is_win_face(one, seat, die) for one in after)


def check_pressure(state: PlanetMasters, seat: int, code: int, odds: Odds) -> None:
    defender = conquer.attacked(state)
    tables = [Falls([number]) for number in range(1, 7)]
    after = [table.run(state, conquer.press, seat, defender) for table in tables]
    check_faces(odds, state, defender, names.PLANET_FACES, [one.faces[defender] for one in after])
    good = sum(is_win_face(one, defender, defender) for one in after)
    wins = sum(table.won(defender) for table in tables)
    key, times = ("odds.pressure_lets_win", wins) if wins else ("odds.pressure", 6 - good)
    assert (odds.summary.key, odds.summary.words["times"]) == (key, times)


def check_conquer(state: PlanetMasters, seat: int, defender: int, odds: Odds) -> None:
    table = Falls()
    table.run(state, conquer.conquer, seat, defender)
    key = "fails" if ask_spoils not in table.asked else "cancelled" if ask_cancel in table.asked else "wins"
    assert odds.summary.key == f"odds.attack_{key}"


def check_allow(state: PlanetMasters, seat: int, code: int, odds: Odds) -> None:
    table = Falls()
    assert state.attack is not None
    table.run(state, conquer.conquer, state.attack.attacker, seat)
    assert odds.summary.key == ("odds.allow_loses" if ask_spoils in table.asked else "odds.allow_holds")


def check_power(state: PlanetMasters, seat: int, die: int, odds: Odds) -> None:
    owner = next(other for other in range(state.seats) if die in state.fleet[other])
    after = state.copy()
    after.to_supply(owner, die)
    before, left = state.totals(owner), after.totals(owner)
    lost = before.attack - left.attack, before.defense - left.defense
    assert (odds.summary.words["attack"], odds.summary.words["defense"]) == lost
    assert ("_no_power" in odds.summary.key) == (lost == (0, 0))


def check_council(state: PlanetMasters, seat: int, candidate: int, odds: Odds) -> None:
    check_votes(state, seat, candidate, {seat: actions.DO_YES}, odds, "council")


def check_vote(state: PlanetMasters, seat: int, code: int, odds: Odds) -> None:
    motion = state.motion
    assert motion is not None
    given = {other: actions.DO_YES if vote else actions.DO_NO for other, vote in motion.known().items()}
    check_votes(state, seat, motion.candidate, {**given, seat: code}, odds, "yes" if code == actions.DO_YES else "no")


def check_votes(state: PlanetMasters, seat: int, candidate: int, given: dict[int, int], odds: Odds, what: str) -> None:
    """Let all others vote in every way; look at which motions cost the candidate a die."""
    codes = actions.DO_YES, actions.DO_NO
    passes: list[tuple[tuple[int, ...], bool]] = []
    for row in product(codes, repeat=state.seats):
        if all(row[other] == code for other, code in given.items()):
            after = Falls(voted=row).run(state, council.council, state.active, candidate)
            passes.append((row, len(after.fleet[candidate]) < len(state.fleet[candidate])))
    won = [passed for _, passed in passes]
    key = odds.summary.key.removeprefix("odds.")
    if not state.fleet[candidate]:
        assert key == "council_idle"
    elif what == "council":
        against = [passed for row, passed in passes if candidate != seat and row[candidate] == codes[1]]
        wanted = "council_passes" if all(won) else "council_stopped" if against and not any(against) else "council"
        assert key == wanted
        assert odds.summary.words["mine"] == state.totals(seat).votes
    else:
        assert key == ("vote_passes" if all(won) else f"vote_{what}" if any(won) else "vote_fails")
        total = [
            sum(state.totals(other).votes for other in range(state.seats) if row[other] == codes[0])
            for row, _ in passes
        ]
        least = min((yes for yes, passed in zip(total, won, strict=True) if passed), default=0)
        if key == "vote_yes":
            assert odds.summary.words["votes"] < odds.summary.words["need"] <= least


CHECKS: dict[str, Callable[[PlanetMasters, int, int, Odds], None]] = {
    "build": check_build,
    "reroll": check_reroll,
    "manage": check_manage,
    "conquer": check_conquer,
    "council": check_council,
    "invasion": check_invasion,
    "destruction": check_power,
    "pressure": check_pressure,
    "allow": check_allow,
    "discard": check_power,
    "lose": check_power,
    "yes": check_vote,
    "no": check_vote,
}


@pytest.mark.parametrize(("influence", "key"), [("influence", "attack_cancelled"), ("resource", "attack_wins")])
def test_an_attack_says_what_the_other_may_do(influence: str, key: str) -> None:
    seats = [{"home": "exhausted", "fleet": [{"face": "fortress"}]}, {"home": influence}]
    data = {"game": "planet_masters", "seats": 2, "position": {"step": "action", "seats": seats}}
    match = Scenario(GAME, data).begin()
    scene = draw_scene(GAME, match.view(0), 0, match.legal(0), match.decisions[0].prompt)
    odds = scene.panels[1].targets[0].odds
    assert odds is not None
    assert odds.summary.key == f"odds.{key}"
    assert (odds.summary.words["attack"], odds.summary.words["defense"]) == (3, 0)
