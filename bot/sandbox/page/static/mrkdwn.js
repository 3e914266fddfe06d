// Slack's mrkdwn: bold, italic, strike, code, pre, quotes, bullets, links, mentions, dates.

import { make, openable } from "./dom.js";
import { toLocal, written } from "./dates.js";

const MARKS = { "*": "strong", _: "em", "~": "s" };
const WORD = /[\p{L}\p{N}]/u;

/** Draw mrkdwn. `world` knows names, the viewer's zone and the time: `{user(id), room(id), zone, now()}`. */
export function mrkdwn(source, world) {
  const drawn = document.createDocumentFragment();
  source.split(/```\n?([\s\S]*?)```\n?/).forEach((piece, index) => {
    if (index % 2) drawn.append(make("pre", {}, make("code", {}, unescaped(piece))));
    else if (piece) drawn.append(...lines(piece, world));
  });
  return drawn;
}

/** Draw a text object, mrkdwn or plain. */
export function text(object, world) {
  return object.type === "mrkdwn" ? mrkdwn(object.text, world) : document.createTextNode(unescaped(object.text));
}

/** Undo Slack's three escapes. */
export function unescaped(text) {
  return text.replace(/&(amp|lt|gt);/g, (_all, name) => ({ amp: "&", lt: "<", gt: ">" })[name]);
}

function* lines(piece, world) {
  let quote = null;
  for (const line of piece.replace(/\n$/, "").split("\n")) {
    const quoted = /^(?:&gt;|>) ?(.*)$/.exec(line);
    if (!quoted) {
      quote = null;
      yield drawnLine(line, world);
      continue;
    }
    const inside = drawnLine(quoted[1], world);
    if (quote) quote.append(inside);
    else yield (quote = make("blockquote", {}, inside));
  }
}

function drawnLine(line, world) {
  const bullet = /^(\s*)([•◦▪-]|\d+\.) (.*)$/.exec(line);
  if (!bullet) return make(line.trim() ? "div.line" : "div.line.blank", {}, ...inline(line, world));
  return make("div.line.bullet", {}, make("span.mark", {}, `${bullet[2]} `), make("span", {}, ...inline(bullet[3], world)));
}

/** Yield the nodes of one line. */
function* inline(text, world) {
  let plain = 0;
  for (let at = 0; at < text.length; ) {
    const found = token(text, at, world);
    if (!found) {
      at += 1;
      continue;
    }
    if (at > plain) yield unescaped(text.slice(plain, at));
    yield found.node;
    at = plain = found.end;
  }
  if (plain < text.length) yield unescaped(text.slice(plain));
}

/** What begins at this character: a code span, `<…>`, or a mark with its partner; null if it is mere text. */
function token(text, at, world) {
  const sign = text[at];
  if (sign === "`" || sign === "<") {
    const end = text.indexOf(sign === "<" ? ">" : "`", at + 1);
    if (end <= at + 1) return null;
    const inside = text.slice(at + 1, end);
    return { node: sign === "<" ? bracketed(inside, world) : make("code", {}, unescaped(inside)), end: end + 1 };
  }
  if (!(sign in MARKS) || WORD.test(text[at - 1] ?? "") || /\s|^$/.test(text[at + 1] ?? "")) return null;
  const end = partner(text, at);
  return end && { node: make(MARKS[sign], {}, ...inline(text.slice(at + 1, end), world)), end: end + 1 };
}

/** Where the mark that opens here closes: not after a space, not before a letter, not in a code span or `<…>`. */
function partner(text, open) {
  for (let at = open + 1; at < text.length; at += 1) {
    const sign = text[at];
    if (sign === "`" || sign === "<") {
      const end = text.indexOf(sign === "<" ? ">" : "`", at + 1);
      if (end > 0) at = end;
    } else if (sign === text[open] && at > open + 1 && !/\s/.test(text[at - 1]) && !WORD.test(text[at + 1] ?? "")) {
      return at;
    }
  }
  return null;
}

function bracketed(inside, world) {
  const bar = inside.indexOf("|");
  const what = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? "" : unescaped(inside.slice(bar + 1));
  if (what.startsWith("@")) return make("span.mention", {}, `@${world.user(what.slice(1)) ?? (label || what.slice(1))}`);
  if (what.startsWith("#")) return make("span.mention", {}, `#${world.room(what.slice(1)) ?? (label || what.slice(1))}`);
  if (what.startsWith("!date^")) return dated(what, label, world);
  if (what.startsWith("!")) return make("span.mention.loud", {}, `@${label || what.slice(1).split("^")[0]}`);
  const address = openable(unescaped(what));
  if (!address) return document.createTextNode(label || unescaped(`<${inside}>`));
  return link(address, label || unescaped(what).replace(/^mailto:/, ""));
}

function link(address, label) {
  return make("a", { href: address, target: "_blank", rel: "noopener noreferrer" }, label);
}

function dated(what, fallback, world) {
  const [, seconds, format, address] = what.split("^");
  const shown = /^\d+$/.test(seconds) && format ? written(unescaped(format), Number(seconds), world.zone, world.now()) : null;
  if (shown === null) return document.createTextNode(fallback);
  if (address && openable(unescaped(address))) return link(unescaped(address), shown);
  const local = toLocal(Number(seconds), world.zone).replace("T", " ");
  return make("time", { datetime: new Date(seconds * 1000).toISOString(), title: `${local} ${world.zone}; ${fallback}` }, shown);
}
