"""What people read in every package: no turn of phrase of a translation, and marks as each language sets them."""

from __future__ import annotations

import re
import subprocess
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

import pytest

from shapan.engine.text import written
from shapan.engine.traditional import SIMPLIFIED
from shapan.server import words
from test_traditional import FOLDERS, PACKAGES, TOYS

ROOT = Path(__file__).resolve().parents[1]
LEFT = tomllib.loads(Path(__file__).with_name("wording.toml").read_text(encoding="utf-8"))
SLACK = 3
"""By how many hits a number of `wording.toml` may be too large before it has to sink."""
CALQUES = {
    "en": (
        r"as (it|things) stands?\b|all have seen",  # currently, right now; what everyone knows
        r"\b([Nn]o|[Ss]ome|[Ee]very|[Aa]ny)body\b",  # no one, someone, everyone, anyone
        r"comes to nothing|\bone's own\b|\bmade anew\b|throw (it|this \w+) away|\bstands? (best|before)\b",
        r"\b(lies|lie) (face|on top|open|with|in the (supply|Galaxy))\b|\blays? (a|an|the|out|it|your) ",  # is; place
        r"^(Lay|Place|Play|Move|Pair|Pay|Support)( \w+)? so$",  # a button: Confirm …
        r"[\d}] %|\d\"",  # 57%, 6″
    ),
    SIMPLIFIED: (
        r"略过|胜算|带框|就这样|机器人",  # 跳过，胜率，高亮，确认，电脑
        r"\{(seat|name)\} [\u4e00-\u9fff]",  # 名字与汉字之间不空格
        r"[\d}] [%％]",
        r"[。，：] \{|[。，：] [\u4e00-\u9fff]",
        r"[\u4e00-\u9fff]\{(number|count|against|most)\}张",  # 数字两边空格
        r"[\u4e00-\u9fff][A-Za-z0-9]|[A-Za-z0-9][\u4e00-\u9fff]",  # 汉字与字母、数字之间空格
    ),
}


NAMES = re.compile("Death系统|继承者BOSS")
"""As the game itself writes them."""


@cache
def texts_of(package: str, language: str) -> Mapping[str, str]:
    at_server = package == "shapan.server"
    return words.written(language) if at_server else written(package, language, FOLDERS.get(package, "texts"))


@cache
def all_texts(language: str) -> list[tuple[str, str, str]]:
    """Return every text that people read, with its package and key; not those of test games."""
    packages = [package for package in PACKAGES if package not in TOYS]
    return [(package, key, text) for package in packages for key, text in texts_of(package, language).items()]


