// How many sentences fared how well, and the worst of them: reference and output side by side, with what differs marked.
const SENTENCE_PARTS = /[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff]|[^\s\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\u0e00-\u0eff]+|\s+/gu;
const MOST_PARTS = 600;

function drawSentences() {
  const { metric, whole, models } = data.sections.sentences;
  const found = models[view().model];
  const table = find("worst-sentences");
  const figure = find("sentence-spread");
  figure.replaceChildren();
  table.replaceChildren();
  find("sentences-none").textContent = found && !found.worst.length ? word("no_worst_sentences") : "";
  if (!found) return;
  new Chart(figure, sentenceSpread(found.spread, metric, whole));
  const heads = ["sentence_row", "sentence_reference", "sentence_output"].map((key, at) => make("th", { scope: "col", class: at ? null : "row" }, word(key)));
  const rows = found.worst.map(([row, value, wordings, said]) => {
    const [left, right] = differing(wordings[0], said);
    return make("tr", {}, make("th", { scope: "row", class: "row", "data-raw": row }, count(row), make("span", { class: "of-row" }, value === null ? "" : decimals(value * whole, whole > 1 ? 1 : 3))),
      make("td", { "data-raw": wordings[0] }, ...left), make("td", { "data-raw": said }, ...right));
  });
  if (rows.length) table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

function sentenceSpread(spread, metric, most) {
  const whole = spread.reduce((sum, one) => sum + one, 0);
  const bins = spread.slice(0, -1);
  const past = spread[spread.length - 1];
  const edges = Array.from({ length: bins.length + 1 }, (_, at) => (most * at) / bins.length);
  const heights = bins.map((one) => one / whole);
  return {
    name: "sentence_spread", title: word("sentence_spread"), x: { low: 0, high: most, name: word("value_of_sentence", { metric }) },
    y: { low: 0, high: Math.max(0.05, ...heights) * 1.06, name: word("share_of_sentences") },
    bars: [{ edges, heights, colour: viewColour(state.view) }], description: past ? word("sentences_past_one", { count: past }) : "",
  };
}

// The longest common run of parts, by the table of all prefixes; long sentences are shown without marks.
function differing(truth, said) {
  const [a, b] = [truth, said].map((text) => text.match(SENTENCE_PARTS) || []);
  if (!a.length || !b.length || a.length > MOST_PARTS || b.length > MOST_PARTS) return [plainSentence(truth), plainSentence(said)];
  const common = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) common[i][j] = a[i] === b[j] ? common[i + 1][j + 1] + 1 : Math.max(common[i + 1][j], common[i][j + 1]);
  }
  const [left, right] = [[], []];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      left.push(a[i]);
      right.push(b[j]);
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && common[i + 1][j] >= common[i][j + 1])) {
      left.push(/\s/u.test(a[i]) ? a[i] : make("del", {}, a[i]));
      i += 1;
    } else {
      right.push(/\s/u.test(b[j]) ? b[j] : make("ins", {}, b[j]));
      j += 1;
    }
  }
  return [left, right];
}

function plainSentence(text) {
  return [text.length ? text : make("span", { class: "nothing" }, word("sentence_empty"))];
}

section({ key: "sentences", draw: drawSentences });
