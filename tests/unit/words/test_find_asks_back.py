"""What `find` does not understand it says, with the nearest thing that it does."""

from collections.abc import Callable
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest

from bot.words import Misread
from bot.words.countries import nearest_countries
from bot.words.estimate_settings import ESTIMATE_SETTINGS
from bot.words.settings import RUN, filters

Read = Callable[[str], Misread]
REST = "h100 for 3d disk 500GB"


@pytest.mark.parametrize(
    ("typed", "word", "suggestions"),
    [
        (f"{REST} max 2", "max 2", ("max $2/h", "max $2/min")),
        (f"{REST} max $2/gpu", "max $2/gpu", ("max $2/gpu/h", "max $2/gpu/min")),
        ("h100 for 72 disk 500GB", "for 72", ("for 72h", "for 72d")),
        ("h100 for 3d disk 500", "disk 500", ("disk 500GB", "disk 500TB")),
        (f"{REST} margin 15", "margin 15", ("margin 15%",)),
        (f"{REST} margin 1.5", "margin 1.5", ("margin 1.5%", "margin 150%")),
        (f"{REST} reliability 98", "reliability 98", ("reliability 98%",)),
        (f"{REST} reliability 0.98%", "reliability 0.98%", ("reliability 0.98", "reliability 98%")),
        (f"{REST} boot 45", "boot 45", ("boot 45m", "boot 45h")),
        (f"{REST} every 1", "every 1", ("every 1m", "every 1h")),
        ("h100 for 3d disk 1,5TB", "disk 1,5TB", ("disk 15TB", "disk 1.5TB")),
        (f"8 {REST}", "8", ("x8",)),
        (f"{REST} $20", "$20", ("max $20/h", "max $20/min")),
        (f"{REST} $20/h", "$20/h", ("max $20/h",)),
        ("h100 3 days disk 500GB", "3 days", ("for 3 days",)),
        ("h100 for 3d 500GB", "500GB", ("disk 500GB",)),
        (f"{REST} 98%", "98%", ("reliability 98%", "margin 98%")),
        (f"{REST} 2026-12-05", "2026-12-05", ("by 2026-12-05",)),
        (f"{REST} dec 5 18:00", "dec 5 18:00", ("by dec 5 18:00",)),
        (f"{REST} tomorrow", "tomorrow", ("by tomorrow",)),
        ("h100 three days disk 500GB", "three days", ("for three days",)),
        ("h100 for 3 d 4 disk 500GB", "4", ("x4",)),
        (f"{REST} max .50/h", "max .50/h", ("max 0.50/h", "max 2.50/h")),
        ("409 for 3d disk 500GB", "409", ("RTX 4090", "L40", "A40")),
        (f"{REST} US", "US", ("country US",)),
    ],
)
def test_a_number_without_its_unit_or_name_is_asked_back(
    misread: Read, typed: str, word: str, suggestions: tuple[str, ...]
) -> None:
    """One question, with the answers that it can have."""
    problems = misread(typed).problems
    assert [(word, suggestions)] == [(problem.word, problem.suggestions) for problem in problems]


def test_the_question_for_a_price_without_time_is_whole(misread: Read) -> None:
    """The sentence stands alone in an answer."""
    expected = "`max 2`: per hour or per minute? Type `max $2/h` or `max $2/min`."
    assert expected == misread(f"{REST} max 2").problems[0].sentence


@pytest.mark.parametrize(
    ("typed", "word", "nearest"),
    [
        ("h100 for 3d diks 500GB", "diks", "disk"),
        ("h100 for 3d dsk 500GB", "dsk", "disk"),
        ("h100 fro 3d disk 500GB", "fro", "for"),
        (f"{REST} relaibility 99%", "relaibility", "reliability"),
        (f"{REST} reli 99%", "reli", "reliability"),
        (f"{REST} cuontry US", "cuontry", "country"),
        (f"{REST} county DE", "county", "country"),
        (f"{REST} county South Korea", "county", "country"),
        (f"{REST} anywere", "anywere", "anywhere"),
        (f"{REST} unverifed", "unverifed", "unverified"),
        (f"{REST} interuptible", "interuptible", "interruptible"),
    ],
)
def test_a_misspelt_setting_gets_the_nearest_and_the_whole_command_corrected(
    misread: Read, typed: str, word: str, nearest: str
) -> None:
    """What follows the word is read as if it had been right, so that it makes no problem of its own."""
    found = misread(typed)
    assert [(word, (nearest,))] == [(problem.word, problem.suggestions) for problem in found.problems]
    assert typed.replace(word, nearest) == found.instead


