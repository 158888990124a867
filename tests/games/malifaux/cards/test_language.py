"""The language of effects: expressions, selectors, the examples of the specification, writing and reading again."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from msgspec.structs import fields

from games.malifaux.cards import spec
from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.effect import Effect
from shapan.games.malifaux.cards.effect_reader import read_effects, read_effects_of_position, read_part
from shapan.games.malifaux.cards.expression import parse
from shapan.games.malifaux.cards.expression_tree import Expression, number
from shapan.games.malifaux.cards.expression_words import CONSTANTS, EXPRESSION_WORDS
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.flags import FLAGS, SUBJECTS
from shapan.games.malifaux.cards.hooks import HOOKS, SPANS
from shapan.games.malifaux.cards.kinds import parameters
from shapan.games.malifaux.cards.library import Library
from shapan.games.malifaux.cards.loader import load, standard, standard_files
from shapan.games.malifaux.cards.operations import OPERATIONS as OPS
from shapan.games.malifaux.cards.operations import (
    Bury,
    Choose,
    Conditioned,
    ControlAction,
    Kill,
    Modify,
    Push,
    TakeAction,
    Trial,
    Unbury,
)
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.selector_reader import read_selector
from shapan.games.malifaux.cards.writer import written, written_expression, written_part

HEAD = {"format": "malifaux-models", "version": 1, "edition": "m3e"}
EXAMPLES = [
    json.loads(line)
    for block in re.findall(r"```json\n(.*?)```", spec.section(spec.CREWS, "### 2.6 "), re.DOTALL)
    for line in ([block] if block.count("\n{") == 0 else block.strip().splitlines())
]


def names(of: type) -> list[str]:
    return [field.name for field in fields(of)]


def called(word: str, *arguments: str) -> Expression:
    return Expression("call", word=word, arguments=arguments)


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("3", number(3)),
        ("-2", number(-2)),
        ("health", called("health", "self")),
        ("count(ram)", called("count", "ram")),
        ("min(count(ram), 2)", Expression("min", parts=(called("count", "ram"), number(2)))),
        ("1 + 2 * 3", Expression("+", parts=(number(1), Expression("*", parts=(number(2), number(3)))))),
        ("3 − 1 − 1", Expression("-", parts=(Expression("-", parts=(number(3), number(1))), number(1)))),
        ("-sz", Expression("-", parts=(number(0), called("sz", "self")))),
        ("not active(it)", Expression("not", parts=(called("active", "it"),))),
        (
            "health ≤ div_up(max_health(target), 2)",
            Expression(
                "<=",
                parts=(
                    called("health", "self"),
                    Expression("div_up", parts=(called("max_health", "target"), number(2))),
                ),
            ),
        ),
        (
            "source in (action, trigger)",
            Expression(
                "in",
                parts=(called("source"), Expression("constant", 0, "action"), Expression("constant", 1, "trigger")),
            ),
        ),
        (
            "enemy(target) and activated or cheated(it)",
            Expression(
                "or",
                parts=(
                    Expression("and", parts=(called("enemy", "target"), called("activated", "self"))),
                    called("cheated", "it"),
                ),
            ),
        ),
    ],
)
def test_expressions(text: str, tree: Expression):
    assert parse(text)[0] == tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "'the end' is no word"),
        ("count(hearts)", "'hearts' in count is none of ram"),
        ("health(everybody)", "'everybody' in health is none of self"),
        ("luck", "'luck' is no word of expressions"),
        ("health(self", "needs , instead of 'the end'"),
        ("health(self, target)", "needs health(who)"),
        ("condition(self)", "needs condition(who, condition), not 1 words"),
        ("1 2", "'2' follows"),
        ("source", "source is only compared"),
        ("source = 3", "needs action or trigger"),
        ("source < action", "compare it with = or !="),
        ("source + 1", "source is only compared"),
        ("health in (action)", "only source"),
        ("1 ? 2", "cannot read '? 2'"),
        ("min(1)", "needs , instead of ')'"),
    ],
)
def test_expressions_that_are_none(text: str, message: str):
    with pytest.raises(ValueError, match=re.escape(message)):
        parse(text)


def test_the_words_of_the_specification_are_there():
    section = spec.section(spec.CREWS, "### 2.3 ")
    for name, arguments in re.findall(r"`(\w+)(?:\(([\w,]+)\))?`", section):
        if name != "min":
            word = EXPRESSION_WORDS[name]
            assert len(word.takes) == len(arguments.split(",")) if arguments else True, name
    hooks = spec.section(spec.CREWS, "### 2.4 ").splitlines()[1].split(", ")
    assert {hook.split(" ")[0].rstrip(".") for hook in hooks} <= set(HOOKS)
    selector = spec.section(spec.CREWS, "### 2.2 ").splitlines()[1]
    printed = re.sub(r"\([^)]*\)|: [^,}]*", "", selector.split("`")[1])
    with pytest.raises(CardFault) as caught:
        read_selector(Row({"who": {"colour": "red"}}, "", ""), "who")
    assert set(re.findall(r"[a-z_]{2,}", printed)) <= set(caught.value.message.partition("known: ")[2].split(", "))
    assert len(re.findall(r"[a-z_]{2,}", printed)) == 22


def test_the_operations_of_the_specification_are_there():
    printed = spec.table(spec.section(spec.CREWS, "### 2.1 "))
    names = [name for row in printed for name in row[0].split(" / ")]
    assert [name for name in OPS if name != "grant"] == names
    subjects = re.search(r"subject \(([\w, ]+)\)", spec.CREWS)
    assert subjects
    assert set(subjects.group(1).split(", ")) <= set(SUBJECTS)
    for row in printed:
        if " / " in row[0] or row[0] in {"modify", "flag", "condition", "drop_marker"}:
            continue
        said = re.sub(r"\([^)]*\)", "", row[1])
        known = {one.name for one in parameters(OPS[row[0]])}
        for name in re.findall(r"[a-z_]{4,}", said):
            assert name in known | {"rule", "target", "lists"}, (row[0], name)


def test_death_marshal_of_the_specification_is_that_of_the_data():
    example = EXAMPLES[0]
    ours = standard().model("death_marshal")
    files = [(name, text) for name, text in standard_files() if name != "marshal.json"]
    marshal = json.loads(dict(standard_files())["marshal.json"])
    marshal["models"] = [example if model["id"] == "death_marshal" else model for model in marshal["models"]]
    theirs = load([*files[:2], ("marshal.json", json.dumps(marshal)), *files[2:]]).model("death_marshal")
    for field in names(type(ours)):
        if field != "actions":
            assert getattr(ours, field) == getattr(theirs, field), field
    assert {action.id for action in ours.actions} == {action.id for action in theirs.actions}
    for printed in theirs.actions:
        mine = ours.action(printed.id)
        assert mine
        assert printed.name.en == printed.id.replace("_", " ").title()
        for field in names(type(mine)):
            if field != "name":
                assert getattr(mine, field) == getattr(printed, field), (mine.id, field)


def test_the_trigger_and_the_abilities_of_the_specification_are_those_of_the_data():
    critical, wound, blood = EXAMPLES[1:]
    library = load([("own.json", json.dumps({**HEAD, "triggers": [critical], "abilities": [wound, blood]}))])
    printed = {trigger.id: trigger for trigger in standard().triggers}
    assert library.triggers[0].effects == printed["critical_strike"].effects
    assert library.triggers[0].timing == printed["critical_strike"].timing
    ours = {ability.id: ability for ability in standard().abilities}
    assert library.abilities[0].parts == ours["hard_to_wound"].parts
    theirs, mine = library.abilities[1].parts[0], ours["black_blood"].parts[0]
    assert (theirs.hook, theirs.when) == (mine.hook, mine.when)
    assert [effect.values.get("tag") for effect in theirs.effects] == [
        effect.values.get("tag") for effect in mine.effects
    ]


def everything(library: Library) -> list[Effect]:
    found = [effect for model in library.models for action in model.actions for effect in action.effects]
    found += [effect for trigger in library.triggers for effect in trigger.effects]
    return found + [
        effect for model in library.models for one in model.abilities for part in one.parts for effect in part.effects
    ]


def again(row: dict[str, Any], models: frozenset[str] = frozenset()) -> Effect:
    text = json.dumps([row])
    return read_effects(Row({"effects": json.loads(text)}, "again.json", "", models), "effects")[0]


def test_every_effect_is_written_and_read_again():
    effects = everything(standard())
    assert len(effects) > 300
    for effect in effects:
        assert again(written(effect)) == effect


def test_every_part_of_an_ability_is_written_and_read_again():
    parts = [part for model in standard().models for ability in model.abilities for part in ability.parts]
    for part in parts:
        assert read_part(Row(written_part(part), "again.json", "")) == part


@pytest.mark.parametrize(
    "text", ["2 * (3 + sz)", "not (activated and engaged(it))", "source != terrain", "max(1, -mv)"]
)
def test_expressions_are_written_and_read_again(text: str):
    tree = parse(text)[0]
    assert parse(written_expression(tree))[0] == tree


def test_what_the_tables_list_says_what_it_is():
    for table in (EXPRESSION_WORDS, HOOKS, SPANS, SUBJECTS):
        assert all(str(text).strip() for text in table.values())
    assert all(operation.__doc__ for operation in OPS.values())
    assert all(text for _, text in FLAGS.values())
    assert set(CONSTANTS) == {word.gives for word in EXPRESSION_WORDS.values()} - {"number", "flag"}
    assert len(words.WHO) == len(set(words.WHO))


def test_all_operations_have_a_way_in_for_what_they_hold():
    effect = standard().model("death_marshal").actions[1].effects[1]
    assert isinstance(effect, Bury)
    release = effect.release[0]
    assert release.test and release.test.tn == number(13)
    back = release.effects[0]
    assert isinstance(back, Unbury)
    assert back.who.single() == "it"
    contact = back.where.contact
    assert contact and contact.single() == "source"
    choose = standard().model("bone_pile").actions[3].effects[1]
    assert isinstance(choose, Choose)
    assert [option[0].op for option in choose.options] == ["condition", "heal"]
    obey = standard().model("the_jury").actions[2].effects[0]
    assert isinstance(obey, ControlAction)
    assert not obey.filter.names_model and obey.filter.is_open
    push = standard().model("mature_nephilim").actions[1].effects[0]
    assert isinstance(push, Push)
    assert push.up_to is False
    celebration = standard().model("seamus").actions[4].effects[1]
    assert isinstance(celebration, TakeAction)
    assert celebration.ignore_limits and celebration.ignore_limits.op == ">"
    execute = next(trigger for trigger in standard().triggers if trigger.id == "execute").effects[0]
    assert isinstance(execute, Kill)
    assert [cost.kind for cost in execute.unless[0].any_of] == ["discard", "stone"]


def test_effects_of_positions_may_name_models_of_the_table():
    values = [
        {"op": "condition", "who": "shaman", "name": "fast"},
        {"op": "test", "who": {"side": "enemy", "except": "shaman"}, "stat": 6, "tn": 12, "mods": ["+"]},
        {"op": "damage", "who": "target", "amount": 1, "flip_mods": ["-"]},
        {"op": "modify", "subject": "suits", "value": "r"},
    ]
    table = frozenset({"shaman"})
    effects = read_effects_of_position(values, "file.json", "position.effect", table, standard().known())
    assert isinstance(effects[0], Conditioned)
    assert effects[0].who.single() == "shaman"
    assert isinstance(effects[1], Trial)
    assert effects[1].stat == number(6) and effects[1].mods == ("+",)
    assert again(written(effects[1]), table) == effects[1]
    assert isinstance(effects[3], Modify)
    assert effects[3].value == "r"
    with pytest.raises(CardFault, match=r"file\.json, position\.effect\.0\.who: needs a selector or one of"):
        read_effects_of_position(values, "file.json", "position.effect", frozenset(), standard().known())
    with pytest.raises(CardFault, match="there is no marker 'goo'"):
        read_effects_of_position([{"op": "drop_marker", "type": "goo", "where": {}}], "", "", table, standard().known())


def test_the_specification_lists_all_additions():
    section = spec.section(spec.CREWS, "### 2.7 ")
    printed = set(re.findall(r"[a-z_]+", section))
    known = set(re.findall(r"[a-z_]+", spec.section(spec.CREWS, "### 2.3 ") + spec.section(spec.CREWS, "### 2.4 ")))
    assert {*EXPRESSION_WORDS, *HOOKS} <= printed | known
    assert set(FLAGS) <= printed
    assert set(SPANS) <= printed


def test_parameters_are_put_into_abilities():
    library = standard()
    terrifying = {
        model.id: effect.tn.value
        for model in library.models
        for ability in model.abilities
        for effect in ability.parts[0].effects
        if ability.id == "terrifying" and isinstance(effect, Trial)
    }
    assert terrifying == {"seamus": 12, "madame_sybelle": 11, "bete_noire": 11, "copycat_killer": 11}
    twin = library.model("lelu").ability("twinned_soul")
    assert twin and twin.parts[0].effects[0].values["who"].name == "lilitu"


def test_what_a_model_says_of_itself():
    library = standard()
    justice, effigy, steward = (library.model(of) for of in ("lady_justice", "carrion_effigy", "guild_steward"))
    assert (justice.reach(), effigy.reach(), library.model("terror_tot").reach()) == (2, -1, 1)
    assert (justice.is_versatile, steward.is_versatile) == (False, True)
    assert justice.faction == "guild"
    sword = justice.action("greatsword")
    assert sword and sword.trigger("critical_strike") and not sword.trigger("execute")
    assert justice.action("decay") is not sword and justice.action("sword") is None
