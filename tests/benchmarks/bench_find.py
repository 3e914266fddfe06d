"""`runsitter find … --json` against `vastai search offers … --raw`: the same query, 10,000 listings, cold processes.

Beside it the bot's own time for reading, judging and writing, and how that grows with the number of listings.
"""

import json
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from urllib.parse import urlsplit

from figures import Row, markdown
from processes import PYTHON, RUNSITTER, VASTAI, Cost, bare_environment, market, measured

LISTINGS = 10_000
ROUNDS = 10
SIZES = (1_000, 10_000, 100_000)
FIND = (RUNSITTER, "find", "h100-sxm x8 for 72h disk 500GB in 200GB out 300GB", "--json")
SEARCH = (
    *(VASTAI, "search", "offers", "--no-default", "gpu_name=H100_SXM rentable=true"),
    *("--type", "on-demand", "--storage", "8", "--order", "dph_total", "--limit", str(LISTINGS), "--raw"),
)
QUERY = {
    "gpu_name": {"in": ["H100 SXM"]},
    "rentable": {"eq": True},
    "type": "on-demand",
    "order": [["dph_total", "asc"]],
    "limit": LISTINGS,
    "allocated_storage": 8.0,
}
_UNITS = ("wall, s", "processor, s", "peak memory, MiB")


def measure() -> dict[str, list[Cost]]:
    """Run both programs in turn; the first run of each warms the caches of files and names, and does not count."""
    with tempfile.TemporaryDirectory() as home, market(LISTINGS) as url:
        folder = Path(home)
        env = bare_environment(folder) | {
            "VAST_URL": url,
            "VAST_API_KEY": "sandbox-vast-key",
            "VASTAI_NO_UPDATE_CHECK": "1",
        }
        costs: dict[str, list[Cost]] = {"runsitter": [], "vastai": []}
        for _ in range(ROUNDS + 1):
            costs["runsitter"].append(measured(FIND, env, folder / "found.json"))
            costs["vastai"].append(measured(SEARCH, env, folder / "offers.json"))
        plain = median(_plain_read(url) for _ in range(ROUNDS))
        _same_rows(folder)
    return {name: each[1:] for name, each in costs.items()} | {"plain read": [Cost(plain, 0, 0)]}


def _plain_read(url: str) -> float:
    """Give the seconds in which the marketplace answers the same query to a reader that does nothing with it."""
    connection = HTTPConnection(urlsplit(url).netloc)
    start = time.perf_counter()
    connection.request("POST", "/api/v0/bundles/", json.dumps(QUERY), {"Content-Type": "application/json"})
    response = connection.getresponse()
    while response.read(1 << 16):
        pass
    return time.perf_counter() - start


def _same_rows(folder: Path) -> None:
    """Make sure that both programs had all the listings. Read last, for what is read here stays in memory."""
    examined = json.loads((folder / "found.json").read_bytes())["examined"]
    offered = len(json.loads((folder / "offers.json").read_bytes()))
    if not examined == offered == LISTINGS:
        raise RuntimeError(f"not the same: {examined} and {offered} listings")


def measure_own() -> dict[int, dict[str, float]]:
    """Give the seconds of processor of each stage, by number of listings, from a process of its own."""
    with tempfile.TemporaryDirectory() as home:
        out = Path(home, "own.json")
        program = str(Path(__file__).with_name("own_time.py"))
        measured((PYTHON, program, *map(str, SIZES)), bare_environment(out.parent), out)
        return {int(size): stages for size, stages in json.loads(out.read_bytes()).items()}


def rows(costs: Mapping[str, Sequence[Cost]]) -> list[Row]:
    """Put the medians of both programs side by side."""
    ours, theirs = ([median(each) for each in zip(*costs[name], strict=True)] for name in ("runsitter", "vastai"))
    return [(unit, f"{a:.2f}", f"{b:.2f}", f"{a / b:.2f}") for unit, a, b in zip(_UNITS, ours, theirs, strict=True)]


def growth(own: Mapping[int, Mapping[str, float]]) -> list[Row]:
    """Give what each stage takes, and all of them per 1,000 listings, by number of listings."""
    stages = ("parse", "judge", "render")
    return [
        (f"{size:,}", *(f"{1000 * times[stage]:.1f}" for stage in stages), f"{sum(times.values()) * 1e6 / size:.1f}")
        for size, times in own.items()
    ]


def main() -> str:
    """Measure, and give the tables; the JSON line goes to standard output."""
    costs, own = measure(), measure_own()
    sys.stdout.write(json.dumps({"bench": "find", **costs, "own": own}) + "\n")
    head = (
        f"find over {LISTINGS:,} listings, cold",
        "`runsitter find --json`",
        "`vastai search offers --raw`",
        "ratio",
    )
    plain = costs["plain read"][0].wall
    return (
        f"{markdown(head, rows(costs))}\n"
        f"Medians of {ROUNDS}, in turn. Of each wall time, {plain:.2f} s is the stand-in marketplace's own answer.\n\n"
        f"{markdown(('listings', 'parse, ms', 'judge, ms', 'render, ms', 'ms per 1,000 listings'), growth(own))}"
    )


if __name__ == "__main__":
    sys.stdout.write(main())
