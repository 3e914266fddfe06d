"""`track`: what is unclear, dangerous or no name is asked back, with what was surely meant."""

from collections.abc import Callable

import pytest

from bot.words import Misread, read_track

RUN = "vast:4411 as llama-ft for 72h"


@pytest.fixture(scope="session")
def misread(reader: Callable[..., Callable[[str], Misread]]) -> Callable[[str], Misread]:
    """Read a text that must not be understood, in place of the one for `find`."""
    return reader(read_track, Misread)


def test_a_price_per_gpu_needs_their_number(misread):
    """Or nothing could be compared."""
    assert ["`rate`: for how many GPUs? Say the price of the whole machine, or how many: `x8`."] == [
        problem.sentence for problem in misread(f"{RUN} rate $2.15/gpu/h").problems
    ]


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("as", "`as`: which name? For example `as llama-ft`."),
        ("as for 72h", "`as`: which name? For example `as llama-ft`."),
        (
            'as "llama ft"',
            '`as "llama ft"` is no name. A run\'s name is one word without spaces and quote marks, such as llama-ft.',
        ),
        ("as a,b", '`as a,b` has a comma; a name with one stands in quotes. For example `as "llama,ft"`.'),
        (
            "as ev\u202eil",
            "`as ev\ufffdil` has a character that can't be seen or is not taken here. For example `as llama-ft`.",
        ),
        ("as a`b", "`as a\ufffdb` has a character that can't be seen or is not taken here. For example `as llama-ft`."),
        ("as llama as other", "`as llama` and `as other`: which of the two?"),
        ('as "llama', '`as "llama` has a quote that is not closed.'),
    ],
)
def test_what_is_no_name_is_asked_back(misread, said, sentence):
    """In one sentence, and nothing is made up in its place."""
    assert sentence == misread(f"vast:4411 {said}").problems[0].sentence


@pytest.mark.parametrize(
    "said",
    [
        "keep",
        "keep every 1h",
        "keep workspace",
        "keep ~/checkpoints",
        "keep ../checkpoints",
        "keep /workspace/../etc",
        "keep /a,b",
        "keep /",
        "keep //./",
        "keep /workspace/*.pt",
        "keep /data/$RUN",
        "keep /a\x00b",
        'keep "/a\nb"',
        "keep /a\u200bb",
        'keep "/a',
        'keep "/a"b"',
        "keep /a;b",
        f"keep /{'a' * 300}",
        "keep " + ",".join(f"/{number}" for number in range(21)),
        "keep /a keep /b",
        "to copies",
        "to",
        "to s3://bucket",
        "to s3://bucket/",
        "to s3://B/x",
        "to s3://a..b/x",
        "to s3://bucket/a/../b",
        "to gs://bucket/x",
        "to https://host/x",
        "to ssh://host",
        "to ssh://-oProxyCommand=x/y",
        "to ssh://root@-h/y",
        "to ssh://root@host:0/y",
        "to C:\\copies",
        "to /data/../etc",
        "to /data/$NAME",
        "ssh",
        "ssh -oProxyCommand=touch",
        "ssh -p22",
        "ssh root@-oProxyCommand=touch",
        "ssh -root@host",
        "ssh root@host:99999",
        "ssh root@host:0",
        "ssh root@host:",
        "ssh root@host;id",
        "ssh root@host$(id)",
        "ssh root@ho%st",
        "ssh root@[::1",
        "ssh root@[fe80::1%eth0]",
        "ssh root@[nonsense]",
        "ssh 999.1.1.1",
        "ssh 41022",
        "ssh a@b@c",
        "ssh \uff48ost",
        "owner",
        "owner @ann",
        "owner ann",
        "owner @UMA",
        "owner <!channel>",
        "owner <!subteam^S123>",
        "owner <#C123|general>",
        "owner u123",
        "owner <@U1> owner <@U2>",
        "budget",
        "budget 0",
        "budget -5",
        "budget €900",
        "budget $20/h",
        "budget $900 per day",
        "budget 1.500",
        "budget 99999999999",
        "disk 500GB",
        "500GB disk",
        "reliability 0.98",
        "by 2026-12-05",
        "unverified",
        "2026-12-05",
        "500GB",
        "15%",
        "$900",
        "$17/h",
        "/workspace",
        "root@host",
        "<@U123>",
        "s3://bucket/x",
        "by-hand",
        "vast:4412",
        "banana",
    ],
)
def test_what_is_unclear_or_dangerous_is_asked_back(misread, said):
    """Each is quoted in a problem of its own, or is one of two that exclude each other; nothing is guessed."""
    assert misread(f"{RUN} {said}").problems


