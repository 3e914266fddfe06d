"""A bare Bolt app that acknowledges and does nothing else: what the framework itself takes."""

import asyncio
import os

from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_sdk.web.async_client import AsyncWebClient


async def main() -> None:
    """Serve until terminated."""
    app = AsyncApp(client=AsyncWebClient(os.environ["SLACK_BOT_TOKEN"], os.environ["SLACK_API_URL"]))

    @app.command("/gpu")
    async def on_command(ack: AsyncAck) -> None:
        await ack()

    await AsyncSocketModeHandler(app, os.environ["SLACK_APP_TOKEN"]).start_async()


if __name__ == "__main__":
    asyncio.run(main())
