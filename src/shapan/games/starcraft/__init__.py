"""StarCraft: the board game of order stacks, hidden battle cards and six factions in a galaxy that turns."""