def test_a_misspelt_gpu_gets_at_most_three_that_exist(misread: Read) -> None:
    """Which of them was meant is not guessed."""
    found = misread("h10 for 3d disk 500GB")
    assert ["h10"] == [problem.word for problem in found.problems]
    assert "H100" in found.problems[0].suggestions
    assert 1 < len(found.problems[0].suggestions) <= 3
    assert found.instead is None


def test_a_name_that_several_cards_share_is_asked_back(misread: Read) -> None:
    """Case b44: `6000` alone is six cards, and the answer hides none of them."""
    (problem,) = misread("6000 for 3d disk 500GB").problems
    assert "which card?" in problem.sentence
    assert {"rtx-a6000", "rtx-6000-ada", "rtx-pro-6000-ws"} < set(problem.suggestions)
    assert 6 == len(problem.suggestions)


def test_two_cards_at_once_are_not_one(misread: Read) -> None:
    """Neither is dropped in silence."""
    (problem,) = misread("h100 h200 for 3d disk 500GB").problems
    assert {"H100", "H200"} <= set(problem.suggestions)


def test_two_values_for_one_setting_are_both_named(misread: Read) -> None:
    """The last one does not simply win."""
    (problem,) = misread(f"{REST} disk 600GB").problems
    assert "`disk 500GB` and `disk 600GB`: which of the two?" == problem.sentence


@pytest.mark.parametrize(
    ("one", "other"),
    [("x8", "x4"), ("verified", "unverified"), ("bid", "on-demand"), ("anywhere", "country US"), ("h100x2", "4 gpus")],
)
def test_settings_that_contradict_each_other_are_asked_back(misread: Read, one: str, other: str) -> None:
    """However differently they are spelled."""
    assert any("which of the two?" in problem.sentence for problem in misread(f"{one} {other} {REST}").problems)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("h100 x0 for 3d disk 500GB", "1 to 64"),
        ("h100 x65 for 3d disk 500GB", "1 to 64"),
        ("h100 x1000 for 3d disk 500GB", "1 to 64"),
        ("h100 count 1000 for 3d disk 500GB", "1 to 64"),
        ("h100 -5 gpus for 3d disk 500GB", "1 to 64"),
        ("h100 x1.5 for 3d disk 500GB", "1 to 64"),
        ("h100 for 0h disk 500GB", "more than nothing"),
        ("h100 for -3d disk 500GB", "negative"),
        ("h100 for 10000d disk 500GB", "too long"),
        (f"h100 for {'9' * 400}d disk 500GB", "not a time"),
        (f"h100 for {'9' * 40}d disk 500GB", "too long"),
        ("h100 for nan disk 500GB", "not a time"),
        ("h100 for 1e9h disk 500GB", "not a time"),
        ("h100 for 3d disk 0", "more than nothing"),
        ("h100 for 3d disk -5GB", "negative"),
        ("h100 for 3d disk inf", "not a size"),
        ("h100 for 3d disk 1e9GB", "not a size"),
        ("h100 for 3d disk 99999999TB", "more than a machine has"),
        (f"{REST} margin 900%", "too much"),
        (f"{REST} margin -5%", "negative"),
        (f"{REST} reliability 1.5", "more than all"),
        (f"{REST} reliability 101%", "more than all"),
        (f"{REST} max $0/h", "more than nothing"),
        (f"{REST} max -$5/h", "negative"),
        (f"{REST} max €20/h", "US dollars"),
        (f"{REST} max 20 eur/h", "US dollars"),
        (f"{REST} country Atlantis", "not a country"),
        (f"{REST} country and", "not a country"),
        (f"{REST} in Atlantis", "how many GB, or which country?"),
        (f"{REST} every 0h", "more than nothing"),
        (f"{REST} checkpoint 42GB", "not a time"),
        (f"{REST} vast:4411", "`check` judges a single one"),
        ("h100 for ٣d disk 500GB", "how long?"),
        ("h100 for thirteen days disk 500GB", "`for thirteen days`: how long?"),
        ("h100 for a day and a half disk 500GB", "`for a day and a half`: how long?"),
        ("h100 for a couple of days disk 500GB", "`for a couple of days`: how long?"),
    ],
)
def test_what_cannot_be_is_refused_with_why_and_an_example(misread: Read, typed: str, why: str) -> None:
    """Nothing impossible gets through to the search."""
    first = misread(typed).problems[0]
    assert why in first.sentence
    assert "For example `" in first.sentence


def test_one_word_that_is_no_country_refuses_the_whole_and_is_named(misread: Read) -> None:
    """A dropped word would be a changed search."""
    problems = misread(f"{REST} country us, atlantis").problems
    assert ["`atlantis` is not understood."] == [problem.sentence for problem in problems]


