// Parts of tables: headings and cells that hold their raw figures for copies.
function headRow(cells) {
  return make("thead", {}, make("tr", {}, ...cells.map((text, at) => make("th", { scope: "col", class: at ? "n" : null }, text))));
}

// On a narrow screen a row is a block of its own, and each cell says what it is of. Tables are drawn anew at any time.
function headCells(table) {
  const said = (cell) => {
    const copy = cell.cloneNode(true);
    all(`[lang="${language() === "zh" ? "en" : "zh"}"], [data-left-out]`, copy).forEach((part) => part.remove());
    return copy.textContent.trim();
  };
  const heads = all("thead th", table).map(said);
  all("tbody tr", table).forEach((row) => Array.from(row.children).forEach((cell, at) => {
    if (heads[at] && cell.dataset.head !== heads[at]) cell.dataset.head = heads[at];
  }));
}

function keepHeads() {
  all("table.numbers").forEach((table) => {
    headCells(table);
    new MutationObserver(() => headCells(table)).observe(table, { childList: true });
  });
}

function numberCell(value, text) {
  return make("td", { class: "n", "data-raw": Number.isNaN(value) ? "" : String(value) }, text);
}

function intervalHead() {
  const level = { level: data.level };
  return make("th", { scope: "col", class: "n", "data-raw": `${word("interval_from", level)}\t${word("interval_to", level)}` }, word("interval", level));
}
