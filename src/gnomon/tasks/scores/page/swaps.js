// What approving earns, and who changes sides under another model. Approved are rows that are called negative.
function profitTyped() {
  return Number.isFinite(typedNumber("profit-good")) && typedNumber("loss-bad") >= 0;
}

function profitOf(goods, bads) {
  return typedNumber("profit-good") * goods - typedNumber("loss-bad") * bads;
}

function profitAt(rates) {
  return profitOf(rates.tn, rates.fn);
}

// The pairs that the view chosen is one of, each as seen from it.
function swapsOf(view) {
  return (data.sections.explorer.swaps || []).filter((pair) => pair.a === view || pair.b === view).map((pair) => ({
    pair, own: pair.a === view ? 0 : 1, other: pair.a === view ? pair.b : pair.a,
  }));
}

// The four groups at a percent of approval: rows, and positives among them.
function swapGroups({ pair, own }, at, all) {
  const both = [pair.both[0][at], pair.both[1][at]];
  const [mine, theirs] = [pair.each[own], pair.each[1 - own]].map((each) => [each[0][at] - both[0], each[1][at] - both[1]]);
  const rest = [0, 1].map((k) => all[k] - both[k] - mine[k] - theirs[k]);
  return { both, own: mine, other: theirs, neither: rest };
}

// The difference of two shares of different rows after Agresti and Caffo, as gnomon compares them.
function differenceOf([rows, bad], [others, otherBad]) {
  const z = data.sections.explorer.z;
  if (!z) return null;
  const [p, q] = [(bad + 1) / (rows + 2), (otherBad + 1) / (others + 2)];
  const half = z * Math.sqrt((p * (1 - p)) / (rows + 2) + (q * (1 - q)) / (others + 2));
  return [Math.max(p - q - half, -1), Math.min(p - q + half, 1)];
}

// A sentence with models' names, which can be anything and run in any direction.
function withNames(key, names, values = {}) {
  const marks = Object.keys(names).map((who, at) => [who, String.fromCharCode(at + 1)]);
  const parts = word(key, { ...values, ...Object.fromEntries(marks) }).split(/([\u0001\u0002])/);
  return parts.map((part) => {
    const found = marks.find(([, mark]) => mark === part);
    return found ? make("bdi", { title: names[found[0]] }, elided(names[found[0]], 24)) : part;
  });
}

function swapChosen() {
  const known = swapsOf(state.view);
  const choice = find("swap-with");
  const wanted = known.map(({ other }) => String(other));
  if (Array.from(choice.options, (option) => option.value).join() !== wanted.join()) {
    choice.replaceChildren(...known.map(({ other }) => {
      const option = document.createElement("option");
      option.value = String(other);
      option.textContent = elided(data.views[other].name, 40);
      return option;
    }));
  }
  return known.find(({ other }) => String(other) === choice.value) || known[0];
}

function showSwaps(rates) {
  const panel = find("swaps");
  if (!panel) return;
  panel.hidden = swapsOf(state.view).length === 0;
  if (panel.hidden) return;
  const chosen = swapChosen();
  const whole = Math.floor(100 * rates.pass_rate + 1e-9);
  const known = whole >= 1 && whole <= 99;
  const names = { own: view().name, other: data.views[chosen.other].name };
  all("[data-swap-head]").forEach((head) => {
    const [who, whether] = head.dataset.swapHead.split("_");
    head.replaceChildren(...withNames(`swap_${whether}`, { name: names[who] }));
  });
  const groups = known ? swapGroups(chosen, whole - 1, [rates.n, rates.tp + rates.fn]) : null;
  all("[data-swap]").forEach((cell) => {
    const group = groups && groups[cell.dataset.swap];
    cell.dataset.value = group ? String(group[0]) : "";
    cell.parentElement.dataset.raw = cell.dataset.value;
    cell.textContent = group ? count(group[0]) : "—";
  });
  all("[data-swap-rate]").forEach((cell) => {
    const group = groups && groups[cell.dataset.swapRate];
    const rate = group ? ratio(group[1], group[0]) : NaN;
    cell.dataset.value = String(rate);
    cell.textContent = Number.isNaN(rate) ? "" : word("swap_rate", { rate: percent(rate) });
  });
  const cuts = chosen.pair.cutoffs.map((cutoffs) => (known ? back(cutoffs[whole - 1]) : NaN));
  const ends = { own_cut: cut(cuts[chosen.own]), other_cut: cut(cuts[1 - chosen.own]) };
  find("swap-cutoffs").replaceChildren(...(known ? withNames("swap_cutoffs", names, { percent: whole, ...ends }) : []));
  find("swap-verdict").replaceChildren(...(known ? swapSentence(groups, names) : [word("swap_none")]));
}

function swapSentence({ own, other }, names) {
  if (!own[0] && !other[0]) return [word("swap_nobody")];
  const rates = { rate: percent(ratio(own[1], own[0])), other_rate: percent(ratio(other[1], other[0])) };
  const ends = own[0] && other[0] ? differenceOf(own, other) : null;
  const points = (share) => minus((100 * share).toFixed(1));
  const apart = ends ? word("swap_difference", { low: points(ends[0]), high: points(ends[1]), level: data.level }) : "";
  const luck = ends && ends[0] <= 0 && ends[1] >= 0 ? word("swap_chance") : "";
  const change = profitOf(own[0] - own[1], own[1]) - profitOf(other[0] - other[1], other[1]);
  const earned = profitTyped() ? withNames("swap_profit", names, { change: (change > 0 ? "+" : "") + count(change) }) : [];
  return [...withNames("swap_rates", names, rates), apart, luck, ...earned, word("swap_end")];
}