def test_what_is_required_and_absent_is_asked_back(misread: Read) -> None:
    """A GPU, a duration and a disk, each with an example."""
    expected = [
        "Which GPU? For example `h100-sxm`.",
        "`for`: how long does it train? For example `for 72h`.",
        "`disk`: how many GB? It can't be resized later. For example `disk 500GB`.",
    ]
    assert expected == [problem.sentence for problem in misread("").problems]


def test_a_setting_that_was_wrong_is_not_called_missing_too(misread: Read) -> None:
    """One mistake, one problem."""
    assert ["for 72", "disk 500", "h1OO"] == sorted(
        (problem.word for problem in misread("h1OO for 72 disk 500").problems), key="for 72, disk 500, h1OO".index
    )


def test_several_certain_mistakes_are_corrected_together(misread: Read) -> None:
    """Each has one remedy, so the whole has one."""
    found = misread("8 h100 for 3d diks 500GB margin 15 US")
    assert "x8 h100 for 3d disk 500GB margin 15% country US" == found.instead


def test_an_uncertain_mistake_leaves_the_whole_to_the_person(misread: Read) -> None:
    """Of two remedies none is chosen."""
    assert misread("8 h100 for 72 disk 500GB").instead is None


def test_three_hundred_characters_of_nonsense_get_a_short_answer(misread: Read) -> None:
    """One problem for all of it, cut to forty characters, and what is missing."""
    problems = misread("lorem ipsum dolor sit amet consectetur " * 8).problems
    assert 4 == len(problems)
    assert 40 == len(problems[0].word)
    assert max(len(problem.sentence) for problem in problems) < 100


def test_a_text_without_end_is_refused_by_its_length(misread: Read) -> None:
    """Nobody types a thousand characters."""
    assert "That is 4,000 characters; 1,000 is the most." == misread("x" * 4000).problems[0].sentence


@pytest.mark.parametrize("mention", ["<@U123|x>", "<!channel>", "<!here|here>", "<#C1|general>", "&lt;!channel&gt;"])
def test_a_mention_is_only_a_word_that_is_not_understood(misread: Read, mention: str) -> None:
    """Case f161: it is quoted as it was typed; the renderer escapes it, the one place that does."""
    (problem,) = misread(f"{REST} {mention}").problems
    assert mention.replace("&lt;", "<").replace("&gt;", ">") == problem.word
    assert f"`{problem.word}` is not understood." == problem.sentence


def test_at_most_five_problems_are_told(misread: Read) -> None:
    """Whoever mends five sees the next."""
    assert 5 == len(misread("h100 for 1 disk 2 in 3 out 4 margin 5 max 6 boot 7 slack 8").problems)


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("t4 24gb x8 for 3d disk 500GB", "T4 16 GB x8 for 3d disk 500GB"),
        ("t4 x8 for 3d disk 500GB 24gb", None),
    ],
)
def test_a_correction_never_swallows_what_was_said_right(misread: Read, typed: str, instead: str | None) -> None:
    """Words of one name that stand far apart are not replaced with all that is between them."""
    found = misread(typed)
    assert [("t4 24gb", ("T4 16 GB",))] == [(problem.word, problem.suggestions) for problem in found.problems]
    assert instead == found.instead


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("4090 or 3090", "`4090 or 3090`: one card at a time. Type `RTX 4090` or `RTX 3090`."),
        ("rtx 4090 / 3090", "`rtx 4090 / 3090`: one card at a time. Type `RTX 4090` or `RTX 3090`."),
        ("4090/3090", "`4090/3090`: one card at a time. Type `RTX 4090` or `RTX 3090`."),
        (
            "a100 40gb or a100 80gb",
            "`a100 40gb or a100 80gb`: one card at a time. Type `A100 40 GB` or `A100 80 GB`.",
        ),
        ("6000 or 4090", "`6000 or 4090`: one card at a time."),
        ("h100 a 100", "`h100 a100`: one card at a time. Type `H100` or `A100`."),
        ("rtx 409", "`rtx 409` is no GPU that is known here. Type `RTX 4090`, `RTX 4090 D` or `RTX 5090`."),
        ("rtx or 4090", "`or` is not understood."),
    ],
)
def test_what_is_not_one_known_card_is_one_problem(misread: Read, typed: str, sentence: str) -> None:
    """With nothing but what can be typed instead; where the cards are many, none of them is preferred."""
    assert [sentence] == [problem.sentence for problem in misread(f"{typed} for 3d disk 500GB").problems]


def test_an_article_before_a_number_that_several_cards_share_chooses_none(misread: Read) -> None:
    """`a 6000` is not silently the A6000."""
    assert misread("6000 for 3d disk 500GB").problems == misread("a 6000 for 3d disk 500GB").problems


