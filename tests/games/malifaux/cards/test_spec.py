"""Every number that the specification prints of the 33 models stands in the data, and nothing else does."""

from __future__ import annotations

import re
from collections import Counter

from games.malifaux.cards import spec
from shapan.engine.text import catalogue
from shapan.games.malifaux import names
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.crew import ready_crews
from shapan.games.malifaux.cards.effect import Effect, walked
from shapan.games.malifaux.cards.loader import standard
from shapan.games.malifaux.cards.operations import Conditioned, Damage, Draw, Heal, Push, Trial
from shapan.games.malifaux.cards.words import SUITS
from shapan.games.malifaux.cards.writer import written_part
from shapan.games.malifaux.game import MALIFAUX
from shapan.games.malifaux.rules import schemes

LIBRARY = standard()
PAIRS = [(printed, LIBRARY.model(printed.id)) for printed in spec.MODELS]
RANGES = {"M": "melee", "P": "projectile", "N": "normal"}


def test_models_stand_in_the_order_of_the_specification():
    assert [model.id for model in LIBRARY.models] == [printed.id for printed in spec.MODELS]
    assert [model.number for model in LIBRARY.models] == list(range(33))


def test_head_of_the_cards():
    for printed, model in PAIRS:
        assert model.name.en == printed.name
        assert model.factions == (printed.faction,)
        station = re.search(r"· (\w+), ([\w, ]+?)(?: \((\d+)\))? ·", printed.head)
        assert station
        assert model.station == station.group(1).lower()
        assert list(model.characteristics) == [spec.identifier(word) for word in station.group(2).split(",")]
        assert model.allowance == int(station.group(3) or 1)
        keywords = re.search(r"· keyword ([\w, ]+) ·", printed.head)
        assert keywords
        assert list(model.keywords) == [
            spec.identifier(word) for word in keywords.group(1).split(",") if word != "none"
        ]
        totem = re.search(r"· totem of ([\w ]+) ·", printed.head)
        assert model.totem_for == (spec.identifier(totem.group(1)) if totem else "")
        assert model.is_totem == bool(totem)
        numbers = (model.base, model.cost, model.health, model.df, model.wp, model.mv, model.sz)
        assert numbers == tuple(printed.number(word) for word in ("base", "cost", "Health", "Df", "Wp", "Mv", "Sz"))
        assert (model.df_suits, model.wp_suits) == (printed.suits("Df"), printed.suits("Wp"))


def test_abilities_of_the_cards():
    for printed, model in PAIRS:
        written = []
        for ability in model.abilities:
            values = [spec.identifier(str(value)) for _, value in ability.parameters]
            written.append(f"{ability.id}({values[0]})" if values else ability.id)
        assert written == [ability.lower() for ability in printed.abilities]


def test_actions_of_the_cards():
    for printed, model in PAIRS:
        assert [action.id for action in model.actions] == [action.id for action in printed.actions]
        for line, action in zip(printed.actions, model.actions, strict=True):
            assert action.name.en == line.name
            kind = ("Att" if action.is_attack else "Tac") + ("+" if action.bonus else "")
            assert (kind, printed_range(action)) == (line.kind, line.range), line.name
            stat, tn = action.stat, action.tn
            assert (f"{stat.value}{stat.suits}{'+' if stat.mod > 0 else ''}" if stat else "–") == line.stat, line.name
            assert (f"{tn.value}{tn.suits}" if tn else "–") == line.tn, line.name
            assert (action.resist.capitalize() or "–") == line.resist, line.name
            triggers = [f"{one.suits}:{one.trigger.id}" for one in action.triggers]
            assert (", ".join(triggers) or "–") == line.triggers, line.name


def printed_range(action: Action) -> str:
    if action.range_type == "self":
        return "–"
    letters = {word: letter for letter, word in RANGES.items()}
    if action.range_type in letters:
        return f"{letters[action.range_type]}{action.inches}"
    return f"{action.range_type} {action.inches}"


def inside(effects: tuple[Effect, ...]) -> list[Effect]:
    """Return effects and all that stand in them, in order."""
    return [*walked(effects)]


def tracks(effects: tuple[Effect, ...]) -> list[str]:
    """Return the damage and healing by band, as the specification prints it."""
    found = []
    for effect in inside(effects):
        if isinstance(effect, Damage | Heal) and effect.amount.is_flipped:
            blasts = effect.values.get("blast", (0, 0, 0))
            bands = zip(effect.amount.track(), blasts, strict=True)
            found.append("/".join(f"{number}{'b' * blast}" for number, blast in bands))
    return found


