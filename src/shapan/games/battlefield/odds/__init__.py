"""What fights come to, whoever asks: rows of combat cards against each other. Below board and bots alike."""
