// What went wrong: Slack's own complaints, what Slack refused of the bot's, and what the sandbox refused of ours.

import { make } from "./dom.js";

const MOST = 3;
const place = document.getElementById("strips");
const dismissed = new Set();
let told = [];
let own = 0;

/** Show what is new of the state's `troubles` and `refused`; a command's own trouble stands beside the command. */
export function showTroubles({ troubles, refused }) {
  const slacks = troubles
    .map(({ error, doing }, index) => ({ key: `trouble ${index}`, doing, text: `Slack: ${doing} failed (${error})` }))
    .filter(({ doing }) => !doing.startsWith("/"));
  const bots = refused.map(({ method, error, reasons }, index) => ({
    key: `refused ${index}`,
    text: `Slack refused what the bot sent with ${method} (${error}): ${reasons.join("; ")}`,
  }));
  told = [...told.filter(({ ours }) => ours), ...slacks, ...bots];
  draw();
}

/** Show a sentence of the sandbox's or of this page's. */
export function complain(sentence) {
  own += 1;
  told.push({ key: `own ${own}`, text: sentence, ours: true });
  draw();
}

/** Forget everything, for another person or another sandbox. */
export function forgetTroubles() {
  dismissed.clear();
  told = [];
  draw();
}

function draw() {
  const shown = told.filter(({ key }) => !dismissed.has(key)).slice(-MOST);
  place.replaceChildren(...shown.map(({ key, text }) => {
    const away = () => { dismissed.add(key); draw(); };
    return make("p.strip", {}, make("span", {}, text), make("button.away", { type: "button", "aria-label": "Dismiss", onclick: away }, "×"));
  }));
}
