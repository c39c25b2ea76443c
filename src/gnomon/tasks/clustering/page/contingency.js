// Classes by clusters of the model chosen, matched pairs on the diagonal.
function drawContingency() {
  const found = data.sections.contingency.models[view().model];
  const table = find("contingency-table");
  if (!found) {
    table.replaceChildren();
    find("contingency-cut").textContent = "";
    return;
  }
  const { classes, clusters, matrix, support, matched, noise } = found;
  const cut = found.all_classes > classes.length || found.all_clusters > clusters.length;
  find("contingency-cut").textContent = cut ? word("contingency_cut", { classes: classes.length, clusters: clusters.length, all_classes: found.all_classes, all_clusters: found.all_clusters }) : "";
  const heads = clusters.map((name, at) => make("th", { scope: "col", class: "n", title: word(at === noise ? "noise_named" : "cluster_named", { name }), "data-raw": name },
    make("bdi", {}, at === noise ? word("noise_named", { name: elided(name, 12) }) : elided(name, 16))));
  const head = make("tr", {}, make("th", { scope: "col" }, word("class_by_cluster")), ...heads, make("th", { scope: "col", class: "n" }, word("class_total")));
  const rows = matrix.map((line, row) => make("tr", {}, make("th", { scope: "row", title: classes[row], "data-raw": classes[row] }, make("bdi", {}, elided(classes[row], 24))),
    ...line.map((value, column) => {
      const share = ratio(value, support[row]);
      const cell = numberCell(value, count(value));
      cell.append(make("span", { class: "behind", "data-left-out": "" }, value ? percent(share) : ""));
      cell.className += row === column && row < matched ? " right matched" : " right";
      cell.style.setProperty("--share", `${Math.round(55 * (share || 0))}%`);
      return cell;
    }), numberCell(support[row], count(support[row]))));
  table.replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

section({ key: "contingency", draw: drawContingency });
