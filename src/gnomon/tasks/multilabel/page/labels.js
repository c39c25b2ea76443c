// Each label of the model chosen, the averages over them, and how many labels are wrong in a row.
function labelsNamed(key, named) {
  if (!named.length) return "";
  const labels = named.map(([label, number]) => word("label_and_count", { label, count: count(back(number)) })).join(language() === "zh" ? "、" : ", ");
  return word(key, { labels });
}

function drawLabels() {
  const found = data.sections.multilabel.models[view().model];
  find("labels-tables").hidden = !found;
  find("labels-cut").textContent = found && found.labels > found.lines.length ? word("labels_cut", { shown: found.lines.length, count: count(found.labels) }) : "";
  if (!found) {
    find("labels-said").textContent = word("no_label_sets");
    return;
  }
  const said = [labelsNamed("most_missed", found.missed), labelsNamed("most_vain", found.vain)].filter(Boolean);
  find("labels-said").textContent = said.join(language() === "zh" ? "" : " ");
  const heads = ["label_name", ...found.heads];
  const lines = found.lines.map(([name, ...values]) => make("tr", {}, make("th", { scope: "row", "data-raw": name }, make("bdi", { title: name }, elided(name, 40))),
    ...values.map((raw, at) => numberCell(back(raw), at < found.counts ? count(back(raw)) : decimals(back(raw))))));
  const blank = () => make("td", { class: "n", "data-raw": "" }, "");
  const averages = found.averages.map(([key, ...values]) => make("tr", { "data-average": key }, make("th", { scope: "row" }, word(key)),
    ...Array.from({ length: found.counts }, blank), ...values.map((raw) => numberCell(back(raw), decimals(back(raw)))),
    ...Array.from({ length: found.heads.length - found.counts - values.length }, blank)));
  find("per-label").replaceChildren(headRow(heads.map(headWord)), make("tbody", {}, ...lines, ...averages));
  find("labels-wrong").hidden = !found.mistakes.length;
  const last = found.mistakes.length - 1;
  const shares = found.mistakes.map((share, wrong) => make("tr", {}, make("th", { scope: "row" }, wrong === last ? word("wrong_most", { count: wrong }) : String(wrong)), numberCell(share, percent(share))));
  find("label-mistakes").replaceChildren(headRow([word("wrong_labels"), word("mistakes_share")]), make("tbody", {}, ...shares));
}

section({ key: "multilabel", draw: drawLabels });
