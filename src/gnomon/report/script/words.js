// What the page says. State that every part reads: the language, the view chosen and the one chosen last of each model, whether the others
// are overlaid, and whether it is drawn for paper.
const data = JSON.parse(document.getElementById("payload").textContent);
const root = document.documentElement;
const state = { view: 0, last: [], overlay: false, paper: false };

function language() {
  return root.dataset.lang === "zh" ? "zh" : "en";
}

// Words for sums of weights and words for one of a kind go before the usual ones, where there are such.
function word(key, values = {}) {
  const said = data.words[language()];
  const text = (data.weighted && said[`${key}_weighted`]) || (String(values.of ?? values.count) === "1" && said[`${key}_one`]) || said[key];
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

function view() {
  return data.views[state.view];
}

function shortened(text, most) {
  const letters = Array.from(text);
  return letters.length <= most ? text : `${letters.slice(0, most - 1).join("")}…`;
}

// The beginning and the end of a name: long ones often differ in their end.
function elided(text, most) {
  const letters = Array.from(text);
  if (letters.length <= most) return text;
  const half = Math.floor(most / 2);
  return `${letters.slice(0, half).join("")}…${letters.slice(letters.length - (most - 1 - half)).join("")}`;
}

// A word as the head of a column.
function headWord(key) {
  const text = word(key);
  return text[0].toUpperCase() + text.slice(1);
}
