"""What holds all the time or for a while: modifiers and flags of abilities, auras and effects that last (crews 2.4).

Nothing is stored: who asks for a number looks at all models whose cards can change it, and at what lasts.
"""

from __future__ import annotations

from typing import Final

from shapan.engine.kinds import UNKNOWN
from shapan.games.malifaux import formulas, model_traits, names, roster, select, value
from shapan.games.malifaux.cards.expression_tree import Expression
from shapan.games.malifaux.cards.operations import Changing, Flag, Modify
from shapan.games.malifaux.cards.part import AbilityPart
from shapan.games.malifaux.cards.selector import Selector
from shapan.games.malifaux.context import ActionContext, Source
from shapan.games.malifaux.geometry.disc import within
from shapan.games.malifaux.geometry.unit import INCH
from shapan.games.malifaux.records import CONDITION_COUNT
from shapan.games.malifaux.state import Malifaux
from shapan.games.malifaux.static_cache import NO_ROWS, NOBODY, HeldEffect

Found = tuple[Changing, Source, int]
"""An effect that holds now, where it stands, and the value that was read when it was made (UNKNOWN: read now)."""
NOTHING: Final[list[Found]] = []
LOSES: Final = "flag loses_ability"
NO_WORDS: Final[list[str]] = []
IDLE: Final = (ActionContext(0), ActionContext(1))
"""By seat: nobody does anything. What is asked about changes nothing of it."""


def _here(state: Malifaux, me: int, deed: ActionContext | None, it: int) -> Source:
    seat = state.models.sides[me]
    now = deed if deed is not None else IDLE[seat]
    cause = now.model if now.caused_by == UNKNOWN else now.caused_by
    return Source(me, seat, now, it=it, cause=cause, side=int(it == now.target and it != now.model))


def in_scope(state: Malifaux, holder: int, part: AbilityPart, subject: int, here: Source) -> bool:
    """Tell whether the subject of a hook is one that a part of an ability is about (crews 1, `scope` and `side`)."""
    if not is_of_side(state, holder, part, subject):
        return False
    if part.scope not in {"self", "table"}:
        farther = [more for model, tag, more in here.deed.wider if model == holder and tag == here.tag]
        inches = part.inches + sum(farther)  # Black Blood Pustule
        seen, left = part.scope == "aura", here.deed.left.get(subject) if here.killed == subject else None
        if left is not None and not state.is_up(subject):
            if not was_in_area(state, holder, left, inches, subject, seen=seen):
                return False
        elif not is_in_area(state, holder, subject, inches, seen=seen):
            return False
    return value.truth(state, here, part.when)


def is_of_side(state: Malifaux, holder: int, part: AbilityPart, subject: int) -> bool:
    """Crews 1, `side`: tell whether a part of an ability can be about a model, wherever that stands."""
    if subject == holder:
        return not part.other and part.side != "enemy"
    return part.scope != "self" and (
        part.side == "any" or (part.side == "friendly") == state.are_friends(holder, subject)
    )


def is_in_area(state: Malifaux, holder: int, subject: int, inches: int, *, seen: bool) -> bool:
    """MFX-12.13, 13.27: tell whether a model is in an area round another; the centre belongs to it."""
    if not state.is_up(holder) or not state.is_up(subject):
        return False
    if holder == subject:
        return True
    return formulas.is_within(state, holder, subject, inches) and (not seen or formulas.sees(state, holder, subject))


def was_in_area(
    state: Malifaux, holder: int, left: tuple[int, int, int], inches: int, killed: int, *, seen: bool
) -> bool:
    """MFX-12.3 e: tell whether the place of a killed model is in an area round another."""
    rows = state.models
    if not state.is_up(holder):
        return False
    x, y, r = left
    if not within(rows.xs[holder], rows.ys[holder], rows.radii[holder], x, y, r, inches * INCH):
        return False
    return not seen or formulas.sees_place(state, holder, x, y, r, roster.MODELS[rows.cards[killed]].sz)


