"""How a machine is reached: as somebody said, else as its marketplace says."""

import pytest
from watched import an_instance

from bot.slack.views.pulling import Reach
from handlers.reach import reach_of

SEEN = an_instance(ssh_host="ssh5.vast.ai", ssh_port=40022)


@pytest.mark.parametrize(
    ("said", "reach"),
    [
        ("ann@box:2222", Reach("ann", "box", 2222)),
        ("box", Reach("root", "box", 22)),
        ("box:2222", Reach("root", "box", 2222)),
        ("ann@[2001:db8::1]:2222", Reach("ann", "2001:db8::1", 2222)),
        (None, Reach("root", "ssh5.vast.ai", 40022)),
    ],
)
def test_what_somebody_said_goes_before_what_the_marketplace_says(said, reach):
    """Without a user it is the settings' own, without a port SSH's."""
    assert reach == reach_of(said, SEEN, "root")


def test_where_nobody_tells_there_is_no_way_in():
    """Then no command is made up; a marketplace that names a host and no port means SSH's."""
    assert reach_of(None, an_instance(), "root") is None
    assert Reach("root", "h", 22) == reach_of(None, an_instance(ssh_host="h"), "root")
