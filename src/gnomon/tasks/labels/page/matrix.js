// The confusion matrix of predicted labels, and precision and recall by class, of the model chosen.
function drawMatrix() {
  const table = find("matrix");
  const found = data.sections.classes.models[view().model];
  find("matrix-cut").textContent = found && found.classes > found.labels.length ? word("matrix_cut", { shown: found.labels.length, count: found.classes }) : "";
  find("matrix-paper").textContent = found && found.labels.length > found.paper.length ? word("matrix_paper", { shown: found.paper.length }) : "";
  if (!found) {
    table.replaceChildren();
    find("per-class").replaceChildren();
    find("confused").textContent = "";
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
      const worst = found.pairs.some(([truth, predicted]) => truth === found.labels[row] && predicted === found.labels[column]);
      cell.className += `${row === column ? " right" : " wrong"}${worst ? " worst" : ""}${aside(column)}`;
      cell.style.setProperty("--share", `${Math.round(55 * (share || 0))}%`);
      return cell;
    })));
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  sayConfused(found);
  drawClasses(found);
}

function sayConfused({ pairs, pixels }) {
  const said = pairs.map(([truth, predicted, rows, share]) => word(pixels ? "confused_pixels" : "confused_pair", { truth: elided(truth, 40), predicted: elided(predicted, 40), rows: count(rows), share: percent(share) }));
  find("confused").textContent = said.length ? word("most_confused", { pairs: said.join(word("confused_comma")) }) : "";
}

// Each figure with its interval beneath it, where there is one.
function drawClasses({ columns, lines, pixels }) {
  const cell = (raw, ends) => {
    const made = numberCell(back(raw), decimals(back(raw)));
    if (ends) made.append(make("span", { class: "behind", "data-left-out": "" }, bracketed(...ends.map(back), (end) => decimals(end, 3))));
    return made;
  };
  const rows = lines.map(({ name, rows: support, values, ends }) => make("tr", {}, make("th", { scope: "row", title: name }, make("bdi", {}, elided(name, 40))),
    numberCell(back(support), count(back(support))), ...values.map((raw, at) => cell(raw, ends && ends[at]))));
  find("per-class").replaceChildren(headRow(["class", pixels ? "support_pixels" : "support", ...columns].map(headWord)), make("tbody", {}, ...rows));
}

section({ key: "classes", draw: drawMatrix });
