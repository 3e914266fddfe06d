// The messages of one channel, and what was typed between them.

import { blocks } from "./blocks.js";
import { make } from "./dom.js";
import { mrkdwn } from "./mrkdwn.js";
import { written } from "./dates.js";

const OUTCOMES = {
  "": "on its way …",
  acked: "",
  operation_timeout: "the bot did not acknowledge within 3 seconds (operation_timeout)",
  dispatch_failed: "the bot could not be reached (dispatch_failed)",
};

/** Keeps the feed as the entries are: draws what is new or changed and leaves the rest alone. */
export class Feed {
  #place = document.getElementById("feed");
  #drawn = new Map();
  #hands;
  #again;

  /** `hands(message)` is what a message's controls can do; `again(text)` takes up a command that was typed before. */
  constructor(hands, again) {
    this.#hands = hands;
    this.#again = again;
  }

  clear() {
    this.#drawn.clear();
    this.#place.replaceChildren();
  }

  /** Show these entries, of one channel, in place of whatever was there. Shows the last one that is new, from its top. */
  show(entries, world) {
    const sorted = entries.toSorted((one, other) => (order(one) < order(other) ? -1 : 1));
    const fresh = sorted.filter((entry) => this.#drawn.get(entry.ts)?.entry !== entry);
    for (const entry of fresh) this.#draw(entry, world);
    const wanted = new Set(sorted.map((entry) => entry.ts));
    for (const [ts, { node }] of this.#drawn) {
      if (wanted.has(ts)) continue;
      node.remove();
      this.#drawn.delete(ts);
    }
    let before = null;
    for (const entry of sorted) {
      const { node } = this.#drawn.get(entry.ts);
      const next = before ? before.nextSibling : this.#place.firstChild;
      if (next !== node) this.#place.insertBefore(node, next);
      before = node;
    }
    if (fresh.length) reveal(this.#drawn.get(fresh.at(-1).ts).node);
  }

  #draw(entry, world) {
    const node = "outcome" in entry ? typed(entry, world, this.#again) : message(entry, world, this.#hands(entry));
    const old = this.#drawn.get(entry.ts)?.node;
    const focused = old?.contains(document.activeElement);
    old?.replaceWith(node);
    this.#drawn.set(entry.ts, { entry, node });
    if (focused) node.focus();
  }
}

/** Replies come after the message that they answer. */
function order(entry) {
  return `${entry.thread_ts ?? entry.ts} ${entry.ts}`;
}

function clock(ts, world) {
  const seconds = Number(ts);
  return make("time", { datetime: new Date(seconds * 1000).toISOString() }, written("{time}", seconds, world.zone, world.now()));
}

function message(entry, world, hands) {
  const about = [clock(entry.ts, world)];
  if (entry.by_bot) about.unshift(make("span.tag", {}, "app"));
  if (entry.edited) about.push("edited");
  if (entry.ephemeral) about.push("only you see this");
  const head = make("header", {}, make("strong", {}, world.user(entry.user) ?? entry.user), ...about.map((one) => make("span.quiet", {}, one)));
  const reply = entry.thread_ts && entry.thread_ts !== entry.ts ? ".reply" : "";
  const body = entry.blocks.length ? blocks(entry.blocks, hands) : [make("div.block.text", {}, mrkdwn(entry.text, world))];
  return make(`article.message${reply}`, { tabindex: "-1", "data-ts": entry.ts }, head, ...body);
}

function typed(entry, world, again) {
  const outcome = OUTCOMES[entry.outcome] ?? entry.outcome;
  const failed = !["", "acked"].includes(entry.outcome);
  const command = make("button.again", { type: "button", title: "Put this back into the box", onclick: () => again(entry.text) }, entry.text);
  const said = outcome ? make(failed ? "span.error" : "span.quiet", {}, outcome) : null;
  return make("div.typed", { tabindex: "-1", "data-ts": entry.ts }, make("span.quiet", {}, clock(entry.ts, world)), command, said);
}

/** Bring an entry into view, with the command that asked for it: of a long answer the head matters, not its end. */
function reveal(node) {
  const asked = node.previousElementSibling;
  const head = asked?.matches(".typed") ? asked : node;
  const { top: ceiling, bottom: floor } = document.querySelector("main").getBoundingClientRect();
  const top = head.getBoundingClientRect().top;
  const bottom = node.getBoundingClientRect().bottom;
  if (bottom - top > floor - ceiling) head.scrollIntoView({ block: "start" });
  else if (top < ceiling || bottom > floor) node.scrollIntoView({ block: "end" });
}
