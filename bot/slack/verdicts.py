"""What a failed call to Slack means for the letter that it was about."""

from collections.abc import Awaitable

from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot import ports
from bot.slack.errors import NotSent, PostFailed, RateLimited, Refused, Unclear
from bot.slack.posts import posted

NO_SUCH_ROUTE = frozenset(
    {
        *("channel_not_found", "is_archived", "is_inactive", "not_in_channel", "no_permission", "user_not_found"),
        *("user_disabled", "user_not_visible", "users_not_found", "cannot_dm_bot", "user_is_bot"),
        *("restricted_action", "restricted_action_read_only_channel", "restricted_action_thread_only_channel"),
        *("messages_tab_disabled", "ekm_access_denied", "access_denied", "team_access_not_granted"),
    }
)
"""Nothing of ours can be said in that channel or to that person (chat.postMessage, chat.update, conversations.open)."""

NOT_NOW = frozenset(
    {
        *("invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired", "missing_scope"),
        *("not_allowed_token_type", "org_login_required", "two_factor_setup_required", "accesslimited"),
        *("team_added_to_org", "request_timeout"),
    }
)
"""Nothing was done, and it may be done another time: mostly once a person has put the app or its token right."""

NO_SUCH_MESSAGE = frozenset({"message_not_found", "cant_update_message", "edit_window_closed"})
"""What was to be edited is gone, or may not be edited any more."""

NO_SUCH_THREAD = frozenset(
    {
        *("thread_not_found", "cannot_reply_to_message", "restricted_action_thread_locked"),
        "restricted_action_non_threadable_channel",
    }
)
"""The opener is gone or takes no answers; the same can be said in the channel."""

BAD_BLOCKS = frozenset({"invalid_blocks", "invalid_blocks_format", "msg_blocks_too_long", "only_one_table_allowed"})
"""The same can be said in plain words (cases f154, f156)."""


Failure = ports.Later | ports.Refused | ports.Unclear


async def answered(call: Awaitable[AsyncSlackResponse]) -> AsyncSlackResponse | Failure:
    """Await a call and judge its failure. Raises nothing of Slack's or the network's."""
    try:
        return await posted(call)
    except PostFailed as error:
        return _meaning(error)


def _meaning(error: PostFailed) -> Failure:
    match error:
        case RateLimited():
            return ports.Later(error.retry_after, "ratelimited")
        case NotSent():
            return ports.Later(0, error.particular)
        case Refused():
            return refusal(error.particular)
        case Unclear():
            return ports.Unclear(error.particular)
    return ports.Unclear(type(error).__name__)


def refusal(code: str) -> ports.Later | ports.Refused:
    """Judge an error code that Slack answered: nothing was done."""
    if code in NOT_NOW:
        return ports.Later(0, code)
    if code in NO_SUCH_ROUTE:
        return ports.Refused(code, ports.Fault.ROUTE)
    return ports.Refused(code, ports.Fault.MESSAGE if code in NO_SUCH_MESSAGE else ports.Fault.WORDS)


def as_unclear(failure: Failure) -> ports.Refused | ports.Unclear:
    """Say of a question that was not answered that its answer is not known; a refusal is one."""
    return ports.Unclear(failure.reason, failure.seconds) if isinstance(failure, ports.Later) else failure