def fixed(effects: tuple[Effect, ...], op: str) -> list[int]:
    """Return the numbers of damage or healing that are fixed."""
    amounts = [effect.values["amount"] for effect in inside(effects) if effect.op == op]
    return [amount.bands[0].value for amount in amounts if not amount.is_flipped and amount.bands[0].is_fixed()]


def test_damage_and_healing_of_the_actions():
    for printed, model in PAIRS:
        for line, action in zip(printed.actions, model.actions, strict=True):
            assert Counter(tracks(action.effects)) == Counter(re.findall(r"\d+b*/\d+b*/\d+b*", line.effect)), line.name
            plain = re.sub(r"\d+b*/\d+b*/\d+b*", "", line.effect)
            harms = re.findall(r"(?:dmg\([^()]*(?:\([^()]*\))?[^()]*?,|dmg |suffer )(\d+)", plain)
            assert Counter(fixed(action.effects, "damage")) == Counter(map(int, harms)), line.name
            heals = re.findall(r"heal(?:\(\w+,| )(\d+)(?! per)", plain)
            assert Counter(fixed(action.effects, "heal")) == Counter(map(int, heals)), line.name


def test_conditions_of_the_actions():
    for printed, model in PAIRS:
        for line, action in zip(printed.actions, model.actions, strict=True):
            gained = [
                f"{effect.name}" + (f",+{effect.value.value}" if not is_flat(effect) else "")
                for effect in inside(action.effects)
                if isinstance(effect, Conditioned) and effect.mode == "gain"
            ]
            words = re.findall(r"cond\((?:[^()]|\([^()]*\))*?,?([A-Z]\w+(?:,\+\d)?)\)", line.effect)
            assert Counter(gained) == Counter(word.lower() for word in words), line.name


def is_flat(effect: Conditioned) -> bool:
    return effect.name in {"slow", "stunned", "staggered", "fast", "adversary"}


def test_tests_costs_and_limits_of_the_actions():
    for printed, model in PAIRS:
        for line, action in zip(printed.actions, model.actions, strict=True):
            asked = [
                f"{str(effect.stat).capitalize()},{effect.tn.value}"
                for effect in inside(action.effects)
                if isinstance(effect, Trial)
            ]
            assert asked == re.findall(r"test\(.*?,(Df,\d+|Wp,\d+)", line.effect), line.name
            assert bool(action.costs) == ("cost(discard 1)" in line.effect), line.name
            assert action.limits.same_target_once == ("at most once per activation" in line.effect)
            assert action.limits.once_per_activation == line.effect.startswith("once per activation")
            assert action.limits.not_engaged == ("not while engaged" in line.effect)
            assert action.limits.while_buried == ("usable while buried" in line.effect)
            assert action.limits.leader_only == ("only as Leader" in line.effect)
            assert action.triggers_forced == ("triggers must be declared" in line.effect)
            assert action.names_model == (line.name in {"Mistaken Identity", "Life from Blood"})
            ignored = re.search(r"^ignores ([\w, ]+);", line.effect)
            words = re.split(r", | and ", ignored.group(1)) if ignored else []
            assert list(action.ignores) == [spec.identifier(word) for word in words], line.name
            until_end = "until End Phase" in line.effect
            lasting = [
                effect for effect in inside(action.effects) if "end_phase" in {*map(str, effect.values.values())}
            ]
            assert bool(lasting) == until_end, line.name


def test_enemy_only_actions_say_so():
    for printed in spec.MODELS:
        for line, action in zip(printed.actions, LIBRARY.model(printed.id).actions, strict=True):
            if re.match(r"enemy;", line.effect):
                assert action.target and action.target.side == "enemy", line.name


def test_abilities_are_those_of_the_library_and_all_are_used():
    assert [ability.id for ability in LIBRARY.abilities] == spec.ABILITIES
    assert [ability.number for ability in LIBRARY.abilities] == list(range(len(spec.ABILITIES)))
    assert {ability.id for model in LIBRARY.models for ability in model.abilities} == set(spec.ABILITIES)
    assert all(
        ability.number == spec.ABILITIES.index(ability.id) for model in LIBRARY.models for ability in model.abilities
    )


