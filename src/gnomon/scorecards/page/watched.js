// A score by period: lines of its figures, each with its interval where there is one.
const watched = data.sections.stability;

function periodLine(name, series, shown) {
  const { value, low, high } = watched[name];
  const tone = { colour: colour(series), dash: dash(series) };
  const points = value.map(back).map((each, at) => [at, each]);
  const there = points.filter(([, each]) => Number.isFinite(each));
  const sure = there.filter(([at]) => low && low[at] !== null);
  const said = word(`watched_${name}`);
  return {
    seen: [...there.map(([, each]) => each), ...sure.flatMap(([at]) => [low[at], high[at]])],
    legend: { name: said, ...tone },
    line: { points, ...tone },
    bands: sure.length > 1 ? [{ x: sure.map(([at]) => at), low: sure.map(([at]) => low[at]), high: sure.map(([at]) => high[at]), colour: tone.colour, kind: "band" }] : [],
    bubbles: there.map(([at, each]) => ({ x: at, y: each, radius: 3.4, colour: tone.colour, text: word("watched_point", { name: said, period: watched.periods[at], value: shown(each) }) })),
  };
}

function watchedSpec(name, drawn, more = {}) {
  const title = word(`watched_${name}`);
  const seen = [...drawn.flatMap((one) => one.seen), ...(more.seen || [])];
  const low = Math.min(0, ...seen);
  const high = Math.max(0.05, ...seen) * 1.08;
  return {
    name: `watched_${name}`, title, x: inSteps(watched.periods, watched.over), y: { low, high, name: title },
    lines: drawn.map((one) => one.line), bands: drawn.flatMap((one) => one.bands), bubbles: drawn.flatMap((one) => one.bubbles),
    legend: drawn.length > 1 ? drawn.map((one) => one.legend) : [], guides: more.guides, headline: "",
    description: `${word("watched_said", { name: title })}${more.said ? `${word("colon")}${more.said}` : ""}`,
  };
}

const WATCHED = {
  separation: () => watchedSpec("separation", [periodLine("ks", 0, decimals), periodLine("gini", 1, decimals)]),
  bad_rate: () => watchedSpec("bad_rate", [periodLine("bad_rate", 0, percent)]),
  psi: () => {
    const ends = [-0.4, watched.periods.length - 0.6];
    const guides = watched.limits.map((limit) => ({ points: ends.map((x) => [x, limit]), kind: "reference" }));
    return watchedSpec("psi", [periodLine("psi", 0, decimals)], { guides, seen: watched.limits, said: word("watched_limits") });
  },
};

function drawWatched() {
  all("[data-watched]").forEach((figure) => new Chart(figure, WATCHED[figure.dataset.watched]()));
}

section({ key: "stability", draw: drawWatched, redraw: drawWatched });
