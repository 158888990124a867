"""The command line as a whole: its commands, its version, and how it ends.

Exit codes: 0 done, 1 the thing that was checked does not hold, 2 not understood (one line on standard error that begins
with `shapan: `, nothing written) or failed in a way that nobody has foreseen (one line too; `--debug` shows the rest),
130 interrupted, 141 nobody reads the output any more.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import traceback
from collections.abc import Sequence
from io import TextIOWrapper
from typing import Any

from cyclopts import App, CycloptsError, Parameter, UnusedCliTokensError

from shapan import BUILD, __version__
from shapan.build import under_way
from shapan.cli.errors import UsageError, did_you_mean
from shapan.cli.serve import table
from shapan.engine.trouble import one_line, trouble_of

COMMANDS = {
    "serve": ("shapan.cli.serve:serve", "Serve matches to others, set up by a file of settings."),
    "play": ("shapan.cli.play.command:play", "Play in the terminal."),
    "games": ("shapan.cli.games:games", "List the games."),
    "rules": ("shapan.cli.rules:rules", "Print a game's rulebook, or one rule of it."),
    "replay": ("shapan.cli.replay:replay", "Replay a saved match, or prove that it still fits the rules."),
    "verify": ("shapan.cli.verify:verify", "Check the fair dice of a finished match, offline."),
    "import": (
        "shapan.cli.import_match:import_match",
        "Take a match file into the data folder, to be watched in the browser.",
    ),
    "scenario": ("shapan.cli.scenario:scenario", "Run scenario files, and compare them with what they expect."),
    "simulate": ("shapan.cli.simulate:simulate", "Let bots play each other and count who wins."),
    "lab": ("shapan.cli.lab.command:lab", "Let bots play many matches, and keep tables of them."),
    "check": ("shapan.cli.check:check", "Hold a game to the laws of the engine."),
    "db": ("shapan.cli.database:db", "Look after the table's database: schema, backups, moves."),
    "ratings": ("shapan.cli.ratings:ratings", "Look after the ratings of members."),
    "account": ("shapan.cli.account:account", "Look after the accounts of a server: roles, new passwords, deletion."),
    "proxy-config": (
        "shapan.cli.proxy:proxy_config",
        "Print a configuration of nginx for a site that several processes serve.",
    ),
    "new-game": (
        "shapan.cli.new_game:new_game",
        "Write a small game of dice or cards, to begin your own from.",
    ),
}
"""Where each command is, and what the list of commands says of it while it is not loaded."""


INTERRUPTED = 130
DEBUG = "--debug"
"""Anywhere before `--`: show a failure of the program itself in full."""


def version() -> str:
    """Return the version, the kind of build, and how far another kind is that is being compiled."""
    compiling = under_way()
    return f"shapan {__version__} ({BUILD}{f'; compiling: {compiling}' if compiling else ''})"


app = App(
    name="shapan",
    help="Board games with written rules. Without a command: the table in the browser. "
    "With --debug, a failure of the program itself is shown in full.",
    version=version,
    default_parameter=Parameter(negative=(), show_default=False),
    result_action="return_value",
    suppress_keyboard_interrupt=False,
    help_format="plaintext",
)
app.default(table)
for _name, (_path, _help) in COMMANDS.items():
    app.command(_path, name=_name, help=_help)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = DEBUG in given[: given.index("--") if "--" in given else None]
    given = [word for word in given if word != DEBUG] if debug else given
    try:
        result: Any = app(given, exit_on_error=False, print_error=False)
        sys.stdout.flush()
    except UsageError as complaint:
        return _complain(str(complaint))
    except UnusedCliTokensError as error:
        return _complain(_unused(given, error))
    except CycloptsError as error:
        return _complain(" ".join(str(error).split()))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _forget_output()
        return 141
    except OSError as error:
        _forget_output()
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror or error))
    except Exception as error:  # noqa: BLE001 - the outermost edge: nobody shall meet a trace-back
        _forget_output()
        return _fail(error, debug)
    return result if isinstance(result, int) else 0


def main() -> None:
    """Run the command line and exit."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a sign that the terminal cannot show is no reason to stop
    code = run()
    if code == INTERRUPTED:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one would meet an interpreter that ends
        if "ray" in sys.modules:  # its threads now and then crash as an interrupted interpreter ends
            sys.stdout.flush()
            sys.stderr.flush()
            os._exit(code)
    sys.exit(code)


def _forget_output() -> None:
    """Let what is still to be written go nowhere, so that the interpreter does not complain of it as it ends."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _complain(message: str) -> int:
    print(f"shapan: {one_line(message)}", file=sys.stderr)
    return 2


def _fail(error: Exception, debug: bool) -> int:
    """Say in one line what nobody has foreseen: what was read, what came of it, where in the program."""
    if debug:
        traceback.print_exception(error)
    read = "".join(f"{note}: " for note in reversed(getattr(error, "__notes__", ())))
    return _complain(f"{read}unexpected {trouble_of(error)}" + ("" if debug else f"; {DEBUG} shows more"))


def _unused(given: Sequence[str], error: UnusedCliTokensError) -> str:
    words = list(error.unused_tokens or [])
    if words and words[0] == next((word for word in given if not word.startswith("-")), None):
        return f"there is no command {words[0]!r}; known: {', '.join(COMMANDS)}{did_you_mean(words[0], COMMANDS)}"
    return f"too many words: {' '.join(words)}"
