"""The start of the scripts on machines without uv, and the rule that nothing is skipped under CI."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
TOOLS = ("dirname", "tail", "mkdir", "rm", "chmod", "cat", "sh")


@pytest.fixture
def machine(tmp_path):
    """A checkout with scripts/play, on a machine that has a shell and little else."""
    shutil.copytree(ROOT / "scripts", tmp_path / "checkout" / "scripts")
    (tmp_path / "bin").mkdir()
    for tool in TOOLS:
        (tmp_path / "bin" / tool).symlink_to(shutil.which(tool) or tool)
    return tmp_path


def install(machine: Path, name: str, script: str) -> None:
    path = machine / "bin" / name
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)


def play(machine: Path, *words: str) -> subprocess.CompletedProcess[str]:
    command = [str(machine / "checkout" / "scripts" / "play"), *(words or ["--version"])]
    return subprocess.run(command, env={"PATH": str(machine / "bin")}, capture_output=True, text=True, check=False)


# A uv that says how it was called, put where venv or pip would put the real one.
UV = "mkdir -p .uv/bin; printf '#!/bin/sh\\necho private uv: $*\\n' >.uv/bin/uv; chmod +x .uv/bin/uv"


def test_uv_on_the_path_is_used(machine):
    install(machine, "uv", 'echo "uv: $*"')
    done = play(machine)
    assert done.stdout.splitlines()[-1] == f"uv: run --project {machine / 'checkout'} --no-dev shapan --version"
    assert not (machine / "checkout" / ".uv").exists()


def test_only_the_first_start_shows_what_it_does(machine):
    install(machine, "uv", 'echo "uv: $*"; [ "$1" != run ] || mkdir -p .venv')
    first, again = play(machine), play(machine)
    assert "once, up to a minute" in first.stderr
    assert again.stderr == ""
    assert again.stdout == f"uv: run --project {machine / 'checkout'} --quiet --no-dev shapan --version\n"


def test_the_first_start_offers_to_compile_and_a_later_one_does_it_beside_the_table(machine):
    install(machine, "uv", '[ "$1" != run ] || mkdir -p .venv; echo "uv: $* ${SHAPAN_COMPILED:-}"')
    builds = machine / "checkout" / "build" / "compiled" / "modules"
    first = play(machine)
    assert "./scripts/play --compile" in first.stderr
    again = play(machine, "--compile", "--port", "9000")
    assert sorted(again.stdout.splitlines()) == [
        f"uv: run --project {machine / 'checkout'} --quiet --no-dev shapan --port 9000 {builds}",
        f"uv: run --quiet --no-dev --group compile python -m scripts.compile_here --background {builds}",
    ]
    assert play(machine).stdout.endswith("shapan --version \n")  # it broke off before anything was built
    builds.mkdir(parents=True)
    assert play(machine).stdout.endswith(f"shapan --version {builds}\n")


def test_an_old_python_is_named(machine):
    install(machine, "python3", '[ "$1" = --version ] && echo Python 3.9.2 || exit 1')
    done = play(machine)
    assert done.returncode == 2
    assert "needs Python 3.11 or newer; python3 here is: Python 3.9.2" in done.stderr


def test_a_missing_python_is_named(machine):
    done = play(machine)
    assert done.returncode == 2
    assert "needs Python 3.11 or newer; python3 here is: missing" in done.stderr


def test_a_newer_python_beside_an_old_one_is_found(machine):
    install(machine, "python3", "exit 1")
    install(
        machine,
        "python3.12",
        f'case "$*" in *venv*) {UV}; printf "#!/bin/sh\\n" >.uv/bin/python; chmod +x .uv/bin/python;; esac; exit 0',
    )
    done = play(machine)
    assert done.stdout == f"private uv: run --project {machine / 'checkout'} --no-dev shapan --version\n", done.stderr


def test_without_venv_pip_installs_into_the_private_folder(machine):
    install(machine, "python3", f'case "$*" in *"-m venv"*) mkdir -p .uv/bin; exit 1;; *--target*) {UV};; esac; exit 0')
    done = play(machine)
    assert done.stdout == f"private uv: run --project {machine / 'checkout'} --no-dev shapan --version\n", done.stderr
    again = play(machine)
    assert "installing uv" in done.stderr
    assert "installing uv" not in again.stderr


def test_without_venv_and_pip_the_error_says_what_to_install(machine):
    install(machine, "python3", 'case "$*" in *"-m "*) echo No module >&2; exit 1;; esac; exit 0')
    done = play(machine)
    assert done.returncode == 2
    assert "has neither a working venv nor pip" in done.stderr
    assert "apt-get install python3-venv" in done.stderr


# A uv under which engine and rules are covered to 98 %: it writes down its calls, and fails below a floor as coverage.
COVERED = """echo "$*" >>"$CALLS"
case "$*" in
    *" pytest "*fails*) exit 3 ;;
    *--fail-under=*) echo 98; [ "${*##*--fail-under=}" -le 98 ] || exit 2 ;;
    *"coverage report"*) echo the lines ;;
