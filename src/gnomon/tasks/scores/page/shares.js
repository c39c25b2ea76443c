// How sure a share of rows is, from its counts alone: where rows count alike, Wilson's score interval.
function wilson(successes, trials) {
  if (!(trials > 0)) return null;
  const z2 = data.sections.explorer.z ** 2;
  const p = successes / trials;
  const middle = (p + z2 / (2 * trials)) / (1 + z2 / trials);
  const half = Math.sqrt(z2 * ((p * (1 - p)) / trials + z2 / (4 * trials ** 2))) / (1 + z2 / trials);
  return [Math.max(Math.min(middle - half, p), 0), Math.min(Math.max(middle + half, p), 1)];
}

// F1 grows with the Jaccard share, TP of all rows that are positive or called so.
const INTERVALS = {
  precision: ({ tp, fp }) => wilson(tp, tp + fp),
  recall: ({ tp, fn }) => wilson(tp, tp + fn),
  specificity: ({ tn, fp }) => wilson(tn, tn + fp),
  accuracy: ({ tp, tn, n }) => wilson(tp + tn, n),
  alert_rate: ({ tp, fp, n }) => wilson(tp + fp, n),
  pass_rate: ({ tn, fn, n }) => wilson(tn + fn, n),
  missed_rate: ({ tn, fn }) => wilson(fn, tn + fn),
  f1: ({ tp, fp, fn }) => {
    const ends = wilson(tp, tp + fp + fn);
    return ends && ends.map((share) => (2 * share) / (1 + share));
  },
};

// Shares that are written in percent.
const PERCENTS = ["alert_rate", "pass_rate", "missed_rate"];

function showIntervals(rates) {
  if (!data.sections.explorer.z) return;
  all("[data-interval]").forEach((cell) => {
    const name = cell.dataset.interval;
    const ends = INTERVALS[name](rates);
    const whisker = document.querySelector(`[data-whisker="${name}"]`);
    cell.dataset.low = ends ? String(ends[0]) : "";
    cell.dataset.high = ends ? String(ends[1]) : "";
    cell.title = ends ? word("interval_by", { level: data.level, method: methodText("wilson") }) : "";
    const few = (share) => decimals(share, 3);
    const percents = (share) => decimals(100 * share, 1);
    cell.textContent = !ends ? "" : PERCENTS.includes(name) ? `${bracketed(...ends, percents)} %` : bracketed(...ends, few);
    whisker.hidden = !ends;
    if (!ends) return;
    whisker.style.left = `${100 * ends[0]}%`;
    whisker.style.width = `${100 * (ends[1] - ends[0])}%`;
  });
}
