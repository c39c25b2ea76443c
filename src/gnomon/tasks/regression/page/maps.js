// Where truths and errors lie along the predictions of the model chosen, as cells that are darker where rows are more.
const told = data.sections.errors;

// A view is a model here; its part of the payload.
function numbersOf(place = state.view) {
  return told.models[data.views[place].model];
}

function cellsOf({ column, row, weight, width, height, x, y }) {
  return { x: column.map((at) => x[0] + at * width), y: row.map((at) => y[0] + at * height), weight, width, height, colour: viewColour(state.view) };
}

function withSign(value, write) {
  return (value > 0 ? "+" : "") + write(value);
}

// Figures of one scale: as many decimals for all as give a middling one five digits.
function likeMiddle(values) {
  const sizes = values.map(Math.abs).filter((size) => Number.isFinite(size) && size > 0).sort((a, b) => a - b);
  const middle = sizes.length ? sizes[Math.floor(sizes.length / 2)] : 1;
  const digits = Math.min(Math.max(4 - Math.floor(Math.log10(middle)), 0), 100);
  return (value) => (middle >= 1e15 || middle < 1e-6 ? brief(value, 5) : decimals(value, digits));
}

function axisOf([low, high], name) {
  return { low, high, name };
}

function truthMapSpec() {
  const one = numbersOf();
  const map = one.maps.truth;
  return {
    name: "truth_map", title: word("truth_map"), headline: word("r2_is", { value: decimals(back(one.figures.r2)) }),
    x: axisOf(map.x, word("axis_prediction")), y: axisOf(map.y, word("axis_truth")),
    cells: [cellsOf(map)], guides: [{ points: [[map.x[0], map.x[0]], [map.x[1], map.x[1]]], kind: "reference" }], description: mapHint(map),
  };
}

// The mean error of each decile lies on its mean prediction.
function errorMapSpec() {
  const one = numbersOf();
  const map = one.maps.error;
  const amounts = data.sections.amounts && data.sections.amounts.models[view().model];
  const columns = amounts ? amounts.deciles : { mean_prediction: [], bias: [] };
  const points = columns.mean_prediction.map((x, at) => ({ x: back(x), y: back(columns.bias[at]), at }))
    .filter(({ x, y }) => x >= map.x[0] && x <= map.x[1] && y >= map.y[0] && y <= map.y[1]);
  return {
    name: "error_map", title: word("error_map"), headline: word("mbe_is", { value: withSign(back(one.figures.mbe), brief) }),
    x: axisOf(map.x, word("axis_prediction")), y: axisOf(map.y, word("axis_error")), cells: [cellsOf(map)],
    guides: [{ points: [[map.x[0], 0], [map.x[1], 0]], kind: "reference" }],
    bubbles: points.map(({ x, y, at }) => ({
      x, y, radius: 4, colour: "var(--ink)", text: word("decile_error", { low: brief(back(columns.low[at])), high: brief(back(columns.high[at])), value: brief(y) }),
    })),
    description: errorMapHint(),
  };
}

// What rows lie outside a window.
function outsideText(weight, whole) {
  return weight ? word("outside", { count: count(weight), share: percent(weight / whole) }) : "";
}

function errorMapHint() {
  return [mapHint(numbersOf().maps.error), word("map_lines")].join(language() === "zh" ? "" : " ");
}

function mapHint(map) {
  return word("map_hint", { count: count(map.weight.reduce((most, weight) => Math.max(most, weight), 0)) }) + outsideText(map.outside, back(numbersOf().whole));
}
