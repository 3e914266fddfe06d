"""What the page draws, and what it says it can't."""

from typing import Any

import pytest
from playwright.async_api import expect
from slack_bolt.app.async_app import AsyncApp

pytestmark = [pytest.mark.needs("chromium"), pytest.mark.asyncio(loop_scope="session")]

Json = dict[str, Any]
NOON = 1_796_040_000  # 2026-11-30 12:00 UTC

DRAW = """async (sources) => {
  const { mrkdwn } = await import("/static/mrkdwn.js");
  const names = { U1: "Ada", C1: "training" };
  const name = (id) => names[id];
  const world = { user: name, room: name, zone: "Europe/Berlin", now: () => 1796040000 };
  return sources.map((source) => {
    const holder = document.createElement("div");
    holder.append(mrkdwn(source, world));
    return holder.innerHTML;
  });
}"""


def _plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def _mrkdwn(text: str) -> Json:
    return {"type": "mrkdwn", "text": text}


def _line(inside: str) -> str:
    return f'<div class="line">{inside}</div>'


def _link(href: str, label: str) -> str:
    return f'<a href="{href}" target="_blank" rel="noopener noreferrer">{label}</a>'


def _link(href: str, label: str) -> str:
    return f'<a href="{href}" target="_blank" rel="noopener noreferrer">{label}</a>'


def _mention(name: str) -> str:
    return f'<span class="mention">{name}</span>'


LINES = {
    "*bold* _it_ ~gone~ `*code*`": "<strong>bold</strong> <em>it</em> <s>gone</s> <code>*code*</code>",
    "*bold _and italic_*": "<strong>bold <em>and italic</em></strong>",
    "2*3*4 snake_case_name a * b * c": "2*3*4 snake_case_name a * b * c",
    "*open `a*b` end*": "<strong>open <code>a*b</code> end</strong>",
    "(*$831* to _$965_)": "(<strong>$831</strong> to <em>$965</em>)",
    "&lt;b&gt; &amp;amp; <script>": "&lt;b&gt; &amp;amp; &lt;script&gt;",
    "<https://a.example/?x=1&amp;y=2|A *b*>": _link("https://a.example/?x=1&amp;y=2", "A *b*"),
    "<https://a.example>": _link("https://a.example", "https://a.example"),
    "<javascript:alert(1)|click>": "click",
    "<@U1> in <#C1>, <@U9|niner>": f"{_mention('@Ada')} in {_mention('#training')}, {_mention('@niner')}",
    "<!channel>": '<span class="mention loud">@channel</span>',
    "<!date^x^{time}|then>": "then",
    "<!date^1796040000^{moon}|then>": "then",
    "* no partner": "* no partner",
    "<unclosed *b*": "&lt;unclosed <strong>b</strong>",
}


async def test_mrkdwn_is_drawn_as_slack_draws_it(open_page: Any) -> None:
    """Marks at word edges alone, escapes undone once, links of the harmless kinds only."""
    page = await open_page()
    drawn = await page.evaluate(DRAW, list(LINES))
    assert dict(zip(LINES, drawn, strict=True)) == {source: _line(inside) for source, inside in LINES.items()}


async def test_lines_of_mrkdwn_become_quotes_bullets_and_preformatted_text(open_page: Any) -> None:
    """Each as a block of its own; a blank line stays a gap."""
    page = await open_page()
    (drawn,) = await page.evaluate(DRAW, ["a\n\n&gt; *q*\n&gt; r\n• one\n```\n*raw* &lt;\n```end"])
    assert drawn == (
        f'{_line("a")}<div class="line blank"></div>'
        f"<blockquote>{_line('<strong>q</strong>')}{_line('r')}</blockquote>"
        '<div class="line bullet"><span class="mark">• </span><span>one</span></div>'
        f"<pre><code>*raw* &lt;\n</code></pre>{_line('end')}"
    )


