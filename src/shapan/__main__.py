"""`python -m shapan` is the command `shapan`."""

import sys


def main() -> None:
    """Run the command line and exit; Ctrl+C ends it quietly, while it is still being loaded or ends too."""
    try:
        from shapan.cli import main as command

        command()
    except KeyboardInterrupt:
        sys.exit(130)


if __name__ == "__main__":
    main()
