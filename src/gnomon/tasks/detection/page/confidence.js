// One confidence: precision, recall and F1 of all classes or of one, and its place on the curves. Each model keeps its own.
let alongChart = null;
let curveChart = null;

// The class looked at, -1 for all.
function chosenClass() {
  return detectionState.chosen[view().model] ?? -1;
}

function confidencePlace() {
  return detectionState.place[view().model] ?? detected().at.best;
}

function confidenceNow() {
  return detected().at.confidence[confidencePlace()];
}

function ratesAt(place) {
  const { at } = detected();
  const line = chosenClass() + 1;
  const [found, vain, objects] = [at.tp[line][place] ?? 0, at.fp[line][place] ?? 0, at.objects[line]];
  return {
    found, vain, missed: objects - found,
    precision: ratio(found, found + vain), recall: ratio(found, objects), f1: ratio(2 * found, found + vain + objects),
  };
}

// Why there is nothing to see of what was asked for.
function noObjects({ at }) {
  if (at.objects[chosenClass() + 1]) return "";
  return word(chosenClass() < 0 ? "detection_no_objects" : "detection_no_objects_of_class");
}

function noCurve(one) {
  const { found, vain } = ratesAt(one.at.confidence.length - 1);
  return noObjects(one) || (found + vain ? "" : word(chosenClass() < 0 ? "detection_none" : "detection_none_of_class"));
}

function alongSpec(one) {
  const { confidence } = one.at;
  const lines = ["precision", "recall", "f1"].map((rate, at) => ({
    points: confidence.map((value, place) => [value, ratesAt(place)[rate]]), colour: colour(at + 1), dash: null, kind: "curve", name: headWord(`detection_word_${rate}`),
  }));
  const [high, low] = [confidence[0] ?? 1, confidence[confidence.length - 1] ?? 0];
  return {
    name: "detection_along_title", title: word("detection_along_title"), headline: "",
    x: { low: low < high ? low : low - 0.05, high: low < high ? high : high + 0.05, name: word("detection_confidence_axis") }, y: { ...UNIT, name: word("detection_rate_axis") },
    lines, legend: lines.map(({ name, colour: stroke }) => ({ name, colour: stroke })), empty: noCurve(one),
  };
}

// Steps down at each recall that the protocol reads: the best precision there or past it; or straight lines between what it reads.
function readLine({ read, reading }) {
  if (reading === "trapezoid" || reading === "truncated") return read;
  return read.flatMap(([recall, value], at) => [[at ? read[at - 1][0] : 0, value], [recall, value]]);
}

function curveSpec(one) {
  const chosen = chosenClass();
  const found = chosen < 0 ? null : one.curves[chosen];
  const lines = found && found.points.length ? [
    { points: found.points, colour: viewColour(state.view), dash: null, kind: "curve other" },
    { points: readLine(found), colour: viewColour(state.view), dash: null, kind: "curve" },
  ] : [];
  const all = chosen < 0 ? one.at.confidence.map((_, place) => ratesAt(place)).filter(({ precision }) => !Number.isNaN(precision)).map(({ recall, precision }) => [recall, precision]) : [];
  return {
    name: "detection_curve_title", title: word("detection_curve_title"),
    headline: found ? word("detection_curve_of", { name: elided(one.classes[chosen], 20), value: decimals(back(found.ap)) }) : word("detection_all"),
    x: { ...UNIT, name: word("detection_recall_axis") }, y: { ...UNIT, name: word("detection_precision_axis") },
    lines: chosen < 0 ? [{ points: all, ...series(state.view) }] : lines, empty: noCurve(one),
  };
}

