// Ties it together: who one is, which channel is open, what came in, what goes out.

import { listen, post, workspace } from "./api.js";
import { Composer } from "./composer.js";
import { make } from "./dom.js";
import { Feed } from "./feed.js";
import { Modal, confirm } from "./modal.js";
import { complain, forgetTroubles, showTroubles } from "./strips.js";

const persons = document.getElementById("person");
const nav = document.getElementById("channels");
const welcome = document.getElementById("welcome");
const line = document.getElementById("line");

const known = await workspace();

// What is shown now: the person, the open channel, and the entries by their ts.
let person = null;
let open = known.channel;
let source = null;
let run = "";
let channels = [];
let ahead = 0;
const entries = new Map();
const read = new Map();

/** What a drawing needs to know of the world around it. */
const world = {
  user: (id) => known.users[id],
  room: (id) => known.rooms[id],
  get zone() { return person.tz; },
  now: () => Date.now() / 1000 + ahead,
  people: known.people.map(({ id, real_name: name }) => ({ id, name })),
  get channels() { return channels.map((one) => ({ id: one.id, name: title(one) })); },
};

/** Do something in the sandbox; a refusal is shown. Resolves to whether it went well. */
async function tried(what, body) {
  try {
    await post(what, { user: person.id, ...body });
    return true;
  } catch (error) {
    complain(error.message);
    return false;
  }
}

function named(element, block, picked) {
  return { action_id: element.action_id, block_id: block.block_id, value: element.value, picked };
}

/** Send what was typed. As in Slack, a command that no app has goes nowhere. */
async function send(text) {
  const [command] = text.split(/\s/, 1);
  if (!command.startsWith("/") || known.commands.includes(command)) return tried("type", { channel: open, text });
  complain(`${command} is not a valid command; there is ${known.commands.join(" ")}`);
  return false;
}

const composer = new Composer(send);
const feed = new Feed(
  (message) => ({
    world,
    confirm: (object) => confirm(object, world),
    use: (block, element, picked) => tried("use", { channel: message.channel, ts: message.ts, ...named(element, block, picked) }),
  }),
  (text) => composer.put(text),
);
const modal = new Modal({
  submit: (view, values) => tried("submit", { view_id: view.id, values }),
  close: (view) => tried("close", { view_id: view.id }),
  use: (view, block, element, picked) => tried("use", { view_id: view.id, ...named(element, block, picked) }),
}, world);

function title({ kind, name, is_archived: archived }) {
  return kind === "dm" ? "Runsitter, direct" : `#${name}${archived ? " (archived)" : kind === "private" ? " (private)" : ""}`;
}

function be(who) {
  person = known.people.find(({ id, name }) => who === id || who === name) ?? known.people[0];
  persons.value = person.id;
  source?.close();
  feed.clear();
  forgetTroubles();
  source = listen(person.id, take, (up) => { line.hidden = up; });
}

/** Take in a state, whole or what changed. */
function take(state) {
  if (state.run !== run) forgetTroubles();
  if (state.whole) entries.clear();
  run = state.run;
  ahead = state.now - Date.now() / 1000;
  channels = state.channels;
  for (const entry of [...state.messages, ...state.typed]) {
    if (entry.deleted) entries.delete(entry.ts);
    else entries.set(entry.ts, entry);
  }
  if (state.whole) for (const { id } of channels) read.set(id, inside(id).length);
  if (!channels.some(({ id }) => id === open)) open = channels[0]?.id;
  showTroubles(state);
  modal.show(state.modal);
  show();
}

function inside(id) {
  return [...entries.values()].filter(({ channel }) => channel === id);
}

function show() {
  const here = inside(open);
  read.set(open, here.length);
  welcome.hidden = here.length > 0;
  feed.show(here, world);
  nav.replaceChildren(...channels.map(chip));
  composer.allow(!channels.find(({ id }) => id === open)?.is_archived);
  history.replaceState(null, "", `#${person.name}/${open}`);
}

function chip(channel) {
  const count = inside(channel.id).length - (read.get(channel.id) ?? 0);
  const news = count > 0 ? make("span.news", { "aria-label": `${count} new` }, String(count)) : null;
  const current = channel.id === open ? "true" : null;
  return make("button.chip", { type: "button", "aria-current": current, "data-channel": channel.id, onclick: () => go(channel.id) }, title(channel), news);
}

function go(channel) {
  open = channel;
  feed.clear();
  show();
  nav.querySelector("[aria-current]")?.focus();
}

persons.replaceChildren(...known.people.map(({ id, real_name: name, tz, is_guest: guest, elsewhere }) =>
  make("option", { value: id }, `${name}${guest ? ", guest" : ""}${elsewhere ? ", other workspace" : ""} · ${tz}`)));
persons.addEventListener("change", () => be(persons.value));

const [who, where] = decodeURIComponent(location.hash.slice(1)).split("/");
open = where || open;
be(who);
if (matchMedia("(hover: hover)").matches) composer.put("/gpu ");
