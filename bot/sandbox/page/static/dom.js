// Making elements. Text only ever becomes a text node, so nothing from outside can become markup.

/** Make an element: `make("a.link", {href}, "text", child)`. Attributes that are null, undefined or false are left out. */
export function make(kind, attributes = {}, ...children) {
  const [tag, ...classes] = kind.split(".");
  const node = document.createElement(tag);
  if (classes.length) node.className = classes.join(" ");
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

/** Say visibly what this page can't draw yet. */
export function cannotDraw(what, type) {
  return make("span.cannot", {}, `can't draw ${what} `, make("code", {}, String(type)));
}

/** The address if a click may open it, else null. */
export function openable(address) {
  try {
    return ["http:", "https:", "mailto:"].includes(new URL(address).protocol) ? address : null;
  } catch {
    return null;
  }
}
