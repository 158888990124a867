"""Masked PPO on a big game, in one file: python ppo.py [--game starcraft] [--steps 200000] [--seed 1].

It learns from one seat against a bot. Observations are sparse, so a step costs what a seat sees and not what it could
see; where there is only one legal action, nobody is asked. The network is written in NumPy: two layers, a policy over
all actions of which those that are not legal have no chance, and a value. For a larger one put a library in the place
of `Network`; the rest stays.
"""

from __future__ import annotations

import argparse
from dataclasses import dataclass

import numpy as np

from shapan.adapters.gymnasium_env import make


@dataclass
class Settings:
    """What may be changed: the first four on the command line."""

    game: str = "starcraft"
    bots: str = "random"
    seed: int = 1
    steps: int = 200_000
    batch: int = 512
    epochs: int = 3
    minibatch: int = 128
    hidden: int = 64
    rate: float = 1e-3
    gamma: float = 0.999
    decay: float = 0.95
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5
    most_norm: float = 0.5


class Network:
    """Sparse row -> tanh -> policy and value. `gradients` returns those of the PPO loss, made by hand."""

    def __init__(self, columns: int, actions: int, hidden: int, rng: np.random.Generator) -> None:
        # The last row of `seen` stands for "no number here": padding points to it, and it stays 0.
        seen = rng.normal(0, 0.3, (columns + 1, hidden))
        seen[columns] = 0
        self.weights = {
            "seen": seen,
            "bias": np.zeros(hidden),
            "policy": rng.normal(0, 0.01, (hidden, actions)),
            "policy_bias": np.zeros(actions),
            "worth": rng.normal(0, 0.1, (hidden, 1)),
            "worth_bias": np.zeros(1),
        }
        self.moments = {name: (np.zeros_like(one), np.zeros_like(one)) for name, one in self.weights.items()}
        self.updates = 0

    def forward(self, columns: np.ndarray, values: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, ...]:
        w = self.weights
        hidden = np.tanh(np.einsum("bk,bkh->bh", values, w["seen"][columns]) + w["bias"])
        logits = np.where(mask, hidden @ w["policy"] + w["policy_bias"], -1e9)
        logits -= logits.max(1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(1, keepdims=True)
        return hidden, chances, (hidden @ w["worth"] + w["worth_bias"])[:, 0]

    def gradients(self, seen: tuple, actions, before, gains, returns, set_: Settings) -> tuple[dict, float]:
        columns, values, mask = seen
        hidden, chances, worth = self.forward(columns, values, mask)
        rows, size = np.arange(len(actions)), len(actions)
        logs = np.log(np.maximum(chances, 1e-12))
        ratio = np.exp(logs[rows, actions] - before)
        # The clipped objective has a slope only where the smaller of its two terms is the unclipped one.
        free = np.where(gains > 0, ratio < 1 + set_.clip, ratio > 1 - set_.clip)
        spread = -(chances * logs).sum(1)
        slope = -chances * (free * gains * ratio)[:, None]
        slope[rows, actions] += free * gains * ratio
        slope -= set_.entropy * chances * (logs + spread[:, None])
        slope = np.where(mask, -slope, 0) / size
        off = set_.value * 2 * (worth - returns) / size
        inner = slope @ self.weights["policy"].T + off[:, None] * self.weights["worth"].T
        inner *= 1 - hidden**2
        into = np.zeros_like(self.weights["seen"])
        np.add.at(into, columns, values[:, :, None] * inner[:, None, :])
        into[-1] = 0
        made = {
            "seen": into,
            "bias": inner.sum(0),
            "policy": hidden.T @ slope,
            "policy_bias": slope.sum(0),
            "worth": hidden.T @ off[:, None],
            "worth_bias": off.sum(keepdims=True),
        }
        loss = -np.minimum(ratio * gains, np.clip(ratio, 1 - set_.clip, 1 + set_.clip) * gains)
        return made, float((loss + set_.value * (worth - returns) ** 2 - set_.entropy * spread).mean())

    def update(self, gradients: dict, set_: Settings) -> None:
        """Adam, with the norm of all gradients together bounded."""
        norm = np.sqrt(sum((one**2).sum() for one in gradients.values()))
        scale = min(1.0, set_.most_norm / (norm + 1e-8))
        self.updates += 1
        for name, one in gradients.items():
            mean, square = self.moments[name]
            mean += 0.1 * (one * scale - mean)
            square += 0.001 * ((one * scale) ** 2 - square)
            step = (mean / (1 - 0.9**self.updates)) / (np.sqrt(square / (1 - 0.999**self.updates)) + 1e-8)
            self.weights[name] -= set_.rate * step


def gains_of(rewards, ends, worth, last: float, set_: Settings) -> np.ndarray:
    """Generalised advantages, from the last step back."""
    gains, running = np.zeros(len(rewards)), 0.0
    for at in reversed(range(len(rewards))):
        following = 0.0 if ends[at] else (worth[at + 1] if at + 1 < len(rewards) else last)
        later = 0.0 if ends[at] else set_.gamma * set_.decay * running
        running = rewards[at] + set_.gamma * following - worth[at] + later
        gains[at] = running
    return gains


def train(set_: Settings) -> tuple[Network, list[float]]:
    """Train and return the network and the mean reward of the matches of each batch."""
    rng = np.random.default_rng(set_.seed)
    table = make(set_.game, seat=0, bots=set_.bots, observation="sparse", entries=1024, skip_forced=True)
    columns, actions = int(table.observation_space["columns"].high[0]), int(table.action_space.n)
    network = Network(columns, actions, set_.hidden, rng)
    seen, _ = table.reset(seed=set_.seed)
    history: list[float] = []
    for done in range(0, set_.steps, set_.batch):
        rows, chosen, before, worth, rewards, ends, results = [], [], [], [], [], [], []
        for _ in range(set_.batch):
            # What is padded costs nothing if it is cut off: a step keeps its own numbers alone.
            many = int((seen["columns"] < columns).sum())
            row = seen["columns"][:many], seen["values"][:many], seen["action_mask"].astype(bool)
            _, chances, judged = network.forward(*(part[None] for part in row))
            action = int(rng.choice(actions, p=chances[0]))
            rows.append(row)
            chosen.append(action)
            before.append(np.log(chances[0, action]))
            worth.append(judged[0])
            seen, reward, terminated, truncated, _ = table.step(action)
            rewards.append(float(reward))
            ends.append(terminated or truncated)
            if ends[-1]:
                results.append(float(reward))
                seen, _ = table.reset()
        many = int((seen["columns"] < columns).sum())
        last = seen["columns"][None, :many], seen["values"][None, :many], seen["action_mask"][None].astype(bool)
        gains = gains_of(rewards, ends, worth, float(network.forward(*last)[2][0]), set_)
        returns = gains + np.array(worth)
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        loss = 0.0
        for _ in range(set_.epochs):
            for part in np.array_split(rng.permutation(set_.batch), max(1, set_.batch // set_.minibatch)):
                widest = max(len(rows[at][0]) for at in part)
                places = np.full((len(part), widest), columns)
                numbers = np.zeros((len(part), widest))
                for row, at in enumerate(part):
                    places[row, : len(rows[at][0])], numbers[row, : len(rows[at][0])] = rows[at][0], rows[at][1]
                masks = np.stack([rows[at][2] for at in part])
                given = np.array(chosen)[part], np.array(before)[part], gains[part], returns[part]
                made, loss = network.gradients((places, numbers, masks), *given, set_)
                network.update(made, set_)
        history.append(float(np.mean(results)) if results else 0.0)
        print(f"{done + set_.batch:>8} steps  reward {history[-1]:+.2f} in {len(results)} matches  loss {loss:+.3f}")
    return network, history


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    for name, kind in (("game", str), ("bots", str), ("seed", int), ("steps", int)):
        parser.add_argument(f"--{name}", type=kind, default=getattr(Settings, name))
    train(Settings(**vars(parser.parse_args())))
