from hypothesis import given
from hypothesis import strategies as st

from bot.domain.gpu import Unrecognised
from bot.domain.listing import Listing, ListingRef
from bot.domain.mixed import NamesSeen

NAMES = ("H100 SXM", "RTX 3090", "RTX 5060 Ti")
names_told = st.tuples(st.sampled_from("abcd"), st.sampled_from(("vast", "cloudj")), st.sampled_from(NAMES))
looks_at_machines = st.lists(st.lists(names_told, max_size=6), max_size=8)


def row(machine, market, name):
    """Make a listing of which nothing matters but where it is and what its card is called."""
    unknown = dict.fromkeys(
        ("country", "compute", "disk_usd_per_gb_month", "in_usd_per_gb", "out_usd_per_gb", "disk_gb", "uplink_mbps")
    )
    return Listing(
        ref=ListingRef(market, machine),
        machine_id=machine,
        gpu=Unrecognised("not in the table"),
        gpu_name=name,
        gpus=1,
        reliability=None,
        ends_at=None,
        **unknown,
    )


@given(looks_at_machines)
def test_marked_is_exactly_who_went_by_two_names_so_far(looks):
    """Case b56, against an oracle that simply keeps everything; nothing else of a listing changes, nor the order."""
    seen, history = NamesSeen(), {}
    for look in looks:
        for machine, market, name in look:
            history.setdefault((machine, market), set()).add(name)
        rows = [row(*each) for each in look]
        marked = seen.mark(rows)
        assert [len(history[machine, market]) > 1 for machine, market, _ in look] == [each.mixed for each in marked]
        assert [(each.ref, each.gpu_name) for each in rows] == [(each.ref, each.gpu_name) for each in marked]


@given(looks_at_machines, st.integers(1, 4))
def test_what_is_remembered_is_bounded_and_never_marks_the_innocent(looks, most):
    """The oldest machine is forgotten first: then a mark may be missing, but none is wrong."""
    seen, history = NamesSeen(most), {}
    for look in looks:
        for machine, market, name in look:
            history.setdefault((machine, market), set()).add(name)
        for each in seen.mark(row(*one) for one in look):
            assert not each.mixed or len(history[each.machine_id, each.ref.market]) > 1
        assert max(len(seen._names), len(seen._mixed)) <= most
