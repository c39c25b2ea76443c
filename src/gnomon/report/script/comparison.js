// The models compared: two of them on every metric, or every pair on one; along their curves; and every test in a table.
const comparing = { couple: 0, metric: null };

const compared = data.sections.comparison;

// Pairs come as lists of figures; here each has its names.
if (compared) {
  const { columns, pairs } = compared;
  compared.pairs = pairs.map((line) => ({ ...Object.fromEntries(columns.map((name, at) => [name, line[at]])), reason: line[columns.length] }));
}

function coupleNames(couple) {
  return compared.couples[couple].map((place) => data.models[place]);
}

function coupleText(couple, most = 40) {
  const [a, b] = coupleNames(couple).map((name) => elided(name, most));
  return word("forest_of", { a, b });
}

function metricText(metric) {
  return compared.metrics[metric].heading[language() === "zh" ? 1 : 0];
}

function fillChoices() {
  const select = find("compared");
  if (!select) return;
  const { couples, metrics } = compared;
  const group = (key, options) => make("optgroup", { label: word(key) }, ...options.map(([value, text]) => make("option", { value }, text)));
  select.replaceChildren(
    group("by_couple", couples.map((_, at) => [`couple-${at}`, coupleText(at)])),
    group("by_metric", metrics.map((_, at) => [`metric-${at}`, metricText(at)])));
  select.value = comparing.metric === null ? `couple-${comparing.couple}` : `metric-${comparing.metric}`;
}

function forestSpec() {
  const { pairs, metrics, couples } = compared;
  const lower = (pair) => metrics[pair.metric].better === "lower";
  if (comparing.metric === null) {
    const [right, left] = coupleNames(comparing.couple);
    const rows = pairs.filter((pair) => pair.couple === comparing.couple).map((pair) => ({ pair, name: metricText(pair.metric), lower: lower(pair) }));
    return { rows, shared: false, left, right, title: coupleText(comparing.couple) };
  }
  const rows = pairs.filter((pair) => pair.metric === comparing.metric).map((pair) => ({ pair, name: coupleText(pair.couple, 16), lower: lower(pair) }));
  const alone = couples.every(([a]) => a === couples[0][0]);
  return { rows, shared: true, left: word("the_second"), right: alone ? data.models[couples[0][0]] : word("the_first"), title: metricText(comparing.metric) };
}

function drawStrips() {
  all("[data-strip]").forEach((figure) => {
    const one = compared.curves.find((curve) => curve.curve === figure.dataset.strip && curve.couple === comparing.couple);
    const said = document.querySelector(`[data-verdict="${figure.dataset.strip}"]`);
    figure.hidden = said.hidden = !one;
    if (!one) return;
    drawStrip(figure, one, compared.couples[comparing.couple]);
    said.textContent = verdictText(one, coupleNames(comparing.couple).map((name) => elided(name, 40)));
  });
  const several = compared.couples.length > 1;
  const [a, b] = coupleNames(comparing.couple).map((name) => elided(name, 30));
  if (find("strips-of")) find("strips-of").textContent = several ? word("both_models", { a, b }) : "";
}

function methodCell(pair) {
  const concept = compared.concepts[pair.method];
  const text = pair.reason ? pair.reason[language() === "zh" ? 1 : 0] : methodText(pair.method);
  return make("td", { class: "method screen-only", "data-raw": pair.reason ? text : pair.method }, concept && !pair.reason ? make("a", { href: `#glossary-${concept}` }, text) : text);
}

function testRow(pair) {
  const { metrics } = compared;
  const cell = (name, write) => numberCell(back(pair[name]), write(back(pair[name])));
  const ends = Number.isFinite(back(pair.low)) ? [back(pair.low), back(pair.high)] : null;
  const models = coupleNames(pair.couple).map((name) => make("td", { class: "model", title: name, "data-raw": name }, make("bdi", {}, elided(name, 24))));
  const bh = cell("p_bh", pText);
  bh.classList.add("screen-only");
  return make("tr", { "data-test": "" },
    make("th", { scope: "row", "data-raw": metrics[pair.metric].reference }, metricText(pair.metric), " ", make("code", {}, ...breakable(metrics[pair.metric].reference))),
    ...models, cell("value_a", decimals), cell("value_b", decimals), cell("difference", signed),
    make("td", { class: "n", "data-raw": ends ? ends.join("\t") : "\t" }, ends ? bracketed(...ends, signed) : "–"),
    cell("p_value", pText), cell("p_holm", pText), bh, make("td", { class: "stars" }, stars(back(pair.p_holm))), methodCell(pair));
}

function drawTests() {
  const level = { level: data.level };
  const heads = [["metric"], ["model_a"], ["model_b"], ["value_a", "n"], ["value_b", "n"], ["gained", "n"], ["interval", "n"], ["p_value", "n p"], ["p_holm", "n p"], ["p_bh", "n p screen-only"], ["mark", "stars"], ["method", "screen-only"]];
  const head = heads.map(([key, kind]) => {
    const raw = key === "interval" ? `${word("interval_from", level)}\t${word("interval_to", level)}` : undefined;
    return make("th", { scope: "col", class: kind, "data-raw": raw }, word(key, level));
  });
  find("tests").replaceChildren(make("thead", {}, make("tr", {}, ...head)), make("tbody", {}, ...compared.pairs.map(testRow)));
}

function drawCompared() {
  find("scaled-note").hidden = comparing.metric !== null;
  drawForest(document.querySelector("[data-forest]"), forestSpec());
  drawStrips();
}

function drawComparison() {
  fillChoices();
  drawCompared();
  drawTests();
}

function listenToComparison() {
  if (find("compared")) find("compared").addEventListener("change", (event) => {
    const [kind, place] = event.target.value.split("-");
    comparing.metric = kind === "metric" ? Number(place) : null;
    if (kind === "couple") comparing.couple = Number(place);
    drawCompared();
  });
  const row = document.querySelector('[data-copy="comparison"]').parentElement;
  ["markdown", "latex"].filter((form) => compared[form]).forEach((form) => {
    const button = make("button", { type: "button", "data-copy": form }, ...["en", "zh"].map((lang) => make("span", { lang }, data.words[lang][`copy_${form}`])));
    button.addEventListener("click", () => copy(compared[form][language()]));
    row.append(button);
  });
}

section({ key: "comparison", draw: drawComparison, redraw: drawCompared, listen: listenToComparison });
