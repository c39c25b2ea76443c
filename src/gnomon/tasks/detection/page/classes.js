// Classes by their AP, the worst first, and where AP is lost: one bar, shared out by what each kind of error costs.
const FIRST_CLASSES = 20;
const detectionState = { every: false, place: [], chosen: [] };

function detected() {
  return data.sections.detection.models[view().model];
}

function inOrder({ lines }) {
  const worth = (line) => { const value = back(line.ap); return Number.isNaN(value) ? Infinity : value; };
  return lines.map((_, at) => at).sort((a, b) => worth(lines[a]) - worth(lines[b]) || a - b);
}

function apBar({ ap, ends }) {
  const value = back(ap);
  const bar = make("span", { class: "ap-bar", "aria-hidden": "true" });
  if (Number.isNaN(value)) return bar;
  const fill = make("i");
  fill.style.width = `${100 * value}%`;
  bar.append(fill);
  if (ends) {
    const whisker = make("i", { class: "whisker" });
    whisker.style.left = `${100 * ends[0]}%`;
    whisker.style.width = `${100 * (ends[1] - ends[0])}%`;
    bar.append(whisker);
  }
  return bar;
}

function drawDetectionClasses(one) {
  const order = inOrder(one);
  const shown = detectionState.every || state.paper ? order : order.slice(0, FIRST_CLASSES);
  const several = one.levels.length > 1;
  const heads = ["class_head", "objects", "detections", "ap_head"].map((key) => headWord(`detection_${key}`));
  const levels = several ? [word("detection_first_head", { level: Math.round(100 * one.levels[0]) })] : [];
  const rows = shown.map((at) => {
    const line = one.lines[at];
    const ap = numberCell(back(line.ap), decimals(back(line.ap)));
    if (line.ends) ap.append(make("span", { class: "behind", "data-left-out": "" }, ` ${bracketed(...line.ends, (end) => decimals(end, 3))}`));
    return make("tr", {}, make("th", { scope: "row", title: one.classes[at] }, make("bdi", {}, elided(one.classes[at], 30))),
      numberCell(line.objects, count(line.objects)), numberCell(line.detections, count(line.detections)), ap,
      ...(several ? [numberCell(back(line.first), decimals(back(line.first), 3))] : []), numberCell(back(line.ar), decimals(back(line.ar), 3)),
      make("td", { class: "bar-cell", "data-left-out": "" }, apBar(line)));
  });
  const head = headRow([...heads, ...levels, word("detection_ar_head")]);
  head.firstChild.append(make("td", { "data-left-out": "" }));
  find("detection-classes").replaceChildren(head, make("tbody", {}, ...rows));
  find("all-detection-classes").hidden = shown.length === order.length;
  find("detection-cut").textContent = one.count > one.classes.length ? word("detection_cut", { shown: one.classes.length, count: one.count }) : "";
}

// What is won stands first; the rest of the bar is shared out in proportion to the costs. A kind without a cost took everything.
function lostBar({ ap50, kinds }) {
  const won = back(ap50);
  const costs = kinds.map(([, , cost]) => (Number.isNaN(back(cost)) ? 1 - won : Math.max(back(cost), 0)));
  const all = costs.reduce((sum, cost) => sum + cost, 0);
  const parts = [svg("rect", { x: 0, y: 0, width: 1000 * won, height: 40, class: "lost-won" }, svg("title", {}, word("detection_won", { value: decimals(won) })))];
  let left = won;
  kinds.forEach(([kind, errors], at) => {
    const share = all > 0 ? (1 - won) * costs[at] / all : 0;
    const said = word("detection_cost", { kind: word(`detection_kind_${kind}`), count: errors, cost: decimals(back(kinds[at][2])) });
    if (share > 0) parts.push(svg("rect", { x: 1000 * left, y: 0, width: 1000 * share, height: 40, class: `kind-${kind}`, "data-kind": kind }, svg("title", {}, said)));
    left += share;
  });
  return svg("svg", { viewBox: "0 0 1000 40", role: "img", preserveAspectRatio: "none", "aria-label": word("detection_won", { value: decimals(won) }) }, ...parts);
}

// Why kinds of errors have no cost.
function lostWhy({ at, errors }) {
  if (!at.objects[0]) return word("detection_no_objects");
  if (!errors) return word("detection_no_half");
  return errors.kinds.some(([, , cost]) => Number.isNaN(back(cost))) ? word("detection_all_missed") : "";
}

function drawErrorKinds(one) {
  const { errors } = one;
  const [bar, table] = [find("lost-bar"), find("detection-errors")];
  find("lost-why").textContent = lostWhy(one);
  find("lost-why").hidden = !find("lost-why").textContent;
  if (!errors) {
    bar.replaceChildren();
    table.replaceChildren();
    return;
  }
  bar.replaceChildren(lostBar(errors));
  const rows = errors.kinds.map(([kind, number, cost]) => make("tr", {},
    make("th", { scope: "row" }, make("span", { class: `swatch kind kind-${kind}` }), word(`detection_kind_${kind}`)),
    numberCell(number, count(number)), numberCell(back(cost), decimals(back(cost)))));
  table.replaceChildren(headRow(["kind_head", "count_head", "cost_head"].map((key) => headWord(`detection_${key}`))), make("tbody", {}, ...rows));
}

function overlapSpec(one) {
  const chosen = chosenClass();
  const values = one.by_level[chosen + 1].map(back);
  const points = one.levels.map((level, at) => [level, values[at]]);
  const [low, high] = [one.levels[0], one.levels[one.levels.length - 1]];
  return {
    name: "detection_overlap_title", title: word("detection_overlap_title"), headline: chosen < 0 ? "" : elided(one.classes[chosen], 24),
    x: { low: low < high ? low : low - 0.05, high: low < high ? high : high + 0.05, name: word("detection_iou_axis") }, y: { ...UNIT, name: word("detection_ap_axis") },
    lines: [{ points, ...series(state.view) }], empty: noObjects(one),
    bubbles: points.filter(([, y]) => !Number.isNaN(y)).map(([x, y]) => ({ x, y, radius: 3, colour: viewColour(state.view), text: `${x}: ${decimals(y)}` })),
  };
}
