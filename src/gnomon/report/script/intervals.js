// Intervals and p-values as they are written.
function bracketed(low, high, write = decimals) {
  return `[${write(low)}, ${write(high)}]`;
}

function methodText(method) {
  const names = data.methods[method];
  return names ? names[language() === "zh" ? 1 : 0] : method;
}

// By what the page's own intervals were found.
function nameIntervals() {
  all("[data-method]").forEach((part) => { part.title = word(part.dataset.by || "interval_by", { level: data.level, method: methodText(part.dataset.method) }); });
}

// p-values as papers print them, and their stars.
function pText(p) {
  if (Number.isNaN(p)) return "–";
  if (p >= 0.9995) return "1";
  return p < 0.001 ? "< .001" : p.toFixed(3).slice(1);
}

function stars(p) {
  return p < 0.001 ? "***" : p < 0.01 ? "**" : p < 0.05 ? "*" : "";
}
