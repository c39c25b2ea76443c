// Slices: worst first for the model chosen, found by name, sorted by any column.
const sliced = data.sections.slices;
const slicing = { column: "worst", falling: false, filter: "", every: false, wide: false };
// Metrics beside the first that fit on a page; the others can be asked for.
const FEW_METRICS = 3;

function sliceName(line) {
  const is = (value) => (value !== null && /^[≤>] /.test(value) ? value : `= ${value === null ? word("missing") : value}`);
  return line.by.map(([column, value]) => `${column} ${is(value)}`).join(", ");
}

function sliceValue(line, column) {
  const { primary, whole, higher } = sliced;
  const model = view().model;
  if (column === "rows") return line.rows;
  if (column === "difference") return primary < 0 ? NaN : back(line.values[model][primary]) - back(whole[model][primary]);
  if (column === "worst") return primary < 0 ? NaN : (higher ? 1 : -1) * back(line.values[model][primary]);
  const told = typeof column === "number" ? line.values[model][column] : line.told[toldPlace(column)];
  return back(Array.isArray(told) ? told[model] : told);
}

// What sections tell of each slice beside its rows and metrics.
function toldPlace(column) {
  return sliced.columns.findIndex(({ key }) => key === column);
}

// Undefined values come last whichever way one sorts; worst first keeps slices too small to be called so behind the others.
function compareSlices(a, b) {
  if (slicing.column === "slice") return (slicing.falling ? -1 : 1) * sliceName(a).localeCompare(sliceName(b));
  if (slicing.column === "worst" && a.small !== b.small) return a.small ? 1 : -1;
  const [x, y] = [sliceValue(a, slicing.column), sliceValue(b, slicing.column)];
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.isNaN(x) - Number.isNaN(y);
  return (slicing.falling ? -1 : 1) * (x - y) || 0;
}

// A metric as readers know it; its reference is what a copy of the table has.
function metricHeading(metric) {
  return sliced.headings[metric][language() === "zh" ? 1 : 0];
}

function sortButton(text, column, reference) {
  const active = slicing.column === column;
  const button = make("button", { type: "button", "data-sort": column, "data-told": sliced.columns.some(({ key }) => key === column) ? "" : null }, ...breakable(text), make("span", { "aria-hidden": "true", "data-left-out": "" }, active ? (slicing.falling ? " ▼" : " ▲") : ""));
  button.addEventListener("click", () => {
    slicing.falling = active ? !slicing.falling : column !== "slice" && column !== "difference";
    slicing.column = column;
    drawSlices();
    find("slice-table").querySelector(`[data-sort="${column}"]`).focus();
  });
  return make("th", { scope: "col", class: column === "slice" ? null : "n", "aria-sort": active ? (slicing.falling ? "descending" : "ascending") : "none", "data-raw": reference, title: reference }, button);
}

// The interval of a slice's, or the whole's, first metric.
function sliceEnds(line) {
  const ends = line.sure && line.sure[view().model];
  return ends ? ends.map(back) : null;
}

function intervalCell(line) {
  const ends = sliceEnds(line);
  return make("td", { class: "n", "data-interval-cell": "", "data-raw": ends ? ends.join("\t") : "\t" }, ends ? bracketed(...ends) : "—");
}

// A dot with its interval; the line in the middle is the whole. Ends that find no room are cut off, and have no mark there.
function whisker(line, worse, most) {
  const whole = back(sliced.whole[view().model][sliced.primary]);
  const [value, [low, high]] = [sliceValue(line, "difference"), sliceEnds(line).map((end) => end - whole)];
  const at = (difference) => Math.min(Math.max(most > 0 ? 50 + (50 * difference) / most : 50, 0), 100);
  const placed = (kind, left, width) => {
    const made = make("i", { class: kind });
    made.style.left = `${left}%`;
    if (width !== undefined) made.style.width = `${width}%`;
    return made;
  };
  const ends = [low, high].filter((end) => Math.abs(end) <= most).map((end) => placed("end", at(end)));
  const surely = low > 0 || high < 0 ? " surely" : "";
  return make("span", { class: "bar-around sure", "aria-hidden": "true", "data-low": low, "data-high": high },
    placed("reach", at(low), at(high) - at(low)), ...ends, placed(`dot ${worse ? "worse" : "better"}${surely}`, at(value)));
}

// How far from the whole: a bar to the left is below it, to the right above.
function differenceCell(line, most) {
  const value = sliceValue(line, "difference");
  const cell = make("td", { class: "n difference", "data-raw": Number.isFinite(value) ? String(value) : "" });
  const worse = sliced.higher ? value < 0 : value > 0;
  if (sliced.sure) {
    const drawn = Number.isFinite(value) && sliceEnds(line) ? [whisker(line, worse, most)] : [];
    cell.append(...drawn, make("span", {}, signed(value)));
    return cell;
  }
  const bar = make("i", { class: worse ? "worse" : "better" });
  const width = most > 0 && Number.isFinite(value) ? (50 * Math.abs(value)) / most : 0;
  bar.style.width = `${width}%`;
  bar.style.left = `${value < 0 ? 50 - width : 50}%`;
  cell.append(make("span", { class: "bar-around", "aria-hidden": "true" }, bar), make("span", {}, signed(value)));
  return cell;
}