def test_triggers_are_those_of_the_library_and_all_are_used():
    assert [trigger.id for trigger in LIBRARY.triggers] == list(spec.TRIGGERS)
    assert [trigger.number for trigger in LIBRARY.triggers] == list(range(len(spec.TRIGGERS)))
    used = {one.trigger.id for model in LIBRARY.models for action in model.actions for one in action.triggers}
    assert used == set(spec.TRIGGERS)


def test_timing_and_numbers_of_the_triggers():
    for trigger in LIBRARY.triggers:
        timing, effect = spec.TRIGGERS[trigger.id]
        assert trigger.timing == timing.split(",")[0]
        assert (trigger.once == "activation") == ("once per activation" in timing)
        assert bool(trigger.costs) == ("cost(discard 1)" in effect)
        asked = [
            f"{str(one.stat).capitalize()},{one.tn.value}" for one in inside(trigger.effects) if isinstance(one, Trial)
        ]
        assert asked == re.findall(r"test\(.*?,(Df,\d+|Wp,\d+)", effect)
        pushes = [one.inches.value for one in inside(trigger.effects) if isinstance(one, Push)]
        pushed = [int(inches) for inches in re.findall(r"push[^.;:]*?(\d)\"", effect)]
        assert set(pushes) == set(pushed)
        draws = [one.n.value for one in inside(trigger.effects) if one.op == "draw" and isinstance(one, Draw)]
        assert draws == [int(n) for n in re.findall(r"draw\((\d)\)", effect)]
        heals = re.findall(r"heal(?:\((?:[^()]|\([^()]*\))*,| )(\d+)(?! instead)", effect)
        assert Counter(fixed(trigger.effects, "heal")) == Counter(map(int, heals))


def test_hooks_and_areas_of_the_abilities():
    rows = {row[0]: row[1:] for row in spec.table(spec.section(spec.CREWS, "## 5. "))}
    for ability in LIBRARY.abilities:
        hook, effect = rows[ability.id]
        part = ability.parts[0]
        resists = re.match(r"resist_trigger ([\w/]+) ([rtmc]), (\w+)", hook)
        assert (part.hook == "resist_trigger") == bool(resists)
        if resists:
            stats = tuple(stat.lower() for stat in resists.group(1).split("/"))
            assert (part.stats, part.suits, part.timing) == (stats, *resists.groups()[1:])
        area = re.search(r"(?:aura|within a?)\s?(\d+)", hook)
        if area:
            assert part.inches == int(area.group(1)), ability.id
        if re.match(r"enemy|.*enemies", hook) and ability.id != "enemy_summoned":
            assert part.side == "enemy", ability.id
        assert tracks(part.effects) == re.findall(r"\d+/\d+/\d+", effect), ability.id


def test_sums_of_the_crews():
    sums = {}
    for keyword in ("marshal", "redchapel", "nephilim"):
        crew = [model for model in LIBRARY.models if keyword in model.keywords]
        sums[keyword] = (
            len(crew),
            sum(model.cost for model in crew),
            sum(model.health for model in crew),
            sum(model.df + model.wp + model.mv + model.sz for model in crew),
            sum(len(model.actions) for model in crew),
            sum(len(action.triggers) for model in crew for action in model.actions),
        )
    for keyword, found in sums.items():
        printed = [
            model for model in spec.MODELS if keyword.capitalize() in model.head.split("keyword ")[1].split(" ·")[0]
        ]
        actions = [action for model in printed for action in model.actions]
        assert found == (
            len(printed),
            sum(model.number("cost") for model in printed),
            sum(model.number("Health") for model in printed),
            sum(model.number(stat) for model in printed for stat in ("Df", "Wp", "Mv", "Sz")),
            len(actions),
            sum(action.triggers.count(":") for action in actions),
        )
    assert len(LIBRARY.models) == 33


def test_actions_of_one_id_do_the_same_wherever_they_stand():
    first: dict[str, Action] = {}
    for model in LIBRARY.models:
        for action in model.actions:
            earlier = first.setdefault(action.id, action)
            assert earlier.effects == action.effects
            assert earlier.target == action.target
            assert earlier.number == action.number
            assert LIBRARY.action_ids[action.number] == action.id


