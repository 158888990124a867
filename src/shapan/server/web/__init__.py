"""What every request goes through: who asks, in which language, how often, from where."""
