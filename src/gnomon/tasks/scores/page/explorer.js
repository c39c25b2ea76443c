// The explorer: one threshold, and everything that follows from it.
// Each view keeps its place and what was typed, unless an objective was chosen, which is then asked of every view.
const dial = { places: [], typed: [], bands: true, view: null, objective: null };
const drawnCharts = {};
const FIGURES = { tp: count, fp: count, fn: count, tn: count, precision: decimals, recall: decimals, f1: decimals, specificity: decimals, accuracy: decimals, alert_rate: percent, pass_rate: percent, missed_rate: percent };

function place() {
  return dial.places[state.view] ?? (swept().start || 0);
}

// What was typed, where its counts are those shown; else the threshold as gnomon has it, to the last digit.
function threshold() {
  return dial.typed[state.view] ?? thresholdAt(swept(), place());
}

// The slider runs from the lowest score on the left to the highest, no alerts at the strict end. A number being typed is left alone.
function onSlider(one, where) {
  return one.lower ? where : places(one) - 1 - where;
}

function moveTo(where, { typed, typing = false } = {}) {
  const one = swept();
  dial.places[state.view] = Math.min(Math.max(where, 0), places(one) - 1);
  dial.typed[state.view] = typed;
  const [chosen, slider] = [threshold(), find("threshold")];
  slider.value = String(onSlider(one, place()));
  slider.setAttribute("aria-valuetext", Number.isFinite(chosen) ? String(chosen) : `${endless(chosen)} (${word("no_alerts")})`);
  find("threshold-shown").textContent = typed === undefined ? writtenAt(one, place()) : minus(String(typed));
  find("threshold-number").placeholder = endless(thresholdAt(one, 0));
  if (!typing) find("threshold-number").value = Number.isFinite(chosen) ? String(chosen) : "";
  for (const [name, chart] of Object.entries(drawnCharts)) markOn(chart, name, one, place(), chosen);
  showFigures();
}

// A sentence about the threshold, made anew when the language changes, gone when what it speaks of does.
let sentence = null;
function say(made) {
  sentence = made;
  if (find("objective-status")) find("objective-status").textContent = made ? made() : "";
}

function showFigures() {
  const rates = ratesAt(swept(), place());
  for (const [name, write] of Object.entries(FIGURES)) show(name, rates[name], write(rates[name]));
  const shares = { tp: rates.tp / (rates.tp + rates.fn), fn: rates.fn / (rates.tp + rates.fn), fp: rates.fp / (rates.fp + rates.tn), tn: rates.tn / (rates.fp + rates.tn) };
  all("[data-share]").forEach((cell) => { cell.textContent = percent(shares[cell.dataset.share]); });
  all("[data-bar]").forEach((bar) => { bar.style.width = `${100 * (rates[bar.dataset.bar] || 0)}%`; });
  showIntervals(rates);
  const [fp, fn] = [typedNumber("fp-cost"), typedNumber("fn-cost")];
  const cost = fp >= 0 && fn >= 0 ? costAt(rates, fp, fn) : NaN;
  show("cost", cost, count(cost));
  show("cost_rate", (1000 * cost) / rates.n, count((1000 * cost) / rates.n));
  const profit = profitTyped() ? profitAt(rates) : NaN;
  show("profit", profit, count(profit));
  show("profit_rate", (1000 * profit) / rates.n, count((1000 * profit) / rates.n));
  showSwaps(rates);
}

function show(name, value, text) {
  const cell = document.querySelector(`[data-figure="${name}"]`);
  cell.dataset.value = String(value);
  if (cell.parentElement.tagName === "TD") cell.parentElement.dataset.raw = String(value);
  cell.textContent = text;
}

