// The views in a chart: which of them are drawn, how each is told from the others, and what is common to many charts.
const UNIT = { low: 0, high: 1 };
const DIAGONAL = { points: [[0, 0], [1, 1]], kind: "reference" };

// The places of the views that can be drawn, the one chosen last, so that it lies on top of the others.
function drawnViews(able) {
  const others = state.overlay ? data.views.map((_, place) => place).filter((place) => place !== state.view && able(place)) : [];
  return able(state.view) ? [...others, state.view] : others;
}

function series(place) {
  const chosen = place === state.view;
  return { colour: colour(place), dash: dash(place), kind: chosen ? "curve" : "curve other" };
}

function legendOf(drawn) {
  const chosen = drawn.filter((place) => place === state.view);
  return [...chosen, ...drawn.filter((place) => place !== state.view)].map((place) => ({ name: data.views[place].name, colour: colour(place), dash: dash(place) }));
}

// Places in a row with a name each, where figures have no scale of their own.
function inSteps(names, name) {
  return { low: -0.4, high: names.length - 0.6, name, ticks: names.map((text, at) => [at, text]) };
}

// From 0 where values come near it; else from a little below the lowest, since lines need no ground.
function upTo(values) {
  const known = values.filter(Number.isFinite);
  const [least, most] = [Math.min(...known, 1), Math.max(...known, 0)];
  const room = Math.max(0.15 * (most - least), 0.01);
  const low = least > 0.5 * most && least > 0.2 ? Math.max(Math.floor((least - room) * 20) / 20, 0) : 0;
  const high = Math.min(Math.ceil((most + room) * 20) / 20, 1);
  return { low, high: high > low ? high : low + 0.05 };
}

// Bands are drawn of the view chosen, and of one beside it; of more they would only hide each other.
function banded(drawn) {
  return drawn.length <= 2 ? drawn : drawn.filter((place) => place === state.view);
}
