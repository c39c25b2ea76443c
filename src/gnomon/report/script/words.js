// What the page says, and how it writes numbers. State that every part reads: the language and the view chosen.
const data = JSON.parse(document.getElementById("payload").textContent);
const root = document.documentElement;
const state = { view: 0, places: [], overlay: false };

function language() {
  return root.dataset.lang === "zh" ? "zh" : "en";
}

function word(key, values = {}) {
  return data.words[language()][key].replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function view() {
  return data.views[state.view];
}

function grouped(text) {
  const [whole, part] = text.split(".");
  const spaced = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return part === undefined ? spaced : `${spaced}.${part}`;
}

// A minus as wide as a plus, so that columns of signed figures stand straight.
function minus(text) {
  return text.replace(/^-/, "−");
}

// Payload numbers: null is undefined, and JSON has no word for infinity.
function back(value) {
  return value === null || value === undefined ? NaN : Number(value === "inf" ? Infinity : value === "-inf" ? -Infinity : value);
}

function count(value) {
  if (!Number.isFinite(value)) return "—";
  if (Math.abs(value) >= 1e15) return minus(value.toPrecision(4));
  return minus(grouped(Number.isInteger(value) ? String(value) : value.toFixed(2)));
}

function decimals(value, digits = 4) {
  if (Number.isNaN(value)) return "—";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return minus(Math.abs(value) < 1000 ? value.toFixed(digits) : Math.abs(value) < 1e15 ? grouped(value.toFixed(1)) : value.toPrecision(4));
}

function signed(value) {
  if (Number.isNaN(value)) return "";
  return (value > 0 ? "+" : "") + decimals(value);
}

function percent(value, digits = 1) {
  return Number.isFinite(value) ? `${minus((100 * value).toFixed(digits))} %` : "—";
}

// Thresholds and ticks: the digits that matter, whatever the scale of the scores.
function brief(value, digits = 4) {
  if (Number.isNaN(value)) return "—";
  if (!Number.isFinite(value)) return value > 0 ? "∞" : "−∞";
  return minus(String(Number(value.toPrecision(digits))));
}

function shortened(text, most) {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}
