// The command box, its memory and the examples.

import { make } from "./dom.js";

const START = "/gpu ";
const EXAMPLES = [
  "/gpu find h100-sxm x8 for 72h disk 500GB in 200GB out 300GB",
  "/gpu find 4090 x1 for 2d disk 100GB anywhere",
  "/gpu find",
  "/gpu estimate 300 steps in 7m of 50000 warmup 20 margin 15%",
  "/gpu cards",
  "/gpu status",
  "/gpu help",
];

export class Composer {
  #box = document.getElementById("box");
  #form = document.getElementById("composer");
  #sent = [];
  #back = 0;
  #send;

  /** `send(text)` resolves to whether it went out; if not, the text stays. */
  constructor(send) {
    this.#send = send;
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#go(this.#box.value);
    });
    this.#box.addEventListener("keydown", (event) => this.#key(event));
    const chips = EXAMPLES.map((text) => make("button.chip", { type: "button", title: text, onclick: () => this.#go(text) }, text));
    document.getElementById("examples").replaceChildren(...chips);
  }

  /** Put a text into the box, to be changed before it is sent. */
  put(text) {
    this.#box.value = text;
    this.#box.focus();
    this.#box.setSelectionRange(text.length, text.length);
  }

  /** Nobody writes in an archived channel. */
  allow(yes) {
    for (const control of this.#form.elements) control.disabled = !yes;
  }

  async #go(text) {
    const said = text.trim();
    if (!said) return this.put(START);
    this.#sent.push(said);
    this.#back = 0;
    if (this.#box.value.trim() === said) this.#box.value = START;
    if (!(await this.#send(said)) && this.#box.value === START) this.#box.value = said;
  }

  #key(event) {
    if (event.isComposing) return;
    if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.#form.requestSubmit();
    } else if (event.key === "ArrowUp" && this.#back < this.#sent.length && !this.#box.value.includes("\n")) {
      event.preventDefault();
      this.#back += 1;
      this.put(this.#sent.at(-this.#back));
    } else if (event.key === "ArrowDown" && this.#back > 0) {
      event.preventDefault();
      this.#back -= 1;
      this.put(this.#back ? this.#sent.at(-this.#back) : START);
    }
  }
}
