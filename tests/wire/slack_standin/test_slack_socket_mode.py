"""Socket Mode as the real aiohttp adapter meets it: redelivery, deafness, disconnects, limits of connections."""

import asyncio
from typing import Any

import aiohttp
import pytest
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.slack import Person, SlackStandIn

Json = dict[str, Any]


def greet(app: AsyncApp) -> None:
    """Give an app the command that every test types."""

    @app.command("/gpu")
    async def gpu(ack: Any) -> None:
        await ack("Hello.")


async def hellos(slack: SlackStandIn, wanted: int) -> None:
    """Wait until so many connections were greeted."""
    happenings = slack.workspace.happenings
    await happenings.until(lambda: True if slack.socket.hellos >= wanted else None, 5.0, lambda: "no new connection")


@pytest.mark.usefixtures("bot")
async def test_an_event_that_fails_is_sent_again_with_its_attempt(app: AsyncApp, slack: SlackStandIn) -> None:
    """Case f138: the same event_id comes again in a new envelope, with retry headers."""
    heard: list[tuple[str, Any]] = []

    @app.event("app_mention")
    async def mention(body: Json, request: Any) -> None:
        heard.append((body["event_id"], request.headers.get("x-slack-retry-num")))

    slack.faults.deliver_twice()
    attempts = await slack.event({"type": "app_mention", "user": "U0ADA00001", "text": "hi", "channel": "C0TRAINING"})
    again = await slack.courier.redeliver(attempts[0])
    assert [one.acked for one in [*attempts, again]] == [True, True]
    assert len({event_id for event_id, _ in heard}) == 1
    assert [attempt for _, attempt in heard] == [["0"], ["0"], ["1"]]


@pytest.mark.usefixtures("bot")
async def test_an_event_that_nobody_takes_is_sent_four_times(slack: SlackStandIn) -> None:
    """Bolt does not ack what it has no listener for; three retries follow the first attempt."""
    slack.patience = 0.05
    attempts = await slack.event({"type": "team_join", "user": {"id": "U0ADA00001"}})
    assert [(one.attempt, one.reason) for one in attempts] == [(0, ""), (1, "timeout"), (2, "timeout"), (3, "timeout")]


async def test_a_deaf_connection_stays_open_and_brings_nothing(
    app: AsyncApp, bot: AsyncSocketModeHandler, slack: SlackStandIn, ada: Person
) -> None:
    """Case f149: the client still calls itself connected."""
    greet(app)
    slack.socket.go_deaf(pongs=True)
    slack.patience = 0.05
    delivery = await ada.types("/gpu help")
    assert delivery.outcome == "operation_timeout"
    assert await bot.client.is_connected()


@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("trouble", ["drop", "refresh", "deaf"])
async def test_the_client_comes_back_after(app: AsyncApp, slack: SlackStandIn, ada: Person, trouble: str) -> None:
    """Case f148: a cut, a refresh and unanswered pings each end in a new connection with a new ticket."""
    greet(app)
    match trouble:
        case "drop":
            slack.socket.drop()
        case "refresh":
            await slack.socket.disconnect("refresh_requested")
        case _:
            slack.socket.go_deaf()
    await hellos(slack, 2)
    assert (await ada.types("/gpu help")).acked
    assert len(slack.calls("apps.connections.open")) >= 2


async def test_a_refused_handshake_is_tried_again_on_the_same_url(app: AsyncApp, slack: SlackStandIn) -> None:
    """The SDK does not ask for a new ticket after a 408 (slack_sdk 3.48)."""
    slack.faults.refuse_handshakes(2)
    handler = AsyncSocketModeHandler(app, slack.app_token, ping_interval=0.05)
    await handler.connect_async()
    await slack.connected()
    await handler.close_async()
    assert len(slack.calls("apps.connections.open")) == 1


async def test_a_disabled_link_turns_every_connection_away(bot: AsyncSocketModeHandler, slack: SlackStandIn) -> None:
    """Without a back-off of its own the SDK asks again at once, over and over."""
    await slack.socket.disable_link()
    happenings = slack.workspace.happenings
    await happenings.until(
        lambda: True if len(slack.calls("apps.connections.open")) > 5 else None, 5.0, lambda: "no storm"
    )
    await bot.close_async()


async def test_an_eleventh_connection_is_one_too_many(slack: SlackStandIn) -> None:
    """Ten are greeted, each with the count so far; the next is told too_many_websockets."""
    async with aiohttp.ClientSession() as session:
        sockets, greetings = [], []
        for _ in range(11):
            sockets.append(await session.ws_connect(slack.socket.new_url()))
            greetings.append(await sockets[-1].receive_json())
    *first, refused = greetings
    assert [one["num_connections"] for one in first] == list(range(1, 11))
    assert {one["type"] for one in first} == {"hello"}
    assert (refused["type"], refused["reason"]) == ("disconnect", "too_many_websockets")


async def test_a_ticket_is_good_for_one_connection(slack: SlackStandIn) -> None:
    """The second handshake on a URL is refused with 408, and so is a made-up ticket."""
    async with aiohttp.ClientSession() as session:
        url = slack.socket.new_url()
        await (await session.ws_connect(url)).close()
        for spent in (url, url.replace("ticket-", "guess-")):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await session.ws_connect(spent)
            assert caught.value.status == 408


@pytest.mark.usefixtures("bot")
async def test_each_payload_goes_to_one_of_two_connections(app: AsyncApp, slack: SlackStandIn, ada: Person) -> None:
    """Two replicas share the traffic in turn; none hears what the other heard."""
    greet(app)
    second = AsyncSocketModeHandler(app, slack.app_token, ping_interval=0.1)
    await second.connect_async()
    await slack.connected(2)
    for _ in range(4):
        await ada.types("/gpu help")
    heard = [connection.delivered for connection in slack.socket.connections]
    assert [len(one) for one in heard] == [2, 2]
    assert set(heard[0]).isdisjoint(heard[1])
    await second.close_async()


async def test_the_server_pings_and_counts_late_acks(slack: SlackStandIn, ada: Person) -> None:
    """A ping frame comes by itself, and an ack after the time-out changes nothing."""
    slack.ping_interval, slack.patience = 0.01, 0.01
    async with aiohttp.ClientSession() as session:
        ws = await session.ws_connect(slack.socket.new_url(), autoping=False)
        await ws.receive_json()
        assert (await ws.receive()).type is aiohttp.WSMsgType.PING
        delivery = await ada.types("/gpu help")
        await ws.send_json({"envelope_id": delivery.envelope_id})
        happenings = slack.workspace.happenings
        await happenings.until(lambda: slack.socket.late or None, 5.0, lambda: "no late ack")
    assert (delivery.outcome, slack.socket.late) == ("operation_timeout", [delivery.envelope_id])


async def test_a_bad_app_token_opens_no_connection(client: AsyncWebClient, slack: SlackStandIn) -> None:
    """The door stays shut; the caller is told why."""
    with pytest.raises(Exception, match="invalid_auth"):
        await client.apps_connections_open(app_token="xapp-bad")
    await asyncio.sleep(0)
    assert slack.socket.connections == []
