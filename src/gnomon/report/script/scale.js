// From figures to places: a linear scale that survives scores of any size, and round ticks.
function scale(low, high, from, to) {
  // Halves, since the difference of two huge scores may overflow.
  const span = high / 2 - low / 2;
  const place = (value) => {
    // With one score only, it stands in the middle, and whatever differs from it on its side.
    const share = span > 0 && Number.isFinite(span) ? (value / 2 - low / 2) / span : 0.5 + Math.sign(value - low) / 2;
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
  // Past 15 digits are the errors of the product.
  for (let k = first; k <= last; k += 1) found.push(Number((k * size).toPrecision(15)));
  return found;
}

const LETTER = 7.2;

// Ticks with their texts, as many as find room; of values that differ in their far digits only, what they add to the first.
// An axis that names its ticks keeps them, or every second, third … where they find no room.
function labelled(axis, room, wanted) {
  if (axis.ticks) {
    const each = Math.max(...axis.ticks.map(([, text]) => text.length)) * LETTER + 8;
    const kept = axis.ticks.filter((_, at) => at % Math.max(Math.ceil((each * axis.ticks.length) / room), 1) === 0);
    return { values: kept.map(([value]) => value), texts: kept.map(([, text]) => text), name: axis.name };
  }
  for (let many = wanted; many > 0; many -= 1) {
    const values = ticks(axis.low, axis.high, many);
    const texts = tickTexts(values);
    if (Math.max(0, ...texts.map((text) => text.length)) > 9 && values.length > 1 && Math.abs(values[0]) > 1000 * (axis.high - axis.low)) {
      const added = values.map((value) => value - values[0]);
      const digits = Math.ceil(-Math.log10(added[1])) + 1;
      return { values, texts: added.map((value) => `+${Number(value.toFixed(Math.min(Math.max(digits, 0), 100)))}`), name: `${axis.name} − ${minus(String(values[0]))}` };
    }
    const longest = Math.max(0, ...texts.map((text) => text.length));
    if (values.length < 3 || (longest * LETTER + 8) * (values.length - 1) < room) return { values, texts, name: axis.name };
  }
  return { values: [], texts: [], name: axis.name };
}