CONTINENT = "name countries, for example `country DE,FR,NL`, or say `anywhere`."


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("country EU", f"`country EU` is a continent; {CONTINENT}"),
        ("country=europe", f"`country=europe` is a continent; {CONTINENT}"),
        ("in North America", f"`in North America` is a continent; {CONTINENT}"),
        ("EU", f"`EU` is a continent; {CONTINENT}"),
        ("country DE,EU,US", f"`country DE EU US` has a continent in it; {CONTINENT}"),
        ("country Germny", "`country Germny` is not a country. Type `country Germany`."),
        ("in untied states", "`in untied states` is not a country. Type `in United States`."),
        ("country US, Germny", "`country US Germny` has a word that is no country. Type `country US Germany`."),
        ("germny", "`germny`: is that the country? Type `country DE`."),
        ("county", "`county` is not understood. Type `count` or `country`."),
    ],
)
def test_what_is_nearly_a_country_is_one_problem(misread: Read, typed: str, sentence: str) -> None:
    """A continent is none, a slip gets the nearest name, and what stood beside it right is not asked again."""
    assert [sentence] == [problem.sentence for problem in misread(f"{REST} {typed}").problems]


def test_no_word_of_a_setting_is_taken_for_a_misspelt_country() -> None:
    """After `country US` any setting may follow, and two of their words together as well."""
    settings = (*filters(ZoneInfo("UTC"), datetime.now(UTC)), *RUN, *ESTIMATE_SETTINGS)
    words = sorted({name for setting in settings for name in setting.names})
    pairs = [f"{one} {other}" for one in words for other in words]
    assert [] == [text for text in (*words, *pairs) if nearest_countries(text)]


SHELL = "in a shell write `max 20/h`, for `$2` is taken by the shell."


@pytest.mark.parametrize(
    ("arrived", "why"),
    [
        ("max 0/h", "must be more than nothing"),
        ("max 0", "must be more than nothing"),
        ("max 0.00/gpu/h", "must be more than nothing"),
        ("max /h", "has no number"),
        ("max /gpu/h", "has no number"),
        ("max", "has no number"),
    ],
)
def test_a_price_of_which_a_shell_took_the_dollars_is_told_so(misread: Read, arrived: str, why: str) -> None:
    """`max $20/h` arrives as `max 0/h` and `max $2/h` as `max /h` unless it is quoted."""
    assert [f"`{arrived}` {why}; {SHELL}"] == [problem.sentence for problem in misread(f"{REST} {arrived}").problems]


def test_a_number_that_may_be_a_memory_is_asked_back_with_both_readings(misread: Read) -> None:
    """`a100 40` is a card of 40 GB or forty cards; nobody guesses which."""
    (problem,) = misread("a100 40 for 3d disk 500GB").problems
    assert ("x40", "40GB") == problem.suggestions


@pytest.mark.parametrize(
    ("typed", "instead"),
    [
        ("4090, 24h, 100GB", "4090 for 24h disk 100GB"),
        ("4090 24 h with 100 GB", "4090 for 24 h with disk 100 GB"),
        ("h100 80gb x8 3 d 200 GB", "h100 80gb x8 for 3 d disk 200 GB"),
    ],
)
def test_a_time_and_a_size_without_their_names_are_proposed_with_them(
    misread: Callable[[str], Misread], typed: str, instead: str
):
    """Commas part, and a space before a unit changes nothing; a card's own memory stays its own."""
    assert misread(typed).instead == instead


@pytest.mark.parametrize("typed", ["24GB vram for 3d disk 100GB", "any card with at least 24 GB for 3d disk 100GB"])
def test_a_memory_alone_is_answered_with_the_cards_that_have_it(misread: Callable[[str], Misread], typed: str):
    """A search is for one card."""
    (problem,) = misread(typed).problems
    assert problem.sentence.startswith("`24GB`: which card? Type ")
    assert problem.sentence.endswith("`/gpu cards` tells what each is good for.")
    assert "rtx-4090-24gb" in problem.suggestions


@pytest.mark.parametrize(
    ("typed", "options"),
    [
        ("h100-sxm x8 72 disk 500", ("for 72h", "72GB")),
        ("h100-sxm x8 300 disk 500GB", ("for 300h",)),
        ("h100-sxm x8 for 72h 80 disk 500GB", ("80GB",)),
        ("h100-sxm x8 for 72 80 disk 500GB", ("80GB",)),
    ],
)
def test_a_number_alone_may_be_the_hours_while_nothing_said_them(misread, typed, options):
    """Most type the hours there; once they are said it is something else."""
    number = typed.split()[-3]
    assert [problem.suggestions for problem in misread(typed).problems if problem.word == number] == [options]
