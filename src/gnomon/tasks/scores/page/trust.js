// How far scores can be trusted: observed rates beside predicted ones, and the rates of score bands.
function trusted(at = state.view) {
  return data.sections.scores.views[at];
}

function calibrationSpec(one) {
  const drawn = drawnViews((place) => trusted(place).calibration);
  const lines = drawn.map((place) => {
    const { predicted, observed } = trusted(place).calibration;
    return { points: predicted.map((p, at) => [p, observed[at]]), ...series(place) };
  });
  const { predicted, observed, weight, lowest, highest, low, high, error } = trusted().calibration;
  const most = Math.max(...weight);
  const sure = (at) => (low ? ` [${decimals(low[at])}, ${decimals(high[at])}]` : "");
  const bubbles = predicted.map((p, at) => ({
    x: p, y: observed[at], radius: 3 + 9 * Math.sqrt(weight[at] / most), colour: viewColour(state.view), ends: low && [low[at], high[at]],
    text: `${cut(lowest[at], [highest[at]])} – ${cut(highest[at], [lowest[at]])}${word("colon")}${word("predicted")} ${decimals(p)}, ${word("observed")} ${decimals(observed[at])}${sure(at)} (${count(weight[at])})`,
  }));
  return {
    name: "calibration", title: word("calibration"), headline: word("ece_is", { value: about(one, error) }),
    x: { ...UNIT, name: word("predicted") }, y: { ...UNIT, name: word("observed") },
    guides: [DIAGONAL], lines, bubbles, legend: legendOf(drawn),
  };
}

// The bin that the lowest score above the threshold falls into; nothing where there is none.
function markCalibration(chart, score, stroke) {
  const { predicted, observed, lowest, highest } = trusted().calibration;
  const bin = lowest.findIndex((from, at) => score >= from && score <= highest[at]);
  chart.mark(bin < 0 ? NaN : predicted[bin], bin < 0 ? NaN : observed[bin], stroke);
}

// A column of score bands by the name of the positive class, where it has one.
function bandHeading(name) {
  const positive = trusted().positive;
  return positive && `${name}_named` in data.words.en ? word(`${name}_named`, { name: positive }) : word(name);
}

// The sums of the bands, and the rate and mean of all rows.
function decileTotals(names, write) {
  const lines = trusted().deciles || [];
  if (!lines.length) return [];
  const column = (name) => lines.map((line) => back(line[names.indexOf(name)]));
  const total = (values) => values.reduce((sum, value) => sum + value, 0);
  const sums = Object.fromEntries(["n", "band_positives", "band_negatives"].map((name) => [name, total(column(name))]));
  const known = { ...sums, band_rate: ratio(sums.band_positives, sums.n), mean: ratio(total(column("mean").map((mean, at) => mean * column("n")[at])), sums.n) };
  const cells = names.slice(1).map((name) => (name in known ? numberCell(known[name], (write[name] || percent)(known[name])) : make("td", { class: "n", "data-raw": "" })));
  return [make("tr", { class: "whole" }, make("th", { scope: "row" }, word("decile_total")), ...cells)];
}

// Mean scores with as many decimals each as tell all of them apart.
function meanScore(means) {
  if (means.some((mean) => Math.abs(mean) >= 1000)) return (value) => cut(value, means);
  const gaps = [...means].sort((a, b) => a - b).map((mean, at, all) => mean - all[at - 1]).filter((gap) => gap > 0);
  const places = gaps.length ? Math.min(Math.max(2 - Math.floor(Math.log10(Math.min(...gaps))), 0), 8) : 4;
  return (value) => decimals(value, places);
}

function drawDeciles() {
  const names = ["bin", "low", "high", "n", "band_positives", "band_negatives", "band_rate", "mean", "cumulative_gain", "cumulative_negatives", "cumulative_lift", "ks"];
  const edges = (trusted().deciles || []).flatMap((line) => [back(line[1]), back(line[2])]);
  const edge = (value) => cut(value, edges);
  const write = { bin: count, low: edge, high: edge, n: count, band_positives: count, band_negatives: count, cumulative_lift: (v) => decimals(v, 2), ks: (v) => decimals(v, 3), mean: trusted().calibration ? percent : meanScore((trusted().deciles || []).map((line) => back(line[7]))) };
  const lines = (trusted().deciles || []).map((line) => make("tr", {}, ...line.map((raw, at) => {
    const value = back(raw);
    return numberCell(value, (write[names[at]] || percent)(value));
  })));
  find("deciles-coarse").hidden = trusted().exact !== false;
  const heading = (name) => (name !== "mean" ? bandHeading(name) : word(trusted().calibration ? "mean_prediction" : "mean_score"));
  find("deciles").replaceChildren(headRow(names.map(heading)), make("tbody", {}, ...lines, ...decileTotals(names, write)));
}

function drawTrust() {
  const none = Boolean(swept().scores) && !trusted().calibration;
  find("no-calibration").hidden = !none || trusted().lower;
  find("no-calibration-lower").hidden = !none || !trusted().lower;
  find("deciles-highest").hidden = Boolean(trusted().lower);
  find("deciles-lowest").hidden = !trusted().lower;
  drawDeciles();
}

// The chart of calibration follows the threshold and is drawn with the explorer's.
section({ key: "scores", draw: drawTrust });
