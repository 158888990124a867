"""The rules of Battlefield, a chapter of the spec a file."""
