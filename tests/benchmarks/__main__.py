"""Runs every benchmark: a JSON line each, then their tables in Markdown, which `--out FILE` keeps.

Nothing is asserted: figures depend on the machine, so ratios within one run are what counts.
"""

import argparse
import sys
from pathlib import Path

import bench_ack
import bench_alert
import bench_find
import bench_wake
from figures import machine


def main() -> None:
    """Measure, print, and keep."""
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("--out", type=Path, help="where the tables are written as well")
    out: Path | None = parser.parse_args().out
    benches = (bench_ack, bench_alert, bench_wake, bench_find)
    report = "\n".join([f"Measured on {machine()}.\n", *(bench.main() for bench in benches)])
    sys.stdout.write(f"\n{report}")
    if out is not None:
        out.write_text(report)


if __name__ == "__main__":
    main()
