"""Numbers and conditions of cards in words (crews 2.3)."""
# Stays plain: draws for people

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from shapan.games.malifaux.cards.amount import Amount
from shapan.games.malifaux.cards.expression_tree import Comparison, Expression
from shapan.games.malifaux.cards.expression_words import EXPRESSION_WORDS, FLAG

if TYPE_CHECKING:
    from shapan.games.malifaux.wording.things import Things

SIGNS: Final = {
    "=": "equal", "!=": "unequal", "<": "less", "<=": "at_most", ">": "more", ">=": "at_least",
}  # fmt: skip
_CALCULATED: Final = {"+": "sum", "-": "difference", "*": "product"}
_IDS: Final = {
    "token": ("token",), "action": ("card_action", "general_action"), "marker_type": ("marker",),
    "tag": ("ability", "trigger", "card_action", "general_action"), "characteristic": ("characteristic",),
    "keyword": ("keyword",), "station": ("station",), "ability": ("ability", "id"), "upgrade": ("upgrade",),
    "name": ("model",),
}  # fmt: skip
"""By word of expressions, the tables that name its id."""
_CONSTANTS: Final = {
    "source": "source", "action_range": "range", "action_kind": "kind", "duel_stat": "stat", "flip_kind": "flip_kind",
}  # fmt: skip
_HAS_SOME: Final = {(">", 0), (">=", 1), ("!=", 0)}
_HAS_NONE: Final = {("=", 0), ("<", 1), ("<=", 0)}


def digits(value: int) -> str:
    """Return a number, with a proper minus."""
    return str(value).replace("-", "−")


def measure(things: Things, tree: Expression) -> str:
    """Return a number as part of a sentence: one that is calculated stands in brackets."""
    return digits(tree.value) if tree.is_fixed() else things.book.say("joint.brackets", inner=calculated(things, tree))


def inches(things: Things, tree: Expression) -> str:
    """Return a distance."""
    return things.book.say("thing.inches", number=digits(tree.value)) if tree.is_fixed() else measure(things, tree)


def amount(things: Things, of: Amount) -> str:
    """Return an amount: by weak, moderate and severe, if a flip says which."""
    return "/".join(measure(things, part) for part in of.bands)


def signed(things: Things, tree: Expression) -> str:
    """Return what is added to a number."""
    if tree.is_fixed():
        return digits(tree.value) if tree.value < 0 else f"+{tree.value}"
    if tree.op == "-" and tree.parts[0].is_fixed() and not tree.parts[0].value:
        return f"−{measure(things, tree.parts[1])}"
    return f"+{measure(things, tree)}"


def calculated(things: Things, tree: Expression) -> str:
    """Return a number in words."""
    say = things.book.say
    if tree.is_fixed():
        return digits(tree.value)
    if tree.op == "number_of" and tree.selector is not None:
        return say("number.number_of", things=things.several(tree.selector))
    if tree.op == "call":
        if EXPRESSION_WORDS[tree.word].gives == FLAG:
            return say("number.if", condition=condition(things, tree))
        return say(f"number.{tree.word}", **_arguments(things, tree))
    if tree.op in _CALCULATED:
        left, right = (measure(things, part) for part in tree.parts)
        return say(f"number.{_CALCULATED[tree.op]}", left=left, right=right)
    if tree.op in {"min", "max", "div_up", "div_down"}:
        left, right = (calculated(things, part) for part in tree.parts)
        return say(f"number.{tree.op}", left=left, right=right)
    return say("number.if", condition=condition(things, tree))


def compared(things: Things, comparison: Comparison) -> str:
    """Return a comparison without its left side: less than 3."""
    return things.book.say(f"sign.{SIGNS[comparison.sign]}", number=calculated(things, comparison.right))


def condition(things: Things, tree: Expression) -> str:
    """Return a condition in words."""
    book = things.book
    if tree.op in {"and", "all", "or"}:
        parts = [_inner(things, part, tree.op) for part in tree.parts]
        return book.joined(parts, "or" if tree.op == "or" else "and")
    if tree.op == "not":
        return _denied(things, tree.parts[0])
    if tree.op == "in" or (tree.op in {"=", "!="} and tree.parts[1].op == "constant"):
        return _is_word(things, tree)
    if tree.op in SIGNS:
        return _comparison(things, tree)
    if tree.op == "number_of" and tree.selector is not None:
        is_plain = tree.selector.single() or tree.selector.count is not None
        return book.say("truth.there" if is_plain else "truth.there_is", things=things.one(tree.selector))
    if tree.op == "call" and EXPRESSION_WORDS[tree.word].gives == FLAG:
        return book.say(f"truth.{tree.word}", **_arguments(things, tree))
    return book.say("truth.some", number=calculated(things, tree))


def _inner(things: Things, tree: Expression, outer: str) -> str:
    said = condition(things, tree)
    mixed = tree.op in {"and", "or", "all"} and (tree.op == "or") != (outer == "or")
    return things.book.say("joint.brackets", inner=said) if mixed else said


def _denied(things: Things, tree: Expression) -> str:
    key = f"truth.not_{tree.word}"
    if tree.op == "call" and things.book.has(key):
        return things.book.say(key, **_arguments(things, tree))
    return things.book.say("truth.not", condition=condition(things, tree))


def _is_word(things: Things, tree: Expression) -> str:
    of = tree.parts[0].word
    words = [things.book.name(part.word, _CONSTANTS[of]) for part in tree.parts[1:]]
    said = things.book.say(f"truth.{of}", words=things.book.joined(words, "or"))
    return things.book.say("truth.not", condition=said) if tree.op == "!=" else said


def _comparison(things: Things, tree: Expression) -> str:
    left, right = tree.parts
    bound = (tree.op, right.value) if right.is_fixed() else ("", 0)
    key = "some" if bound in _HAS_SOME else "none" if bound in _HAS_NONE else ""
    if key and left.op == "call" and left.word in {"condition", "token"}:
        return things.book.say(f"truth.{key}_{left.word}", **_arguments(things, left))
    if key == "some" and left.op == "number_of":
        return condition(things, left)
    comparison = compared(things, Comparison(tree.op, right))
    return things.book.say("truth.compared", number=calculated(things, left), comparison=comparison)


def _arguments(things: Things, tree: Expression) -> dict[str, str]:
    """Return the words in the brackets of a call, by the holes of its template: who, other, suit, player, …"""
    book, said = things.book, dict[str, str]()
    for kind, word in zip(EXPRESSION_WORDS[tree.word].takes, tree.arguments, strict=True):
        if kind == "who":
            said["other" if "who" in said else "who"] = book.name(word, "who")
        elif kind == "suit":
            said["suit"] = book.name(word[0], "suit")
        elif kind == "id":
            said["id"] = book.name(word, *_IDS[tree.word])
        else:
            said[kind] = book.name(word, "of_player" if kind == "player" else kind)
    return said