def holding(state: Malifaux, key: str, subject: int, deed: ActionContext | None = None) -> list[Found]:
    """Return the effects that change something of a model now: static ones of all models, then what lasts."""
    change = state.roll().changes.get(key)
    held = NOBODY if change is None else change.about(subject)
    last, some_lost = NO_ROWS, False
    if state.lasting:
        lasting = state.lasts()
        last, some_lost = lasting.of(key), bool(lasting.of(LOSES))
    if not held and not last and (deed is None or not deed.changes):
        return NOTHING
    rows, found = state.models, []
    for one in held:
        holder, part, effect = one.model, one.part, one.effect
        if rows.health[holder] <= 0:
            continue
        against = one.is_against and deed is not None and holder == deed.target
        if holder != subject and part.scope == "self" and not against:
            continue
        if (some_lost or one.is_losable) and key != LOSES and is_lost(state, holder, one.ability):
            continue
        if not one.is_own and not (deed is not None and deed.wider) and not is_about(state, holder, part, subject):
            continue
        here = _here(state, holder, deed, subject)
        here.tag = one.tag
        about = holder if against and part.scope == "self" else subject
        if one.is_plain or (in_scope(state, holder, part, about, here) and concerns(state, here, effect, subject)):
            found.append((effect, here, UNKNOWN))
    for row, granted, effect in last:
        holder, by = row[0], row[3]
        here = _here(state, holder, deed, subject)
        here.cause = by
        if granted is None:
            if row[5] >= 0:
                here.it = row[5]
            if _lasts_for(state, here, effect, holder, subject):
                found.append((effect, here, row[4]))
        elif in_scope(state, holder, granted, subject, here) and concerns(state, here, effect, subject):
            found.append((effect, here, UNKNOWN))
    if deed is not None:
        for model, effect, made in deed.changes:
            if model == subject and roster.key_of(effect) == key:
                found.append((effect, _here(state, model, deed, subject), made))
    return found


def is_about(state: Malifaux, holder: int, part: AbilityPart, subject: int) -> bool:
    """Tell whether side and place of a model let a part of an ability be about it: `in_scope` but for `when`."""
    if part.scope in {"self", "table"}:
        return True
    if part.side != "any" and (part.side == "friendly") != state.are_friends(holder, subject):
        return False
    return is_in_area(state, holder, subject, part.inches, seen=part.scope == "aura")


def is_printed(state: Malifaux, key: str) -> bool:
    """Tell whether nothing can change something of any model now: it is as the cards print it."""
    return key not in state.roll().changes and not (state.lasting and state.lasts().of(key))


def is_against(effect: Changing) -> bool:
    """Tell whether an effect is about who acts against its holder."""
    return isinstance(effect, Modify) and effect.scope == "against_self"


def concerns(state: Malifaux, here: Source, effect: Changing, subject: int) -> bool:
    """Tell whether a static effect is about a model; one `against_self` is about who acts against its holder."""
    if effect.when is not None and not value.truth(state, here, effect.when):
        return False
    if is_against(effect):
        return True
    return subject in select.found(state, here, effect.who)


def _lasts_for(state: Malifaux, here: Source, effect: Changing, holder: int, subject: int) -> bool:
    if effect.when is not None and not value.truth(state, here, effect.when):
        return False
    who = effect.who
    if who.single():
        return holder == subject
    return subject in select.found(state, here, who)


def is_lost(state: Malifaux, model: int, ability: str) -> bool:
    """Weeping Widow: tell whether a model does not have an ability of its own now."""
    return has_word(state, model, "loses_ability", ability)


# Numbers


def total_of(state: Malifaux, subject: str, model: int, deed: ActionContext | None = None, action: str = "") -> int:
    """Return by how much all that holds changes a number of a model; identical auras do not add up (MFX-12.14)."""
    if is_fixed(state, subject, deed):
        return 0
    return sum([change for change, _ in changes(state, subject, model, deed, action)])


def is_fixed(state: Malifaux, subject: str, deed: ActionContext | None) -> bool:
    """Tell whether nothing can change a number of any model now."""
    if subject in state.roll().numbers or (deed is not None and deed.changes):
        return False
    return not state.lasting or not state.lasts().of(f"modify {subject}")


