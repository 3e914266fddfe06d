import threading
from datetime import UTC, datetime
from types import SimpleNamespace

from bot.domain.listing import ListingRef
from bot.domain.outside import Known
from handlers.logs import show_logs


async def test_secrets_are_looked_for_beside_the_loop():
    """A long log takes a second of a processor, in which clicks are still to be answered."""
    threads = []

    def hide(text):
        threads.append(threading.current_thread())
        return text.replace("hunter2", "[redacted]")

    async def log(_name, _lines):
        run = SimpleNamespace(name="llama-ft", ref=ListingRef("vast", "4411"))
        return SimpleNamespace(run=run, fact=Known(("key hunter2 end",), datetime(2026, 12, 1, tzinfo=UTC), "vast"))

    answer = await show_logs(SimpleNamespace(runs=SimpleNamespace(log=log), hide=hide), "llama-ft")
    assert "key [redacted] end" in answer.text
    assert threads
    assert threading.current_thread() not in threads
