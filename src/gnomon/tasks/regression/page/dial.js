// One threshold of error: how many rows are further off, and how much of the squared error they make.
// Each model keeps its place; what was typed stays while its figures are those shown.
const errorDial = { places: [], typed: [], every: false };
const FIRST_ROWS = 10;
let histogramChart = null;

function thresholdPlace() {
  return errorDial.places[state.view] ?? numbersOf().beyond.start;
}

function errorThreshold() {
  return errorDial.typed[state.view] ?? numbersOf().beyond.threshold[thresholdPlace()];
}

function writtenThreshold(at) {
  const found = numbersOf().beyond.threshold;
  return cut(found[at], [found[at - 1], found[at + 1]].filter((other) => other !== undefined));
}

function beyondText() {
  const { beyond, exact, whole, figures } = numbersOf();
  const at = thresholdPlace();
  const [weight, rows, squared] = [beyond.weight[at], beyond.rows[at], back(beyond.squared[at])];
  if (Number.isNaN(squared)) return word("beyond_right");
  if (!weight) return word("beyond_none");
  const about = exact ? "" : "≈ ";
  const rmse = back(figures.rmse);
  if (weight === back(whole)) return word("beyond_all", { count: count(weight), rmse: about + brief(rmse) });
  const rest = back(beyond.rest[at]);
  return word("beyond", { count: about + count(weight), share: percent(rows), squared: about + percent(squared), rest: about + brief(rest), rmse: brief(rmse) });
}

function moveErrorTo(place, { typed, typing = false } = {}) {
  const { threshold } = numbersOf().beyond;
  errorDial.places[state.view] = Math.min(Math.max(place, 0), threshold.length - 1);
  errorDial.typed[state.view] = typed;
  const [at, slider, box] = [thresholdPlace(), find("error-threshold"), find("error-threshold-number")];
  slider.max = String(threshold.length - 1);
  slider.value = String(at);
  slider.setAttribute("aria-valuetext", `${minus(String(errorThreshold()))}: ${beyondText()}`);
  find("error-threshold-shown").textContent = typed === undefined ? writtenThreshold(at) : String(typed);
  if (!typing) box.value = String(errorThreshold());
  const said = find("beyond");
  said.textContent = beyondText();
  Object.assign(said.dataset, { threshold: errorThreshold(), rows: numbersOf().beyond.rows[at], squared: numbersOf().beyond.squared[at] });
  markHistogram();
  markWorstRows();
}

function markHistogram() {
  if (histogramChart) histogramChart.markLines([-errorThreshold(), errorThreshold()], word("histogram_mark", { value: brief(errorThreshold()) }));
}

function markWorstRows() {
  all("#worst-rows tr[data-error]").forEach((row) => row.classList.toggle("large", Math.abs(Number(row.dataset.error)) > errorThreshold()));
}

// A number that was typed: where every threshold is kept, its figures are those of the last one not above it; else the nearest is shown.
function typeError(finished) {
  const box = find("error-threshold-number");
  const typed = box.value.trim() === "" ? NaN : Number(box.value);
  if (!(typed >= 0)) {
    if (finished) moveErrorTo(thresholdPlace(), { typed: errorDial.typed[state.view] });
    return;
  }
  const { threshold, all: every } = numbersOf().beyond;
  const after = threshold.findIndex((other) => other > typed);
  const last = (after < 0 ? threshold.length : after) - 1;
  const same = threshold[last] === typed || every || last === threshold.length - 1;
  const nearest = !same && threshold[last + 1] - typed < typed - threshold[last] ? last + 1 : last;
  moveErrorTo(nearest, { typed: same ? typed : undefined, typing: same || !finished });
  if (finished && !same) tell(word("error_snapped", { threshold: writtenThreshold(nearest) }));
}

function drawWorstRows() {
  const table = find("worst-rows");
  const lines = numbersOf().worst;
  if (!table || !lines) return;
  const shown = errorDial.every || state.paper ? lines : lines.slice(0, FIRST_ROWS);
  const write = likeMiddle(lines.flatMap(([, ...numbers]) => numbers.map(back)));
  const rows = shown.map(([place, ...numbers]) => {
    const [truth, prediction, error] = numbers.map(back);
    return make("tr", { "data-error": error }, make("th", { scope: "row", "data-raw": place }, count(place)),
      numberCell(truth, write(truth)), numberCell(prediction, write(prediction)), numberCell(error, withSign(error, write)));
  });
  table.replaceChildren(headRow(["row_place", "row_truth", "row_prediction", "row_error"].map((key) => word(key))), make("tbody", {}, ...rows));
  find("all-worst-rows").hidden = shown.length === lines.length;
  markWorstRows();
}

function listenToErrorDial() {
  find("error-threshold").addEventListener("input", (event) => moveErrorTo(Number(event.target.value)));
  find("error-threshold-number").addEventListener("input", () => typeError(false));
  find("error-threshold-number").addEventListener("change", () => typeError(true));
  // A step of the box is a threshold, not 1.
  find("error-threshold-number").addEventListener("keydown", (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    moveErrorTo(thresholdPlace() + step);
  });
  const more = find("all-worst-rows");
  if (more) more.addEventListener("click", () => {
    errorDial.every = true;
    drawWorstRows();
  });
}