function drawRateCharts(one) {
  alongChart = new Chart(document.querySelector('figure[data-detection="along"]'), alongSpec(one));
  curveChart = new Chart(document.querySelector('figure[data-detection="curve"]'), curveSpec(one));
  new Chart(document.querySelector('figure[data-detection="overlap"]'), overlapSpec(one));
  const chosen = chosenClass();
  const hints = { grid: "detection_curve_hint", envelope: "detection_area_hint", trapezoid: "detection_straight_hint", truncated: "detection_truncated_hint" };
  const key = chosen < 0 ? "detection_choose_class" : hints[one.curves[chosen].reading];
  const empty = noCurve(one);
  document.querySelector('[data-detection-hint="curve"]').textContent = empty && chosen >= 0 ? ""
    : word(key, { count: chosen < 0 ? 0 : one.curves[chosen].read.length });
  const best = one.at.confidence.map((_, place) => ratesAt(place).f1).reduce((top, f1, place) => (f1 > top[0] ? [f1, place] : top), [-1, 0]);
  document.querySelector('[data-detection-hint="along"]').textContent = empty ? ""
    : word(best[0] > 0 ? "detection_along_hint" : "detection_along_never", { confidence: cut(one.at.confidence[best[1]]), f1: decimals(best[0]) });
  detectionState.best = best[1];
}

function showRates() {
  const now = ratesAt(confidencePlace());
  all("[data-rate]").forEach((cell) => {
    cell.textContent = decimals(now[cell.dataset.rate]);
    cell.dataset.raw = String(now[cell.dataset.rate]);
  });
  all("[data-rate-bar]").forEach((bar) => { bar.style.width = `${100 * (now[bar.dataset.rateBar] || 0)}%`; });
  all("[data-count]").forEach((cell) => {
    cell.textContent = count(now[cell.dataset.count]);
    cell.dataset.raw = String(now[cell.dataset.count]);
  });
  const at = confidenceNow();
  if (at === undefined || alongChart.spec.empty) return;
  alongChart.markLines([at], cut(at));
  if (Number.isNaN(now.precision)) return;
  curveChart.mark(now.recall, now.precision, viewColour(state.view));
}

function moveConfidence(place, typing = false) {
  const one = detected();
  const { confidence } = one.at;
  detectionState.place[view().model] = Math.min(Math.max(place, 0), Math.max(confidence.length - 1, 0));
  const [at, slider] = [confidencePlace(), find("confidence")];
  // To the right is a higher confidence.
  slider.max = String(Math.max(confidence.length - 1, 0));
  slider.value = String(confidence.length - 1 - at);
  const value = confidenceNow();
  const now = ratesAt(at);
  const said = { confidence: value === undefined ? "—" : cut(value), precision: decimals(now.precision), recall: decimals(now.recall), f1: decimals(now.f1) };
  slider.setAttribute("aria-valuetext", word("detection_said", said));
  find("confidence-shown").textContent = said.confidence;
  if (!typing) find("confidence-number").value = value === undefined ? "" : String(value);
  showRates();
  drawMatrixAt(one, at);
  markImages();
}

// Of what was typed, the lowest confidence kept that is not below it counts the same detections, or nearly.
function typeConfidence(finished) {
  const typed = find("confidence-number").value.trim() === "" ? NaN : Number(find("confidence-number").value);
  if (Number.isNaN(typed)) {
    if (finished) moveConfidence(confidencePlace());
    return;
  }
  const { confidence } = detected().at;
  const above = confidence.findIndex((value) => value < typed);
  moveConfidence((above < 0 ? confidence.length : above) - 1, !finished);
}

function listenToConfidence() {
  find("confidence").addEventListener("input", (event) => moveConfidence(detected().at.confidence.length - 1 - Number(event.target.value)));
  find("confidence-number").addEventListener("input", () => typeConfidence(false));
  find("confidence-number").addEventListener("change", () => typeConfidence(true));
  find("confidence-number").addEventListener("keydown", (event) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    moveConfidence(confidencePlace() + step);
  });
  find("confidence-best").addEventListener("click", () => moveConfidence(detectionState.best));
  find("detection-class").addEventListener("change", (event) => {
    detectionState.chosen[view().model] = Number(event.target.value);
    drawRateCharts(detected());
    moveConfidence(confidencePlace());
  });
  find("all-detection-classes").addEventListener("click", () => {
    detectionState.every = true;
    drawDetectionClasses(detected());
  });
}