@pytest.mark.parametrize(
    ("said", "instead"),
    [
        ("keep /a /b", "keep /a,/b"),
        ("keep /a,/a/b", "keep /a"),
        ("kep /a,/b_", "keep /a,/b_"),
        ("ssh -p 41022 root@1.2.3.4 -L 8080:localhost:8080", "ssh root@1.2.3.4:41022"),
        ("ssh ssh -p 41022 root@1.2.3.4", "ssh root@1.2.3.4:41022"),
        ("ssh root@host -p 41022", "ssh root@host:41022"),
        ("ssh ssh://root@host:41022/", "ssh root@host:41022"),
        ("ssh 2001:db8::1", "ssh [2001:db8::1]"),
        ("to root@host:/data/x", "to ssh://root@host/data/x"),
        ("root@host:22", "ssh root@host:22"),
        ("<@U123|ann>", "owner <@U123|ann>"),
        ("$900", "budget $900"),
    ],
)
def test_what_was_surely_meant_is_offered_whole(misread, track, said, instead):
    """It is said back, for a person to say again."""
    found = misread(f"{RUN} {said}")
    assert f"{RUN} {instead}" == found.instead
    assert track(found.instead)


def test_the_disk_is_the_machines_own(misread):
    """Case a34: a disk is fixed when it is rented, so it can't be said afterwards."""
    expected = "`disk 500GB` is read from the machine, for a disk is fixed when it is rented; leave it out."
    assert expected == misread(f"{RUN} disk 500GB").problems[0].sentence


@pytest.mark.parametrize(
    ("said", "word"),
    [
        ("ssh root:hunter2@host", "password"),
        ("ssh -p 22 root:hunter2@host", "hyphen"),
        ("to ssh://a:hunter2@h/x", "password"),
        ("to s3://KEY:hunter2@bucket/x", "password"),
        ("root:hunter2@host:22", "not understood"),
    ],
)
def test_a_password_is_refused_and_not_repeated(misread, said, word):
    """Not even to the one who typed it."""
    found = misread(f"{RUN} {said}")
    assert word in found.problems[0].sentence
    assert "hunter2" not in repr(found)


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        ("budget none budget $5", "`budget none` and `budget $5`: which of the two?"),
        ("keep /a keep nothing", "`keep /a` and `keep nothing`: which of the two?"),
        ("h100-sxm gpu none", "`gpu none` and a GPU: which of the two?"),
        ("x8 gpus none", "`gpus none` and a number of GPUs: which of the two?"),
    ],
)
def test_none_and_a_value_of_the_same_thing_are_asked_back(misread, said, sentence):
    """Neither goes over the other."""
    assert [sentence] == [problem.sentence for problem in misread(f"{RUN} {said}").problems]


def test_an_id_or_by_hand_is_needed_and_not_both(misread):
    """Which machine it is can't be left open."""
    which = "Which instance? For example `vast:4411`, or `by-hand` for a machine of no marketplace."
    both = "`by-hand` is for a machine without an id; say either `by-hand` or the id."
    found = [[problem.sentence for problem in misread(text).problems] for text in ("", f"{RUN} by-hand", "4411234")]
    assert [[which], [both]] == found[:2]
    assert ["`4411234`: on which marketplace? Type `vast:4411234` or `cloudj:4411234`."] == found[2]


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("vast:4411 as llama ft for 72h", "vast:4411 as llama-ft for 72h"),
        ("vast:4411 for 72h as my big run", "vast:4411 for 72h as my-big-run"),
        ("as exp 7 vast:4411 for 72h", "as exp-7 vast:4411 for 72h"),
    ],
)
def test_a_name_of_several_words_is_asked_back_as_one(misread, typed, instead):
    """`ft` is near to T4, and was never meant for a GPU."""
    told = misread(typed)
    name = typed.split("as ")[1].split(" for")[0].split(" vast")[0]
    assert [f"`as {name}`: a name is one word. Type `as {name.replace(' ', '-')}`."] == [
        problem.sentence for problem in told.problems
    ]
    assert instead == told.instead


@pytest.mark.parametrize("typed", ["vast:4411 as llama for 72h ft", "vast:4411 as llama ft for 72h keep /a b"])
def test_words_that_stand_elsewhere_are_no_part_of_a_name(misread, typed):
    """Nor is a name guessed where more is wrong."""
    assert "one word" not in str(misread(typed).problems)


@pytest.mark.parametrize("typed", ["buget $900", "bugdet $1500", "buget 900", "margn 20%"])
def test_a_misspelt_setting_after_a_name_is_no_part_of_it(misread, typed):
    """It is asked back as what it is near to."""
    told = misread(f"vast:4411 for 72h as llama-ft {typed}")
    assert "one word" not in str(told.problems)
    assert ("budget" if typed.startswith("bu") else "margin") in str(told.problems)
