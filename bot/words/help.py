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
        "The same verdict for one listing, by its id in an answer of `find`; without one you type it in by hand.",
        "check MARKET:ID for TIME disk SIZE [more words as for find]",
        ("check vast:30712 for 72h disk 500GB out 300GB",),
    ),
    Verb(
        "estimate",
        "Hours, price and disk from a short test.",
        "estimate N steps in TIME of TOTAL [warmup N] [margin P%] [weights, dataset, image, checkpoint SIZE keep N]",
        (
            "estimate 300 steps in 7m of 50000 warmup 20 margin 15%",
            "estimate 300/50000 in 7m warmup 20 in 1m",
            "estimate 1.4s per step of 50000",
            "estimate 300 steps in 7m of 50000 h100 x8 dataset 120GB image 30GB checkpoint 42GB keep 5",
        ),
    ),
    Verb("cards", "Which card for which job, its memory, and what it costs now.", "cards [GPU]", ("cards",)),
    Verb(
        "track",
        "Sit with a rented machine: its cost, its deadlines, its host. With `as` and `for` no form opens;"
        " `by-hand` always opens one. Typed again of the same run, it changes only what is said."
        " It copies nothing yet: `run` shows the loop that pulls the files.",
        "track MARKET:ID|by-hand as NAME for TIME [margin P%] [in SIZE] [out SIZE] [budget $N] [keep PATHS] "
        "[every TIME] [to PLACE] [ssh USER@HOST:PORT] [owner @WHO]",
        (
            "track vast:4411 as llama-ft for 72h out 300GB budget $900 keep /workspace/checkpoints every 1h",
            "track by-hand as lab-box for 48h h100-sxm x8 rate $18/h disk 500GB until tomorrow 18:00",
        ),
    ),
    Verb("runs", "All runs that are sat with.", "runs", ("runs",)),
    Verb("run", "One run in full.", "run NAME", ("run llama-ft",)),
    Verb(
        "cost",
        "What runs cost so far, against the estimate, and at completion; the balance and how long it lasts.",
        "cost [NAME]",
        ("cost", "cost llama-ft"),
    ),
    Verb("logs", "A run's last lines of log.", "logs NAME [lines N]", ("logs llama-ft lines 50",)),
    Verb(
        "progress",
        "Tell how far a run is, where neither its log nor its trainer does.",
        "progress NAME DONE/TOTAL|P%|done",
        ("progress llama-ft 41000/50000", "progress llama-ft done"),
    ),
    Verb("settings", "What the bot is set to.", "settings", ("settings",)),
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
    Clause(("by tomorrow 18:00", "by monday"), "the latest finish; a day means its end"),
    Clause(("verified", "unverified", "datacenter"), "which hosts; verified if not said"),
)

TRACK_CLAUSES = (
    Clause(("as llama-ft",), "the run's name, one word, unique in the team"),
    Clause(("for 72h", "margin 15%"), "how long it trains, and time on top; 15 % if not said"),
    Clause(("in 200GB", "out 300GB"), "traffic; if `out` is not said, the whole disk is copied out"),
    Clause(("budget $900", "budget 1,200 dollars"), "the most that the run may cost"),
    Clause(("as llama-ft budget none",), "take that back"),
    Clause(("keep /workspace/checkpoints,/workspace/logs", 'keep "/my data"'), "what must leave it; 20 paths at most"),
    Clause(("every 1h",), "how often a checkpoint is written"),
    Clause(
        ("to /data/copies", "to ssh://user@host/path", "to s3://bucket/prefix"),
        "where copies will go, from the next version on",
    ),
    Clause(("ssh root@host:41022", "ssh root@[2001:db8::1]:22"), "how the machine is reached; else by what it says"),
    Clause(("owner @U012AB3CD",), "who is told first; who typed if not said"),
    Clause(
        ("h100-sxm x8", "country US", "rate $17.20/h"),
        "what was asked for, the rate without disk: what differs is said at once",
    ),
    Clause(
        ("budget none", "out none", "keep none", "ssh none", "rate none"),
        "takes back what was said, of these and of the rest alike",
    ),
)
"""The words of `track` after the machine's id."""