DATES = [
    ("{date_short_pretty} {time}", "Europe/Berlin", NOON, "today 13:00"),
    ("{date_short_pretty} {time}", "Asia/Tokyo", NOON + 4 * 3600, "tomorrow 01:00"),
    ("{date_short_pretty}", "America/New_York", NOON - 8 * 3600, "yesterday"),
    ("{date_short_pretty}", "Etc/UTC", NOON + 5 * 86_400, "Dec 5"),
    ("{date}", "Etc/UTC", NOON + 400 * 86_400, "January 4th, 2028"),
    ("{date_long} {time_secs}", "Etc/UTC", NOON, "Monday, November 30th 12:00:00"),
    ("{date_num}", "Pacific/Chatham", NOON, "2026-12-01"),
    ("{ago}", "Etc/UTC", NOON - 7200, "2 hours ago"),
]


async def test_a_date_is_shown_in_the_viewers_zone(open_page: Any) -> None:
    """Slack's tokens, near days by name, the year only beyond six months."""
    page = await open_page()
    script = """async ([dates, now]) => {
      const { written } = await import("/static/dates.js");
      return dates.map(([form, zone, at]) => written(form, at, zone, now));
    }"""
    assert await page.evaluate(script, [DATES, NOON]) == [shown for *_, shown in DATES]


async def test_a_picked_moment_survives_its_field(open_page: Any) -> None:
    """To what the field shows and back: the same minute, in winter, in summer and on the days of the change."""
    page = await open_page()
    script = """async ([moments, zones]) => {
      const { toLocal, fromLocal } = await import("/static/dates.js");
      return zones.map((zone) => moments.map((moment) => fromLocal(toLocal(moment, zone), zone)));
    }"""
    zones = ["Etc/UTC", "Europe/Berlin", "America/New_York", "Pacific/Chatham", "Asia/Kolkata"]
    moments = [NOON, NOON + 200 * 86_400, 1_774_746_000 + 7200, 1_792_886_400 - 7200, 1_772_953_200 + 3600]
    assert await page.evaluate(script, [moments, zones]) == [moments] * len(zones)


async def test_the_blocks_of_a_message_are_drawn_and_the_rest_is_named(app: AsyncApp, open_page: Any) -> None:
    """Text from outside stays text; a block that the page does not know is said, not left out."""
    page = await open_page()
    await app.client.chat_postMessage(
        channel="C0TRAINING",
        text="All sorts",
        blocks=[
            {"type": "header", "text": _plain("<img src=x onerror=alert(1)>")},
            {"type": "section", "fields": [_mrkdwn("*GPU*\nH100"), _mrkdwn("*Price*\n$1.44/h")]},
            {"type": "divider"},
            {"type": "context", "elements": [_mrkdwn("small _print_")]},
            {"type": "image", "image_url": "https://pictures.example/a.png", "alt_text": "A chart"},
            {"type": "markdown", "text": "# Not yet"},
        ],
    )
    message = page.locator("article.message")
    await expect(message.get_by_role("heading")).to_have_text("<img src=x onerror=alert(1)>")
    await expect(message.locator(".fields strong")).to_have_text(["GPU", "Price"])
    await expect(message.get_by_role("link", name="Picture: A chart")).to_be_visible()
    await expect(message.locator(".cannot")).to_have_text("can't draw block markdown")
    drawn = await message.locator("[data-block]").evaluate_all("(all) => all.map((one) => one.dataset.block)")
    assert drawn == ["header", "section", "divider", "context", "image", "markdown"]


