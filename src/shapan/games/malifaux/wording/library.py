"""The words of all cards of a library that bring none, by the keys that their texts would have."""
# Stays plain: draws for people

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from shapan.engine.text import texts_of
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action
from shapan.games.malifaux.cards.library import Library
from shapan.games.malifaux.cards.model import Model
from shapan.games.malifaux.cards.name import Name
from shapan.games.malifaux.cards.trigger import Trigger
from shapan.games.malifaux.wording.cards import Cards
from shapan.games.malifaux.wording.phrasebook import PACKAGE

LANGUAGES: Final = ("en", "zh-Hans")
Said = Callable[[Cards], str]


def names_of(library: Library) -> Iterator[tuple[str, Name]]:
    """Yield what cards are called and what they name, by the key of its text."""
    for model in library.models:
        yield f"model.{model.id}", model.name
        for table, found in (
            ("faction", model.factions),
            ("keyword", model.keywords),
            ("characteristic", model.characteristics),
        ):
            for word in found:
                yield f"{table}.{word}", Name(word.replace("_", " ").title())
        for ability in model.abilities:
            yield f"ability.{ability.id}", ability.name
        for action in model.actions:
            for one in action.triggers:
                yield f"trigger.{one.trigger.id}", one.trigger.name
    for of, name in zip(library.action_ids, library.action_names, strict=True):
        yield f"card_action.{of}", name
    for marker in library.markers:
        yield f"marker.{marker.id}", marker.name
    for upgrade in library.upgrades:
        yield f"upgrade.{upgrade.id}", upgrade.name
        for one in (one for action in upgrade.actions for one in action.triggers):
            yield f"trigger.{one.trigger.id}", one.trigger.name


def generated(library: Library) -> dict[str, Name]:
    """Return the words of all abilities, actions and triggers that have no text, by the key that it would have."""
    names, texts = dict(names_of(library)), texts_of(PACKAGE, "en")
    en, chinese = (
        Cards(language, {key: name.en if language == "en" else name.zh_hans or name.en for key, name in names.items()})
        for language in LANGUAGES
    )
    made = {}
    for key, versions in versions_of(library).items():
        if key not in texts and key not in library.texts:
            made[key] = Name(all_of(en, versions), all_of(chinese, versions))
    return made


def versions_of(library: Library) -> dict[str, list[tuple[Model | None, Said]]]:
    """Return by key of a text who has what it is about, and how that is said."""
    found: dict[str, list[tuple[Model | None, Said]]] = {}
    for model in library.models:
        for ability in model.abilities:
            found.setdefault(f"ability_help.{ability.id}", []).append((model, _ability(ability)))
    actions = [(model, action) for model in library.models for action in model.actions]
    for of, action in [*actions, *((None, action) for upgrade in library.upgrades for action in upgrade.actions)]:
        found.setdefault(f"card_action_help.{action.id}", []).append((of, _action(action)))
        for one in action.triggers:
            found.setdefault(f"trigger_help.{one.trigger.id}", []).append((of, _trigger(one.trigger)))
    return found


def _ability(ability: Ability) -> Said:
    return lambda cards: cards.ability(ability)


def _action(action: Action) -> Said:
    return lambda cards: cards.action(action)


def _trigger(trigger: Trigger) -> Said:
    return lambda cards: cards.trigger(trigger)


def all_of(cards: Cards, versions: list[tuple[Model | None, Said]]) -> str:
    """Return the words of what several models have: where they differ, each with its models."""
    said: dict[str, list[str]] = {}
    for model, say in versions:
        holders = said.setdefault(say(cards), [])
        if model is not None:
            holders.append(cards.book.name(model.id, "model"))
    if len(said) == 1:
        return next(iter(said))
    joined = cards.book.joined
    return joined(
        (cards.book.say("card.version", models=joined(of, "comma"), words=words) for words, of in said.items()),
        "sentences",
    )
