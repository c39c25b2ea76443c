// Types of entities of the model chosen: how well each was found, what became of all of them, and what each was taken for.
function drawEntityTypes() {
  const { models, fates } = data.sections.entity_types;
  const found = models[view().model];
  const tables = ["entity-types", "entity-fates", "entity-matrix"].map(find);
  ["entity-types-cut", "entity-ends", "entity-misfits", "entity-matrix-cut"].forEach((id) => { find(id).textContent = ""; });
  if (!found) {
    tables.forEach((table) => table.replaceChildren());
    return;
  }
  typeTable(tables[0], found);
  fateTable(tables[1], found, fates);
  typeMatrix(tables[2], found);
}

function typeTable(table, { lines, types }) {
  const sure = Boolean(data.level);
  if (types > lines.length) find("entity-types-cut").textContent = word("entity_types_cut", { shown: lines.length, count: types });
  const rows = lines.map(([name, ...rest]) => {
    const [f1, low, high, precision, recall, actual, predicted] = rest.map(back);
    const known = Number.isFinite(low) && Number.isFinite(high);
    const interval = make("td", { class: "n", "data-raw": known ? `${low}\t${high}` : "\t" }, known ? bracketed(low, high) : "—");
    return make("tr", { "data-type": name }, make("th", { scope: "row", title: name, "data-raw": name }, make("bdi", {}, elided(name, 40))),
      typeBar(f1, low, high), numberCell(f1, decimals(f1)), ...(sure ? [interval] : []),
      ...[precision, recall].map((value) => numberCell(value, Number.isFinite(value) ? decimals(value) : "—")),
      ...[actual, predicted].map((value) => numberCell(value, count(value))));
  });
  const heads = ["entity_type", null, "entity_f1", ...(sure ? ["interval"] : []), "entity_precision", "entity_recall", "entity_actual", "entity_predicted"].map((key) => {
    if (key === null) return make("th", { scope: "col", class: "type-bar", "aria-hidden": "true", "data-raw": "" });
    if (key === "interval") return intervalHead();
    return make("th", { scope: "col", class: key === "entity_type" ? null : "n" }, headWord(key));
  });
  table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

function typeBar(f1, low, high) {
  const bar = make("span", { class: "bar-of-type" });
  const part = (kind, from, to) => {
    const made = make("i", { class: kind });
    made.style.left = `${100 * from}%`;
    made.style.width = `${100 * (to - from)}%`;
    bar.append(made);
  };
  part("reached", 0, f1);
  if (Number.isFinite(low) && Number.isFinite(high)) part("ends", low, high);
  return make("td", { class: "type-bar", "aria-hidden": "true", "data-raw": "" }, bar);
}

function fateTable(table, { fates: counts, ends, misfits }, names) {
  const whole = counts.reduce((sum, one) => sum + one, 0);
  const rows = names.map((name, at) => make("tr", {}, make("th", { scope: "row" }, word(`fate_${name}`)),
    numberCell(counts[at], count(counts[at])), numberCell(counts[at] / whole, percent(counts[at] / whole))));
  const heads = ["entity_fate", "entity_count", "entity_share"].map((key, at) => make("th", { scope: "col", class: at ? "n" : null }, headWord(key)));
  table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
  if (ends.longer + ends.shorter + ends.shifted) {
    find("entity-ends").textContent = word("entity_ends", { longer: count(ends.longer), shorter: count(ends.shorter), shifted: count(ends.shifted) });
  }
  if (misfits[0]) find("entity-misfits").textContent = word("entity_misfits", { count: misfits[0] });
}

function typeMatrix(table, { names, matrix, all: types }) {
  if (types > names.length) find("entity-matrix-cut").textContent = word("entity_matrix_cut", { shown: names.length, count: types });
  const last = names.length;
  const head = make("tr", {}, make("th", { scope: "col" }, word("entity_truth")),
    ...names.map((name) => make("th", { scope: "col", title: name, "data-raw": name }, make("bdi", {}, elided(name, 16)))),
    make("th", { scope: "col", class: "aside" }, word("entity_missed")));
  const rows = matrix.map((line, row) => {
    const whole = line.reduce((sum, one) => sum + one, 0);
    const title = row === last ? word("entity_spurious") : names[row];
    return make("tr", {}, make("th", { scope: "row", class: row === last ? "aside" : null, title, "data-raw": title }, make("bdi", {}, elided(title, 24))),
      ...line.map((value, column) => {
        if (row === last && column === last) return make("td", { "data-raw": "" }, "");
        const share = whole ? value / whole : 0;
        const cell = numberCell(value, count(value));
        cell.title = percent(share);
        cell.className = row === column ? "right" : "wrong";
        cell.style.setProperty("--share", `${Math.round(55 * share)}%`);
        return cell;
      }));
  });
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

section({ key: "entity_types", draw: drawEntityTypes });
