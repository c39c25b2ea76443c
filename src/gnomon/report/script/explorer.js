// The explorer: one threshold, and everything that follows from it.
const drawnCharts = {};
const FIGURES = { tp: count, fp: count, fn: count, tn: count, precision: decimals, recall: decimals, f1: decimals, specificity: decimals, accuracy: decimals, alert_rate: percent };

function explorable() {
  return Boolean(view().thresholds) && Boolean(find("explored"));
}

function place() {
  return state.places[state.view] ?? (view().start || 0);
}

// The threshold as gnomon has it, to the last digit; the slider runs from the lowest score on the left to no alerts on the right.
function moveTo(where, keepTyped = false) {
  const one = view();
  state.places[state.view] = Math.min(Math.max(where, 0), places(one) - 1);
  const threshold = thresholdAt(one, place());
  const slider = find("threshold");
  slider.value = String(places(one) - 1 - place());
  slider.setAttribute("aria-valuetext", threshold === Infinity ? `∞ (${word("no_alerts")})` : String(threshold));
  find("threshold-shown").textContent = threshold === Infinity ? "∞" : brief(threshold);
  if (!keepTyped) find("threshold-number").value = threshold === Infinity ? "" : String(threshold);
  for (const [name, chart] of Object.entries(drawnCharts)) markOn(chart, name, one, place());
  showFigures();
}

function showFigures() {
  const rates = ratesAt(view(), place());
  for (const [name, write] of Object.entries(FIGURES)) show(name, rates[name], write(rates[name]));
  const shares = { tp: rates.tp / (rates.tp + rates.fn), fn: rates.fn / (rates.tp + rates.fn), fp: rates.fp / (rates.fp + rates.tn), tn: rates.tn / (rates.fp + rates.tn) };
  all("[data-share]").forEach((cell) => { cell.textContent = percent(shares[cell.dataset.share]); });
  all("[data-bar]").forEach((bar) => { bar.style.width = `${100 * (rates[bar.dataset.bar] || 0)}%`; });
  const [fp, fn] = [typedNumber("fp-cost"), typedNumber("fn-cost")];
  const cost = fp >= 0 && fn >= 0 ? costAt(rates, fp, fn) : NaN;
  show("cost", cost, count(cost));
  show("cost_rate", (1000 * cost) / rates.n, decimals((1000 * cost) / rates.n, 1));
}

function show(name, value, text) {
  const cell = document.querySelector(`[data-figure="${name}"]`);
  cell.dataset.value = String(value);
  cell.textContent = text;
}

function drawChart(name) {
  const figure = document.querySelector(`figure[data-chart="${name}"]`);
  const one = view();
  const able = name === "calibration" ? Boolean(one.calibration) : name === "scores" ? Boolean(one.scores) : Boolean(one.thresholds);
  figure.hidden = !able;
  delete drawnCharts[name];
  if (!able) return;
  const chart = new Chart(figure, DRAWINGS[name](one));
  if (!one.thresholds) return;
  drawnCharts[name] = chart;
  markOn(chart, name, one, place());
}

function drawCharts() {
  if (!find("explored")) return;
  const one = view();
  find("explored").hidden = !one.thresholds;
  find("no-curves").hidden = Boolean(one.thresholds);
  find("no-curves").textContent = one.reason ? one.reason[language() === "zh" ? 1 : 0] : word("no_scores");
  find("no-calibration").hidden = !one.scores || Boolean(one.calibration);
  for (const name of Object.keys(DRAWINGS)) {
    drawChart(name);
    if (!root.dataset.ready) {
      root.dataset.ready = "true";
      performance.mark("first-chart");
    }
  }
  if (!one.thresholds) return;
  find("threshold").max = String(places(one) - 1);
  const key = one.of === one.thresholds.length ? "all_thresholds" : one.exact ? "some_thresholds" : "coarse_thresholds";
  find("thinned").textContent = word(key, { kept: count(one.thresholds.length), of: count(one.of) });
  moveTo(place());
}

function listenToExplorer() {
  if (!find("explored")) return;
  const says = find("objective-status");
  find("threshold").addEventListener("input", (event) => {
    says.textContent = "";
    moveTo(places(view()) - 1 - Number(event.target.value));
  });
  find("threshold-number").addEventListener("input", () => {
    const typed = typedNumber("threshold-number");
    says.textContent = "";
    if (!Number.isNaN(typed)) moveTo(placeOf(view(), typed), true);
  });
  // A step of the box is a threshold, not 1.
  find("threshold-number").addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    says.textContent = "";
    moveTo(place() + step);
  });
  // Where some thresholds were left out, the box ends up showing the one whose figures are shown.
  find("threshold-number").addEventListener("change", () => {
    const typed = typedNumber("threshold-number");
    if (!Number.isNaN(typed) && view().whole) return;
    const snapped = thresholdAt(view(), place());
    if (!Number.isNaN(typed) && snapped !== typed) says.textContent = word("snapped", { threshold: snapped === Infinity ? "∞" : String(snapped) });
    moveTo(place());
  });
  all("[data-objective]").forEach((button) => button.addEventListener("click", () => {
    const found = sought(view(), button.dataset.objective);
    if (found.place !== undefined) moveTo(found.place);
    says.textContent = found.says;
  }));
  ["recall", "precision"].forEach((name) => find(`${name}-mark`).addEventListener("keydown", (event) => {
    if (event.key === "Enter") document.querySelector(`[data-objective="${name}"]`).click();
  }));
  ["fp-cost", "fn-cost"].forEach((id) => find(id).addEventListener("input", showFigures));
}