def changes(
    state: Malifaux, subject: str, model: int, deed: ActionContext | None = None, action: str = ""
) -> list[tuple[int, int]]:
    """Return what changes a number of a model, each with the ability that it comes of; UNKNOWN for what lasts.

    `action` is the general action that the number is about, where effects name one.
    """
    found: list[tuple[int, int]] = []
    known: list[Changing] = []
    for effect, here, made in holding(state, f"modify {subject}", model, deed):
        if is_against(effect) or (action and isinstance(effect, Modify) and (effect.action or action) != action):
            continue
        if made == UNKNOWN and here.me != model:
            if effect in known:
                continue
            known.append(effect)
        found.append((made_value(state, here, effect, made), here.tag))
    return found


def against(state: Malifaux, subject: str, model: int, deed: ActionContext) -> list[tuple[int, int]]:
    """Return what a model changes in actions that target it, or in flips against it, by its abilities."""
    return [
        (made_value(state, here, effect, made), here.tag)
        for effect, here, made in holding(state, f"modify {subject}", model, deed)
        if is_against(effect) and here.me == model and not is_spared(state, here, deed)
    ]


def is_spared(state: Malifaux, here: Source, deed: ActionContext) -> bool:
    """Crews 1, `ignores`: tell whether the action, or who takes it, ignores the ability that an effect comes of."""
    ability = roster.TAGS[here.tag] if here.tag >= 0 else ""
    if here.me == deed.model:  # what its action ignores is of others, not of itself
        return False
    if deed.card is not None and ability in deed.card.ignores:
        return True
    if ability in deed.ignores:
        return True
    return deed.model >= 0 and ignores(state, deed.model, ability)


def made_value(state: Malifaux, here: Source, effect: Changing, made: int) -> int:
    """Return the value of a modifier: the one that was read when it was made, or what it is now."""
    if made != UNKNOWN:
        return made
    return value.value(state, here, effect.value) if isinstance(effect.value, Expression) else 0


def duel_mods(state: Malifaux, model: int, deed: ActionContext) -> list[tuple[int, int]]:
    """MFX-13.27: return the + and - of abilities and areas to a duel flip of a model."""
    return changes(state, "duel", model, deed)


def total_change(state: Malifaux, model: int, deed: ActionContext) -> int:
    """Crews 7.19: return by how much the final total of a model is changed."""
    return total_of(state, "total", model, deed)


def cheat_cost(state: Malifaux, model: int, deed: ActionContext | None = None) -> int:
    """Negation Aura: return how many cards a model's player must discard to cheat."""
    return max(0, total_of(state, "cheat_cost", model, deed))


def action_cost(state: Malifaux, model: int, action: str) -> int:
    """Guild Authority, Hunting Partner: return how many cards a general action costs."""
    return max(0, total_of(state, "action_cost", model, None, action))


def action_limit(state: Malifaux, model: int) -> int:
    """MFX-8.2, 11.11: return how many actions a model has: 2, a leader or Master 3; Fast and Slow change it."""
    rows = state.models
    is_three = rows.leaders[model] or roster.MODELS[rows.cards[model]].station == "master"
    limit = 3 if is_three else 2
    conditions, at = rows.conditions, model * CONDITION_COUNT
    if conditions[at + names.FAST]:
        limit = min(3, limit + 1)
    if conditions[at + names.SLOW]:
        limit -= 1
    return limit + total_of(state, "action_limit", model)


def draw_limit(state: Malifaux, seat: int) -> int:
    """MFX-2.3: return by how much the hand of a seat may be larger."""
    if is_printed(state, "modify draw_limit"):
        return 0
    return sum(total_of(state, "draw_limit", model) for model in state.in_play(seat))


# Flags


def has_flag(state: Malifaux, model: int, name: str, deed: ActionContext | None = None) -> bool:
    """Tell whether a flag without a value, or with any, holds for a model."""
    if not state.lasting and (deed is None or not deed.changes):
        held = held_of(state, model, name)
        if not held:
            return False
        if is_held(state, model, held[0]):
            return True
    return bool(holding(state, f"flag {name}", model, deed))


def held_of(state: Malifaux, model: int, name: str) -> list[HeldEffect]:
    """Return the static effects of cards that may give a model a flag."""
    change = state.roll().flags.get(name)
    return NOBODY if change is None else change.about(model)


