// What there is to draw of a view: thresholds with their counts, or why there are none.
function swept(at = state.view) {
  return data.sections.explorer.views[at];
}

// Counts and rates at a threshold, in the order of operations that gnomon uses, so that weighted figures agree to the last digit.
// Place 0 is the start: no threshold is strict enough, nothing is an alert. Where lower scores are positive, thresholds rise.
function places(one) {
  return one.thresholds ? one.thresholds.length + 1 : 0;
}

// 1 where higher scores are positive, -1 where lower ones are.
function way(one) {
  return one.lower ? -1 : 1;
}

function thresholdAt(one, place) {
  return place === 0 ? way(one) * Infinity : one.thresholds[place - 1];
}

// A threshold as it is written: told apart from those beside it.
function writtenAt(one, place) {
  return cut(thresholdAt(one, place), [thresholdAt(one, Math.max(place - 1, 0)), place < one.thresholds.length ? one.thresholds[place] : NaN]);
}

function countsAt(one, place) {
  const tp = place === 0 ? 0 : one.tp[place - 1];
  const fp = place === 0 ? 0 : one.fp[place - 1];
  return { tp, fp, fn: one.positives - tp, tn: one.negatives - fp };
}

function ratesAt(one, place) {
  const { tp, fp, fn, tn } = countsAt(one, place);
  const alerts = fp + tp;
  const actual = fn + tp;
  const n = tn + fp + actual;
  const recall = ratio(tp, actual);
  const fpr = ratio(fp, fp + tn);
  return {
    tp, fp, fn, tn, n, recall, fpr,
    precision: ratio(tp, alerts),
    f1: ratio(2 * tp, alerts + actual),
    specificity: ratio(tn, tn + fp),
    accuracy: ratio(tn + tp, n),
    alert_rate: ratio(alerts, n),
    pass_rate: ratio(tn + fn, n),
    missed_rate: ratio(fn, tn + fn),
    youden: recall - fpr,
  };
}

function costAt(rates, fpCost, fnCost) {
  return fpCost * rates.fp + fnCost * rates.fn;
}

// Where the point of a curve stands at a place: the same figures as gnomon's curves have there.
const CURVE_POINTS = {
  roc: (one, place) => { const c = countsAt(one, place); return [c.fp / one.negatives, c.tp / one.positives]; },
  pr: (one, place) => {
    const c = countsAt(one, place);
    if (place > 0) return [c.tp / one.positives, ratio(c.tp, c.tp + c.fp)];
    return [0, ratio(one.tp[0], one.tp[0] + one.fp[0])];
  },
  gain: (one, place) => { const c = countsAt(one, place); return [(c.tp + c.fp) / (one.positives + one.negatives), c.tp / one.positives]; },
  lift: (one, place) => {
    const [fraction, gain] = CURVE_POINTS.gain(one, place);
    return [fraction, ratio(gain, fraction)];
  },
};

function curvePoints(one, name) {
  one.drawn ||= {};
  one.drawn[name] ||= Array.from({ length: places(one) }, (_, place) => CURVE_POINTS[name](one, place));
  return one.drawn[name];
}

// The place of a typed threshold, and whether its counts are those of the number itself: no score lies between the two.
// Otherwise it is the nearest place.
function placeOf(one, typed) {
  const [found, sign] = [one.thresholds, way(one)];
  let [low, high] = [0, found.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sign * (found[middle] - typed) >= 0) low = middle + 1; else high = middle;
  }
  const beneath = one.below[low] ?? found[low] ?? -sign * Infinity;
  if (sign * (typed - beneath) > 0) return { place: low, same: true };
  return { place: low > 0 && (low === found.length || sign * (found[low - 1] - typed) <= sign * (typed - found[low])) ? low : low + 1, same: false };
}
