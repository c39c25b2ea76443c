// Differences with their intervals: a row each, right of zero where the first model is better, whichever way the metric runs.
const FOREST = { top: 30, bottom: 34, wide: 640, row: 30, tall: 64 };

function differenceText(pair) {
  if (pair.reason) return [signed(back(pair.difference)), pair.reason[language() === "zh" ? 1 : 0]];
  return [signed(back(pair.difference)), `${bracketed(pair.low, pair.high, signed)} ${stars(back(pair.p_holm))}`.trim()];
}

// The farthest that any of the rows reaches from zero.
function reachOf(pairs) {
  return Math.max(0, ...pairs.flatMap((pair) => [pair.difference, pair.low, pair.high].map(back)).filter(Number.isFinite).map(Math.abs));
}

function forestRow(row, box, y, reach) {
  const { pair, name, lower } = row;
  const [difference, low, high] = [pair.difference, pair.low, pair.high].map(back);
  const at = (value) => box.zero + (reach > 0 ? ((lower ? -1 : 1) * value) / reach : 0) * box.half;
  const texts = differenceText(pair);
  const group = svg("g", {
    "data-forest-row": "", "data-metric": compared.metrics[pair.metric].reference, "data-couple": pair.couple, "data-difference": difference, "data-low": low, "data-high": high,
  }, svg("title", {}, `${name}${word("colon")}${texts.join(" ")}`));
  const letters = Math.floor(box.names / 7.4) - (lower ? 2 : 0);
  const short = lettersIn(name) > letters ? elided(name, Math.max(Math.floor((letters * Array.from(name).length) / lettersIn(name)), 6)) : name;
  group.append(
    svg("text", { x: 0, y: box.wide ? y + 4.5 : y - 16, class: "row-name" }, `${short}${lower ? " ↓" : ""}`),
    svg("text", { x: box.wide ? box.figures : 0, y: box.wide ? y + 4.5 : y + 1, class: "row-figures" }, svg("tspan", { "font-weight": 600 }, texts[0]), svg("tspan", { class: "quiet", dx: 8 }, elided(texts[1], box.wide ? 34 : 44))));
  const line = box.wide ? y : y + 17;
  // On a narrow page names stand above, and the line at zero must not run through them.
  if (!box.wide) group.append(svg("line", { x1: box.zero, x2: box.zero, y1: line - 9, y2: line + 9, class: "zero" }));
  if (Number.isFinite(low) && Number.isFinite(high)) {
    group.append(svg("line", { x1: at(low), x2: at(high), y1: line, y2: line, class: "reach-line" }),
      ...[low, high].map((end) => svg("line", { x1: at(end), x2: at(end), y1: line - 5, y2: line + 5, class: "reach-end" })),
      svg("circle", { cx: at(difference), cy: line, r: 5, class: `forest-dot${low > 0 || high < 0 ? " surely" : ""}` }));
  }
  return group;
}

// With a metric in common the rows share a scale, which is written out; otherwise each has its own.
function forestAxis(drawing, box, reach, lower, bottom) {
  const { values, texts } = labelled({ low: -reach, high: reach, name: "" }, 2 * box.half, box.half > 220 ? 6 : 4);
  values.forEach((value, place) => {
    const x = box.zero + ((lower ? -1 : 1) * value / reach) * box.half;
    drawing.append(svg("line", { x1: x, x2: x, y1: FOREST.top - 4, y2: bottom, class: "grid" }),
      svg("text", { x, y: bottom + 16, class: "tick", "text-anchor": "middle" }, texts[place]));
  });
}

function drawForest(figure, { rows, shared, left, right, title }) {
  const width = state.paper ? 900 : Math.max(figure.clientWidth || 700, 260);
  const wide = width >= FOREST.wide;
  const names = wide ? Math.min(380, width * 0.33) : width;
  const figures = width - 240;
  const [from, to] = wide ? [names + 12, figures - 22] : [8, width - 8];
  const box = { wide, names, figures, zero: (from + to) / 2, half: (to - from) / 2 - 8 };
  const each = wide ? FOREST.row : FOREST.tall;
  const bottom = FOREST.top + rows.length * each;
  const height = bottom + (shared ? FOREST.bottom : 20);
  const drawing = svg("svg", { role: "img", viewBox: `0 0 ${width} ${height}`, class: "chart", "aria-labelledby": "forest-title forest-desc" },
    svg("title", { id: "forest-title" }, title),
    svg("desc", { id: "forest-desc" }, rows.map((row) => `${row.name} ${differenceText(row.pair).join(" ")}`).join("; ")), svg("defs"));
  const reach = shared ? reachOf(rows.map((row) => row.pair)) : 0;
  if (shared && reach > 0) forestAxis(drawing, box, reach, rows[0].lower, bottom);
  const letters = Math.max(Math.floor(box.half / 7.2) - 9, 3);
  if (wide) drawing.append(svg("line", { x1: box.zero, x2: box.zero, y1: FOREST.top - 8, y2: bottom, class: "zero" }));
  drawing.append(
    svg("text", { x: box.zero - 10, y: 16, class: "side", "text-anchor": "end" }, word("better_left", { name: elided(left, letters) })),
    svg("text", { x: box.zero + 10, y: 16, class: "side" }, word("better_right", { name: elided(right, letters) })));
  if (!shared || !(reach > 0)) drawing.append(svg("text", { x: box.zero, y: bottom + 15, class: "tick", "text-anchor": "middle" }, "0"));
  rows.forEach((row, place) => {
    const y = FOREST.top + (place + 0.5) * each;
    if (place) drawing.append(svg("line", { x1: 0, x2: width, y1: y - each / 2, y2: y - each / 2, class: "row-rule" }));
    drawing.append(forestRow(row, box, y, shared ? reach : reachOf([row.pair])));
  });
  figure.replaceChildren(drawing);
  addExports(figure, drawing, "forest");
}
