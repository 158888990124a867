"""The words of questions, answers, refusals and events: each is there, and none is left over."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from shapan.engine.conformance.laws_text import Texts, declared_keys, declared_terms
from shapan.engine.match import Match
from shapan.engine.text import LANGUAGES, catalogue, rule_numbers, say
from shapan.games import malifaux
from shapan.games.malifaux import actions, events, names, places, roster
from shapan.games.malifaux.board.pieces import model_name
from shapan.games.malifaux.cards.cost import COSTS
from shapan.games.malifaux.cards.effect import walked
from shapan.games.malifaux.cards.operations import Choose
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.position.reader import Reader
from shapan.games.malifaux.records import OF_CARDS, OF_COSTS, OF_ENDS, Choice
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.words import MatchWords, term_of

TEXTS = Texts(MALIFAUX, True)
DONE = {"hire_done", "done", "deploy_done", "spot_done", "blast_done", "push_done"}
"""Answers that end a row or send a point: no families."""
POINTS = {"leg_to", "spot_to", "push_to", "charge_to", "fly_to"}
TWO_BELLES: dict[str, Any] = {
    "step": "activation",
    "turn": 1,
    "seats": [
        {"models": [{"model": "rotten_belle", "at": [9000, 9000]}, {"model": "rotten_belle", "at": [12000, 9000]}]},
        {"models": [{"model": "lilitu", "at": [27000, 27000]}]},
    ],
}


def keys_of(table: str) -> set[str]:
    return {key.partition(".")[2] for key in catalogue(MALIFAUX, "en") if key.startswith(f"{table}.")}


def position() -> Malifaux:
    state = MALIFAUX.setup(MALIFAUX.resolve({"terrain_layout": "open"}, 2), 2)
    Reader(TWO_BELLES, state).read()
    return state


def test_whatever_is_declared_has_its_words_in_every_language() -> None:
    wrong = [one for key, words in declared_keys(MALIFAUX).items() for one in TEXTS.missing(key, words)]
    wrong += [one for term in set(declared_terms(MALIFAUX)) for one in TEXTS.missing(term, ())]
    assert not wrong
    for name, kind in (("action", roster.ACTION), ("trigger", roster.TRIGGER)):
        assert not [term for term in kind.terms if TEXTS.missing(term, ())], name
    assert not [tag for tag in range(len(roster.TAGS)) if TEXTS.missing(term_of(tag), ())]


def test_each_question_is_put_explained_and_waited_for() -> None:
    asked = {prompt.key for prompt in MALIFAUX.prompts}
    assert keys_of("prompt") == asked | {
        "may_of",
        "target_of",
        "target_tokens",
        "target_marker",
        "choose_of",
        "choose_end",
        "spot_marker",
        "spot_model",
        "spot_idol",
        "spot_arrives",
        "pay_kill",
        "pay_kill_of",
        "pay_damage",
        "pay_damage_of",
    }
    assert keys_of("prompt_help") == asked | {"spot_idol", "may_of", "target_of", "choose_of"}
    assert keys_of("prompt_waiting") == asked


def test_no_word_of_the_log_or_of_an_answer_is_left_over() -> None:
    told = {key.partition(".")[2] for key in declared_keys(MALIFAUX) if key.startswith("event.")}
    assert keys_of("event") == told
    families = {family.name: family for family in MALIFAUX.actions.by_number.values()}
    assert keys_of("action") - DONE == {*families, *POINTS, "scheme_of", "cheat_down", "suffer_kill", "suffer_damage"}
    for name, family in families.items():
        assert not TEXTS.missing(f"action.{name}", [parameter for parameter, _ in family.parameters])


def test_each_reason_of_the_texts_is_given_by_a_rule() -> None:
    sources = [path.read_text(encoding="utf-8") for path in sorted(Path(malifaux.__file__).parent.rglob("*.py"))]
    given = {word for source in sources for word in re.findall(r'"([a-z_]+)"', source)}
    own = keys_of("why_not") - {"not_possible", "not_asked", "no_undo", "no_claim", "cannot_fall"}
    assert own and not own - given


def test_each_rule_has_a_title_and_a_paragraph() -> None:
    titles = keys_of("rule")
    assert all(set(rule_numbers(MALIFAUX, language)) == titles for language in LANGUAGES)


def test_models_of_one_name_are_told_apart_by_a_number() -> None:
    said = MatchWords(position())
    shown = [
        [say(MALIFAUX, language, "action.activate", {"model": said.phrase(names.MODEL, model)}) for model in range(3)]
        for language in ("en", "zh-Hans")
    ]
    assert shown[0] == ["Activate Rotten Belle", "Activate Rotten Belle 2", "Activate Lilitu"]
    assert shown[1] == ["启动腐烂美人", "启动腐烂美人 2", "启动莉莉图"]
    assert said.phrase(names.MODEL, -1) == {"key": "common.nobody"}


def test_who_is_in_both_crews_is_told_apart_by_the_seat_and_not_by_a_number() -> None:
    theirs = {"models": [{"model": "rotten_belle", "at": [27000, 27000]}]}
    state = MALIFAUX.setup(MALIFAUX.resolve({"terrain_layout": "open"}, 2), 2)
    Reader({**TWO_BELLES, "seats": [TWO_BELLES["seats"][0], theirs]}, state).read()
    said, belle = MatchWords(state), {"term": "model.rotten_belle"}
    second = {"key": "thing.copy", "words": {"model": belle, "number": 2}}
    assert [said.in_crew(model) for model in range(3)] == [belle, second, belle]
    whose = [said.model(model)["words"] for model in range(3)]
    assert whose == [{"model": name, "seat": {"seat": seat}} for name, seat in ((belle, 0), (second, 0), (belle, 1))]
    assert model_name(state, 2).key == "model.rotten_belle"  # its colour tells the seat


def test_an_event_without_a_second_total_names_only_one() -> None:
    said = MatchWords(position())
    kind = MALIFAUX.events.types[events.SUCCEEDED]
    assert kind.counted == "against"
    known = {"model": said.phrase(names.MODEL, 2), "total": 12, "against": 0}
    assert say(MALIFAUX, "en", "event.succeeded_none", known) == "Lilitu succeeds: 12"
    assert say(MALIFAUX, "en", "event.succeeded", {**known, "against": 9}) == "Lilitu succeeds: 12 against 9"


@pytest.mark.parametrize(("arg", "asked"), [(0, "Do it?"), (roster.TAG["flight"] + 1, "Flight: do it?")])
def test_a_choice_names_the_ability_that_it_comes_of(arg: int, asked: str) -> None:
    prompt = next(prompt for prompt in MALIFAUX.prompts if prompt.key == "may")
    phrase = MALIFAUX.question(position(), prompt, 0, arg)
    assert say(MALIFAUX, "en", phrase.key, phrase.words) == asked


CALQUED = frozenset({"prompt", "why_not", "scheme_reveal", "scheme_end", "scheme_pick", "board"})
CARDS = [roster.MODEL.numbers[name] for name in ("lelu", "lilitu")]


@pytest.mark.parametrize(
    ("choice", "asked", "offered", "words"),
    [
        (
            Choice(model=0, about=roster.TAG["pulled_here_and_there"]),
            "Pulled Here and There: which?",
            ["Push the acting model", "Push the target"],
            [0, 1],
        ),
        (
            Choice(model=0, about=roster.TAG["relish_in_blood"], options=CARDS, rules=OF_CARDS),
            "Relish in Blood: which?",
            ["Lelu", "Lilitu"],
            ["lelu", "lilitu"],
        ),
        (
            Choice(rules=OF_ENDS),
            "At which end of the centreline is the idol?",
            ["Left end", "Right end"],
            ["left", "right"],
        ),
        (
            Choice(model=0, options=[0, 2], rules=OF_COSTS),
            "Choose a number",
            ["Discard a card", "Discard a pass token"],
            ["discard", "pass_token"],
        ),
        (Choice(model=0), "Choose a number", ["0", "1"], [0, 1]),
    ],
)
def test_options_are_named_by_what_they_are(choice: Choice, asked: str, offered: list[str], words: list[Any]) -> None:
    state = position()
    state.choice = choice
    prompt = next(prompt for prompt in MALIFAUX.prompts if prompt.key == "choose")
    phrase = MALIFAUX.question(state, prompt, 0, 0)
    assert say(MALIFAUX, "en", phrase.key, phrase.words) == asked
    shown = [MALIFAUX.label(state, actions.CHOOSE.code(one)) for one in range(2)]
    assert [say(MALIFAUX, "en", one.key, one.words) for one in shown] == offered
    said = MatchWords(state)
    assert [said.word(names.OPTION, one) for one in range(2)] == words
    assert [said.number(names.OPTION, word) for word in words] == [0, 1]
    assert said.number(names.OPTION, 1) == 1


@pytest.mark.parametrize(
    ("choice", "asked"),
    [
        (Choice(model=2, rules=places.IS_MARKER), "Where does Lilitu's marker go?"),
        (Choice(model=2, about=2), "Where is Lilitu placed?"),
        (Choice(model=0, rules=places.SEEN), "Where does the new model appear?"),
        (Choice(rules=places.LISTED), "Where on the centreline is the idol?"),
    ],
)
def test_where_something_goes_is_asked_with_what_it_is(choice: Choice, asked: str) -> None:
    state = position()
    state.choice = choice
    prompt = next(prompt for prompt in MALIFAUX.prompts if prompt.key == "spot")
    phrase = MALIFAUX.question(state, prompt, 0, 0)
    assert say(MALIFAUX, "en", phrase.key, phrase.words) == asked


def test_whoever_is_asked_whether_an_effect_happens_reads_what_it_does() -> None:
    texts = catalogue(MALIFAUX, "en")
    prompt = next(prompt for prompt in MALIFAUX.prompts if prompt.key == "may")
    state = position()
    for tag, name in enumerate(roster.TAGS):
        phrase = MALIFAUX.question(state, prompt, 0, tag + 1)
        assert phrase.words["help"]["term"] in texts, name
        assert say(MALIFAUX, "en", "prompt_help.may_of", phrase.words) == texts[phrase.words["help"]["term"]]


def test_each_list_of_options_on_a_card_has_its_words_and_no_other_has() -> None:
    rows = [(trigger.id, trigger.effects) for trigger in roster.LIBRARY.triggers]
    rows += [(action.id, action.effects) for model in roster.MODELS for action in model.actions]
    named = {
        f"{of}_{place}"
        for of, effects in rows
        for effect in walked(effects)
        if isinstance(effect, Choose)
        for place in range(len(effect.options))
    }
    assert keys_of("choice") == named | {*COSTS, "left", "right"}


def test_buttons_name_secret_picks_and_cards_face_down() -> None:
    state = position()
    plain = actions.SCHEME.code(names.BREAKTHROUGH, 0)
    picked = actions.SCHEME.code(names.VENDETTA, names.packed_picks(0, 2))
    down = actions.CHEAT.code(names.RED_JOKER, 1)
    shown = [MALIFAUX.label(state, code) for code in (plain, picked, down)]
    assert [say(MALIFAUX, "en", one.key, one.words) for one in shown] == [
        "Breakthrough",
        "Vendetta: Rotten Belle against Lilitu",
        "Cheat with Red Joker, face down",
    ]


def test_the_log_of_a_match_is_made_of_words_alone() -> None:
    match = Match(MALIFAUX, 2, {}, "log")
    told = match.events_for(0)
    assert told
    for event in told:
        assert not TEXTS.wrong(f"event.{event['key']}", event["with"])


def test_no_question_or_reason_is_worded_by_calques() -> None:
    texts = catalogue(MALIFAUX, "en")
    told = {key: text for key, text in texts.items() if key.partition(".")[0] in CALQUED}
    wrong = re.compile(r"\bis the most\b|\bPay a soulstone\b|\bslow ground\b|\u00a0%|\bof yours\b|, which being\b")
    assert {key for key, text in told.items() if wrong.search(text)} == set()
