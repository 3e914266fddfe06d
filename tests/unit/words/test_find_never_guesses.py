import pytest

NEED = "h100 for 72h disk 500GB"


@pytest.mark.parametrize(
    "typed",
    [
        "h100 for 72h disk 500GB per gpu",
        f"{NEED} in and out 200GB",
        f"{NEED} country -CN",
        f"{NEED} country is US",
        f"{NEED} in no",
        f"{NEED} in it",
        f"{NEED} in so",
        f"{NEED} -unverified",
        f"{NEED} -bid every 1h",
        f"{NEED} -datacenter",
        f"{NEED} gpus<=4",
        f"{NEED} count>4",
        f"{NEED} reliability <= 0.9",
        f"{NEED} max > $20/h",
        "h100 for 72h disk 1.000GB",
        "h100 for 72h disk 12.500 GB",
        f"{NEED} out 1.500TB",
        f"{NEED} max $1.500/h",
        "h100 for 3M disk 500GB",
        "h100 for 1d 3M disk 500GB",
        "a100:40 for 72h disk 500GB",
        "v100x32 for 72h disk 500GB",
    ],
)
def test_what_a_careful_person_may_have_meant_otherwise_is_asked_back(misread, typed):
    """Each of these was once read as something else than was meant, without a word."""
    assert misread(typed).problems


@pytest.mark.parametrize(
    ("typed", "same_as"),
    [
        (f"{NEED} reliability >= 0.9", f"{NEED} reliability 0.9"),
        (f"{NEED} max <= $20/h", f"{NEED} max $20/h"),
        ("h100 for 72h disk >= 500GB", NEED),
        (f"{NEED} in NO", f"{NEED} country NO"),
        (f"{NEED} country de and fr", f"{NEED} country DE,FR"),
        ("h100:8 for 72h disk 500GB", f"{NEED} x8"),
        ("h100x8 for 72h disk 500GB", f"{NEED} x8"),
        ("--gpu h100 --count 8 for 72h disk 500GB", f"{NEED} x8"),
        ("h100 for 72h disk 0.500TB", NEED),
        ("h100 for 72h disk 1.5000TB", "h100 for 72h disk 1500GB"),
        ("h100 for 3m disk 500GB", "h100 for 3 minutes disk 500GB"),
        ("h100 FOR 72H DISK 500GB", NEED),
    ],
)
def test_what_can_mean_but_one_thing_is_still_read(find, typed, same_as):
    """Asking back is for what is unclear."""
    assert find(same_as) == find(typed)
