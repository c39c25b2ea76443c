// The best threshold for an objective, by gnomon's rule: of equals the stricter one, which raises fewer alerts.
function bestPlace(one, worth, allowed = () => true) {
  const values = [];
  let most = -Infinity;
  for (let place = 0; place < places(one); place += 1) {
    const rates = ratesAt(one, place);
    const value = allowed(rates) ? worth(rates) : NaN;
    values.push(value);
    if (value > most) most = value;
  }
  if (most === -Infinity) return null;
  return values.findIndex((value) => value >= most - 1e-15 * Math.abs(most));
}

function typedNumber(id) {
  const text = find(id).value.trim();
  return text === "" ? NaN : Number(text);
}

// Each objective: where it leads and what it says, or only what stands in its way.
function sought(one, objective) {
  if (objective === "youden") return reached(one, bestPlace(one, (r) => r.youden), "found_youden", (r) => decimals(r.youden));
  if (objective === "f1") return flattered(one, reached(one, bestPlace(one, (r) => r.f1), "found_f1", (r) => decimals(r.f1)));
  if (objective === "cost") {
    const [fp, fn] = [typedNumber("fp-cost"), typedNumber("fn-cost")];
    if (!(fp >= 0 && fn >= 0)) return { says: word("no_cost") };
    return reached(one, bestPlace(one, (r) => -costAt(r, fp, fn)), "found_cost", (r) => count(costAt(r, fp, fn)));
  }
  if (objective === "profit") {
    if (!profitTyped()) return { says: word("no_profit") };
    return reached(one, bestPlace(one, profitAt), "found_profit", (r) => count(profitAt(r)));
  }
  const mark = typedNumber(`${objective}-mark`);
  if (!(mark >= 0 && mark <= 1)) return { says: word("no_mark") };
  const other = objective === "recall" ? "precision" : "recall";
  const place = bestPlace(one, (r) => r[other], (r) => r[objective] >= mark - 1e-12 * Math.abs(mark));
  if (place === null) {
    const most = ratesAt(one, bestPlace(one, (r) => r[objective]))[objective];
    return { says: word("unreachable", { what: word(objective), mark: brief(mark), most: decimals(most) }) + edges(one) };
  }
  // The best at whole percents is always among the thresholds kept; between them it may not be.
  const whole = one.of === one.kept || Math.abs(100 * mark - Math.round(100 * mark)) < 1e-9;
  const found = reached(one, place, `found_${objective}`, (r) => decimals(r[other]), { mark: brief(mark) });
  return whole ? found : { ...found, says: found.says + word("among_kept") };
}

// A threshold chosen on the very rows it is measured on promises too much: where else it could have fallen, and what to expect of it.
function flattered(one, found) {
  if (!one.f1_choice) return found;
  const { low, high, expected } = one.f1_choice;
  return { ...found, says: found.says + word("chosen_here", { low: cut(low, [high]), high: cut(high, [low]), expected: decimals(expected) }) };
}

// Of scores kept in cells, only the edges of these can be sought.
function edges(one) {
  return one.exact ? "" : word("among_edges");
}

function reached(one, place, key, value, more = {}) {
  return { place, says: word(key, { value: value(ratesAt(one, place)), ...more }) + edges(one) };
}
