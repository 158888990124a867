"""Files of cards that are too deep, too long, or no text: refused with the file and the field."""

from __future__ import annotations

from pathlib import Path

import pytest

from shapan.games.malifaux.cards.__main__ import main
from shapan.games.malifaux.cards.data import text_of
from shapan.games.malifaux.cards.expression import parse
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.loader import load, standard_files

OWN = Path(__file__).parents[4] / "docs" / "how-to" / "models" / "own_models.json"
AMOUNT = '"amount": [2, 3, 4]'
HOUND = "quarry_hound.actions.0.effects.0.amount"
DEEP = "own.json: is no JSON that can be read: nested too deeply, or a number too long"
WRONG = [
    ("deep", f'"amount": {"[" * 100_000}', DEEP),
    ("deep objects", '"amount": ' + '{"a": ' * 100_000, DEEP),
    ("long number", '"amount": ' + "9" * 5_000, DEEP),
    ("less deep", f'"amount": {"[" * 60}{"]" * 60}', "own.json, models.0.actions.0.effects.0.amount.0.0"),
    (
        "brackets",
        f'"amount": "{"(" * 60}1{")" * 60}"',
        f"own.json, {HOUND}: '(((((((((((((((((((((((((((((((((((((((((",
    ),
    ("many brackets", f'"amount": "{"(" * 90_000}"', "too long: at most 200 words, numbers and signs"),
    ("minus", f'"amount": "{"-" * 60}1"', "nested too deeply: at most 20 brackets"),
    ("not", f'"amount": "{"not " * 60}1"', "nested too deeply: at most 20 brackets"),
    ("sum", f'"amount": "1{"+1" * 150}"', "too long: at most 200 words, numbers and signs"),
    ("digits", f'"amount": "{"9" * 5_000}"', "a number has too many digits: at most 4"),
    ("great number", f'"amount": {10**30}', f"own.json, {HOUND}: needs a number of -9999 to 9999"),
    ("great numbers", f'"amount": [1, 2, {10**30}]', f"own.json, {HOUND}.2: needs a number of -9999 to 9999"),
]


@pytest.mark.parametrize(("text", "says"), [row[1:] for row in WRONG], ids=[row[0] for row in WRONG])
def test_what_is_too_deep_or_too_long_is_refused_where_it_stands(text: str, says: str) -> None:
    whole = OWN.read_text("utf-8")
    assert AMOUNT in whole
    with pytest.raises(CardFault) as caught:
        load([*standard_files(), ("own.json", whole.replace(AMOUNT, text, 1))])
    assert says in str(caught.value) and len(str(caught.value)) < 400


def test_what_the_printed_cards_need_is_far_from_the_limits() -> None:
    assert parse("((((((((1))))))))")[1] == parse("-(-(-(-1)))")[1] == "number"
    load([*standard_files(), ("own.json", OWN.read_text("utf-8"))])


@pytest.mark.parametrize("name", ["\ud800", "a\0b"])
def test_names_that_cannot_be_shown_are_refused(name: str) -> None:
    text = OWN.read_text("utf-8").replace('"Quarry Hound"', f'"{ascii(name)[1:-1].replace("x00", "u0000")}"', 1)
    with pytest.raises(CardFault, match=r"own.json, quarry_hound.name.en: holds signs that cannot be shown"):
        load([*standard_files(), ("own.json", text)])


def test_a_file_that_is_no_text_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "own.json").write_bytes(b'{"format": "\xff"}')
    with pytest.raises(CardFault, match=r"own.json: is no UTF-8 text \(byte 12\)"):
        text_of(tmp_path / "own.json")
    assert main([str(tmp_path / "own.json")]) == main([str(tmp_path / "none.json")]) == 1
    said = capsys.readouterr().err
    assert "own.json: is no UTF-8 text" in said and "none.json: cannot be read: No such file" in said
