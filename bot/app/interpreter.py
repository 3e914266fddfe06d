"""What a bot that must acknowledge within three seconds, at any moment, asks of the Python it runs in."""

import gc
import sys

_TURN = 0.0005
"""Seconds after which a thread that judges listings lets the loop go on; Python's own 0.005 is lost at each read."""

_OLD = 500
"""The collector's last threshold, which makes full sweeps fifty times rarer; the others stay Python's own."""


def answer_at_once() -> None:
    """Keep the loop from standing still. Call it once, when everything is imported.

    A full sweep of the garbage collector stops everything for about 0.1 s where modules and 30,000 kept listings are
    looked through, which hold no garbage: what is imported is left out from now on, and the rest is swept rarely.
    """
    sys.setswitchinterval(_TURN)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], _OLD)
