// Buttons, and what ties a field to its deed: at once on a message, with the submission in a modal.

import { cannotDraw, make, openable } from "./dom.js";
import { field } from "./fields.js";
import { text } from "./mrkdwn.js";

/** Draw an interactive element; `{node, grouped}`, grouped if it is several boxes rather than one field. */
export function control(block, element, hands, id) {
  if (element.type === "button") return { node: button(block, element, hands) };
  const picked = hands.picked ? hands.picked(block, element) : first(element);
  const drawn = field(element, picked, hands.world, id);
  if (!drawn) return { node: cannotDraw("element", element.type) };
  hands.holds?.(block, element, drawn.read);
  if (block.type !== "input" || block.dispatch_action) {
    drawn.node.addEventListener("change", () => carriedOut(drawn.node, block, element, hands, drawn.read()));
  }
  return drawn;
}

/** What stands in a field as its author set it, in the API's terms. */
function first(element) {
  const name = Object.keys(element).find((key) => key.startsWith("initial_"));
  return name ? bare(element[name]) : null;
}

/** An option as its value, options as a list of them, the rest as it is. */
export function bare(value) {
  return Array.isArray(value) ? value.map(bare) : (value?.value ?? value);
}

function button(block, element, hands) {
  const look = `button${element.style ? `.${element.style}` : ""}`;
  const label = { "aria-label": element.accessibility_label, "data-action": element.action_id };
  if (element.url) {
    const address = openable(element.url);
    if (!address) return cannotDraw("link", element.url);
    const link = make(`a.${look}.outward`, { ...label, href: address, target: "_blank", rel: "noopener noreferrer" }, text(element.text, hands.world));
    link.addEventListener("click", () => hands.use(block, element));
    return link;
  }
  const node = make(`button.${look}`, { ...label, type: "button" }, text(element.text, hands.world));
  node.addEventListener("click", () => carriedOut(node, block, element, hands));
  return node;
}

async function carriedOut(node, block, element, hands, picked) {
  if (element.confirm && !(await hands.confirm(element.confirm))) return;
  node.setAttribute("aria-busy", "true");
  await hands.use(block, element, picked);
  node.removeAttribute("aria-busy");
}
