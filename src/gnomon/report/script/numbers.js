// How the page writes numbers: by the rules of gnomon's text, so that a figure reads the same in both places.
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

function endless(value) {
  return Number.isNaN(value) ? "—" : value > 0 ? "∞" : "−∞";
}

// Nothing out of nothing has no value.
function ratio(part, whole) {
  return whole === 0 ? NaN : part / whole;
}

// Rows, weights and costs: whole where they are whole, else with the digits that matter.
function count(value) {
  if (!Number.isFinite(value)) return "—";
  if (Math.abs(value) >= 1e15) return minus(value.toPrecision(4));
  if (Number.isInteger(value)) return minus(grouped(String(value)));
  return minus(Math.abs(value) >= 10 ? grouped(value.toFixed(2)) : String(Number(value.toPrecision(3))));
}

function decimals(value, digits = 4) {
  if (!Number.isFinite(value)) return endless(value);
  return minus(Math.abs(value) < 1000 ? value.toFixed(digits) : Math.abs(value) < 1e15 ? grouped(value.toFixed(1)) : value.toPrecision(4));
}

// A difference; of endless values there is none to speak of.
function signed(value) {
  return Number.isFinite(value) ? (value > 0 ? "+" : "") + decimals(value) : "—";
}

// One decimal, and more where the share is near none or all, which only none and all are.
function percent(share) {
  if (!Number.isFinite(share)) return "—";
  if (share === 0 || Math.abs(1 - share) < 1e-12) return `${Math.round(100 * share)} %`; // sums of weights round
  const small = Math.min(share, 1 - share);
  const digits = small > 0 && small < 0.01 ? (share < 0.5 ? 1 : 0) - Math.floor(Math.log10(100 * small)) : 1;
  return `${minus((100 * share).toFixed(Math.min(digits, 100)))} %`;
}

// A threshold with enough digits not to look like 0, 1 or one of the neighbours.
function cut(value, neighbours = []) {
  if (!Number.isFinite(value)) return endless(value);
  const near = Math.max(Math.abs(value) % 1, 1e-300);
  const clear = (text) => text === value || Math.abs(value) >= 2 ** 53 || Math.abs(text - value) < 0.02 * Math.min(near, 1 - near);
  const others = neighbours.filter((other) => Number.isFinite(other) && other !== value);
  for (let digits = 4; digits < 17; digits += 1) {
    const text = Number(value.toPrecision(digits));
    if (clear(text) && others.every((other) => Number(other.toPrecision(digits)) !== text)) return minus(String(text));
  }
  return minus(String(value));
}

// Figures that stand alone: the digits that matter.
function brief(value, digits = 4) {
  return Number.isFinite(value) ? minus(String(Number(value.toPrecision(digits)))) : endless(value);
}

// Ticks: as many digits as tell them apart.
function tickTexts(values) {
  for (let digits = 4; digits < 17; digits += 1) {
    const texts = values.map((value) => brief(value, digits));
    if (new Set(texts).size === texts.length) return texts;
  }
  return values.map((value) => minus(String(value)));
}
