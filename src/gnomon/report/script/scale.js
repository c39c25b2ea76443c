// From figures to places: a linear scale that survives scores of any size, and round ticks.
function scale(low, high, from, to) {
  // Halves, since the difference of two huge scores may overflow.
  const span = high / 2 - low / 2;
  const place = (value) => {
    const share = span > 0 && Number.isFinite(span) ? (value / 2 - low / 2) / span : 0.5;
    return from + Math.min(Math.max(Number.isNaN(share) ? 0.5 : share, 0), 1) * (to - from);
  };
  return { place, low, high };
}

function step(span, wanted) {
  const rough = span / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const share = rough / power;
  return power * (share <= 1 ? 1 : share <= 2 ? 2 : share <= 5 ? 5 : 10);
}

function ticks(low, high, wanted = 4) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return low === high ? [low] : [low, high];
  const size = step(span, wanted);
  const first = Math.ceil(low / size - 1e-9);
  const last = Math.floor(high / size + 1e-9);
  if (!Number.isFinite(size) || !(size > 0) || last - first > 20 || !Number.isSafeInteger(first)) return [low, high];
  const found = [];
  for (let k = first; k <= last; k += 1) found.push(Number((k * size).toPrecision(12)));
  return found;
}
