"""The cards of Malifaux as data: models with actions, abilities and triggers, the language of effects, a loader."""
