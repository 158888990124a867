"""How the source is measured, on small trees; and this checkout against its limits."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from scripts import house
from scripts.house import House, Source

ROOT = Path(__file__).resolve().parents[2]
LIMITS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["house"]
GAME = 'class Ours(Game):\n    prefix: ClassVar[str] = "XY"\n'
WHOLE = {"circles": (0, 0), "function": (50, 50), "file": (300, 300)}


def plant(root: Path, files: dict[str, str]) -> House:
    """Write files under src/shapan and measure them."""
    for name, text in files.items():
        path = root / "src" / "shapan" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return House.read(root)


def plant_game(root: Path, files: dict[str, str], *, words: int = 500) -> House:
    """Write a game with a specification of so many words, half of them in a second paper, and measure it."""
    rules = root / "docs" / "rules"
    rules.mkdir(parents=True)
    (rules / "two-words.md").write_text("word " * (words // 2), encoding="utf-8")
    (rules / "two-words-cards.md").write_text("word " * (words // 2), encoding="utf-8")
    (rules / "two.md").write_text("of another game", encoding="utf-8")
    return plant(root, {f"games/two_words/{name}": text for name, text in {"game.py": GAME, **files}.items()})


def limits(**all_of: tuple[float, float]) -> dict[str, dict[str, dict[str, float]]]:
    return {"all": {key: {"limit": limit, "goal": goal} for key, (limit, goal) in {**WHOLE, **all_of}.items()}}


def test_layout_changes_no_figure(tmp_path):
    tight = "def one(a, b):\n    return a + b\n"
    wide = '"""What it is."""\n\nfrom os import (\n    path,\n)\n\n# why\n\n' + tight.replace(
        ":\n", ':\n    """Return the sum.\n\n    Of both.\n    """\n    # because\n\n', 1
    )
    found = []
    for name, text in {"tight.py": tight, "wide.py": wide}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        source = Source.read(tmp_path / name)
        found.append((len(source.code), list(source.functions())))
    assert found == [(2, [(2, "one")])] * 2


def test_a_game_is_measured_by_its_parts(tmp_path):
    files = {"rules/a.py": "a = 1\n" * 98, "board/b.py": "b = 1\n" * 25, "bots/c.py": "c = 1\n" * 7}
    files |= {"geometry/d.py": "d = 1\n", "odds/e.py": "e = 1\n" * 3}
    game = plant_game(tmp_path, files).games["two_words"]
    assert game.lines == {"core": 100, "board": 25, "bots": 7, "odds": 3, "geometry": 1}
    assert game.figures() == {"core": 200, "scatter": 0, "board": 25, "bots": 7, "odds": 3}
    assert game.places("core") == [(98, "rules/a.py"), (2, "game.py")]
    assert game.places("bots") == [(7, "bots/c.py")]


def test_scatter_counts_the_files_that_name_a_rule(tmp_path):
    files = {
        "rules/walk.py": '"""XY-3.1, 3.2: walk."""\n',
        "rules/run.py": '"""XY-3.1: run (XY-3)."""\nSPEED = 4.5\n',
        "rules/__init__.py": "",
        "cards.py": '"""XY-3.2: no rules, but a card."""\n',
    }
    game = plant_game(tmp_path, files).games["two_words"]
    assert game.figures()["scatter"] == 1.33
    assert game.places("scatter")[0] == (2, "3.1: rules/run.py, rules/walk.py")
    assert len(game.places("scatter")) == 3


def test_a_game_without_a_specification_is_left_out(tmp_path):
    assert plant(tmp_path, {"games/toy/game.py": GAME}).games == {}


@pytest.mark.parametrize(
    "back",
    [
        "from shapan import one\n",
        "from shapan.one import ONE\n",
        "import shapan.one\n",
        "from . import one\n",
        "from .one import ONE\n",
        "def late():\n    from shapan.one import ONE\n",
        "try:\n    pass\nexcept OSError:\n    import shapan.one\n",
        "match 1:\n    case _:\n        import shapan.one\n",
    ],
)
def test_a_circle_is_found_wherever_it_is_imported(tmp_path, back):
    files = {"__init__.py": "", "one.py": "from shapan import two\n", "two.py": back}
    found = plant(tmp_path, {**files, "three.py": "from shapan import one, two\n"})
    assert found.circles == [["shapan.one", "shapan.two"]]
    assert found.figures()["all"]["circles"] == 2
    assert found.places("all", "circles") == [(2, "shapan.one, shapan.two")]


def test_packages_are_part_of_a_circle(tmp_path):
    files = {
        "a/__init__.py": "from .inner import X\n",
        "a/inner.py": "from ..b import Y\n",
        "b.py": "from shapan.a import X\n",
    }
    assert plant(tmp_path, files).circles == [["shapan.a", "shapan.a.inner", "shapan.b"]]


def test_what_is_imported_for_types_alone_makes_no_circle(tmp_path):
    for_types = "if TYPE_CHECKING:\n    from shapan.one import One\n"
    assert plant(tmp_path, {"one.py": "import shapan.two\n", "two.py": for_types}).circles == []


def test_two_circles_are_two(tmp_path):
    pairs = {"a.py": "import shapan.b\n", "b.py": "import shapan.a\n", "c.py": "import shapan.d\n"}
    found = plant(tmp_path, {**pairs, "d.py": "import shapan.c, shapan.a\n"}).circles
    assert found == [["shapan.a", "shapan.b"], ["shapan.c", "shapan.d"]]


def test_long_functions_and_files_are_named_but_not_migrations(tmp_path):
    long = "def long():\n" + "    a = 1\n" * 60
    found = plant(tmp_path, {"a.py": long, "migrations/b.py": long * 2, "c.py": "def short():\n    pass\n"})
    assert found.figures()["all"] == {"circles": 0, "function": 61, "file": 61}
    assert found.places("all", "function") == [(61, "src/shapan/a.py: long"), (2, "src/shapan/c.py: short")]


def test_a_figure_above_its_limit_fails_and_says_where(tmp_path):
    lines, code = house.report(plant(tmp_path, {"a.py": "def f():\n" + "    a = 1\n" * 9}), limits(function=(9, 5)))
    assert code == 1
    assert [line for line in lines if "OVER" in line] == [
        f"{'all':16}{'longest function, code lines':30}{10:8}{9:8}{5:8}   OVER"
    ]
    assert lines[-2:] == ["\nall, longest function, code lines:", "      10  src/shapan/a.py: f"]


def test_a_figure_at_its_limit_passes(tmp_path):
    lines, code = house.report(plant(tmp_path, {"a.py": "def f():\n" + "    a = 1\n" * 9}), limits(function=(10, 5)))
    assert (code, [line for line in lines if "OVER" in line or "lower" in line]) == (0, [])


def test_a_limit_follows_its_figure_down_to_the_goal(tmp_path):
    small = plant(tmp_path, {"a.py": "def f():\n" + "    a = 1\n" * 9})
    lines, code = house.report(small, limits(function=(20, 5), file=(20, 15)))
    assert code == 0
    assert [line.strip() for line in lines if "lower" in line] == [
        "all, longest function, code lines: lower the limit in pyproject.toml to 10",
        "all, longest file, code lines: lower the limit in pyproject.toml to 15",
    ]


def test_a_figure_without_a_limit_is_an_error(tmp_path):
    with pytest.raises(KeyError, match="two_words"):
        house.report(plant_game(tmp_path, {}), limits())


def test_this_checkout_keeps_its_limits_and_they_are_tight():
    figures = House.read(ROOT).figures()
    assert {of: set(row) for of, row in LIMITS.items()} == {of: set(row) for of, row in figures.items()}
    assert all(one["goal"] <= one["limit"] for row in LIMITS.values() for one in row.values())
    assert house.over(figures, LIMITS) == []
    assert house.loose(figures, LIMITS) == []
