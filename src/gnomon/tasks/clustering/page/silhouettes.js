// Silhouettes of each cluster of the model chosen, from the highest down.
function drawSilhouettes() {
  const found = data.sections.silhouettes.models[view().model];
  const table = find("silhouettes-table");
  if (!found) {
    table.replaceChildren();
    find("silhouettes-cut").textContent = "";
    return;
  }
  const { lines, clusters, noise } = found;
  const said = [];
  if (clusters > lines.length) said.push(word("silhouettes_cut", { shown: lines.length, count: clusters }));
  if (noise) said.push(word("silhouettes_noise", { count: count(noise) }));
  find("silhouettes-cut").textContent = said.join(" ");
  const rows = lines.map(([name, size, mean, below, values]) => make("tr", {}, make("th", { scope: "row", title: name, "data-raw": name }, make("bdi", {}, elided(name, 40))),
    silhouetteDrawing(values), numberCell(size, count(size)), numberCell(mean, decimals(mean)), numberCell(below, percent(below))));
  const heads = ["cluster", null, "points", "mean_silhouette", "below_zero"].map((key) => (key === null
    ? make("th", { scope: "col", class: "silhouette-drawing", "aria-hidden": "true", "data-raw": "" })
    : make("th", { scope: "col", class: key === "cluster" ? null : "n" }, word(key))));
  table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

// Silhouettes reach from -1 to 1; one unit is 16 high.
function silhouetteDrawing(values) {
  const wide = 220 / values.length;
  const bars = values.map((value, at) => svg("rect", {
    x: at * wide, width: wide, y: value > 0 ? 17 - 16 * value : 17, height: Math.abs(16 * value), class: value > 0 ? "above" : "below",
  }));
  const drawing = svg("svg", { viewBox: "0 0 220 34", preserveAspectRatio: "none" }, svg("line", { x1: 0, x2: 220, y1: 17, y2: 17 }), ...bars);
  return make("td", { class: "silhouette-drawing", "aria-hidden": "true", "data-raw": "" }, drawing);
}

section({ key: "silhouettes", draw: drawSilhouettes });
