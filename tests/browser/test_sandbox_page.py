"""The sandbox page in a real browser, with the real bot behind it."""

from typing import Any

import pytest
from playwright.async_api import Page, expect

pytestmark = [
    pytest.mark.needs("chromium"),
    pytest.mark.usefixtures("bot"),
    pytest.mark.asyncio(loop_scope="session"),
]

FIND = "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB"
NOTHING = "/gpu find b200 x8 for 700h disk 500GB in 200GB out 300GB"


async def _typed(page: Page, text: str) -> None:
    await page.get_by_label("Command").fill(text)
    await page.keyboard.press("Enter")


async def test_one_click_on_an_example_brings_the_machines(open_page: Any) -> None:
    """The command stands above its answer; each listing has its price and a link that opens elsewhere."""
    page = await open_page("ada")
    await page.get_by_role("button", name=FIND).click()
    answer = page.locator("article.message")
    await expect(answer).to_contain_text("can finish your 72 h run")
    link = answer.get_by_role("link", name="Open on").first
    await expect(link).to_have_attribute("target", "_blank")
    await expect(link).to_have_attribute("rel", "noopener noreferrer")
    await expect(page.locator(".typed").get_by_role("button")).to_have_text(FIND)
    assert await page.locator(".cannot").count() == 0
    assert await page.get_by_label("Command").input_value() == "/gpu "


async def test_what_would_help_is_one_press_away(open_page: Any) -> None:
    """Nothing fits: the button of a change finds with exactly that change."""
    page = await open_page("ada")
    await _typed(page, NOTHING)
    await expect(page.locator("article.message")).to_contain_text("Nothing fits")
    await page.get_by_role("button", name="Find this").first.click()
    await expect(page.locator("article.message").last).to_contain_text("can finish your 700 h run")


async def test_a_form_says_at_the_field_what_is_missing_and_keeps_what_was_typed(open_page: Any) -> None:
    """`/gpu find` alone opens a modal; its errors are tied to their fields; filled in, it is answered."""
    page = await open_page("ada")
    await _typed(page, "/gpu find")
    modal = page.get_by_role("dialog", name="Find a machine")
    gpu = modal.get_by_label("GPU", exact=True)
    await expect(gpu).to_be_focused()
    await gpu.fill("4090")
    await modal.get_by_role("button", name="Find").click()
    disk = modal.get_by_label("Disk in GB")
    await expect(disk).to_have_attribute("aria-invalid", "true")
    await expect(disk).to_have_accessible_description(
        "It can't be resized after deploy. Please complete this required field."
    )
    await expect(gpu).to_have_value("4090")
    await modal.get_by_label("The run trains for").fill("24")
    await disk.fill("50")
    await page.keyboard.press("Enter")
    await expect(modal).to_be_hidden()
    await expect(page.locator("article.message")).to_contain_text("24 h run")


async def test_all_of_it_goes_by_keyboard_on_a_phone_in_the_dark(open_page: Any) -> None:
    """400 px wide: nothing is cut off at the side; Escape closes a modal, ArrowUp brings the last command back."""
    page = await open_page("cat", viewport={"width": 400, "height": 800}, color_scheme="dark")
    await _typed(page, NOTHING)
    await expect(page.locator("article.message")).to_contain_text("Nothing fits")
    await _typed(page, "/gpu find")
    await expect(page.get_by_role("dialog")).to_be_visible()
    assert await page.evaluate("document.documentElement.scrollWidth") == 400
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_be_hidden()
    await page.get_by_label("Command").press("ArrowUp")
    await expect(page.get_by_label("Command")).to_have_value("/gpu find")
    assert await page.evaluate("getComputedStyle(document.documentElement).backgroundColor") == "rgb(20, 24, 28)"


async def test_a_bare_command_is_sent(open_page: Any) -> None:
    """It is the first thing that people type in Slack; it is answered with the help."""
    page = await open_page("ada")
    await page.get_by_label("Command").press("Enter")
    await expect(page.locator(".typed").get_by_role("button")).to_have_text("/gpu")
    await expect(page.locator("article.message")).to_contain_text("Runsitter finds GPU machines")


async def test_on_a_wide_screen_every_example_is_in_sight(open_page: Any) -> None:
    """None hides behind a scrollbar."""
    page = await open_page("ada", viewport={"width": 1280, "height": 800})
    for example in await page.get_by_role("group", name="Examples").get_by_role("button").all():
        await expect(example).to_be_in_viewport(ratio=1)


async def test_another_person_does_not_see_an_answer_that_was_for_one(open_page: Any) -> None:
    """The person chooser changes whose eyes one has; what was asked before is there on the way back."""
    page = await open_page("ada")
    await _typed(page, "/gpu help")
    await expect(page.locator("article.message")).to_have_count(1)
    await page.get_by_label("You are").select_option(label="Ben · America/New_York")
    await expect(page.locator("article.message")).to_have_count(0)
    await expect(page.get_by_role("heading", name="Try the bot on a made-up market")).to_be_visible()
    await page.get_by_label("You are").select_option(label="Ada · Europe/Berlin")
    await expect(page.locator("article.message")).to_have_count(1)


async def test_a_refusal_is_shown_and_the_text_stays(open_page: Any) -> None:
    """An unknown command does not vanish: it is said why, and it can be mended."""
    page = await open_page("ada")
    await _typed(page, "/cpu find")
    await expect(page.get_by_role("alert")).to_contain_text("/cpu is not a valid command")
    await expect(page.get_by_label("Command")).to_have_value("/cpu find")
    await page.get_by_role("button", name="Dismiss").click()
    await expect(page.get_by_role("alert")).to_be_empty()


async def test_nobody_writes_in_an_archived_channel(open_page: Any) -> None:
    """The box is off there, and on again elsewhere."""
    page = await open_page("ada")
    await page.get_by_role("button", name="#old-runs (archived)").click()
    await expect(page.get_by_label("Command")).to_be_disabled()
    await page.get_by_role("button", name="#training").click()
    await expect(page.get_by_label("Command")).to_be_enabled()
