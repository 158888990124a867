"""What may lie in a battle: counted alike for people and for bots."""
