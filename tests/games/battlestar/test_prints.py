"""What is printed on the cards: every column of the tables of the spec, and nothing that its reader may not see."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.chance import Stream, derive
from shapan.engine.conformance.laws_view import parts
from shapan.engine.match import Match, random_answer
from shapan.engine.previews import draw_scene
from shapan.engine.scenario import Scenario
from shapan.engine.scene import Phrase, Piece, Print, Scene, Target
from shapan.engine.text import LANGUAGES, catalogue, say
from shapan.games.battlestar import actions, names
from shapan.games.battlestar.board.prints import ALWAYS
from shapan.games.battlestar.cards import CHOICE, CRISIS_CARDS, DESTINATION_CARDS, WAY_OUT
from shapan.games.battlestar.game import GAME
from shapan.games.battlestar.rules import crises, vipers

SPEC = Path(__file__).resolve().parents[3] / "docs/rules/battlestar-cards.md"
CARDS = {piece.id: piece for piece in GAME.cards()}
SHIPS = {"R": ["s-raider"], "L": ["s-basestar", "s-raider"], "H": ["s-heavy", "s-centurion"], "B": ["s-basestar"]}
UNITS = {"BS": "s-basestar", "R": "s-raider", "H": "s-heavy", "V": "s-viper", "C": "s-civilian"}


def rows(section: str) -> list[dict[str, str]]:
    """Return the first table below a heading of the spec, a row as its cells by column."""
    text = SPEC.read_text(encoding="utf-8")
    lines = text[text.index(f"\n## {section}" if section.count(".") == 0 else f"\n### {section}") :].splitlines()
    first = next(place for place, line in enumerate(lines) if line.startswith(("| id", "| type | id")))
    heads = [cell.strip() for cell in lines[first].strip("|").split("|")]
    table = []
    for line in lines[first + 2 :]:
        if not line.startswith("|"):
            break
        table.append(dict(zip(heads, (cell.strip() for cell in line.strip("|").split("|")), strict=True)))
    return table


def printed(name: str) -> tuple[Piece, Print]:
    piece = CARDS[name]
    assert piece.print is not None
    return piece, piece.print


def told(phrase: Phrase | None) -> str:
    assert phrase is not None
    return say(GAME, "en", phrase.key, phrase.words)


def lines(card: Print) -> dict[str, str]:
    return {told(line.when): told(line.what) for line in card.lines if line.what is not None}


def foot(card: Print) -> list[str]:
    return [told(sign.label) for sign in card.foot]


def acts(card: Print) -> tuple[list[str], bool]:
    """Return the ships that a card says act, and whether it says that the fleet gets ready."""
    ships, jump = card.foot
    assert ships.quiet is not bool(ships.glyphs) and jump.quiet is not bool(jump.glyphs)
    return ships.glyphs, jump.glyphs == ["d-jump"]


CRISES = [
    *((row, "check") for row in rows("C3.1")),
    *((row, "way_out") for row in rows("C3.2")),
    *((row, "choice") for row in rows("C3.3")),
    *((row, "attack") for row in rows("C3.4")),
]


def test_the_tables_are_read_whole() -> None:
    assert len(CRISES) == len(names.CRISES)
    kinds = [len(rows(section)) for section in ("C1", "C2", "C4", "C5", "C6", "C7")]
    assert kinds == [10, 10, 5, 6, 11, 10]
    assert {name.split(".")[0] for name in CARDS} == {
        "skill", "crisis", "super_crisis", "destination", "quorum", "loyalty", "damage", "character", "spent",
    }  # fmt: skip


@pytest.mark.parametrize(("row", "kind"), CRISES, ids=lambda one: one["id"] if isinstance(one, dict) else one)
def test_a_crisis_says_which_ships_act_and_whether_the_fleet_gets_ready(row: dict[str, str], kind: str) -> None:
    _, card = printed(f"crisis.{row['id']}")
    assert acts(card) == (SHIPS.get(row.get("icon", "-"), []), row.get("jump") == "J")


@pytest.mark.parametrize("row", [*rows("C3.1"), *rows("C3.2")], ids=lambda row: row["id"])
def test_a_check_says_its_difficulty_types_and_ends(row: dict[str, str]) -> None:
    piece, card = printed(f"crisis.{row['id']}")
    assert piece.mark == row["diff"]
    assert [suit.letters for suit in card.suits] == row["colours"].split()
    said = lines(card)
    ways = "A: " if "B" in row else ""
    assert said.pop(f"{ways}{row['diff']}+" if ways else f"Pass {row['diff']}+")
    assert said.pop(f"{ways}fail" if ways else "Fail")
    partial = re.match(r"(\d+)\+", row.get("partial", "-"))
    if partial:
        assert said.pop(f"{partial[1]} to {int(row['diff']) - 1}")
    if ways:
        assert said.pop("B") and told(card.kind).endswith("current player chooses")
    assert said == {}


@pytest.mark.parametrize("row", rows("C3.3"), ids=lambda row: row["id"])
def test_a_choice_says_its_boxes_and_who_chooses(row: dict[str, str]) -> None:
    piece, card = printed(f"crisis.{row['id']}")
    assert piece.mark == "" and list(lines(card)) == ["A", "B"]
    assert told(card.kind) == f"Crisis, the {'Admiral' if row['chooser'] == 'adm' else 'President'} chooses"


def placed(cell: str) -> dict[str, int]:
    found = [re.fullmatch(r"(\d*)(BS|[RHVC])", word) for word in cell.split() if word != "-"]
    return {UNITS[one[2]]: int(one[1] or 1) for one in found if one}


@pytest.mark.parametrize("row", rows("C3.4"), ids=lambda row: row["id"])
def test_an_attack_draws_who_acts_and_which_ships_come_where(row: dict[str, str]) -> None:
    _, card = printed(f"crisis.{row['id']}")
    first, *rest = card.lines
    assert first.signs[0].glyphs == SHIPS[row["activate"]]
    areas = {head[0]: placed(cell) for head, cell in row.items() if head[0].isdigit()}
    drawn = {told(line.when)[-1]: {sign.glyphs[0]: sign.count for sign in line.signs} for line in rest if line.signs}
    assert drawn == {area: ships for area, ships in areas.items() if ships}
    special = not row["special rule"].startswith("none (")
    assert [told(line.when) for line in rest if line.what] == (
        [] if not special else ["Stays" if row["stays in play"] != "no" else "Then"]
    )


@pytest.mark.parametrize("row", rows("C4"), ids=lambda row: row["id"])
def test_a_super_crisis_says_its_check_and_that_no_ships_act(row: dict[str, str]) -> None:
    piece, card = printed(f"super_crisis.{row['id']}")
    *types, difficulty = row["check"].split() if row["check"] != "-" else [""]
    assert piece.mark == difficulty and [suit.letters for suit in card.suits] == types
    assert acts(card) == ([], False)


@pytest.mark.parametrize("row", rows("C2"), ids=lambda row: row["id"])
def test_a_skill_card_says_strength_type_timing_effect_and_worth(row: dict[str, str]) -> None:
    for strength in re.findall(r"(\d) x\d", row["strength x count"]):
        piece, card = printed(f"skill.{row['type']}{strength}")
        assert piece.suit is not None
        assert (piece.mark, piece.suit.letters, told(piece.label)) == (strength, row["type"], row["English"])
        assert told(card.kind).startswith("Action") is row["timing"].startswith("Action")
        assert told(card.text) and foot(card)[0].startswith(f"In a check: {strength} ")


@pytest.mark.parametrize("row", rows("C7"), ids=lambda row: row["id"])
def test_a_destination_says_distance_cost_and_what_may_be_risked(row: dict[str, str]) -> None:
    piece, card = printed(f"destination.{row['id']}")
    assert piece.mark == row["distance"] and list(lines(card)) == ["Cost"]
    for number in re.findall(r"fuel-(\d)", row["effect"]):
        assert f"{number} fuel" in lines(card)["Cost"]
    assert (card.stake is not None) is ("adm may" in row["effect"])
    rolled = re.search(r"roll (\d)\+", row["effect"])
    if rolled:
        assert card.stake is not None and "Admiral" in told(card.stake.title)
        assert [told(line.when) for line in card.stake.lines] == [f"{rolled[1]} or more", "Else"]
        assert told(card.stake.note) == f"{9 - int(rolled[1])} of 8 faces"


@pytest.mark.parametrize("row", rows("C6"), ids=lambda row: row["id"])
def test_a_quorum_card_says_who_may_what_is_rolled_and_what_becomes_of_it(row: dict[str, str]) -> None:
    _, card = printed(f"quorum.{row['id']}")
    assert told(card.kind) == "Action of the President" and told(card.text)
    least, most = re.search(r"(\d)\+:", row["effect"]), re.search(r"roll<=(\d)", row["effect"])
    said = [told(line.when) for line in card.lines]
    if least:
        assert said == [f"{least[1]} or more", "Else"] and f"{9 - int(least[1])} of 8 faces" in foot(card)
    elif most:
        assert said == [f"{most[1]} or less"] and f"{most[1]} of 8 faces" in foot(card)
    else:
        assert said == []
    word = {"stays": "table", "discard": "discard", "discard / removed": "leaves"}.get(row["afterwards"], "that player")
    assert word in foot(card)[-1]


@pytest.mark.parametrize("row", rows("C5"), ids=lambda row: row["id"])
def test_a_loyalty_card_is_red_or_blue_and_says_what_revealing_does(row: dict[str, str]) -> None:
    piece, card = printed(f"loyalty.{row['id']}")
    assert piece.suit is not None and card.picture
    cylon = row["id"].startswith("cylon")
    assert piece.suit.tone == (7 if cylon else 11 if row["id"] == "sympathizer" else 8)
    assert list(lines(card)) == (["Reveal"] if cylon else [])


@pytest.mark.parametrize("row", rows("C1"), ids=lambda row: row["id"])
def test_a_character_says_abilities_skills_and_start(row: dict[str, str]) -> None:
    for spent in ("", "Used"):
        piece, card = printed(f"{'spent' if spent else 'character'}.{row['id']}")
        assert told(piece.label) == row["English"]
        assert "".join(f"{suit.letters}{suit.count} " for suit in card.suits).split() == [
            word for word in row["skill set"].split() if "/" not in word
        ]
        split = re.search(r"\)(\d)", row["skill set"])
        assert split is None or split[1] in told(card.kind)
        assert [told(line.when) for line in card.lines][1:] == [spent or "Once", "Always"]
        assert [line.spent for line in card.lines] == [False, bool(spent), False]
        start = row["start"]
        place = f"location.{start}"
        wanted = catalogue(GAME, "en")[place] if start in names.LOCATIONS else "viper" if "viper" in start else "off"
        assert wanted in foot(card)[-1]


def test_abilities_are_used_or_hold_as_the_sheets_say() -> None:
    text = SPEC.read_text(encoding="utf-8")
    for name in names.CHARACTERS:
        ability = re.search(rf"^\| {name} \| \*\*[^*]+\*\* \(([a-z ]+)", text, re.MULTILINE)
        assert ability is not None
        assert (name in ALWAYS) is ability[1].startswith(("always", "forced"))


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_that_is_printed_has_words(language: str) -> None:
    texts = catalogue(GAME, language)
    said = [part for piece in CARDS.values() for part in parts(piece) if isinstance(part, Phrase)]
    assert len(said) > 1_000
    for phrase in said:
        assert phrase.key in texts, phrase.key
        assert not re.search(r"[{}_]", say(GAME, language, phrase.key, phrase.words)), phrase


# Who reads what


def scene_of(match: Match[Any], viewer: int) -> Scene:
    decision = match.decisions.get(viewer)
    legal = [] if decision is None else match.legal(viewer)
    return draw_scene(GAME, match.view(viewer), viewer, legal, None if decision is None else decision.prompt)


def read_at(key: str, seed: int) -> tuple[Match[Any], int]:
    """Play at random until a question is asked; return the match and who is asked."""
    match, dice = Match(GAME, 4, seed=seed, hashes=False), Stream(derive(b"read", seed))
    while not match.over:
        who = min(match.decisions)
        prompt, arg = match.decisions[who].prompt, match.decisions[who].arg
        if prompt.key == key:
            return match, who
        match.answer(who, random_answer(prompt, match.live, who, arg, dice))
    raise AssertionError(f"{key} was not asked")


@pytest.mark.parametrize(("key", "seed"), [("risk", 3), ("box", 1)])
def test_a_question_about_a_card_comes_with_it_for_who_is_asked(key: str, seed: int) -> None:
    match, who = read_at(key, seed)
    view = match.view(who)
    name = (
        f"destination.{names.DESTINATIONS[view.kobol.cards[-1]]}"
        if key == "risk"
        else f"crisis.{names.CRISES[view.crisis_now.first]}"
    )
    (card,) = scene_of(match, who).reading
    assert card.label == CARDS[name].label and card.print == CARDS[name].print
    assert all(scene_of(match, other).reading == [] for other in range(5) if other != who)
    question = GAME.question(view, match.decisions[who].prompt, who, match.decisions[who].arg)
    assert told(card.label) in say(GAME, "en", question.key, question.words)


def test_only_its_owner_reads_what_a_hidden_card_says() -> None:
    match, _ = read_at("box", 2)
    hidden = ("loyalty", "quorum", "super_crisis", "drawn", "top", "seen", "hand", "mine")
    for viewer in range(5):
        scene, view = scene_of(match, viewer), match.view(viewer)
        held = [
            part.id
            for part in parts(scene)
            if isinstance(part, Piece) and part.print is not None and part.id.startswith(hidden)
        ]
        loyalty = len(view.own_loyalty(viewer) or []) if viewer < 4 else 0
        assert sum(name.startswith("loyalty") for name in held) == loyalty
        assert sum(name.startswith("hand") for name in held) == (len(view.hands[viewer]) if viewer < 4 else 0)
        if viewer == 4:
            assert held == []


def test_a_box_is_told_by_what_it_says() -> None:
    """In the log, and in the question that may switch it."""
    match, who = read_at("box", 1)
    crisis = names.CRISES[match.view(who).crisis_now.first]
    match.answer(who, match.legal(who)[0])
    told_of = [row for row in match.events_for(4) if row["key"] == "box_taken"][-1]
    effect = catalogue(GAME, "en")[f"outcome.{crisis}_a"]
    assert say(GAME, "en", "event.box_taken", told_of["with"]).endswith(f"chooses box A: {effect}")


def test_the_odds_are_told_of_all_that_rolls() -> None:
    """What an answer rolls for, or the check that it brings, is never passed over."""
    match, who = read_at("risk", 3)
    offers = {part.label.key: part for part in parts(scene_of(match, who)) if isinstance(part, Target)}
    odds = offers["action.yes"].odds
    assert odds is not None and offers["action.no"].odds is None
    reach = DESTINATION_CARDS[match.view(who).kobol.cards[-1]].reach
    assert [(chance.times, chance.of, chance.good) for chance in odds.chances] == [
        (9 - reach, 8, True),
        (reach - 1, 8, False),
    ]


@pytest.mark.parametrize("number", range(len(names.CRISES)))
def test_boxes_that_roll_or_check_have_odds(number: int) -> None:
    card = CRISIS_CARDS[number]
    if card.kind not in (WAY_OUT, CHOICE):
        return
    view = Match(GAME, 3, seed=1).live
    view.crisis_now.cards = [number]
    view.active = view.president = view.admiral = 0
    box_a, box_b = (GAME.preview(view, crises.ask_box, 0, code) for code in actions.CHOOSE_BOX.codes)
    assert (box_a is not None and box_a.summary.key == "odds.box_check") is (card.kind == WAY_OUT)
    rolled = re.search(r"roll<=(\d)", card.box_b.text)
    assert (box_b is not None and box_b.chances != []) is (rolled is not None)
    if rolled and box_b is not None:
        assert box_b.chances[0].times == int(rolled[1]) and not box_b.chances[0].good


def test_a_shot_counts_what_changes_the_roll() -> None:
    position = {
        "in_play": [{"card": "ambush", "seat": None}],
        "space": {"4": {"vipers": 1, "raiders": 1, "basestars": [["structural_damage"], []]}},
    }
    crew = [
        {"character": name, "at": at, "loyalty": ["not_a_cylon"]}
        for name, at in (("lee_adama", 4), ("laura_roslin", "brig"), ("saul_tigh", "armory"))
    ]
    data = {
        "game": "battlestar",
        "seats": 3,
        "options": {},
        "position": {"step": "action", "active": 0, "admiral": 0, "president": 1, "seats": crew, **position},
    }
    match = Scenario(GAME, data).begin()
    view = match.view(0)

    def times(family: Any, *values: int) -> int:
        prompt = vipers.ask_order if family is actions.ATTACK_UNMANNED else match.decisions[0].prompt
        odds = GAME.preview(view, prompt, 0, family.code(*values))
        assert odds is not None
        return odds.chances[0].times

    assert times(actions.ATTACK, names.RAIDER, 0) == 6
    assert times(actions.ATTACK_UNMANNED, 4, names.RAIDER, 0) == 4
    basestars = sorted(times(actions.ATTACK, names.BASESTAR, number) for number in range(2))
    assert basestars == [1, 3]
