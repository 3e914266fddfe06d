"""Debian's Chromium, driven by Playwright, before a sandbox page. Nothing it says on its console is let pass."""

import asyncio
import shutil
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path

import aiohttp
import pytest_asyncio
from playwright.async_api import Browser, Page, async_playwright
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.app.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.app.run import run_bot
from bot.config import load_settings
from bot.sandbox.server import Sandbox

SWITCHES = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)

OpenPage = Callable[..., Awaitable[Page]]

_in_one_loop = pytest_asyncio.fixture(loop_scope="session")


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def chromium() -> AsyncIterator[Browser]:
    """Start one browser for all tests; each page has a context of its own."""
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=shutil.which("chromium"), args=SWITCHES)
        yield browser
        await browser.close()


@_in_one_loop
async def sandbox() -> AsyncIterator[Sandbox]:
    """Run a sandbox without a bot."""
    async with Sandbox(port=0, listings=1_500) as sandbox:
        yield sandbox


@_in_one_loop
async def bot(sandbox: Sandbox, tmp_path: Path) -> AsyncIterator[None]:
    """Let the real bot live in the sandbox. It looks too rarely to speak of the machine there before it is asked."""
    quiet = {"RUNSITTER_DATA_DIR": str(tmp_path), "RUNSITTER_POLL_SECONDS": "3600"}
    settings = load_settings({**sandbox.environ, **quiet}).for_run()
    running = asyncio.create_task(run_bot(settings, sandbox.clock))
    await sandbox.slack.connected()
    yield
    running.cancel()
    await asyncio.wait({running})
    for number in (signal.SIGINT, signal.SIGTERM):
        asyncio.get_running_loop().remove_signal_handler(number)


@_in_one_loop
async def app(sandbox: Sandbox) -> AsyncIterator[AsyncApp]:
    """Connect a bot without listeners in the real one's place."""
    slack = sandbox.slack
    async with aiohttp.ClientSession() as session:
        client = AsyncWebClient(token=slack.bot_token, base_url=slack.api_url, session=session)
        app = AsyncApp(client=client, signing_secret=slack.signing_secret)
        handler = AsyncSocketModeHandler(app, slack.app_token)
        await handler.connect_async()
        await slack.connected()
        yield app
        await handler.close_async()


@_in_one_loop
async def open_page(chromium: Browser, sandbox: Sandbox) -> AsyncIterator[OpenPage]:
    """Give a function that opens the page as a person: `open_page("ada", color_scheme="dark", …)`."""
    said: list[str] = []
    async with AsyncExitStack() as contexts:

        async def open_page(who: str = "ada", **more: object) -> Page:
            context = await chromium.new_context(**{"viewport": {"width": 1100, "height": 800}, **more})
            contexts.push_async_callback(context.close)
            page = await context.new_page()
            page.on("console", lambda message: said.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error: said.append(str(error)))
            await page.goto(f"{sandbox.url}#{who}")
            await page.locator("#channels [aria-current]").wait_for()
            return page

        yield open_page
    assert said == []
