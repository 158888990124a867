"""The cards of Malifaux as data: models, actions, abilities, triggers, the language of their effects, and its loader."""
