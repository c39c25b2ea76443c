// Amounts by prediction: ten parts of the rows, and how much of the amount the highest predictions hold.
function amountsOf(place = state.view) {
  return data.sections.amounts.models[data.views[place].model];
}

function decilePoints(place) {
  const { mean_prediction: predicted, mean_truth: truth } = amountsOf(place).deciles;
  return predicted.map((x, at) => [back(x), back(truth[at])]);
}

function decileSpec() {
  const drawn = drawnViews(amountsOf);
  const seen = drawn.flatMap((place) => decilePoints(place).flat()).filter(Number.isFinite);
  const [least, most] = [Math.min(...seen), Math.max(...seen)];
  const room = 0.06 * (most - least) || Math.max(Math.abs(most), 1) * 0.1;
  const ends = [least >= 0 && least < 0.3 * most ? 0 : least - room, most + room];
  const bubbles = drawn.flatMap((place) => decilePoints(place).map(([x, y], at) => {
    const { low, high, n } = amountsOf(place).deciles;
    const text = word("decile_point", {
      name: data.views[place].name, low: brief(back(low[at])), high: brief(back(high[at])), predicted: brief(x), truth: brief(y), count: count(n[at]),
    });
    return { x, y, radius: place === state.view ? 4.5 : 2.8, colour: viewColour(place), text };
  }));
  return {
    name: "amount_deciles", title: word("amount_deciles"), x: { low: ends[0], high: ends[1], name: word("axis_mean_prediction") },
    y: { low: ends[0], high: ends[1], name: word("axis_mean_truth") }, guides: [{ points: [[ends[0], ends[0]], [ends[1], ends[1]]], kind: "reference" }],
    lines: drawn.map((place) => ({ points: decilePoints(place), ...series(place) })), bubbles, legend: legendOf(drawn), description: word("amount_deciles"),
  };
}

function gainSpec() {
  const drawn = drawnViews((place) => amountsOf(place) && amountsOf(place).gain);
  const { gain, exact } = amountsOf();
  const along = (x, y) => x.map((value, at) => [value, y[at]]);
  return {
    name: "amount_gain", title: word("amount_gain"), headline: word("gini_is", { value: (exact ? "" : "≈ ") + decimals(back(gain.gini)) }),
    x: { ...UNIT, name: word("axis_highest_first") }, y: { ...UNIT, name: word("axis_share_of_amount") },
    guides: [DIAGONAL, { points: along(gain.best_fraction, gain.best_share), kind: "reference" }],
    lines: drawn.map((place) => ({ points: along(amountsOf(place).gain.fraction, amountsOf(place).gain.share), ...series(place) })),
    legend: legendOf(drawn), description: word("amount_gain"),
  };
}

function noGain(one) {
  const least = back(one.least);
  return least < 0 ? word("no_gain_negative", { least: brief(least) }) : word("no_gain_zero");
}

function drawAmountCharts() {
  const one = amountsOf();
  find("amount-charts").hidden = find("decile-rows").hidden = !one;
  find("no-amounts").hidden = Boolean(one);
  find("no-amounts").textContent = word("no_errors_drawn");
  if (!one) return;
  const [deciles, gain] = all("[data-amounts]");
  new Chart(deciles, decileSpec());
  gain.hidden = !one.gain;
  find("no-gain").hidden = Boolean(one.gain);
  find("no-gain").textContent = one.gain ? "" : noGain(one);
  if (one.gain) new Chart(gain, gainSpec());
}

function drawAmounts() {
  drawAmountCharts();
  if (!amountsOf()) return;
  const { deciles } = amountsOf();
  const write = likeMiddle(["mean_prediction", "mean_truth", "rmse"].flatMap((name) => deciles[name].map(back)));
  const rows = deciles.n.map((weight, at) => {
    const [low, high, predicted, truth, bias, mae, rmse] = ["low", "high", "mean_prediction", "mean_truth", "bias", "mae", "rmse"].map((name) => back(deciles[name][at]));
    return make("tr", { "data-decile": at }, make("th", { scope: "row", "data-raw": `${low} – ${high}` }, `${brief(low)} – ${brief(high)}`), numberCell(weight, count(weight)),
      numberCell(predicted, write(predicted)), numberCell(truth, write(truth)), numberCell(bias, withSign(bias, write)), numberCell(mae, write(mae)), numberCell(rmse, write(rmse)));
  });
  const heads = ["decile_predictions", data.weighted ? "weight_of_rows" : "rows", "decile_mean_prediction", "decile_mean_truth", "decile_bias", "decile_mae", "decile_rmse"];
  find("amount-deciles").replaceChildren(headRow(heads.map((key) => word(key))), make("tbody", {}, ...rows));
}

section({ key: "amounts", draw: drawAmounts, redraw: drawAmountCharts });
