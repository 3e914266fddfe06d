"""The fields of the form behind `/gpu track`: of the run, and of a machine of no marketplace."""

from bot.slack.views.fields import Field, Form
from bot.slack.views.find_form import LENGTH

FORM = "track"

_MOST_USD = 100_000
_AS_IT_WAS = "or as it was for a run that is sat with already."
_NOT_KNOWN = "Empty: not known, and then neither is that part of the cost."

_INSTANCE = (
    Field(
        name="instance",
        label="Instance",
        example="vast:4411",
        hint="The id of the rented instance, as the marketplace shows it; a listing's own id is another.",
    ),
    Field(
        name="asked",
        label="What was asked of the machine",
        optional=True,
        example="h100-sxm x8 country US rate $18/h",
        hint="Compared with what it turns out to be. The rate is the whole machine's without its disk, as the button"
        " under a listing fills it in.",
    ),
)
_NAME = Field(name="as", label="Name of the run", example="llama-ft", hint="One word; it is typed in commands.")
_RUN = (
    *LENGTH,
    Field(
        name="margin",
        label="Margin in percent",
        kind="number",
        optional=True,
        example="15",
        hint=f"Time on top of the run. Empty: 15, {_AS_IT_WAS}",
    ),
    Field(
        name="in",
        label="Data to copy in, in GB",
        kind="number",
        optional=True,
        example="0",
        hint=f"Empty: 0, {_AS_IT_WAS}",
    ),
    Field(name="out", label="Results to copy out, in GB", kind="number", optional=True, hint="Empty: the whole disk."),
    Field(
        name="budget",
        label="Budget in US dollars",
        kind="number",
        optional=True,
        hint="To take one back, type budget none behind /gpu track, the instance and as NAME.",
    ),
    Field(
        name="keep",
        label="Paths to keep",
        optional=True,
        example="/workspace/checkpoints,/workspace/logs",
        hint='What must leave the machine, with commas between; one with a space in quotes: "/my data". Runsitter'
        " copies nothing yet: /gpu run shows the loop.",
        longest=2500,
    ),
    Field(name="every", label="A checkpoint every so many hours", kind="number", optional=True, example="1"),
    Field(
        name="to",
        label="Where copies will go",
        optional=True,
        example="/data/copies",
        longest=500,
        hint="Where copies will go, from the next version on; until then pull them yourself with the loop that"
        " /gpu run shows. Empty: the bot's own folder.",
    ),
    Field(
        name="ssh",
        label="SSH address",
        optional=True,
        example="root@host:22",
        hint="Empty: what the marketplace says.",
    ),
    Field(name="owner", label="Owner", kind="person", optional=True, hint="Empty: you."),
)
OF_MACHINE = (
    Field(name="card", label="GPU, as it is sold", example="H100 SXM"),
    Field(
        name="memory",
        label="Memory per GPU in GB",
        kind="number",
        optional=True,
        hint="Needed where a card comes in several sizes.",
    ),
    Field(name="gpus", label="GPUs in the machine", kind="number", default="1", whole=True, zero=False, most=1000),
    Field(
        name="rate",
        label="Price of the whole machine, $ per hour, without disk",
        kind="number",
        zero=False,
        most=_MOST_USD,
        example="18.00",
    ),
    Field(name="disk", label="Disk in GB", kind="number", zero=False, example="500"),
    Field(
        name="storage",
        label="Storage price, $ per GB and month",
        kind="number",
        optional=True,
        most=_MOST_USD,
        hint=_NOT_KNOWN,
    ),
    Field(name="inward", label="Traffic in, $ per GB", kind="number", optional=True, most=_MOST_USD, hint=_NOT_KNOWN),
    Field(name="outward", label="Traffic out, $ per GB", kind="number", optional=True, most=_MOST_USD, hint=_NOT_KNOWN),
    Field(name="country", label="Country", default="US", optional=True),
    Field(name="since", label="Rented since", kind="moment", optional=True, hint="Empty: now."),
    Field(
        name="until", label="Ends", kind="moment", optional=True, hint="Empty: not known, so nobody is warned of it."
    ),
)
OF_HAND_AGAIN: Form = tuple(field for field in (_NAME, *OF_MACHINE, *_RUN) if field.name != "since")
"""Since when it is rented stands: what it cost so far is reckoned from it."""
OF_INSTANCE: Form = (*_INSTANCE, _NAME, *_RUN)
OF_HAND: Form = (_NAME, *OF_MACHINE, *_RUN)
ALL = (*_INSTANCE, _NAME, *OF_MACHINE, *_RUN)
