"""The rules of Battlestar Galactica, a chapter of the spec a file."""