def is_held(state: Malifaux, model: int, one: HeldEffect) -> bool:
    """Tell whether a model has a flag for sure, without a look at anybody else: an effect of its own, not lost."""
    if not one.is_plain or state.models.health[model] <= 0:
        return False
    return not one.is_losable or not is_lost(state, model, one.ability)


def flag_words(state: Malifaux, model: int, name: str, deed: ActionContext | None = None) -> list[str]:
    """Return the words that a flag has for a model; nobody changes this list."""
    key = f"flag {name}"
    if (state.lasting and state.lasts().of(key)) or (deed is not None and deed.changes):
        return [roster.word_of(effect) for effect, _, _ in holding(state, key, model, deed)]
    held = held_of(state, model, name)
    if not held:
        return NO_WORDS
    words = []
    for one in held:
        if not one.is_plain:
            return [roster.word_of(effect) for effect, _, _ in holding(state, key, model, deed)]
        if state.models.health[model] > 0 and (name == "loses_ability" or not is_lost(state, model, one.ability)):
            words.append(one.word)
    return words


def has_word(state: Malifaux, model: int, name: str, word: str) -> bool:
    """Tell whether a flag has a word for a model; most words are said by no card on the table."""
    if not state.lasting or not state.lasts().of(f"flag {name}"):
        change = state.roll().flags.get(name)
        if change is None or word not in change.words:
            return False
        held = [one for one in change.about(model) if one.word == word]
        if not held:
            return False
        if name != "loses_ability" and is_held(state, model, held[0]):
            return True
    return word in flag_words(state, model, name)


def flag_number(state: Malifaux, model: int, name: str) -> int:
    """Return the number of a flag for a model, -1 where it does not hold."""
    if not state.lasting:
        held = held_of(state, model, name)
        if not held:
            return UNKNOWN
        if held[0].number >= 0 and is_held(state, model, held[0]):
            return held[0].number
    for effect, here, _ in holding(state, f"flag {name}", model):
        return made_value(state, here, effect, UNKNOWN)
    return UNKNOWN


def ignores(state: Malifaux, model: int, what: str) -> bool:
    """Tell whether a model ignores something: severe terrain, falling, an ability, damage of a kind."""
    return has_word(state, model, "ignore", what)


def cannot_gain(state: Malifaux, model: int, condition: int) -> bool:
    """Blindfighter, Numbskull: tell whether a model cannot gain a condition."""
    found = flag_words(state, model, "cannot_gain")
    return "all" in found or names.CONDITIONS[condition] in found


def ignored_for(state: Malifaux, model: int, what: str) -> bool:
    """MFX-12.8: tell whether a model is ignored for strategies or schemes."""
    return has_word(state, model, "ignored_for", what)


# What a model is now (MFX-12.1)


def has_characteristic(state: Malifaux, model: int, name: str) -> bool:
    """Tell whether a model has a characteristic, or is treated as having it (False Accusation, The Art of Undeath)."""
    printed = name in model_traits.card(state, model).characteristics
    for effect, _, _ in holding(state, "flag treat_as", model):
        if roster.word_of(effect) == name:
            return True
        if printed and isinstance(effect, Flag) and effect.instead_of == name:
            return False
    return printed


def has_ability(state: Malifaux, model: int, name: str) -> bool:
    """Tell whether a model has an ability."""
    return name in roster.ABILITIES_OF[state.models.cards[model]] and not is_lost(state, model, name)


def leaves(state: Malifaux, model: int) -> int:
    """MFX-12.3 c: return the type of marker that a killed model leaves, -1 for none."""
    if any(has_characteristic(state, model, one) for one in ("living", "undead", "beast")):
        return names.CORPSE_MARKER
    return names.SCRAP_MARKER if has_characteristic(state, model, "construct") else -1


def _is_selected(state: Malifaux, here: Source, model: int, s: Selector) -> bool:
    if s.characteristics and not any(has_characteristic(state, model, one) for one in s.characteristics):
        return False
    if s.not_characteristics and any(has_characteristic(state, model, one) for one in s.not_characteristics):
        return False
    return not s.ability or has_ability(state, model, s.ability)


value.CALLS["characteristic"] = value.and_word(has_characteristic)
value.CALLS["ability"] = value.and_word(has_ability)
select.TESTS.append(_is_selected)
