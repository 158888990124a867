"""`python -m shapan` is the command `shapan`."""

from shapan.cli import main

if __name__ == "__main__":
    main()
