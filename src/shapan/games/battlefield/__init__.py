"""Battlefield 战地强装&冲突: cards, a ring of territories, six combat cards, treaties, bombs. In the making: no game is listed yet."""
