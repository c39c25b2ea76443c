// Who is ahead along a curve: a lane for each of two models, filled where its curve is the higher one.
const STRIP = { top: 40, lane: 15, gap: 3, bottom: 38 };

// What runs across a curve.
function acrossText(one) {
  return word(`across_${one.curve}`);
}

function verdictText(one, names) {
  const values = { curve: word(`curve_${one.curve}`), a: names[0], b: names[1], winner: names[one.winner], loser: names[1 - one.winner], across: acrossText(one) };
  if (one.verdict === "encloses") Object.assign(values, { slack: decimals(one.slack, 3), start: decimals(one.told[0], 2), end: decimals(one.told[1], 2) });
  const parts = one.stretches.filter((stretch) => stretch.runs.some(([, , surely]) => surely))
    .map((stretch) => word("part", { name: names[stretch.winner], across: values.across, start: decimals(stretch.start, 2), end: decimals(stretch.end, 2) }));
  return word(one.verdict, { ...values, parts: parts.join(word("comma")) }).trim();
}

function runTitle(one, stretch, [start, end, surely], names) {
  const values = { name: names[stretch.winner], across: acrossText(one), start: decimals(start, 2), end: decimals(end, 2) };
  const said = word(surely ? "run_surely" : "run_unsure", values);
  if (!stretch.thresholds) return said;
  const [[fromA, toA], [fromB, toB]] = stretch.thresholds.map((ends) => ends.map((end) => cut(back(end))));
  const whole = { across: values.across, start: decimals(stretch.start, 2), end: decimals(stretch.end, 2) };
  return said + word("run_thresholds", { ...whole, a: names[0], b: names[1], from_a: fromA, to_a: toA, from_b: fromB, to_b: toB });
}

// A run that is sure fills its lane; another is thin and pale along the middle.
function stripRuns(one, x, models, names) {
  return one.stretches.flatMap((stretch) => stretch.runs.map((run) => {
    const [start, end, surely] = run;
    const inset = surely ? 0 : STRIP.lane / 2;
    const top = STRIP.top + stretch.winner * (STRIP.lane + STRIP.gap) + (stretch.winner ? 0 : inset);
    return svg("rect", {
      x: x(start), y: top, width: Math.max(x(end) - x(start), 0.5), height: STRIP.lane - inset, class: `run${surely ? "" : " unsure-run"}`, style: `fill:${colour(models[stretch.winner])}`,
      "data-run": "", "data-winner": stretch.winner, "data-start": start, "data-end": end, "data-certain": surely,
    }, svg("title", {}, runTitle(one, stretch, run, names)));
  }));
}

// A crossing is sure where both models are ahead for certain on their side of it.
function stripCrossings(one, x) {
  const surely = one.stretches.map(({ runs }) => runs.some(([, , sure]) => sure));
  return one.stretches.slice(1).flatMap((stretch, before) => {
    const at = x(stretch.runs[0][0]);
    const bottom = STRIP.top + 2 * STRIP.lane + STRIP.gap;
    return [svg("line", { x1: at, x2: at, y1: STRIP.top - 3, y2: bottom, class: "crossing-line" }),
      svg("path", { d: `M${at - 4.5} ${STRIP.top - 11}h9l-4.5 8z`, class: `crossing${surely[before] && surely[before + 1] ? " surely" : ""}`, "data-crossing": stretch.start },
        svg("title", {}, word("crossing", { across: acrossText(one), at: decimals(stretch.start, 2) })))];
  });
}

function drawStrip(figure, one, models) {
  const names = models.map((place) => data.models[place]);
  const width = state.paper ? 540 : Math.max(figure.clientWidth || 420, 240);
  const left = Math.min(Math.max(40, 12 + 7.4 * Math.max(...names.map(lettersIn))), width * 0.28);
  const right = width - 8;
  const x = (value) => left + value * (right - left);
  const lanes = 2 * STRIP.lane + STRIP.gap;
  const bottom = STRIP.top + lanes;
  const said = verdictText(one, names);
  const drawing = svg("svg", { role: "img", viewBox: `0 0 ${width} ${bottom + STRIP.bottom}`, class: "chart", "aria-labelledby": `strip-${one.curve}-title strip-${one.curve}-desc` },
    svg("title", { id: `strip-${one.curve}-title` }, `${word("strip")}${word("colon")}${word(one.curve)}`), svg("desc", { id: `strip-${one.curve}-desc` }, said), svg("defs"),
    svg("text", { x: 0, y: 16, class: "chart-title" }, word(one.curve)));
  names.forEach((name, lane) => {
    const y = STRIP.top + lane * (STRIP.lane + STRIP.gap);
    drawing.append(svg("rect", { x: left, y, width: right - left, height: STRIP.lane, class: "lane" }),
      svg("text", { x: left - 8, y: y + 11.5, class: "legend", "text-anchor": "end" }, elided(name, Math.max(Math.floor((left - 8) / 7.2), 3)), svg("title", {}, name)));
  });
  [0, 0.2, 0.4, 0.6, 0.8, 1].forEach((tick) => drawing.append(
    svg("line", { x1: x(tick), x2: x(tick), y1: bottom, y2: bottom + 4, class: "axis" }),
    svg("text", { x: x(tick), y: bottom + 17, class: "tick", "text-anchor": "middle" }, brief(tick))));
  drawing.append(...stripRuns(one, x, models, names), ...stripCrossings(one, x),
    svg("text", { x: (left + right) / 2, y: bottom + 33, class: "axis-name", "text-anchor": "middle" }, acrossText(one)));
  figure.replaceChildren(drawing);
  addExports(figure, drawing, "strip");
}
