// What each chart shows: its axes, its lines and what it says at the top.
function about(one, value, digits = 4) {
  return (one.exact ? "" : "≈ ") + decimals(back(value), digits);
}

// Scores from near 0 up are shown from 0.
function scoreAxis(low, high, name) {
  return { low: low >= 0 && low < 0.1 * high ? 0 : low, high, name };
}

// Bands of the curves, where the reader wants them.
function bandsOf(name, drawn) {
  if (!dial.bands) return [];
  return banded(drawn).filter((place) => (swept(place).bands || {})[name])
    .map((place) => ({ ...evenly(swept(place).bands[name]), place, colour: viewColour(place), kind: place === state.view ? "band" : "band other" }));
}

// A band's places are even steps from the first to the last.
function evenly({ x: [first, last], low, high }) {
  return { x: low.map((_, at) => first + ((last - first) * at) / Math.max(low.length - 1, 1)), low, high };
}

function curveSpec(name, x, y, headline, guides = []) {
  const drawn = drawnViews((place) => swept(place).thresholds);
  const lines = drawn.map((place) => ({ points: curvePoints(swept(place), name), ...series(place) }));
  return { name, title: word(name), headline, x, y, guides, lines, bands: bandsOf(name, drawn), legend: legendOf(drawn) };
}

// No threshold where nothing is parted; and scores the wrong way round are said to be so.
function ksHeadline(one) {
  const { ks, ks_at: at, reversed } = one.headlines;
  const values = { value: about(one, ks), at: Number.isFinite(back(at)) ? writtenAt(one, placeOf(one, back(at)).place) : "" };
  return word(values.at ? "ks_is" : "ks_only", values) + (reversed ? word("ks_reversed") : "");
}

const DRAWINGS = {
  roc: (one) => curveSpec("roc", { ...UNIT, name: word("fpr") }, { ...UNIT, name: word("tpr") },
    word("auc_is", { value: about(one, one.headlines.auc) }), [DIAGONAL]),
  pr: (one) => {
    const prevalence = one.positives / (one.positives + one.negatives);
    return curveSpec("pr", { ...UNIT, name: word("recall") }, { ...UNIT, name: word("precision") },
      word("ap_is", { value: about(one, one.headlines.ap) }), [{ points: [[0, prevalence], [1, prevalence]], kind: "reference" }]);
  },
  gain: (one) => {
    const prevalence = one.positives / (one.positives + one.negatives);
    const perfect = { points: [[0, 0], [prevalence, 1], [1, 1]], kind: "reference" };
    return curveSpec("gain", { ...UNIT, name: word("share_of_rows") }, { ...UNIT, name: word("share_found") },
      word("ar_is", { value: about(one, one.headlines.ar) }), [DIAGONAL, perfect]);
  },
  lift: (one) => {
    // The first few rows may have any lift; the axis is made for what follows in any curve, and curves leave at the top.
    const shown = drawnViews((place) => swept(place).thresholds).flatMap((place) => curvePoints(swept(place), "lift"));
    const high = shown.reduce((most, [fraction, lift]) => (fraction >= 0.01 && lift > most ? lift : most), 1.2) * 1.1;
    const spec = curveSpec("lift", { ...UNIT, name: word("share_of_rows") }, { low: 0, high, name: word("times_random") },
      word("lift_is", { value: about(one, one.headlines.lift, 2) }), [{ points: [[0, 1], [1, 1]], kind: "reference" }]);
    return { ...spec, empty: one.of === 1 ? word("one_score") : "" };
  },
  ks: (one) => {
    const line = (count, whole) => one.thresholds.map((threshold, at) => [threshold, one[count][at] / whole]);
    const parts = [
      { points: line("fp", one.negatives), colour: "var(--negative)", dash: "5 3", name: word("fpr_short") },
      { points: line("tp", one.positives), colour: "var(--positive)", name: word("tpr_short") },
    ];
    const found = one.thresholds;
    return {
      name: "ks", title: word("ks"), headline: ksHeadline(one), empty: one.of === 1 ? word("one_score") : "",
      x: scoreAxis(Math.min(found[0], found[found.length - 1]), Math.max(found[0], found[found.length - 1]), word("threshold").toLowerCase()),
      y: { ...UNIT, name: word("rate"), marked: word("gap") }, lines: parts, legend: [parts[1], parts[0]],
    };
  },
  scores: (one) => {
    const { edges, positive, negative } = one.scores;
    const heights = [...positive, ...negative];
    return {
      name: "scores", title: word("scores"), headline: one.thresholds ? word("positives_are", { value: count(one.positives) }) : "",
      x: scoreAxis(edges[0], edges[edges.length - 1], word("score")),
      y: { low: 0, high: Math.max(...heights) * 1.05, name: word("share_of_class") },
      bars: [{ edges, heights: negative, colour: "var(--negative)" }, { edges, heights: positive, colour: "var(--positive)" }],
      legend: [{ name: word("negatives"), colour: "var(--negative)", filled: true }, { name: word("positives"), colour: "var(--positive)", filled: true }],
    };
  },
  calibration: calibrationSpec,
};

// The point of the chosen threshold on each chart.
function markOn(chart, name, one, place, threshold) {
  const stroke = viewColour(state.view);
  if (name in CURVE_POINTS) chart.mark(...CURVE_POINTS[name](one, place), stroke);
  if (name === "ks") {
    const [fpr, tpr] = CURVE_POINTS.roc(one, place);
    chart.markGap(threshold, tpr - fpr, fpr, tpr, decimals(tpr - fpr));
  }
  if (name === "scores") chart.markGap(threshold, 0, 0, chart.spec.y.high, "");
  if (name === "calibration") markCalibration(chart, thresholdAt(one, place), stroke);
}
