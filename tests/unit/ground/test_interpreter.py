import json
import subprocess
import sys

ASK = """
import gc, json, sys
import bot.app.run
from bot.app.interpreter import answer_at_once

def state():
    return [sys.getswitchinterval(), *gc.get_threshold(), len(gc.get_objects()), gc.get_freeze_count()]

before = state()
answer_at_once()
print(json.dumps([before, state()]))
"""


def test_the_collector_leaves_out_what_is_imported_and_threads_give_way_sooner():
    """In a process of its own: nothing imported is swept again, full sweeps are rarer, turns are shorter."""
    done = subprocess.run([sys.executable, "-c", ASK], capture_output=True, check=True, text=True)
    (turn, young, middle, old, swept, frozen), after = json.loads(done.stdout)
    assert swept > 10_000
    assert frozen < swept / 10  # from 3.12 on some hundred objects are left out from the start
    assert after[0] < turn
    assert [young, middle] == after[1:3]
    assert after[3] > old
    assert after[4] < swept / 100
    assert after[5] > swept / 2
