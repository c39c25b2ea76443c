// Parts of tables: headings and cells that hold their raw figures for copies.
function headRow(cells) {
  return make("thead", {}, make("tr", {}, ...cells.map((text, at) => make("th", { scope: "col", class: at ? "n" : null }, text))));
}

function numberCell(value, text) {
  return make("td", { class: "n", "data-raw": Number.isNaN(value) ? "" : String(value) }, text);
}

function intervalHead() {
  const level = { level: data.level };
  return make("th", { scope: "col", class: "n", "data-raw": `${word("interval_from", level)}\t${word("interval_to", level)}` }, word("interval", level));
}
