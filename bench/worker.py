"""One process that measures: reads names of measures from standard input, writes [count, seconds of CPU] for each.

bench/table.py starts several of these (plain, compiled, peers) and lets them measure turn about.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parent / "peers")]

Measure = Callable[[], int | tuple[int, float]]
"""Do one portion and return how much was done; with seconds of CPU where a child process did it."""


def main() -> None:
    side, least = sys.argv[1], float(sys.argv[2])
    if side == "peers":
        from others import make
    else:
        from ours import make

    known: dict[str, Measure] = {}
    for line in sys.stdin:
        name = line.strip()
        try:
            if name not in known:
                known[name] = make(name)
                known[name]()  # what happens once only is not measured
            count, extra, begin = 0, 0.0, time.process_time()
            while (spent := time.process_time() - begin + extra) < least:
                done = known[name]()
                if isinstance(done, tuple):
                    extra += done[1]
                    count += done[0]
                else:
                    count += done
        except (ImportError, LookupError, NotImplementedError, OSError) as error:
            print(json.dumps({"missing": f"{type(error).__name__}: {error}"}), flush=True)
            continue
        print(json.dumps({"count": count, "seconds": spent}), flush=True)


if __name__ == "__main__":
    main()
