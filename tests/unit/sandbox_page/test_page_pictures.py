"""Pictures that the bot uploaded, as the page shows them."""

from typing import Any

import aiohttp
from slack_sdk.web.async_client import AsyncWebClient

from bot.sandbox.slack import SlackStandIn

PNG = b"\x89PNG\r\n\x1a\n and so on"


async def test_uploaded_pictures_have_an_address_for_the_page(slack: SlackStandIn, browser: Any) -> None:
    """In a block and by themselves, on this machine alone, where the page may load them from."""
    slack.files.ready_after = 0
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session)
        file = (await client.files_upload_v2(filename="c.png", file=PNG))["file"]["id"]
        block = {"type": "image", "slack_file": {"id": file}, "alt_text": "a chart"}
        await client.chat_postMessage(channel=slack.channel_id, text="x", blocks=[block])
        await client.files_upload_v2(filename="d.png", file=PNG, title="Cost", channel=slack.channel_id)
        state = await (await browser.get("/sandbox/api/state", params={"user": "ada"})).json()
        shown = [one["blocks"][0] for one in state["messages"]]
        assert [one["alt_text"] for one in shown] == ["a chart", "Cost"]
        assert all(one["image_url"].startswith("http://127.0.0.1:") for one in shown)
        async with session.get(shown[0]["image_url"]) as response:
            assert (response.content_type, await response.read()) == ("image/png", PNG)
        async with session.get(f"{slack.base_url}/files/F0NOTHERE1") as response:
            assert response.status == 404