function sliceText(column, value) {
  const written = typeof column === "number" ? "decimals" : column === "rows" ? "count" : sliced.columns[toldPlace(column)].written;
  return { count, percent, decimals }[written](value);
}

function sliceColumns() {
  const { metrics, primary, columns } = sliced;
  const others = metrics.map((_, at) => at).filter((at) => at !== primary);
  const shown = slicing.wide || state.paper ? others : others.slice(0, FEW_METRICS);
  return ["rows", ...columns.map(({ key }) => key), ...(primary < 0 ? [] : [primary, ...(sliced.sure ? ["interval"] : []), "difference"]), ...shown];
}

// In which order the slices stand.
function orderText() {
  const { primary, higher } = sliced;
  const { column, falling } = slicing;
  if (column === "worst") {
    if (primary < 0) return word("plain_order");
    return word(higher ? "lowest_is_worst" : "highest_is_worst", { metric: language() === "zh" ? sliced.called[primary] : metricHeading(primary) });
  }
  if (column === "slice") return word(falling ? "name_order_falling" : "name_order");
  return word(falling ? "falling_order" : "rising_order", { column: typeof column === "number" ? metricHeading(column) : word(column) });
}

function sliceRow(line, columns, most) {
  const cells = columns.map((column) => {
    if (column === "difference") return differenceCell(line, most);
    if (column === "interval") return intervalCell(line);
    const value = sliceValue(line, column);
    return numberCell(value, sliceText(column, value));
  });
  return make("tr", { "data-slice": "", class: line.small ? "small" : null }, make("th", { scope: "row", "data-raw": sliceName(line) }, make("bdi", { title: sliceName(line) }, elided(sliceName(line), 100))), ...cells);
}

function wholeRow(columns) {
  const { whole, rows, sure } = sliced;
  const told = sliced.columns.map((column) => column.whole);
  const cells = columns.map((column) => {
    if (column === "difference") return make("td", { class: "n", "data-raw": "" });
    if (column === "interval") return intervalCell({ sure });
    const value = typeof column === "number" ? back(whole[view().model][column]) : sliceValue({ rows, told }, column);
    return numberCell(value, sliceText(column, value));
  });
  return make("tr", { class: "whole" }, make("th", { scope: "row" }, word("whole")), ...cells);
}

// How far the widest bar reaches; with intervals, as far as the widest of these.
function farthest(lines) {
  const most = Math.max(0, ...lines.map((line) => Math.abs(sliceValue(line, "difference"))).filter(Number.isFinite));
  if (!sliced.sure) return most;
  const whole = back(sliced.whole[view().model][sliced.primary]);
  const ends = lines.flatMap((line) => sliceEnds(line) || []).map((end) => Math.abs(end - whole)).filter(Number.isFinite);
  return Math.max(most, ...ends);
}

function drawSlices() {
  const { lines, metrics } = sliced;
  const columns = sliceColumns();
  const wanted = slicing.filter.trim().toLowerCase();
  const found = lines.filter((line) => sliceName(line).toLowerCase().includes(wanted)).sort(compareSlices);
  const shown = slicing.every || wanted ? found : found.slice(0, sliced.first);
  const most = farthest(lines);
  const head = make("tr", {}, sortButton(word("slice"), "slice"),
    ...columns.map((column) => (column === "interval" ? intervalHead() : sortButton(typeof column === "number" ? metricHeading(column) : word(column), column, metrics[column]))));
  find("slice-table").replaceChildren(make("thead", {}, head), make("tbody", {}, wholeRow(columns), ...shown.map((line) => sliceRow(line, columns, most))));
  find("slice-count").textContent = found.length ? word("shown_slices", { shown: shown.length, count: sliced.count }) : word("no_match");
  find("all-slices").hidden = shown.length === found.length;
  find("all-metrics").hidden = slicing.wide || columns.filter((column) => typeof column === "number").length === metrics.length;
  find("slices-order").textContent = orderText();
  find("worst-first").hidden = slicing.column === "worst";
}

function listenToSlices() {
  find("slice-filter").addEventListener("input", (event) => {
    slicing.filter = event.target.value;
    drawSlices();
  });
  find("worst-first").addEventListener("click", () => {
    Object.assign(slicing, { column: "worst", falling: false });
    drawSlices();
    find("slice-filter").focus();
  });
  find("all-metrics").addEventListener("click", () => {
    slicing.wide = true;
    drawSlices();
  });
  find("all-slices").addEventListener("click", () => {
    slicing.every = true;
    drawSlices();
  });
}

// On paper nothing can be asked for: all slices stand there, and afterwards the first ones again.
let unfoldedSlices = false;
function unfoldSlices(unfold) {
  if (unfold ? slicing.every : !unfoldedSlices) return;
  slicing.every = unfoldedSlices = unfold;
  drawSlices();
}

section({ key: "slices", draw: drawSlices, listen: listenToSlices, unfold: () => unfoldSlices(true), fold: () => unfoldSlices(false) });