async def test_a_dangerous_button_asks_first(app: AsyncApp, open_page: Any) -> None:
    """Declined, nothing is brought to the bot; confirmed, it is, and the message changes in place."""
    used: list[str] = []

    @app.action("stop")
    async def stop(ack: Any, respond: Any, action: Json) -> None:
        await ack()
        used.append(action["value"])
        await respond(text="Stopped.", replace_original=True)

    confirm = {
        "title": _plain("Sure?"),
        "text": _mrkdwn("It *stops*."),
        "confirm": _plain("Stop"),
        "deny": _plain("No"),
    }
    button = {"type": "button", "text": _plain("Stop it"), "action_id": "stop", "value": "7", "style": "danger"}
    page = await open_page()
    await app.client.chat_postMessage(
        channel="C0TRAINING", text="Running", blocks=[{"type": "actions", "elements": [{**button, "confirm": confirm}]}]
    )
    question = page.get_by_role("dialog", name="Sure?")
    await page.get_by_role("button", name="Stop it").click()
    await question.get_by_role("button", name="No").click()
    await expect(question).to_be_hidden()
    assert used == []
    await page.get_by_role("button", name="Stop it").click()
    await question.get_by_role("button", name="Stop").click()
    await expect(page.locator("article.message")).to_contain_text("Stopped.")
    assert used == ["7"]


async def test_every_kind_of_field_brings_what_was_filled_in(app: AsyncApp, open_page: Any) -> None:
    """Text, number, menu, radio buttons, boxes, several of many, date, time, and a moment in the person's zone."""
    heard: list[Json] = []
    ab = [{"text": _plain(name), "value": name.lower()} for name in ("Alpha", "Beta")]
    elements: dict[str, Json] = {
        "Words": {"type": "plain_text_input", "initial_value": "x"},
        "Figure": {"type": "number_input", "is_decimal_allowed": True},
        "Menu": {"type": "static_select", "options": ab, "initial_option": ab[0]},
        "Radio": {"type": "radio_buttons", "options": ab},
        "Boxes": {"type": "checkboxes", "options": ab, "initial_options": ab[:1]},
        "Many": {"type": "multi_static_select", "options": ab},
        "Day": {"type": "datepicker"},
        "Hour": {"type": "timepicker"},
        "Moment": {"type": "datetimepicker", "initial_date_time": NOON},
    }
    blocks = [
        {"type": "input", "block_id": label, "label": _plain(label), "element": {"action_id": "it", **element}}
        for label, element in elements.items()
    ]

    @app.command("/gpu")
    async def gpu(ack: Any, client: Any, command: Json) -> None:
        await ack()
        view = {
            "type": "modal",
            "callback_id": "form",
            "title": _plain("All"),
            "submit": _plain("Go"),
            "blocks": blocks,
        }
        await client.views_open(trigger_id=command["trigger_id"], view=view)

    @app.view("form")
    async def form(ack: Any, view: Json) -> None:
        await ack()
        heard.append(view["state"]["values"])

    page = await open_page("ada")
    await page.get_by_label("Command").fill("/gpu form")
    await page.keyboard.press("Enter")
    modal = page.get_by_role("dialog", name="All")
    await modal.get_by_label("Words").fill("h100")
    await modal.get_by_label("Figure").fill("2.5")
    await modal.get_by_label("Menu").select_option(label="Beta")
    await modal.get_by_role("group", name="Radio").get_by_label("Alpha").check()
    await modal.get_by_role("group", name="Boxes").get_by_label("Beta").check()
    await modal.get_by_role("group", name="Many").get_by_label("Beta").check()
    await modal.get_by_label("Day").fill("2026-12-05")
    await modal.get_by_label("Hour").fill("09:30")
    await expect(modal.get_by_label("Moment")).to_have_value("2026-11-30T13:00")
    await modal.get_by_label("Moment").fill("2026-12-01T00:30")
    await modal.get_by_role("button", name="Go").click()
    await expect(modal).to_be_hidden()
    told = {label: next(v for k, v in by["it"].items() if k != "type") for label, by in heard[0].items()}
    assert told == {
        "Words": "h100",
        "Figure": "2.5",
        "Menu": ab[1],
        "Radio": ab[0],
        "Boxes": ab,
        "Many": ab[1:],
        "Day": "2026-12-05",
        "Hour": "09:30",
        "Moment": NOON + 11 * 3600 + 1800,
    }
