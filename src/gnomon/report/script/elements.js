// Elements made without HTML text: whatever a name holds stays text.
const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== undefined && value !== null) element.setAttribute(name, value);
  }
  for (const child of children) element.append(child);
  return element;
}

function make(tag, attributes = {}, ...children) {
  return filled(document.createElement(tag), attributes, children);
}

function svg(tag, attributes = {}, ...children) {
  return filled(document.createElementNS(SVG, tag), attributes, children);
}

// A metric's reference may break behind its underscores and commas, and before its brackets.
function breakable(text) {
  const parts = text.split(/(?<=[_,=])|(?=[(@])/);
  return parts.flatMap((part, at) => (at ? [make("wbr"), part] : [part]));
}

function find(id) {
  return document.getElementById(id);
}

function all(selector, within = document) {
  return Array.from(within.querySelectorAll(selector));
}

// One line at the foot of the page, read out by screen readers, gone after a while.
let statusTimer = 0;
function tell(text) {
  const status = find("status");
  status.textContent = text;
  status.classList.add("shown");
  clearTimeout(statusTimer);
  statusTimer = setTimeout(() => status.classList.remove("shown"), 2500);
}