function drawChart(name) {
  const figure = document.querySelector(`figure[data-chart="${name}"]`);
  const one = swept();
  const able = name === "calibration" ? Boolean(trusted().calibration) : name === "scores" ? Boolean(one.scores) : Boolean(one.thresholds);
  figure.hidden = !able;
  // One class alone has no threshold to explore, but scores to look at.
  if (name === "scores") find(one.thresholds ? "charts" : "scores-alone").append(figure);
  delete drawnCharts[name];
  if (!able) return;
  const chart = new Chart(figure, DRAWINGS[name](one));
  if (!one.thresholds) return;
  drawnCharts[name] = chart;
  markOn(chart, name, one, place(), threshold());
}

function drawCharts() {
  const one = swept();
  find("explored").hidden = !one.thresholds;
  find("explorer-note").hidden = !one.thresholds || one.lower;
  find("explorer-note-lower").hidden = !one.thresholds || !one.lower;
  find("no-curves").hidden = Boolean(one.thresholds);
  find("no-curves").textContent = one.reason ? one.reason[language() === "zh" ? 1 : 0] : word("no_scores");
  Object.keys(DRAWINGS).forEach(drawChart);
  if (!one.thresholds) return;
  find("threshold").max = String(places(one) - 1);
  const key = one.of === one.kept ? (one.exact ? "all_thresholds" : "all_cells") : one.exact ? "some_thresholds" : "coarse_thresholds";
  find("thinned").textContent = word(key, { kept: count(one.kept), of: count(one.of) });
  moveTo(place(), { typed: dial.typed[state.view] });
  say(sentence);
}

// A typed number: where its counts are known it stands, else the nearest threshold kept is shown, and in the end written.
function type(finished) {
  const typed = typedNumber("threshold-number");
  if (Number.isNaN(typed)) {
    if (finished) moveTo(place());
    return;
  }
  const found = placeOf(swept(), typed);
  byHand();
  moveTo(found.place, { typed: found.same ? typed : undefined, typing: found.same || !finished });
  const nearest = () => word("snapped", { threshold: minus(String(thresholdAt(swept(), found.place))) });
  if (finished && !found.same) say(nearest);
}

// The objective stays when the view changes; what else was said of a threshold goes with the view that it was of.
function drawExplorer() {
  const changed = dial.view !== state.view;
  if (changed) say(null);
  dial.view = state.view;
  drawCharts();
  if (changed && dial.objective && swept().thresholds) pursue(dial.objective);
}

function pursue(objective) {
  dial.objective = objective;
  all("[data-objective]").forEach((button) => button.setAttribute("aria-pressed", String(button.dataset.objective === objective)));
  if (!objective) return;
  const found = sought(swept(), objective);
  if (found.place !== undefined) moveTo(found.place);
  say(() => sought(swept(), objective).says);
}

// A threshold chosen by hand is nobody's objective.
function byHand() {
  say(null);
  pursue(null);
}

function listenToExplorer() {
  find("threshold").addEventListener("input", (event) => {
    byHand();
    moveTo(onSlider(swept(), Number(event.target.value)));
  });
  find("threshold-number").addEventListener("input", () => type(false));
  find("threshold-number").addEventListener("change", () => type(true));
  // A step of the box is a threshold, not 1.
  find("threshold-number").addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    byHand();
    moveTo(place() + step * way(swept()));
  });
  all("[data-objective]").forEach((button) => button.addEventListener("click", () => {
    pursue(button.dataset.objective);
  }));
  ["recall", "precision"].forEach((name) => {
    find(`${name}-mark`).addEventListener("input", byHand);
    find(`${name}-mark`).addEventListener("keydown", (event) => {
      if (event.key === "Enter") document.querySelector(`[data-objective="${name}"]`).click();
    });
  });
  ["fp-cost", "fn-cost", "profit-good", "loss-bad"].forEach((id) => find(id).addEventListener("input", () => {
    byHand();
    showFigures();
  }));
  if (find("swap-with")) find("swap-with").addEventListener("change", showFigures);
  const bands = find("bands");
  if (!bands) return;
  dial.bands = bands.checked;
  bands.addEventListener("change", () => {
    dial.bands = bands.checked;
    drawCharts();
  });
}

section({ key: "explorer", draw: drawExplorer, redraw: drawCharts, listen: listenToExplorer });
