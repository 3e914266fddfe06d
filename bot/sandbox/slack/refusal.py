"""How the stand-in says no."""

from .blockkit import Problem
from .model import Json


class Refusal(Exception):
    """A Slack error code, the sentences behind it, and further fields of the answer.

    `is_mistake` False: the workspace is like that, and no bot could know before it asks.
    """

    def __init__(self, error: str, *reasons: str, is_mistake: bool = True, **more: object) -> None:
        super().__init__(error)
        self.error = error
        self.is_mistake = is_mistake
        self.reasons = reasons
        self.more = more

    def to_json(self) -> Json:
        """Build the Web API's answer."""
        answer: Json = {"ok": False, "error": self.error, **self.more}
        if self.reasons:
            answer["response_metadata"] = {"messages": list(self.reasons)}
        return answer


def demand(problems: list[Problem]) -> None:
    """Raise a Refusal with the first problem's code and every problem's sentence, if there is any."""
    if problems:
        raise Refusal(problems[0].code, *map(str, problems))
