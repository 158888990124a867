"""The command `shapan`."""

from cyclopts import App

from shapan import __version__

app = App(name="shapan", help="Board games with written rules.", version=__version__)


def main() -> None:
    """Run the command line."""
    app()
