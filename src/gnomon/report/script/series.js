// The views in a chart: which of them are drawn, how each is told from the others, and what is common to many charts.
const UNIT = { low: 0, high: 1 };
const DIAGONAL = { points: [[0, 0], [1, 1]], kind: "reference" };

// The places of the views that can be drawn, the one chosen last, so that it lies on top of the others. Of a part of a model only the same
// part of the others is its like.
function drawnViews(able) {
  const alike = (place) => data.views[place].part === view().part;
  const others = state.overlay ? data.views.map((_, place) => place).filter((place) => place !== state.view && alike(place) && able(place)) : [];
  return able(state.view) ? [...others, state.view] : others;
}

// A colour is a model's: its parts share it.
function viewColour(place) {
  return colour(data.views[place].model);
}

function viewDash(place) {
  return dash(data.views[place].model);
}

function series(place) {
  const chosen = place === state.view;
  return { colour: viewColour(place), dash: viewDash(place), kind: chosen ? "curve" : "curve other" };
}

function legendOf(drawn) {
  const chosen = drawn.filter((place) => place === state.view);
  return [...chosen, ...drawn.filter((place) => place !== state.view)].map((place) => ({ name: data.views[place].name, colour: viewColour(place), dash: viewDash(place) }));
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
