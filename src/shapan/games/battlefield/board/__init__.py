"""The table of Battlefield, and what is told beside it."""
