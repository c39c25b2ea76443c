// Ranked lists: metrics along k with a line for each model, the queries behind a mean, and lists by their length.
const ranking = { metric: 0, spread: 0, every: false };
const told = data.sections.ranking;

// A view is a model here, since lists are not of classes.
function lists(place = state.view) {
  return told.models[data.views[place].model];
}

function atKSpec() {
  const { k, metrics, cut: usual } = told;
  const metric = word(`at_${metrics[ranking.metric]}`);
  const drawn = drawnViews(lists);
  const values = (place) => lists(place).at[ranking.metric].map(back);
  const sure = ranking.metric === 0 ? banded(drawn).filter((place) => lists(place).low.every((end) => end !== null)) : [];
  const bands = sure.map((place) => ({
    x: k.map((_, at) => at), low: lists(place).low.map(back), high: lists(place).high.map(back), place,
    colour: viewColour(place), kind: place === state.view ? "band" : "band other",
  }));
  const said = k.includes(usual) ? usual : k[k.length - 1];
  const bubbles = drawn.flatMap((place) => values(place).map((value, at) => ({ value, at }))
    .filter(({ value }) => Number.isFinite(value))
    .map(({ value, at }) => ({
      x: at, y: value, radius: place === state.view ? 4 : 2.6, colour: viewColour(place), value,
      text: word("at_point", { name: data.views[place].name, metric, k: count(k[at]), value: decimals(value) }),
    })));
  const chosen = lists() ? values(state.view)[k.indexOf(said)] : NaN;
  return {
    name: "at_k", title: metric, headline: Number.isFinite(chosen) ? metric + word("at_is", { k: count(said), value: decimals(chosen) }) : "",
    x: inSteps(k.map(count), word("first_k")),
    y: { ...upTo([...drawn.flatMap(values), ...bands.flatMap((band) => [...band.low, ...band.high])]), name: metric },
    lines: drawn.map((place) => ({ points: values(place).map((value, at) => [at, value]), ...series(place) })),
    bands, bubbles, legend: legendOf(drawn), description: word("at_k"),
  };
}

// Bars for the model chosen, with what lies at the very ends laid over them; others as outlines.
function spreadSpec() {
  const drawn = drawnViews(lists);
  const of = (place) => lists(place).spread[ranking.spread];
  const shares = (place) => of(place).counts.map((number) => ratio(number, of(place).counted) || 0);
  const bins = of(drawn[0]).counts.length;
  const edges = Array.from({ length: bins + 1 }, (_, at) => at / bins);
  const others = drawn.filter((place) => place !== state.view).map((place) => ({
    points: [[0, 0], ...shares(place).flatMap((share, at) => [[edges[at], share], [edges[at + 1], share]]), [1, 0]], ...series(place),
  }));
  const bars = [];
  const one = lists() && of(state.view);
  if (one) {
    bars.push({ edges, heights: shares(state.view), colour: viewColour(state.view) });
    const ends = [[0, one.zero], [bins - 1, one.one]].filter(([, number]) => number);
    ends.forEach(([at, number]) => bars.push({ edges: edges.slice(at, at + 2), heights: [number / one.counted], colour: viewColour(state.view) }));
  }
  const legend = legendOf(drawn).map((entry, at) => (at || !one ? entry : { ...entry, filled: true }));
  return {
    name: "spread", title: spreadName(), headline: one && one.value !== null ? word("mean_of", { value: decimals(back(one.value)) }) : "",
    x: { ...UNIT, name: bars.length > 1 ? word("with_ends", { name: spreadName() }) : spreadName() }, y: { low: 0, high: Math.max(0.05, ...drawn.flatMap(shares)) * 1.06, name: word("share_of_queries") },
    bars, lines: others, legend, description: one ? spreadText(one) : word("spread"),
  };
}

function spreadName() {
  return word(`spread_${told.spreads[ranking.spread]}`, { k: told.cut });
}

// The mean, and what it hides.
function spreadText(one) {
  if (!one.counted) return word("spread_none");
  const left = one.undefined ? word("left_out", { count: count(one.undefined), of_all: count(one.undefined + one.counted) }) : "";
  const value = decimals(back(one.value));
  if (one.counted === 1) return word("spread_single", { value }) + left;
  const [, low, , high] = one.quantiles.map((at) => decimals(back(at), 3));
  const values = { value, zero: percent(one.zero / one.counted), one: percent(one.one / one.counted), count: count(one.counted), low, high };
  const weighed = told.spreads[ranking.spread] === "gauc" ? word("by_items") : "";
  return word(one.zero ? "spread_said" : one.one ? "spread_no_zero" : "spread_between", values) + weighed + left;
}

function binNames() {
  return told.bins.map(([low, high]) => (low === high ? count(low) : `${count(low)}–${count(high)}`));
}

// Models stand side by side within a bin, each with its interval.
function sizesSpec() {
  const names = binNames();
  const drawn = drawnViews(lists);
  const spread = Math.min(0.5, 0.13 * (drawn.length - 1));
  const shift = (place) => (drawn.length > 1 ? (drawn.toSorted((a, b) => a - b).indexOf(place) / (drawn.length - 1) - 0.5) * spread : 0);
  const sure = drawn.length <= 3 ? drawn : [state.view];
  const [lines, bubbles, seen] = [[], [], []];
  drawn.forEach((place) => lists(place).sizes.forEach(([queries, , , raw, rawLow, rawHigh], at) => {
    const [value, low, high] = [raw, rawLow, rawHigh].map(back);
    if (!Number.isFinite(value)) return;
    seen.push(value);
    const x = at + shift(place);
    if (Number.isFinite(low) && sure.includes(place)) {
      seen.push(low, high);
      lines.push({ points: [[x, low], [x, high]], ...series(place), dash: null });
    }
    const text = word("size_point", { name: data.views[place].name, size: names[at], value: `${decimals(value)}${Number.isFinite(low) ? ` ${bracketed(low, high)}` : ""}`, count: count(queries) });
    bubbles.push({ x, y: value, radius: place === state.view ? 5 : 3.4, colour: viewColour(place), text });
  }));
  const title = word("sizes_title", { k: told.cut });
  return { name: "sizes", title, x: inSteps(names, word("items_in_list")), y: { ...upTo(seen), name: word("ndcg_cut", { k: told.cut }) }, lines, bubbles, legend: legendOf(drawn), description: word("sizes") };
}

const RANKED = { at_k: atKSpec, spread: spreadSpec, sizes: sizesSpec };

function drawRankedCharts() {
  const drawn = drawnViews(lists).length > 0;
  all("[data-ranking]").forEach((figure) => {
    figure.hidden = !drawn;
    if (drawn) new Chart(figure, RANKED[figure.dataset.ranking]());
  });
  find("spread-said").textContent = lists() ? spreadText(lists().spread[ranking.spread]) : "";
  const form = told.forms[ranking.metric];
  find("at-k-form").replaceChildren(...(form ? breakable(form) : []));
}

function fillRankedChoices() {
  const options = (id, texts, chosen) => {
    find(id).replaceChildren(...texts.map((text, at) => make("option", { value: at }, text)));
    find(id).value = String(chosen);
  };
  const { metrics, spreads, cut: usual } = told;
  options("at-k-metric", metrics.map((name) => word(`at_${name}`)), ranking.metric);
  options("spread-metric", spreads.map((name) => word(`spread_${name}`, { k: usual })), ranking.spread);
}
