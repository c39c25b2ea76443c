// Tables of the view chosen: score bands, the confusion matrix of predicted labels, and precision and recall by class.
function headRow(cells) {
  return make("thead", {}, make("tr", {}, ...cells.map((text, at) => make("th", { scope: "col", class: at ? "n" : null }, text))));
}

function numberCell(value, text) {
  return make("td", { class: "n", "data-raw": Number.isNaN(value) ? "" : String(value) }, text);
}

function drawDeciles() {
  const table = find("deciles");
  if (!table) return;
  const names = ["bin", "low", "high", "n", "bad", "good", "bad_rate", "cumulative_gain", "cumulative_good", "cumulative_lift", "ks"];
  const edges = (view().deciles || []).flatMap((line) => [back(line[1]), back(line[2])]);
  const edge = (value) => cut(value, edges);
  const write = { bin: count, low: edge, high: edge, n: count, bad: count, good: count, cumulative_lift: (v) => decimals(v, 2), ks: (v) => decimals(v, 3) };
  const lines = (view().deciles || []).map((line) => make("tr", {}, ...line.map((raw, at) => {
    const value = back(raw);
    return numberCell(value, (write[names[at]] || percent)(value));
  })));
  find("deciles-coarse").hidden = view().exact !== false;
  table.replaceChildren(headRow(names.map((name) => word(name))), make("tbody", {}, ...lines));
}

function drawMatrix() {
  const table = find("matrix");
  if (!table) return;
  const found = data.matrices[view().model];
  find("matrix-cut").textContent = found && found.classes > found.labels.length ? word("matrix_cut", { shown: found.labels.length, count: found.classes }) : "";
  find("matrix-paper").textContent = found && found.labels.length > found.paper.length ? word("matrix_paper", { shown: found.paper.length }) : "";
  if (!found) {
    table.replaceChildren();
    find("per-class").replaceChildren();
    return;
  }
  // Paper has room for the largest classes only.
  const aside = (place) => (found.paper.includes(place) ? "" : " screen-only");
  const head = make("tr", {}, make("th", { scope: "col" }, word("truth")),
    ...found.labels.map((name, at) => make("th", { scope: "col", class: `n${aside(at)}`, title: word("predicted_label", { name }), "data-raw": name }, make("bdi", {}, elided(name, 16)))));
  const rows = found.matrix.map((line, row) => make("tr", { class: aside(row) }, make("th", { scope: "row", title: found.labels[row], "data-raw": found.labels[row] }, make("bdi", {}, elided(found.labels[row], 24))),
    ...line.map((value, column) => {
      const share = ratio(value, found.support[row]);
      const cell = numberCell(value, count(value));
      cell.title = percent(share);
      cell.className += `${row === column ? " right" : " wrong"}${aside(column)}`;
      cell.style.setProperty("--share", `${Math.round(55 * (share || 0))}%`);
      return cell;
    })));
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  drawClasses(found.lines);
}

function drawClasses(lines) {
  const rows = lines.map(([name, ...values]) => make("tr", {}, make("th", { scope: "row" }, make("bdi", {}, name)),
    ...values.map((raw, at) => numberCell(back(raw), at === 3 ? count(back(raw)) : decimals(back(raw))))));
  find("per-class").replaceChildren(headRow(["class", "precision", "recall", "f1", "support"].map((name) => word(name))), make("tbody", {}, ...rows));
}
