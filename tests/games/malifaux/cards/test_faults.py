"""Files that are wrong are refused with the file, the path and what would be right: each fault once."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest

from shapan.games.malifaux.cards.crew import load_crews, ready_crews
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.loader import load, standard, standard_files

HEAD = {"format": "malifaux-models", "version": 1, "edition": "m3e"}
BITE: dict[str, Any] = {
    "id": "bite",
    "kind": "attack",
    "range": {"type": "melee", "inches": 1},
    "stat": {"value": 5},
    "resist": "df",
    "effects": [{"op": "damage", "who": "target", "amount": [1, 2, 3]}],
}
RAT: dict[str, Any] = {
    "id": "rat", "factions": ["guild"], "station": "minion", "characteristics": ["beast"], "keywords": ["vermin"],
    "cost": 3, "health": 4, "df": 5, "wp": 3, "mv": 6, "sz": 1, "base": 30, "actions": [BITE],
}  # fmt: skip
ROAR: dict[str, Any] = {
    "id": "roar",
    "hook": "static",
    "effects": [{"op": "flag", "who": "self", "name": "cannot_heal"}],
}
RIP: dict[str, Any] = {"id": "rip", "effects": [{"op": "heal", "who": "self", "amount": 1}]}
ROPE: dict[str, Any] = {"id": "rope", "grants": {"stats": {"df": 1}}}
MUD: dict[str, Any] = {"id": "mud", "base": 50, "side": "neutral", "traits": ["severe"]}


def file(**lists: Any) -> str:
    return json.dumps({**HEAD, **lists})


def changed(thing: dict[str, Any], path: str, value: Any) -> dict[str, Any]:
    """Return a copy in which another value stands at a dotted path; `...` takes it away."""
    thing = copy.deepcopy(thing)
    inner: Any = thing
    *way, last = path.split(".")
    for step in way:
        inner = inner[int(step)] if isinstance(inner, list) else inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[int(last) if isinstance(inner, list) else last] = value
    return thing


def fault(text: str, *others: str) -> CardFault:
    with pytest.raises(CardFault) as caught:
        load([("own.json", text), *((f"other{at}.json", other) for at, other in enumerate(others))])
    return caught.value


def test_things_that_are_right_are_read():
    library = load([("own.json", file(models=[RAT], abilities=[ROAR], triggers=[RIP], upgrades=[ROPE], markers=[MUD]))])
    assert library.model("rat").reach() == 1
    assert library.model("rat").name.en == "Rat"
    assert library.upgrades[0].stats[0].by == 1
    assert library.markers[0].traits == ("severe",)


def test_own_files_stand_behind_the_printed_ones():
    library = load([*standard_files(), ("own.json", file(models=[changed(RAT, "abilities", [{"ref": "pounce"}])]))])
    assert library.models[:33] == standard().models
    assert library.model("rat").number == 33


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "own.json: is no JSON: line 1, column 2: Expecting property name"),
        ("[]", "own.json: needs an object with named fields, not []"),
        ('{"format": "malifaux-models", "format": "x"}', "own.json: a field 'format' stands twice in one object"),
        (json.dumps({**HEAD, "format": "cards"}), "own.json, format: needs 'malifaux-models', not 'cards'"),
        (json.dumps({**HEAD, "version": 2}), "own.json, version: needs 1, not 2"),
        (json.dumps({**HEAD, "edition": "m4e"}), "own.json, edition: needs one of m3e, not 'm4e'"),
        (json.dumps({"version": 1, "edition": "m3e"}), "own.json, format: is needed"),
        (file(monsters=[]), "own.json, monsters: is unknown here; known: abilities, edition, format, markers"),
        (file(models={}), "own.json, models: needs a list, not {}"),
        (file(models=[3]), "own.json, models.0: needs an object with named fields, not 3"),
        (file(models=[{}]), "own.json, models.0.id: is needed"),
        (file(models=[RAT, RAT]), "own.json, models.1.id: 'rat' stands in own.json already"),
    ],
)
def test_files(text: str, message: str):
    assert str(fault(text)).startswith(message)


def test_ids_of_several_files_do_not_meet():
    assert str(fault(file(models=[RAT]), file(models=[RAT]))) == (
        "other0.json, models.0.id: 'rat' stands in own.json already"
    )
    assert fault(file(abilities=[ROAR]), file(abilities=[ROAR])).path == "abilities.0.id"
    assert fault(file(triggers=[RIP]), file(triggers=[RIP])).path == "triggers.0.id"


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("id", "Big Rat", "needs a word of a to z, 0 to 9 and _, not 'Big Rat'"),
        ("name", {"en": "R" * 61}, "name.en: needs a text of 1 to 60 letters"),
        ("name", {"zh_hans": "鼠"}, "name.en: is needed"),
        ("name", {"en": "Rat", "fr": "Rat"}, "name.fr: is unknown here; known: en, zh_hans, zh_hant"),
        ("factions", [], "factions: needs one faction at least"),
        ("factions", ["guild", "guild"], "factions: names a word twice"),
        ("station", "boss", "station: needs one of master, henchman, enforcer, minion, not 'boss'"),
        ("characteristics", ["Wild-Beast"], "characteristics: needs words of a to z, 0 to 9 and _, not 'wild-beast'"),
        ("cost", 21, "cost: needs an integer 0 to 20, not 21"),
        ("health", 0, "health: needs an integer 1 to 20, not 0"),
        ("df", True, "df: needs an integer 0 to 20, not True"),
        ("wp", "5", "wp: needs an integer 0 to 20, not '5'"),
        ("mv", ..., "mv: is needed"),
        ("base", 35, "base: needs 30, 40 or 50"),
        ("df_suits", "x", "df_suits: needs letters of r t m c, not 'x'"),
        ("totem_for", "cat", "totem_for: there is no model 'cat'"),
        ("allowance", 0, "allowance: needs an integer 1 to 99, not 0"),
        ("speed", 3, "speed: is unknown here"),
        ("limits", {"plentiful": 1}, "limits: is unknown here"),
        ("reach", "none", "reach: is not for a model with a melee action"),
        ("actions.0.range.type", "normal", 'reach: is needed: a model without a melee action says "reach": "none"'),
        ("abilities", [{"ref": "growl"}], "abilities.0.ref: there is no ability 'growl'"),
        ("abilities", [{"ref": "roar", "params": {"x": 1}}], "abilities.0.params.x: is unknown here"),
        ("abilities", [{"ref": "thorns"}], "abilities.0.params: is needed: x"),
        ("abilities", [{"ref": "thorns", "params": {"x": "two"}}], "abilities.0.params.x: needs an integer 0 to 50"),
        ("abilities", [{"ref": "roar"}, {"ref": "roar"}], "abilities.1: the ability 'roar' stands here twice"),
        ("abilities", [ROAR], "abilities.0.id: there is an ability 'roar' already"),
        ("actions.0.id", "charge", "actions.0.id: 'charge' is a general action"),
        ("actions", [BITE, BITE], "actions.1.id: the action 'bite' stands here twice"),
        ("actions.0.kind", "spell", "actions.0.kind: needs one of attack, tactical, not 'spell'"),
        ("actions.0.stat", None, "actions.0.stat: is needed by an attack"),
        ("actions.0.stat.suits", "rx", "actions.0.stat.suits: needs letters of r t m c"),
        ("actions.0.stat.mod", "++", "actions.0.stat.mod: needs one of +, -, not '++'"),
        ("actions.0.resist", "ht", "actions.0.resist: needs one of df, wp, mv, sz, not 'ht'"),
        ("actions.0.tn", {"value": 10, "suit": "m"}, "actions.0.tn.suit: is unknown here"),
        ("actions.0.range.inches", 99, "actions.0.range.inches: needs an integer 0 to 50, not 99"),
        ("actions.0.limits", {"cond": "health"}, "actions.0.limits.cond: needs a condition that is true or false"),
        ("actions.0.ignores", ["walls"], "actions.0.ignores: needs words of friendly_fire"),
        ("actions.0.duel_mods", [{"when": "engaged", "mod": 1}], "actions.0.duel_mods.0.mod: needs one of +, -"),
        ("actions.0.numbers", [3, 1], "actions.0.numbers: needs the least number first"),
        ("actions.0.costs", [{"discard": 1, "stone": 1}], "actions.0.costs.0: needs exactly one of discard"),
        ("actions.0.costs", [{"discard": 0}], "actions.0.costs.0.discard: needs an integer 1 to 99"),
        ("actions.0.costs", [{"any_of": [{"stone": 1}]}], "actions.0.costs.0.any_of: needs two costs at least"),
        ("actions.0.costs", [{"stone": 1, "by": "enemy"}], "actions.0.costs.0.by: needs one of self, target"),
        ("actions.0.effects", [], "actions.0.effects: is needed"),
        ("actions.0.triggers", [{"suits": "z", "ref": "rip"}], "actions.0.triggers.0.suits: needs letters of r t m c"),
        ("actions.0.triggers", [{"suits": "r", "ref": "tear"}], "actions.0.triggers.0.ref: there is no trigger 'tear'"),
        ("actions.0.triggers", [{"suits": "r", **RIP}], "actions.0.triggers.0.id: there is a trigger 'rip' already"),
        ("actions.0.triggers", [{"suits": "r", "ref": "rip"}] * 2, "actions.0.triggers.1: the trigger 'rip' stands"),
        ("actions.0.target", "foe", "actions.0.target: needs a selector or one of self, target"),
        ("actions.0.target", {"side": "foe"}, "actions.0.target.side: needs one of any, friendly, enemy"),
        ("actions.0.target", {"colour": "red"}, "actions.0.target.colour: is unknown here"),
        ("actions.0.target", {"aura": 3, "pulse": 3}, "actions.0.target.pulse: cannot stand beside aura"),
        ("actions.0.target", {"buried": 1}, "actions.0.target.buried: needs true or false, not 1"),
        ("actions.0.target", {"sz": "sz(self)"}, "actions.0.target.sz: needs a comparison as '< sz(self)'"),
        ("actions.0.target", {"cost": "< luck"}, "actions.0.target.cost: '< luck' is no comparison"),
        ("actions.0.target", {"when": {"all": []}}, "actions.0.target.when: needs number_of with a selector"),
        ("actions.0.effects.0.op", "hurt", "actions.0.effects.0.op: needs one of damage, heal"),
        ("actions.0.effects.0.amount", "2/3/4", "actions.0.effects.0.amount: '2/3/4' is no expression: cannot read"),
        (
            "actions.0.effects.0.amount",
            [1, 2],
            "actions.0.effects.0.amount: needs a number, three numbers or an expression",
        ),
        ("actions.0.effects.0.amount", True, "actions.0.effects.0.amount: needs a number, three numbers"),
        ("actions.0.effects.0.amount", ..., "actions.0.effects.0.amount: is needed by damage"),
        ("actions.0.effects.0.blast", [1, 1], "actions.0.effects.0.blast: needs three numbers"),
        ("actions.0.effects.0.flip_mods", [1], 'actions.0.effects.0.flip_mods: needs a list of "+" and "-"'),
        ("actions.0.effects.0.type", "fire", "actions.0.effects.0.type: is unknown here; known: amount, blast"),
    ],
)
def test_models(path: str, value: Any, message: str):
    thorns = {
        "id": "thorns",
        "params": {"x": "number"},
        "hook": "damage_reduce",
        "effects": [{"op": "reduce", "amount": "$x"}],
    }
    found = fault(file(models=[changed(RAT, path, value)], abilities=[ROAR, thorns], triggers=[RIP]))
    assert found.file == "own.json"
    assert f"{found.path}: {found.message}".startswith(f"models.0.id: {message}" if path == "id" else f"rat.{message}")


@pytest.mark.parametrize(
    ("effect", "message"),
    [
        ({"op": "condition", "who": "self"}, "name: is needed by the mode gain"),
        ({"op": "condition", "who": "self", "mode": "end_all", "name": "slow"}, "name: is not for the mode end_all"),
        ({"op": "condition", "who": "self", "name": "sleepy"}, "name: needs one of adversary, burning"),
        ({"op": "condition", "who": "self", "name": "adversary"}, "arg: is needed by adversary"),
        ({"op": "condition", "who": "self", "name": "slow", "arg": "rat"}, "arg: is only for gaining adversary"),
        ({"op": "condition", "who": "self", "name": "adversary", "arg": "cat"}, "arg: there is no word 'cat'"),
        ({"op": "push", "who": "self", "inches": 2, "direction": "toward"}, "of: is needed by the direction"),
        ({"op": "move", "who": "self", "inches": 2, "direction": "free", "of": "it"}, "of: is not for the direction"),
        ({"op": "place", "who": "self"}, "within: or contact_with is needed by place"),
        ({"op": "flag", "who": "self", "name": "lucky"}, "name: needs one of cannot_gain"),
        ({"op": "flag", "who": "self", "name": "ignore"}, "value: is needed by the flag ignore"),
        ({"op": "flag", "who": "self", "name": "cannot_heal", "value": 1}, "value: is not for the flag cannot_heal"),
        ({"op": "flag", "who": "self", "name": "unlimited", "value": "bite"}, "value: needs one of walk, charge"),
        ({"op": "modify", "subject": "luck", "value": 1}, "subject: needs one of duel, damage_flip"),
        ({"op": "modify", "subject": "suits", "value": "x"}, "value: needs letters of r t m c"),
        ({"op": "modify", "subject": "duel", "value": 1, "scope": "ever"}, "scope: needs one of this_flip"),
        ({"op": "if", "effects": [RIP["effects"][0]]}, "needs exactly one of condition, selector"),
        ({"op": "each", "who": "self", "times": 2, "effects": []}, "needs exactly one of who, times"),
        ({"op": "choose", "effects": []}, "needs exactly one of who, suit, number, options"),
        ({"op": "drop_marker", "type": "goo", "where": {}}, "type: there is no marker 'goo'"),
        ({"op": "summon", "model": "cat", "where": {}}, "model: there is no model 'cat'"),
        ({"op": "attach", "who": "self", "upgrade": "hat"}, "upgrade: there is no upgrade 'hat'"),
        ({"op": "summon", "model": "rat", "where": {"near": 3}}, "where.near: is unknown here"),
        ({"op": "take_action", "who": "self", "filter": {"range": "long"}}, "filter.range: needs words of melee"),
        ({"op": "take_action", "who": "self", "filter": {}, "target": "other"}, "target: needs a selector or one of"),
        ({"op": "bury", "who": "it", "release": [{"hook": "static"}]}, "release.0.hook: needs one of activation_start"),
        (
            {"op": "bury", "who": "it", "release": [{"hook": "activation_start", "test": {"stat": "wp", "tn": 9}}]},
            "release.0.on_pass: is needed",
        ),
        ({"op": "grant", "parts": [{"hook": "noon", "effects": []}]}, "parts.0.hook: needs one of hire"),
        ({"op": "choose", "options": [[{"op": "draw", "m": 1}]]}, "options.0.0.m: is unknown here"),
    ],
)
def test_effects(effect: dict[str, Any], message: str):
    found = fault(file(models=[changed(RAT, "actions.0.effects.0", effect)]))
    path = "rat.actions.0.effects.0"
    expected = f"{path}: {message}" if message.startswith("needs") else f"{path}.{message}"
    assert f"{found.path}: {found.message}".startswith(expected)


@pytest.mark.parametrize(
    ("path", "value", "message"),
    [
        ("hook", "dawn", "hook: needs one of hire, after_deploy"),
        ("scope", "room", "scope: needs one of self, table, not 'room'"),
        ("scope", {"pulse": 3}, 'scope: needs "self", "table", {"aura": n} or {"within": n}'),
        ("effects", [], "effects: is needed"),
        ("once", "day", "once: needs one of activation, turn, game"),
        ("suits", "r", "suits: is for the hook resist_trigger alone"),
        ("params", {"x": "colour"}, "params.x: needs one of number, model, keyword"),
        ("when", "health +", "when: 'health +' is no expression: 'the end' is no word"),
    ],
)
def test_abilities(path: str, value: Any, message: str):
    found = fault(file(abilities=[changed(ROAR, path, value)]))
    assert f"{found.path}: {found.message}".startswith(f"roar.{message}")


def test_abilities_that_resist_need_a_stat():
    resists = changed(changed(ROAR, "hook", "resist_trigger"), "timing", "success")
    assert str(fault(file(abilities=[resists]))) == "own.json, roar.stats: is needed by the hook resist_trigger"


@pytest.mark.parametrize(
    ("thing", "path", "value", "message"),
    [
        ("triggers", "timing", "later", "rip.timing: needs one of declare, resolving"),
        ("triggers", "effects", [], "rip.effects: is needed"),
        ("triggers", "suits", "r", "rip.suits: is unknown here"),
        ("upgrades", "grants.stats", {"luck": 1}, "rope.grants.stats.luck: is no stat; known: health, df, wp, mv"),
        ("upgrades", "colour", "red", "rope.colour: is unknown here"),
        ("markers", "base", 40, "mud.base: needs 30 or 50"),
        ("markers", "side", ..., "mud.side: is needed"),
        ("markers", "traits", ["sticky"], "mud.traits: needs words of blocking"),
    ],
)
def test_triggers_upgrades_and_markers(thing: str, path: str, value: Any, message: str):
    row = {"triggers": RIP, "upgrades": ROPE, "markers": MUD}[thing]
    found = fault(file(**{thing: [changed(row, path, value)]}))
    assert f"{found.path}: {found.message}".startswith(message)


def test_the_error_of_an_amount_reads_as_the_specification_says():
    files = dict(standard_files())
    marshal = json.loads(files["marshal.json"])
    model = next(model for model in marshal["models"] if model["id"] == "death_marshal")
    model["actions"][0]["effects"][0]["amount"] = [2, 3]
    with pytest.raises(CardFault) as caught:
        load([(name, json.dumps(marshal) if name == "marshal.json" else text) for name, text in files.items()])
    assert str(caught.value) == (
        "marshal.json, death_marshal.actions.0.effects.0.amount: needs a number, three numbers or an expression"
    )


CREW: dict[str, Any] = {
    "id": "own", "faction": "guild", "size": 50, "leader": "lady_justice", "models": ["scales_of_justice", "the_judge"],
}  # fmt: skip


def crews(**changes: Any) -> str:
    return json.dumps({"format": "malifaux-crews", "version": 1, "edition": "m3e", "crews": [CREW | changes]})


def test_costs_of_a_crew():
    assert load_crews("own.json", crews(), standard())[0].cost == 10
    assert load_crews("own.json", crews(models=["guild_steward", "brutal_effigy"]), standard())[0].cost == 10
    out_of_keyword = crews(leader="nekima", faction="neverborn", models=["mysterious_effigy"])
    assert load_crews("own.json", out_of_keyword, standard())[0].cost == 4
    assert load_crews("own.json", crews(models=[]), standard())[0].pool == 10
    assert [crew.number for crew in ready_crews()] == list(range(5))


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"leader": "nobody"}, "own.leader: there is no model 'nobody'"),
        ({"leader": "exorcist"}, "own.leader: 'exorcist' cannot lead a crew of guild (MFX-11.1)"),
        ({"faction": "neverborn"}, "own.leader: 'lady_justice' cannot lead a crew of neverborn (MFX-11.1)"),
        ({"models": ["cat"]}, "own.models.0: there is no model 'cat'"),
        ({"models": ["exorcist"] * 3}, "own.models.0: 3 of 'exorcist', allowed are 2 (MFX-11.7)"),
        ({"models": ["copycat_killer"]}, "own.models.0: 'copycat_killer' needs 'seamus' in the crew (MFX-11.2)"),
        ({"models": ["bone_pile"]}, "own.models.0: 'bone_pile' is neither of guild nor of a keyword of"),
        ({"size": 9}, "own.models: cost 10, more than 9 (MFX-11.9)"),
        ({"motto": "x"}, "own.motto: is unknown here"),
    ],
)
def test_crews(changes: dict[str, Any], message: str):
    with pytest.raises(CardFault, match=re.escape(f"own.json, {message}")):
        load_crews("own.json", crews(**changes), standard())


def test_crews_of_one_id():
    both = json.dumps({"format": "malifaux-crews", "version": 1, "edition": "m3e", "crews": [CREW, CREW]})
    with pytest.raises(CardFault, match=r"own\.json, crews\.1\.id: 'own' stands here already"):
        load_crews("own.json", both, standard())
