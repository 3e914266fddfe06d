// The modal on top, and confirm dialogs.

import { blocks } from "./blocks.js";
import { bare } from "./controls.js";
import { make } from "./dom.js";
import { text } from "./mrkdwn.js";

const dialog = document.getElementById("modal");
const question = document.getElementById("confirm");
const ID = "confirm-title";

/** Ask before a deed, as the button's `confirm` object says; resolves to whether to do it. */
export function confirm(object, world) {
  return new Promise((resolve) => {
    const done = (yes) => { question.close(); resolve(yes); };
    const look = object.style === "danger" ? "button.button.danger" : "button.button.primary";
    question.replaceChildren(
      make("h2", { id: ID }, text(object.title, world)),
      make("div.text.inside", {}, text(object.text, world)),
      make("div.feet", {},
        make("button.button", { type: "button", onclick: () => done(false) }, text(object.deny, world)),
        make(look, { type: "button", onclick: () => done(true) }, text(object.confirm, world))),
    );
    question.oncancel = () => resolve(false);
    question.showModal();
  });
}

/** Shows whatever modal the state holds. `deeds` are `submit(view, values)`, `close(view)` and `use(view, …)`. */
export class Modal {
  #deeds;
  #world;
  #shown = null;
  #readers = [];

  constructor(deeds, world) {
    this.#deeds = deeds;
    this.#world = world;
    dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#close();
    });
  }

  /** Show this view, keep what was typed if it is the one already shown, or show none. */
  show(view) {
    if (!view) {
      this.#shown = null;
      dialog.close();
      return;
    }
    const same = this.#shown?.id === view.id;
    const unchanged = same && this.#shown.hash === view.hash;
    const typed = same ? this.#typed() : {};
    this.#shown = view;
    if (!unchanged) this.#draw(view, typed);
    this.#blame(view.errors);
    if (!dialog.open) dialog.showModal();
    if (!unchanged) dialog.querySelector(".input :is(input, select, textarea)")?.focus();
  }

  #draw(view, typed) {
    this.#readers = [];
    const hands = {
      world: this.#world,
      confirm: (object) => confirm(object, this.#world),
      use: (block, element, picked) => this.#deeds.use(view, block, element, picked),
      picked: (block, { action_id: action }) => kept(typed, view.values, block.block_id, action),
      holds: (block, element, read) => this.#readers.push([block.block_id, element.action_id, read]),
    };
    const submit = view.submit ? make("button.button.primary", { type: "submit" }, view.submit) : null;
    const cancel = make("button.button", { type: "button", onclick: () => this.#close() }, view.close ?? "Cancel");
    const form = make("form", { novalidate: true }, make("div.inside", {}, ...blocks(view.blocks, hands)), make("div.feet", {}, cancel, submit));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit(submit);
    });
    dialog.replaceChildren(make("h2", { id: "modal-title" }, view.title ?? ""), form);
  }

  #typed() {
    const values = {};
    for (const [block, action, read] of this.#readers) (values[block] ??= {})[action] = read();
    return values;
  }

  async #submit(button) {
    if (!button || button.disabled) return;
    button.disabled = true;
    await this.#deeds.submit(this.#shown, this.#typed());
    button.disabled = false;
  }

  #close() {
    if (this.#shown) this.#deeds.close(this.#shown);
  }

  #blame(errors) {
    for (const block of dialog.querySelectorAll("[data-block-id]")) {
      const why = errors[block.dataset.blockId];
      const place = block.querySelector(".error");
      place.hidden = !why;
      place.textContent = why ?? "";
      block.querySelector("input, select, textarea")?.setAttribute("aria-invalid", String(Boolean(why)));
    }
    dialog.querySelector('[aria-invalid="true"]')?.focus();
  }
}

/** What stands in a field, in the API's terms: what was typed here, else what the sandbox holds. */
function kept(typed, values, block, action) {
  if (action in (typed[block] ?? {})) return typed[block][action];
  const state = values[block]?.[action] ?? {};
  const name = Object.keys(state).find((key) => key !== "type");
  return name ? bare(state[name]) : null;
}
