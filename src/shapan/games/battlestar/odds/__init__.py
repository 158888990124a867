"""How likely rolls of the die do what is asked of them, whoever asks. Below board and bots alike."""
