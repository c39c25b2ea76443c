// The section of errors: its charts, the threshold and the worst rows, for the model chosen.
const MAPPED = { truth_map: truthMapSpec, error_map: errorMapSpec };
const SPREAD = { error_quantiles: quantilesSpec, error_histogram: histogramSpec };

function hintOf(name) {
  const one = numbersOf();
  if (name === "error_map") return errorMapHint();
  if (name === "truth_map") return mapHint(one.maps.truth);
  return name === "error_quantiles" ? word("quantiles_hint") : histogramHint();
}

function drawErrorCharts() {
  const one = numbersOf();
  histogramChart = null;
  find("error-charts").hidden = find("large-errors").hidden = !one;
  find("no-errors").hidden = Boolean(one);
  find("no-errors").textContent = word("no_errors_drawn");
  if (!one) return;
  all("[data-maps]").forEach((part) => { part.hidden = !one.maps; });
  for (const [name, spec] of Object.entries({ ...(one.maps ? MAPPED : {}), ...SPREAD })) {
    const chart = new Chart(document.querySelector(`figure[data-numbers="${name}"]`), spec());
    if (name === "error_histogram") histogramChart = chart;
    document.querySelector(`[data-hint="${name}"]`).textContent = hintOf(name);
  }
  drawWorstRows();
  moveErrorTo(thresholdPlace(), { typed: errorDial.typed[state.view] });
}

function drawErrors() {
  drawErrorCharts();
  all("[data-numbers-of]").forEach((title) => { title.textContent = data.models.length > 1 ? word("of_numbers", { name: elided(view().name, 40) }) : ""; });
  const one = numbersOf();
  if (!one) return;
  const key = one.exact ? (one.beyond.all ? "error_thresholds_all" : "error_thresholds_some") : "error_thresholds_coarse";
  find("error-thresholds").textContent = word(key, { count: count(one.beyond.threshold.length) });
}

section({ key: "errors", draw: drawErrors, redraw: drawErrorCharts, listen: listenToErrorDial });
