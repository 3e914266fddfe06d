"""The verbs of this version: the one table behind `/gpu help`, `--help`, the usage hint and misspelt verbs."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Verb:
    """A verb, what it does in one line, how it is used, and examples that can be typed as they are."""

    name: str
    does: str
    usage: str
    examples: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Clause:
    """A group of settings: how they are spelled, and what they mean with their default."""

    spelled: tuple[str, ...]
    means: str


VERBS = (
    Verb(
        "find",
        "Listings on which the run can finish, cheapest to finish first.",
        "find GPU xN for TIME disk SIZE [in SIZE] [out SIZE] [more words, in any order]",
        (
            "find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB",
            "find rtx 4090 for 3 days disk 0.5TB country US,CA max $0.60/gpu/h",
        ),
    ),
    Verb(
        "check",
        "The same verdict for one listing; without an id you can type one in by hand.",
        "check MARKET:ID for TIME disk SIZE [more words as for find]",
        ("check vast:4411 for 72h disk 500GB out 300GB",),
    ),
    Verb(
        "estimate",
        "Hours, price and disk from a short test.",
        "estimate N steps in TIME of TOTAL [warmup N] [margin P%] [weights, dataset, image, checkpoint SIZE keep N]",
        (
            "estimate 300 steps in 7m of 50000 warmup 20 margin 15%",
            "estimate 300 steps in 7m of 50000 h100 x8 dataset 120GB image 30GB checkpoint 42GB keep 5",
        ),
    ),
    Verb("cards", "Which card for which job, its memory, and what it costs now.", "cards [GPU]", ("cards",)),
    Verb("status", "How the bot itself is.", "status", ("status",)),
    Verb("help", "This.", "help", ("help",)),
)

CLAUSES = (
    Clause(("h100-sxm", "rtx 4090", "a100 80gb"), "the GPU, in any usual spelling"),
    Clause(("x8", "8x", "8 gpus"), "how many in one machine; 1 if not said"),
    Clause(("for 72h", "for 3d", "for 2d 12h", "for two weeks"), "how long it trains, without margin"),
    Clause(("disk 500GB", "disk 0.5TB"), "the disk; it can't be resized later"),
    Clause(("in 200GB", "out 300GB"), "traffic; if `out` is not said, the whole disk is copied out"),
    Clause(("country US,CA", "anywhere"), "where; US if not said"),
    Clause(("reliability 0.98", "reliability 98%"), "at least; 0.95 if not said"),
    Clause(("max $20/h", "max $2.50/gpu/h", "max $0.33/min"), "the most to pay for the machine or for each GPU"),
    Clause(("on-demand", "bid"), "a locked price, or one that can be outbid; on-demand if not said"),
    Clause(("every 1h",), "how often a checkpoint is written; needed with `bid` for more than a day"),
    Clause(("margin 15%", "boot 30m", "slack 2h"), "time on top; these if not said"),
    Clause(("by 2026-12-05", "by dec 5 18:00"), "the latest finish; a day means its end"),
    Clause(("verified", "unverified", "datacenter"), "which hosts; verified if not said"),
)
