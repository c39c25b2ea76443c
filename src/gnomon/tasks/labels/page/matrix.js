// The confusion matrix of predicted labels, and precision and recall by class, of the model chosen.
function drawMatrix() {
  const table = find("matrix");
  const found = data.sections.classes.models[view().model];
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

section({ key: "classes", draw: drawMatrix });
