"""Reads abilities and triggers, of the library or written into a model, and puts parameters in."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from shapan.games.malifaux.cards import words
from shapan.games.malifaux.cards.ability import Ability
from shapan.games.malifaux.cards.effect_reader import read_part
from shapan.games.malifaux.cards.kinds import read
from shapan.games.malifaux.cards.name_reader import read_name, read_text
from shapan.games.malifaux.cards.row import Row
from shapan.games.malifaux.cards.trigger import Trigger

_HOLE: Final = re.compile(r"\$([a-z_]+)")
_STAND_INS: Final[dict[str, str | int]] = {"number": 1, "model": "any", "keyword": "any"}


_FREE: Final = "helping_hand"
"""MFX-11.8: the only ability that changes what a model costs; rules of hiring know it by its name."""


def filled(value: Any, parameters: Mapping[str, str | int]) -> Any:
    """Return a value of a file with `$x` replaced by the parameter x."""
    if isinstance(value, dict):
        return {key: filled(item, parameters) for key, item in value.items()}
    if isinstance(value, list):
        return [filled(item, parameters) for item in value]
    if not isinstance(value, str) or "$" not in value:
        return value
    whole = _HOLE.fullmatch(value)
    if whole and whole.group(1) in parameters:
        return parameters[whole.group(1)]
    return _HOLE.sub(lambda hole: str(parameters.get(hole.group(1), hole.group())), value)


def declared(row: Row) -> dict[str, str]:
    """Return the parameters that an ability of the library declares, with their kinds."""
    if not row.has("params"):
        return {}
    inner = row.row("params")
    return {key: inner.word(key, words.PARAMETERS) for key in inner.fields}


def stand_ins(row: Row) -> dict[str, str | int]:
    """Return something for each declared parameter, to read the ability of the library itself."""
    return {key: _STAND_INS[kind] for key, kind in declared(row).items()}


def given(row: Row, ability: Row) -> dict[str, str | int]:
    """Return the parameters that a model gives to an ability: those that it declares, no more."""
    wanted = declared(ability)
    if not row.has("params"):
        if wanted:
            raise row.fault("params", f"is needed: {', '.join(wanted)}")
        return {}
    inner = row.row("params")
    found: dict[str, str | int] = {}
    for key, kind in wanted.items():
        found[key] = inner.whole(key, 0, 50) if kind == "number" else inner.identifier(key)
        if kind == "model":
            row.references.note(inner.file, inner.at(key), "model", inner.identifier(key))
    inner.close()
    return found


def read_ability(row: Row, number: int, parameters: Mapping[str, str | int]) -> Ability:
    """Read an ability with its parameters put in."""
    of = row.identifier("id")
    name = read_name(row, of)
    declared(row)
    plain = Row(filled(row.fields, parameters), row.file, row.path, row.names, row.references)
    for key in ("id", "name", "params", "text"):
        plain.has(key)
    read_text(row, "ability_help", of)
    if plain.has("parts"):
        parts = tuple(read_part(item) for item in plain.rows("parts"))
        if not parts:
            raise row.fault("parts", "needs one part at least")
        plain.close()
    else:
        parts = (read_part(plain),)
    prices = any(effect.op == "modify" for part in parts if part.hook == "hire" for effect in part.effects)
    if prices and of != _FREE:
        raise row.fault("hook", f"hire changes costs for {_FREE} alone (MFX-11.8)")
    return Ability(number, of, name, tuple(parameters.items()), parts)


def read_trigger(row: Row, number: int) -> Trigger:
    """Read a trigger; its suits stand with the action that has it."""
    of = row.identifier("id")
    read_text(row, "trigger_help", of)
    return read(Trigger, row, number=number, id=of, name=read_name(row, of))
