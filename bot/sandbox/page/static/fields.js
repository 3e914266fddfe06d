// Everything that is typed or picked. A field is `{node, read(), grouped}`; `read` gives what the API takes as `picked`.

import { fromLocal, toLocal } from "./dates.js";
import { make } from "./dom.js";

/** Draw a field that holds `picked`; null for an element that this page does not know. */
export function field(element, picked, world, id) {
  return Object.hasOwn(FIELDS, element.type) ? FIELDS[element.type](element, picked, world, id) : null;
}

function line(element, picked, id, more = {}) {
  const attributes = { id, value: picked, placeholder: element.placeholder?.text, autocomplete: "off", ...more };
  const node = make("input", attributes);
  return { node, read: () => node.value || null };
}

function plainText(element, picked, _world, id) {
  if (!element.multiline) return line(element, picked, id, { type: "text", spellcheck: "false" });
  const node = make("textarea", { id, rows: 4, placeholder: element.placeholder?.text }, picked ?? "");
  return { node, read: () => node.value || null };
}

// A text field with a number pad: a number field would swallow what is no number, and nobody would be told.
function number(element, picked, _world, id) {
  return line(element, picked, id, { type: "text", inputmode: element.is_decimal_allowed ? "decimal" : "numeric" });
}

function dateTime(_element, picked, world, id) {
  const node = make("input", { id, type: "datetime-local", value: picked ? toLocal(picked, world.zone) : "" });
  return { node, read: () => (node.value ? fromLocal(node.value, world.zone) : null) };
}

function options(element) {
  return element.option_groups ?? [{ options: element.options ?? [] }];
}

function choices(group) {
  return group.options.map((option) => make("option", { value: option.value }, option.text.text));
}

function menu(groups, picked, id, label, nothing) {
  const inside = groups.map((group) => (group.label ? make("optgroup", { label: group.label.text }, ...choices(group)) : choices(group)));
  const node = make("select", { id, "aria-label": label }, make("option", { value: "" }, nothing), ...inside.flat());
  node.value = picked ?? "";
  return { node, read: () => node.value || null };
}

function select(element, picked, _world, id) {
  const shown = element.placeholder?.text ?? "Choose one";
  return menu(options(element), picked, id, null, picked ? "None" : shown);
}

function overflow(element, _picked, _world, id) {
  const { node } = menu(options(element), null, id, "More", "⋯");
  let last = null;
  node.addEventListener("change", () => { last = node.value; node.value = ""; }, { capture: true });
  return { node, read: () => last };
}

function named(list) {
  return (element, picked, world, id) => {
    const every = [{ options: world[list].map(({ id: value, name }) => ({ value, text: { text: name } })) }];
    return menu(every, picked, id, null, element.placeholder?.text ?? "Choose one");
  };
}

function boxes(kind) {
  return (element, picked, _world, id) => {
    const chosen = [picked ?? []].flat();
    const every = options(element).flatMap((group) => group.options);
    const node = make("div.boxes", {}, ...every.map((option) => box(kind, option, chosen.includes(option.value), id)));
    const values = () => [...node.querySelectorAll("input:checked")].map((one) => one.value);
    return { node, grouped: true, read: () => (kind === "radio" ? (values()[0] ?? null) : values()) };
  };
}

function box(kind, option, checked, id) {
  const input = make("input", { type: kind, name: id, value: option.value, checked });
  const more = option.description ? make("small.quiet", {}, ` ${option.description.text}`) : null;
  return make("label.box", {}, input, make("span", {}, option.text.text, more));
}

function native(type) {
  return (element, picked, _world, id) => line(element, picked, id, { type });
}

const FIELDS = {
  plain_text_input: plainText,
  number_input: number,
  email_text_input: native("email"),
  url_text_input: native("url"),
  datepicker: native("date"),
  timepicker: native("time"),
  datetimepicker: dateTime,
  static_select: select,
  multi_static_select: boxes("checkbox"),
  checkboxes: boxes("checkbox"),
  radio_buttons: boxes("radio"),
  overflow,
  users_select: named("people"),
  channels_select: named("channels"),
  conversations_select: named("channels"),
};