def test_ready_crews():
    rows = re.findall(
        r"^\| `(\w+)`([^|]*)\| ([^|]*) \| (\d+) \| (\d+) \|", spec.section(spec.CREWS, "## 3. "), re.MULTILINE
    )
    assert len(rows) == 5
    for crew, (of, note, listed, cost, pool) in zip(ready_crews(), rows, strict=True):
        assert (crew.id, crew.cost, crew.pool) == (of, int(cost), int(pool))
        assert crew.size == (25 if "25" in note else 50)
        printed = [re.sub(r" (\(.*?\)|\d+)$", "", name.strip()) for name in listed.split(",")]
        hired = [LIBRARY.model(model).name.en for model in (crew.leader, *crew.models)]
        assert [name.split(" ")[0] for name in hired] == [name.split(" ")[0] for name in printed]
        assert all(full.startswith(short) for full, short in zip(hired, printed, strict=True))


def test_strategies_deployments_and_schemes():
    flipped = [
        row for row in spec.table(spec.section(spec.RULES, "### 3.8 ")) if row[0] in {"ram", "tome", "mask", "crow"}
    ]
    words = catalogue(MALIFAUX, "en")
    assert flipped == [
        [SUITS[suit], words[f"deployment.{deployment}"], words[f"strategy.{strategy}"]]
        for suit, (deployment, strategy) in enumerate(zip(names.DEPLOYMENTS, names.STRATEGIES, strict=True))
    ]
    rows = [row for row in spec.table(spec.section(spec.RULES, "### 3.15 ")) if row[0].isdigit()]
    assert [[str(number), scheme] for number, scheme in enumerate(names.SCHEMES, 1)] == [row[:2] for row in rows]
    assert [row[2] != "–" for row in rows] == [scheme in schemes.PICKED for scheme in range(len(names.SCHEMES))]


def test_conditions_are_those_of_the_rules():
    from shapan.games.malifaux.cards.words import CONDITIONS, VALUED

    rows = re.findall(r"^ \| (\w+) (\(X\)|\+X)?\s*\| .* \| .* \|$", spec.section(spec.RULES, "### 3.12 "), re.MULTILINE)
    printed = {name.lower(): sign for name, sign in rows if name.lower() != "condition"}
    assert sorted(printed) == sorted(CONDITIONS)
    assert {name for name, sign in printed.items() if sign == "+X"} == set(VALUED)


def test_numbers_of_the_abilities():
    rows = {row[0]: row[1:] for row in spec.table(spec.section(spec.CREWS, "## 5. "))}
    for ability in LIBRARY.abilities:
        hook, text = rows[ability.id]
        # What follows several hooks stands once in the table.
        effects = inside(ability.parts[0].effects)
        harms = re.findall(r"dmg\((?:[^()]|\([^()]*\))*?,(\d+)\)", text)
        assert Counter(fixed(ability.parts[0].effects, "damage")) == Counter(map(int, harms)), ability.id
        heals = re.findall(r"heal(?:\((?:[^()]|\([^()]*\))*?,| )(\d+)", text)
        if not ability.parameters:
            assert Counter(fixed(ability.parts[0].effects, "heal")) == Counter(map(int, heals)), ability.id
        may = any(part.optional for part in ability.parts) or any(effect.op == "may" for effect in effects)
        static = {"flight", "walking_dead", "gunfighter", "beyond_time", "run_and_gun"}
        assert may == (re.search(r"\bmay\b", text) is not None and ability.id not in static), ability.id
        costs = [cost for part in ability.parts for cost in part.costs]
        costs += [cost for effect in effects for cost in effect.values.get("costs", ())]
        assert bool(costs) == ("cost(" in text or "card or pass_token" in text), ability.id
        words = re.findall(r"cond\((?:[^()]|\([^()]*\))*?, ?([A-Z]\w+)(?:,\+(\d))?\)", text)
        gained = [
            (effect.name, "" if is_flat(effect) else str(effect.value.value))
            for effect in effects
            if isinstance(effect, Conditioned)
        ]
        assert gained == [(name.lower(), value) for name, value in words], ability.id
        assert (ability.parts[0].once == "activation") == text.startswith("once per activation"), ability.id
        areas = {int(inches) for inches in re.findall(r"(?:within a?|\(p|\(a|\ba)(\d+)", f"{hook} {text}")}
        assert areas <= written_inches(ability), ability.id


def written_inches(ability: Ability) -> set[int]:
    """Return the inches that are written anywhere in an ability."""
    text = repr([written_part(part) for part in ability.parts])
    return {int(inches) for inches in re.findall(r"'(?:within|aura|pulse|inches|value)': (\d+)", text)}
