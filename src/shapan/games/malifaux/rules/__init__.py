"""The rules of Malifaux, a chapter of the spec a file, in its order."""
