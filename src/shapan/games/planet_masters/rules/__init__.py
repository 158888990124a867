"""The rules of Planet Masters, a chapter a file, in the order of the rulebook."""
