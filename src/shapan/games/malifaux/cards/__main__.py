"""Checks files of cards before they are played with: `python -m shapan.games.malifaux.cards FILE ...`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from io import TextIOWrapper
from pathlib import Path

from shapan.games.malifaux.cards.data import text_of
from shapan.games.malifaux.cards.fault import CardFault
from shapan.games.malifaux.cards.loader import load, standard, standard_files
from shapan.games.malifaux.wording.library import generated

WHERE = "Fields and words: docs/rules/malifaux-crews.md, sections 1 and 2; checks: section 8."


def main(paths: Sequence[str]) -> int:
    """Say of files whether they are right, as they are read behind the printed set; return the exit status."""
    if not paths:
        sys.stdout.write(f"{__doc__}\n{WHERE}\n")
        return 2
    try:
        library = load([*standard_files(), *((path, text_of(Path(path))) for path in paths)])
    except CardFault as error:
        sys.stderr.write(f"{error}\n{WHERE}\n")
        return 1
    for model in library.models[len(standard().models) :]:
        actions = ", ".join(action.name.en for action in model.actions)
        sys.stdout.write(f"{model.id}: {model.name.en}, {model.station}, cost {model.cost}: {actions}\n")
    for key, words in generated(library).items():
        sys.stdout.write(f"note: {key.partition('.')[2]} has no text: players read words made of its effects.\n")
        sys.stdout.write(f"  en: {words.en}\n  zh_hans: {words.zh_hans}\n")
    sys.stdout.write("All right.\n")
    return 0


if __name__ == "__main__":
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a terminal without Chinese is no fault of the file
    sys.exit(main(sys.argv[1:]))
