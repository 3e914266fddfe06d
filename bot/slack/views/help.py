"""Help for everything, out of the one table of verbs and clauses."""

from bot.slack.message import Message
from bot.slack.views.blocks import section
from bot.slack.views.budget import Rows, compose
from bot.slack.views.text import Mrkdwn, code, esc, join, quoting, say
from bot.words import CLAUSES, TRACK_CLAUSES, VERBS, Clause, Verb


def help_answer() -> Message:
    """Show every verb with examples, and every clause with its default."""
    point = say(
        "Runsitter finds GPU machines on which a training run can finish, and sits with the run. Start with {example}",
        example=code(f"/gpu {VERBS[0].examples[0]}"),
    )
    return compose(
        point,
        section(point),
        Rows([(section(_verb(verb)),) for verb in VERBS]),
        section(esc("Words, in any order:"), *(_clause(clause) for clause in CLAUSES)),
        section(esc("Words of track, in any order:"), *(_clause(clause) for clause in TRACK_CLAUSES)),
    )


def verb_answer(verb: Verb) -> Message:
    """Show one verb, how it is used, and the words that it takes."""
    clauses = _WORDS.get(verb.name, ())
    point = say("/gpu {name}: {does}", name=verb.name, does=quoting(verb.does))
    words = (section(esc("Words, in any order:"), *(_clause(clause) for clause in clauses)),) if clauses else ()
    return compose(point, section(_verb(verb), code(f"/gpu {verb.usage}", 300)), *words)


_WORDS = {"find": CLAUSES, "check": CLAUSES, "track": TRACK_CLAUSES}


def no_end(typed: str) -> Message:
    """Say how a watch ends, since no command ends it."""
    point = say(
        "There is no {typed}: Runsitter ends no rental, and sits on with a run until its machine is gone."
        " End the rental at the marketplace, and the run ends by itself. For a machine by hand type a new end,"
        " a few minutes from now: {how}. A training that is done: {done}.",
        typed=code(f"/gpu {typed}", 60),
        how=code("/gpu track by-hand as NAME until DATE"),
        done=code("/gpu progress NAME done"),
    )
    return compose(point, section(point))


def unknown_verb(typed: str, nearest: str | None) -> Message:
    """Say that there is no such command, and which was probably meant."""
    meant = say(" Did you mean {it}?", it=code(f"/gpu {nearest}")) if nearest else esc("")
    point = say(
        "There is no {typed}.{meant} {help} shows everything.",
        typed=code(f"/gpu {typed}", 60),
        meant=meant,
        help=code("/gpu help"),
    )
    return compose(point, section(point))


def _verb(verb: Verb) -> Mrkdwn:
    examples = join("\n", (code(f"/gpu {example}") for example in verb.examples))
    return say("*/gpu {name}* \u00b7 {does}\n{examples}", name=verb.name, does=quoting(verb.does), examples=examples)


def _clause(clause: Clause) -> Mrkdwn:
    spelled = join(", ", (code(one) for one in clause.spelled))
    return say("\u2022 {spelled}: {means}", spelled=spelled, means=quoting(clause.means))
