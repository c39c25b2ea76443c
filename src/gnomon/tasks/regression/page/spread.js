// How errors are spread: the histogram, and quantiles against the normal distribution. Other models are outlines.

// Bins of other models may be wider: heights are shares of rows for one bin of the model chosen, which makes areas comparable.
function outline({ edges, weight, whole, width }) {
  const wide = (at) => edges[at + 1] - edges[at];
  const height = (at) => (weight[at] / whole) * (width / wide(at));
  return [[edges[0], 0], ...weight.flatMap((_, at) => [[edges[at], height(at)], [edges[at + 1], height(at)]]), [edges[edges.length - 1], 0]];
}

function histogramSpec() {
  const drawn = drawnViews(numbersOf);
  const { edges, weight } = numbersOf().histogram;
  const width = edges[1] - edges[0];
  const shares = (place) => outline({ ...numbersOf(place).histogram, whole: back(numbersOf(place).whole), width });
  const others = drawn.filter((place) => place !== state.view).map((place) => ({ points: within(shares(place), edges[0], edges[edges.length - 1]), ...series(place) }));
  const heights = weight.map((rows) => rows / back(numbersOf().whole));
  const most = Math.max(...heights, ...others.flatMap(({ points }) => points.map(([, y]) => y)));
  return {
    name: "error_histogram", title: word("error_histogram"), headline: word("medae_is", { value: brief(back(numbersOf().figures.medae)) }),
    x: axisOf([edges[0], edges[edges.length - 1]], word("axis_error")),
    y: { low: 0, high: 1.06 * most || 1, name: word("share_per_bin", { width: brief(width) }) },
    bars: [{ edges, heights, colour: viewColour(state.view) }], lines: others,
    legend: legendOf(drawn).map((entry, at) => (at ? entry : { ...entry, filled: true })), description: histogramHint(),
  };
}

// Points that a window holds.
function within(points, low, high) {
  return points.filter(([x]) => x >= low && x <= high);
}

function histogramHint() {
  const one = numbersOf();
  return outsideText(one.histogram.below + one.histogram.above, back(one.whole)).trim();
}

function quantilesSpec() {
  const drawn = drawnViews(numbersOf);
  const one = numbersOf();
  const { normal, centre, slope } = one.quantiles;
  const { edges } = one.histogram;
  const ends = [normal[0], normal[normal.length - 1]];
  const reach = Math.max(ends[1], 1);
  const [low, high] = [edges[0], edges[edges.length - 1]];
  const points = (place) => numbersOf(place).quantiles.normal.map((x, at) => [x, back(numbersOf(place).quantiles.error[at])])
    .filter(([x, y]) => Math.abs(x) <= reach && y >= low && y <= high);
  return {
    name: "error_quantiles", title: word("error_quantiles"), x: axisOf([-reach, reach], word("axis_normal")), y: axisOf([low, high], word("axis_error")),
    guides: [{ points: lineWithin(centre, slope, reach, low, high), kind: "reference" }],
    lines: drawn.map((place) => ({ points: points(place), ...series(place) })), legend: legendOf(drawn), description: word("quantiles_hint"),
  };
}

// A straight line, as far as the window shows it.
function lineWithin(centre, slope, reach, low, high) {
  const at = (y) => (slope > 0 ? Math.min(Math.max((y - centre) / slope, -reach), reach) : 0);
  const [from, to] = slope > 0 ? [at(low), at(high)] : [-reach, reach];
  return [[from, centre + slope * from], [to, centre + slope * to]];
}
