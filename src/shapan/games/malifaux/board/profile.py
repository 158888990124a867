"""The card of a model in read size: its stats, its actions with their numbers, its abilities (crews 1)."""
# Stays plain: draws for people

from __future__ import annotations

from functools import cache
from typing import Final

from shapan.engine.phrases import inner, listed, say, term
from shapan.engine.scene import Line, Phrase, Piece, Print, Sign
from shapan.games.malifaux import names, roster
from shapan.games.malifaux.board.pieces import emblem
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.action import Action, Stat
from shapan.games.malifaux.cards.model import Model

SIGN: Final = {1: "+", 0: "", -1: "−"}
"""Signs of built-in modifiers."""


@cache
def profile(card: int) -> Print:
    """Return what is printed on a model's card: who it is, its stats, what it can do."""
    model = roster.MODELS[card]
    figures = [Sign(_stat(model, name), count=getattr(model, name)) for name in names.STATS]
    actions = [line for action in model.actions for line in _lines(action)]
    abilities = [Line(_ability(one), say("ability_help", one.id)) for one in model.abilities]
    figures.append(Sign(say("label", "health"), count=model.health, worn=True))
    return Print(kind=_kind(model), figures=figures, lines=abilities, aside=actions, picture=emblem(card))


def model_card(card: int, id_: str, owner: int = -1) -> Piece:
    """Return the card of a model, to be read."""
    return Piece(id_, "card", emblem(card), say("model", roster.MODELS[card].id), owner=owner, print=profile(card))


def _kind(model: Model) -> Phrase:
    """Return station, characteristics and base of a model, as one line."""
    words = [say("station", model.station), *(say("characteristic", word) for word in model.characteristics)]
    return listed([*words, say("profile", "base", value=model.base)])


def _stat(model: Model, name: str) -> Phrase:
    """Return what a stat is called, with the suits that are built into it (MFX-4.1)."""
    suits = {"df": model.df_suits, "wp": model.wp_suits}.get(name, "")
    return listed([say("stat", name), *(say("suit", suit) for suit in suits)], "profile.beside")


def _ability(ability: Ability) -> Phrase:
    """Return the name of an ability with what is printed beside it: the X of Armor, a model, a keyword (crews 5)."""
    named = say("ability", ability.id)
    if not ability.parameters:
        return named
    kinds = {"name": "model", "keyword": "keyword"}
    printed = [
        say(kinds[key], str(value)) if key in kinds else say("common", "value", value=value)
        for key, value in ability.parameters
    ]
    return say("profile", "ability", ability=inner(named), printed=inner(listed(printed)))


def _lines(action: Action) -> list[Line]:
    """Return an action, then its triggers with the suits that they need (MFX-5.1)."""
    named = say("card_action", action.id)
    bonus = say("profile", "bonus", action=inner(named)) if action.bonus else named
    made = [Line(bonus, _action(action))]
    for one in action.triggers:
        trigger = say("trigger", one.trigger.id)
        words = {"suits": inner(_suits(one.suits)), "trigger": inner(trigger)}
        when = say("profile", "trigger", **words) if one.suits else trigger
        made.append(Line(when, say("trigger_help", one.trigger.id)))
    return made


def _suits(suits: str) -> Phrase:
    return listed([say("suit", suit) for suit in suits], "profile.beside")


def _action(action: Action) -> Phrase:
    """Return the numbers of an action, and what it does."""
    parts = [] if action.range_type == "self" else [_range(action)]
    if action.stat is not None:
        parts.append(_duel(action))
    text = say("card_action_help", action.id)
    return say("profile", "action", numbers=inner(listed(parts)), text=inner(text)) if parts else text


def _range(action: Action) -> Phrase:
    return say("profile", "range", kind=term("range", action.range_type), value=action.inches)


def _duel(action: Action) -> Phrase:
    """Return the stat of an action with its suits, and what it meets: a stat of the target, a number, or both (4.4)."""
    assert action.stat is not None
    value = inner(stat_of(action.stat))
    if action.tn is None:
        if action.resist:
            return say("profile", "against", value=value, resist=term("stat", action.resist))
        return say("profile", "alone", value=value)
    number = inner(suited(str(action.tn.value), action.tn.suits))
    if action.resist:
        return say("profile", "meeting", value=value, resist=term("stat", action.resist), number=number)
    return say("profile", "reaching", value=value, number=number)


def stat_of(stat: Stat) -> Phrase:
    """Return what an action is done with: a number, a built-in + or −, and built-in suits (crews 2.5)."""
    return suited(f"{stat.value}{SIGN[stat.mod]}", stat.suits)


def suited(number: str, suits: str) -> Phrase:
    """Return a number with the suits that are printed beside it (MFX-4.1, 4.2)."""
    words = [say("common", "value", value=number), *(say("suit", suit) for suit in suits)]
    return listed(words, "profile.beside")
