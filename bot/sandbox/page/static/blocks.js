// Drawing Block Kit. What is not known here is said, never left out in silence.
//
// `hands` is what a drawing may do: `world` (see mrkdwn.js), `use(block, element, picked)` and `confirm(object)`,
// both promises; in a modal also `picked(block, element)` and `holds(block, element, read)`.

import { chart } from "./chart.js";
import { control } from "./controls.js";
import { cannotDraw, make, openable } from "./dom.js";
import { text } from "./mrkdwn.js";

/** Draw a list of blocks. */
export function blocks(list, hands) {
  return list.map((block) => drawn(block, hands));
}

function drawn(block, hands) {
  const draw = Object.hasOwn(BLOCKS, block.type) ? BLOCKS[block.type] : null;
  const node = draw ? draw(block, hands) : make("p.block", {}, cannotDraw("block", block.type));
  node.dataset.block = block.type;
  return node;
}

function header(block, { world }) {
  return make("h3.block.headline", {}, text(block.text, world));
}

function section(block, hands) {
  const words = make("div.words", {});
  if (block.text) words.append(make("div.text", {}, text(block.text, hands.world)));
  if (block.fields) words.append(make("div.fields", {}, ...block.fields.map((field) => make("div.text", {}, text(field, hands.world)))));
  return make("div.block.section", {}, words, block.accessory ? element(block, block.accessory, hands) : null);
}

function context(block, { world }) {
  const parts = block.elements.map((part) => (part.type === "image" ? picture(part) : make("div.text", {}, text(part, world))));
  return make("div.block.context", {}, ...parts);
}

function actions(block, hands) {
  return make("div.block.actions", {}, ...block.elements.map((one) => element(block, one, hands)));
}

function divider() {
  return make("hr.block", {});
}

function image(block, { world }) {
  const title = block.title ? make("figcaption", {}, text(block.title, world)) : null;
  return make("figure.block", {}, title, picture(block));
}

function input(block, hands) {
  const id = `f-${block.block_id}`;
  const hint = block.hint ? make("p.hint", { id: `${id}-hint` }, text(block.hint, hands.world)) : null;
  const error = make("p.error", { id: `${id}-error`, hidden: true });
  const optional = block.optional ? make("span.quiet", {}, " (optional)") : null;
  const field = control(block, block.element, hands, id);
  const described = [hint?.id, error.id].filter(Boolean).join(" ");
  if (field.grouped) {
    const legend = make("legend", {}, text(block.label, hands.world), optional);
    return make("fieldset.block.input", { "aria-describedby": described, "data-block-id": block.block_id }, legend, field.node, hint, error);
  }
  field.node.setAttribute("aria-describedby", described);
  const label = make("label", { for: id }, text(block.label, hands.world), optional);
  return make("div.block.input", { "data-block-id": block.block_id }, label, field.node, hint, error);
}

function element(block, one, hands) {
  if (one.type === "image") return picture(one);
  return control(block, one, hands, `f-${block.block_id}-${one.action_id}`).node;
}

/** Show a picture of this machine's; one from elsewhere is a link, since this page loads nothing from there. */
function picture({ image_url: address, alt_text: alt }) {
  if (!address || !openable(address)) return cannotDraw("picture", alt);
  if (["127.0.0.1", "localhost"].includes(new URL(address).hostname)) return make("img", { src: address, alt });
  return make("a.picture", { href: address, target: "_blank", rel: "noopener noreferrer" }, `Picture: ${alt}`);
}

const BLOCKS = { header, section, context, actions, divider, image, input, data_visualization: chart };
