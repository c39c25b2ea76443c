// The confusion matrix at the confidence chosen. Each confidence says which cells changed since the one above it.
const matrixCache = new Map();

function matrixAt({ matrix: { labels, others, cells } }, place) {
  const side = labels.length + (others ? 1 : 0) + 1;
  const key = view().model;
  let [from, grid] = matrixCache.get(key) || [-1, null];
  if (!grid || from > place) [from, grid] = [-1, Array.from({ length: side }, () => Array(side).fill(0))];
  for (let at = from + 1; at <= place && at < cells.length; at += 1) cells[at].forEach(([row, column, value]) => { grid[row][column] = value; });
  matrixCache.set(key, [place, grid]);
  return grid;
}

function drawMatrixAt(one, place) {
  const grid = matrixAt(one, place);
  const { labels, others } = one.matrix;
  const names = [...labels, ...(others ? [word("detection_others_head")] : [])];
  const head = make("tr", {}, make("th", { scope: "col" }, headWord("detection_truth_head")),
    ...[...names, word("detection_missed_head")].map((name) => make("th", { scope: "col", class: "n", title: name, "data-raw": name }, make("bdi", {}, elided(name, 14)))));
  const rows = [...names, word("detection_background_head")].map((name, row) => {
    const whole = grid[row].reduce((sum, value) => sum + value, 0);
    return make("tr", {}, make("th", { scope: "row", title: name, "data-raw": name }, make("bdi", {}, elided(name, 20))),
      ...grid[row].map((value, column) => {
        if (row === names.length && column === names.length) return make("td", { class: "n", "data-raw": "" }, "");
        const share = ratio(value, whole);
        const cell = numberCell(value, count(value));
        cell.title = percent(share);
        cell.className += row === column ? " right" : " wrong";
        cell.style.setProperty("--share", `${Math.round(55 * (share || 0))}%`);
        return cell;
      }));
  });
  find("detection-matrix").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
  find("matrix-others").textContent = others ? word("detection_others_note", { shown: labels.length }) : "";
}