esac"""


def covered(machine: Path, *words: str, **settings: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """Run scripts/coverage; return how it ended and how pytest was called."""
    install(machine, "uv", COVERED)
    calls = machine / "calls"
    calls.unlink(missing_ok=True)
    environment = {"PATH": str(machine / "bin"), "CALLS": str(calls), **settings}
    script = str(machine / "checkout" / "scripts" / "coverage")
    done = subprocess.run([script, *words], env=environment, capture_output=True, text=True, check=False)
    return done, [call for call in calls.read_text().splitlines() if " pytest " in call]


def test_coverage_hands_its_arguments_to_pytest_and_reports(machine):
    done, calls = covered(machine, "tests/games/pig", "-m", "not slow")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "the lines\n\n== engine and rules (floor: 98 %)\n98\n"
    assert calls == ["run --quiet pytest --cov --cov-report= tests/games/pig -m not slow"]
    usual = "--numprocesses auto -m not browser --ignore tests/lab/test_cluster.py"
    assert covered(machine)[1] == [f"run --quiet pytest --cov --cov-report= {usual}"]


def test_coverage_below_the_floor_is_a_failure_that_says_so(machine):
    done, _ = covered(machine, "tests", SHAPAN_COVERAGE_FLOOR="99")
    assert done.returncode == 1
    assert done.stderr == "Engine and rules are covered less than the floor of 99 %: see the lines above.\n"
    assert done.stdout.endswith("(floor: 99 %)\n98\n")


def test_coverage_of_tests_that_fail_is_no_success(machine):
    done, _ = covered(machine, "fails")
    assert (done.returncode, done.stdout) == (3, "")


@pytest.mark.parametrize("ci", ["true", ""])
def test_a_skip_is_a_failure_under_ci(tmp_path, ci):
    folder = tmp_path / "tests"
    folder.mkdir()
    shutil.copy(ROOT / "tests" / "conftest.py", folder)
    (folder / "test_some.py").write_text(
        "import pytest\n"
        "def test_skips(): pytest.skip('no browser')\n"
        "@pytest.mark.skip(reason='by mark')\ndef test_marked(): pass\n"
        "@pytest.mark.xfail(strict=True)\ndef test_known(): raise OSError\n"
        "def test_passes(): pass\n"
    )
    (folder / "test_module.py").write_text("import pytest\npytest.importorskip('no_such_module_here')\n")
    command = [sys.executable, "-m", "pytest", "--rootdir", str(tmp_path), "-c", os.devnull, "-p", "no:cacheprovider"]
    command += ["--continue-on-collection-errors"]
    env = {**os.environ, "CI": ci, "PYTHONPATH": str(ROOT / "tests")}  # the costs, which it counts
    done = subprocess.run(command, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    last = done.stdout.splitlines()[-1]
    if ci:
        assert done.returncode == 1
        assert "1 failed, 1 passed, 1 xfailed, 2 errors" in last  # a mark skips before the test starts
        assert done.stdout.count("skipped, which CI=true forbids") >= 3
        assert "no browser" in done.stdout
    else:
        assert done.returncode == 0
        assert "1 passed, 3 skipped, 1 xfailed" in last


# Fresh seeds


def seeds(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    command = [str(ROOT / "scripts" / "check-seeds"), *arguments]
    return subprocess.run(command, env={**os.environ, **variables}, capture_output=True, text=True, check=False)


def test_fresh_seeds_are_others_each_time():
    runs = [seeds("--jobs", "2", "--matches", "1", "--decisions", "8", "pig", "2") for _ in range(2)]
    assert [run.returncode for run in runs] == [0, 0], "".join(run.stdout + run.stderr for run in runs)
    said = [line.split() for run in runs for line in run.stdout.splitlines() if " ok " in line]
    # Of two that end at once either may be printed first.
    assert sorted(row[:3] for row in said) == [[f"{at}/2", "ok", "pig"] for at in (1, 1, 2, 2)]
    assert len({row[3] for row in said}) == 4


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["nope"], "no such game: nope"),
        (["pig", "0"], "N must be a number from 1"),
        (["--jobs", "x"], "--jobs must be a number"),
        (["--fast"], "no such option: --fast"),
    ],
)
def test_wrong_arguments_of_fresh_seeds_are_named(arguments, says):
    done = seeds(*arguments)
    assert done.returncode == 2 and says in done.stderr


def test_a_run_of_a_seed_that_fails_is_printed_with_the_command_that_repeats_it(tmp_path):
    """Nothing fails in the games of a release, so what is run here is a number of matches that `check` refuses."""
    size = {"SEEDS_MATCHES": "0", "SEEDS_DECISIONS": "8", "SEEDS_ALL": "1", "SEEDS_FOLDER": str(tmp_path)}
    done = seeds("--one", "pig", "7", SEEDS_UV=shutil.which("uv") or str(ROOT / ".uv" / "bin" / "uv"), **size)
    first, *found = done.stdout.splitlines()
    assert done.returncode == 1
    assert first == "1/1  FAILED  ./scripts/play check pig --matches 0 --decisions 8 --seed 7"
    assert "matches" in "".join(found)
