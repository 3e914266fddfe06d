"""What can be wrong with Slack, as types. Each docstring is the sentence the user reads, with the remedy."""

import os

from bot.errors import RunsitterError


class SlackTrouble(RunsitterError):
    """Slack can't be used."""

    exit_code = os.EX_TEMPFAIL


class BadBotToken(SlackTrouble):
    """Slack refuses SLACK_BOT_TOKEN; copy the Bot User OAuth Token (xoxb-…) from "OAuth & Permissions" of the app."""

    exit_code = 2


class BadAppToken(SlackTrouble):
    """Slack refuses SLACK_APP_TOKEN; make an App-Level Token (xapp-…) under "Basic Information" of the app."""

    exit_code = 2


class NoConnectionsWrite(SlackTrouble):
    """SLACK_APP_TOKEN lacks the scope connections:write; make a new App-Level Token that has it."""

    exit_code = 2


class SlackRefuses(SlackTrouble):
    """Slack refuses to let the bot start; look at the app on https://api.slack.com/apps."""

    exit_code = 2


class SlackUnreachable(SlackTrouble):
    """Slack doesn't answer; check the network, the proxy and SLACK_API_URL, then start again."""


class NoHello(SlackTrouble):
    """Slack took the connection but didn't say hello."""


class SlackIsDeaf(SlackTrouble):
    """The connection to Slack can't be rebuilt, so no command is heard; the bot leaves to be started again."""


class LinkDisabled(SlackIsDeaf):
    """Slack says that Socket Mode is off for this app; switch it on under "Socket Mode" of the app and start again."""


class CannotListen(SlackTrouble):
    """The address in RUNSITTER_HTTP can't be listened on; set another host:port, or off."""

    exit_code = 2


class PortTaken(CannotListen):
    """The port in RUNSITTER_HTTP is taken, maybe by a second Runsitter; stop that, or set another port or off."""


class PostFailed(SlackTrouble):
    """A post to Slack failed."""


class NotSent(PostFailed):
    """The post certainly never reached Slack; sending it again is safe."""


class RateLimited(PostFailed):
    """Slack took no post and asks to wait so many seconds; 0: it did not say how many."""

    def __init__(self, retry_after: float) -> None:
        super().__init__(f"{retry_after:g} s")
        self.retry_after = retry_after


class Refused(PostFailed):
    """Slack refused the post for good; the particular is its error code."""


class Unclear(PostFailed):
    """Nobody knows whether the post arrived; look it up by its key before sending it again."""