def listed(*patterns: str) -> list[Path]:
    """Return the files of the repository whose names fit; those under src outside a checkout (an unpacked sdist)."""
    done = subprocess.run(["git", "ls-files", *patterns], cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not in a git checkout")
    return [ROOT / name for name in done.stdout.splitlines() if (ROOT / name).is_file()]


@cache
def documents() -> list[tuple[Path, str]]:
    """Return the English documents that users and authors read; specifications are no documents written here."""
    found = [path for path in listed("*.md") if "zh-Hans" not in path.name and path.parent != ROOT / "docs" / "rules"]
    return [(path, path.read_text(encoding="utf-8")) for path in found]


@pytest.mark.parametrize("language", CALQUES)
@pytest.mark.parametrize("package", [package for package in PACKAGES if package not in TOYS])
def test_texts_are_worded_as_people_speak(package: str, language: str) -> None:
    texts = texts_of(package, language)
    calques = re.compile("|".join(CALQUES[language]))
    assert texts
    assert {key: text for key, text in texts.items() if calques.search(NAMES.sub("", text))} == {}


def few(found: list[str], left: int, phrase: str) -> list[str]:
    """Say what is wrong with a number of hits: more than are left, or so few that the number has to sink."""
    if len(found) > left:
        return [f"{phrase}: {len(found)}, and {left} may be left: {found[-5:]}"]
    return [f"{phrase}: {len(found)} left: lower {left} in wording.toml"] if len(found) + SLACK < left else []


def test_hits_are_counted_and_numbers_sink() -> None:
    assert few(["one", "two"], 1, "x") == ["x: 2, and 1 may be left: ['one', 'two']"]
    assert few(["one"], 1, "x") == few(["one"], 1 + SLACK, "x") == []
    assert few(["one"], 2 + SLACK, "x") == [f"x: 1 left: lower {2 + SLACK} in wording.toml"]


def test_turns_of_phrase_of_a_translation_become_fewer() -> None:
    wrong = []
    for phrase in LEFT["phrase"]:
        pattern = re.compile(phrase["pattern"])
        texts = [f"{package} {key}" for package, key, text in all_texts("en") if pattern.search(text)]
        texts_in = [f"{path.name}: {hit[0]}" for path, text in documents() for hit in pattern.finditer(text)]
        say = f"{phrase['pattern']} ({phrase['say']})"
        wrong += few(texts, phrase["texts"], f"texts: {say}") + few(texts_in, phrase["documents"], f"documents: {say}")
    assert wrong == []


@pytest.mark.parametrize("term", LEFT["term"], ids=lambda term: term["say"])
def test_a_thing_has_one_term(term: Mapping[str, str]) -> None:
    never = re.compile(term["never"])
    found = [f"{package} {key}: {text}" for package, key, text in all_texts(term["language"]) if never.search(text)]
    assert found == []


# Marks between two parts of what is shown are those of the reader's language: `ui.comma`, `ui.colon`, `ui.called`.

GLUED = re.compile(
    r"\}\}(?:\{%[^%]*%\})*[,:;] |\}(?:\{%[^%]*%\})+[,:;] "  # templates: }}: and }{% if … %}:
    r"|(?<!%)\}(?:\{/if\})?[,:;] (?:\{|<)"  # components: }: {
)
GLUED_IN_CODE = re.compile(r"\}[,:;] (?:\$\{[^`]*)?`|join\(\"[,:;] ?\"\)")
CODE_IN_PAGES = re.compile(
    r"<style.*?</style>|<script.*?</script>|\{#each [^}]*\}[^}]*\}|translate\([^)]*\)", re.DOTALL
)
NOT_SHOWN = {"fair.ts", "coach.ts"}
"""They join what a program reads."""


def glued(text: str, *, markup: bool = True) -> list[str]:
    """Return where marks are glued between parts, with what is around them."""
    hits = [(text, hit) for hit in GLUED_IN_CODE.finditer(text)]
    page = CODE_IN_PAGES.sub("", text) if markup else ""
    hits += [(page, hit) for hit in GLUED.finditer(page)]
    return [where[max(0, hit.start() - 30) : hit.end() + 20] for where, hit in hits]


@pytest.mark.parametrize(
    "text",
    [
        "<b>{{ name }}: {{ said }}</b>",
        "<li>{{ name }}{% if says %}: {{ says }}{% endif %}</li>",
        'aria-label="{label}: {count}"',
        "`${name}: ${said}`",
        "`${round}: `",
        '[one, two].join(", ")',
        '<span>{table.word("ui.why")}: </span>',
    ],
)
def test_glued_marks_are_found(text: str) -> None:
    assert glued(text)


@pytest.mark.parametrize(
    "text",
    [
        '<b>{{ name }}{{ t("ui.colon") }}{{ said }}</b>',
        "<script>\nlet { scene, narrow }: { scene: Scene; narrow: boolean } = $props();\n</script>",
        '{one}{table.word("ui.comma")}{other}',
        "<style>a { b: c }\np, q { d: e }</style>",
        "{#each rows as { text, fine }, row}",
    ],
)
def test_marks_of_a_program_are_no_glued_ones(text: str) -> None:
    assert not glued(text)


def test_templates_and_components_glue_no_marks() -> None:
    files = listed("src/shapan/server/templates/*.html", "web/src/*.svelte", "web/src/*.ts")
    files = [path for path in files if ".test." not in path.name and path.name not in NOT_SHOWN]
    assert len(files) > 200
    found = {str(path): glued(path.read_text(encoding="utf-8"), markup=path.suffix != ".ts") for path in files}
    assert {name: where for name, where in found.items() if where} == {}


# Every word of a catalogue is used.

KEY = r"ui\.[\w.:-]"
HOLE = re.compile(r"\$?\{[^}]*\}")
CODE = (
    "src/shapan/*.py",
    "src/shapan/*.html",
    "src/shapan/*.xml",
    "src/shapan/*.js",
    "web/src/*.svelte",
    "web/src/*.ts",
)
AS_DATA = re.compile(r"ui\.say\.\w+|ui\.tell\.\w+")
"""Keys that are put together from data: the phrases of people and bots in the chat."""


def unused(keys: set[str], code: str) -> Iterator[str]:
    """Yield the keys that no code names, whole or with a part that is filled in."""
    whole = {key.rstrip(".:-") for key in re.findall(f"{KEY}+", code)}
    patterns = [HOLE.sub("\0", found) for found in re.findall(KEY + r"*(?:\$?\{[^}]*\}[\w.:-]*)+", code)]
    patterns += [f"{found}\0" for found in re.findall(rf"\"({KEY}+)\" [~+]", code)]
    # What has nothing but the prefix before its hole means words that are quoted somewhere.
    words = "|".join(sorted({re.escape(one) for one in re.findall(r"[\"'`]([a-z][\w.]*)[\"'`]", code)}))
    holes = {one: f"(?:{words})" if one.startswith("ui.\0") else r"[\w.:-]+" for one in patterns}
    named = re.compile("|".join(re.escape(one).replace("\0", hole) for one, hole in holes.items()))
    yield from sorted(key for key in keys - whole if not named.fullmatch(key))


def test_unused_words_are_found() -> None:
    code = 't("ui.one") say(f"ui.two_{kind}") `ui.three.${name}` t("ui.four_" ~ kind) t(f"ui.{kind}") kind = "six"'
    keys = {"ui.six", "ui.one", "ui.two_a", "ui.three.b", "ui.four_c", "ui.five", "ui.one_more", "ui.two"}
    assert list(unused(keys, code)) == ["ui.five", "ui.one_more", "ui.two"]


def test_every_word_of_the_catalogues_is_used() -> None:
    code = "\n".join(path.read_text(encoding="utf-8") for path in listed(*CODE) if ".test." not in path.name)
    assert not [key for key in unused(set(words.written("en")), code) if not AS_DATA.fullmatch(key)]


# Chinese documents

HAN = "[\u3400-\u9fff]"
NARROW = re.compile(
    rf"{HAN}[,;:!?](?!\d)|[,;!?]{HAN}|{HAN} ?\((?![a-z#./])|\) ?{HAN}"  # half-width marks beside Chinese
    rf"|{HAN}[A-Za-z0-9]|[A-Za-z0-9]{HAN}"  # a space between Chinese and Latin
    r"|[，。：；？！、（] +[^|\s]|[^|\s] +[，。：；？！、）]"  # none beside full-width marks
)
CODE_IN_MARKDOWN = re.compile(r"```.*?```|`[^`\n]*`|(?<=\])\([^)]*\)|<[^>]*>", re.DOTALL)


def narrow(text: str) -> list[str]:
    """Return where a Chinese document has marks or spaces of another language."""
    bare = NAMES.sub("名", CODE_IN_MARKDOWN.sub("`", text))
    return [bare[max(0, hit.start() - 10) : hit.end() + 10] for hit in NARROW.finditer(bare)]


@pytest.mark.parametrize("text", ["规则,可以", "第3 轮", "规则(见下)", "规则， 可以", "按Enter", "好吗?好"])
def test_marks_of_another_language_are_found(text: str) -> None:
    assert narrow(text)


@pytest.mark.parametrize("text", ["第 3 轮，按 Enter。", "用 `a,b` 和[说明](a.md)。", "| 攻击 8：1 点 | 2:1 |"])
def test_well_set_chinese_passes(text: str) -> None:
    assert not narrow(text)


def test_chinese_documents_are_set_as_chinese() -> None:
    found = {str(path): narrow(path.read_text(encoding="utf-8")) for path in listed("*zh-Hans.md")}
    assert len(found) > 10 and {name: where for name, where in found.items() if where} == {}


# Subjects of commits

SINCE = "2026-11-30T04:56:00+00:00"
"""When this rule began; what was committed before may read otherwise."""
SUBJECT = re.compile(r"(?=.{1,72}$)[a-z][\w.-]*(?:, [a-z][\w.-]*)*: [a-z].*[^.]")
NO_VERB = re.compile(
    r"(?:(?!need|feed|embed|speed|bring|string|sing|ring|ping)\w+(?:ed|ing)|(?:add|make|use|remove|move|test|show)s|fixes)\b"
)


def is_subject(subject: str) -> bool:
    """Return whether a subject reads `area: imperative` in at most 72 characters, without a full stop."""
    return SUBJECT.fullmatch(subject) is not None and NO_VERB.match(subject.partition(": ")[2]) is None


@pytest.mark.parametrize(
    "subject", ["docs: say what it is", "web, server: speed up the table", "pyproject.toml: pin typos"]
)
def test_subjects_name_an_area_and_what_to_do(subject: str) -> None:
    assert is_subject(subject)


@pytest.mark.parametrize(
    "subject",
    ["Fix it", "web: fixes it", "web: added a test", "web: Add a test", "web: end it.", "web: " + "long " * 14],
)
def test_other_subjects_are_found(subject: str) -> None:
    assert not is_subject(subject)


def test_commits_have_such_subjects() -> None:
    command = ["git", "log", "--no-merges", "--format=%s", f"--since={SINCE}"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        pytest.skip("not in a git checkout")
    assert [subject for subject in done.stdout.splitlines() if not is_subject(subject)] == []
