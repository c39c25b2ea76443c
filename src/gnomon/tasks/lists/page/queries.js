// The queries of the model chosen in tables: what its lists hold, lists by length, and the worst of them.
const FIRST_QUERIES = 10;

// What is in the lists, and what is left out of them.
function listsText() {
  const one = lists();
  const [queries, items] = [count(one.queries), count(one.items)];
  const parts = [word("lists_are", { name: elided(view().name, 40), count: queries, items })];
  const left = { nothing_relevant: one.nothing, unanswered: one.unanswered, not_judged: one.unjudged, items_not_judged: one.items_unjudged };
  for (const [key, number] of Object.entries(left)) {
    if (number) parts.push(word(key, { count: count(number) }));
  }
  return parts.join(language() === "zh" ? "" : " ");
}

function drawSizes() {
  const names = binNames();
  const sure = Boolean(data.level);
  const heads = [word("list_length"), word("queries"), word("rows"), word("ndcg_cut", { k: told.cut }), ...(sure ? [null] : []), word("gauc_short")];
  const rows = lists().sizes.map(([queries, items, , ndcg, low, high, gauc], at) => {
    const ends = [low, high].map(back);
    const known = ends.every(Number.isFinite);
    const interval = make("td", { class: "n", "data-raw": known ? ends.join("\t") : "\t" }, known ? bracketed(...ends) : "—");
    return make("tr", { "data-size": "" }, make("th", { scope: "row" }, names[at]), numberCell(queries, count(queries)), numberCell(items, count(items)),
      numberCell(back(ndcg), decimals(back(ndcg))), ...(sure ? [interval] : []), numberCell(back(gauc), decimals(back(gauc))));
  });
  const head = make("tr", {}, ...heads.map((text, at) => (text === null ? intervalHead() : make("th", { scope: "col", class: at ? "n" : null }, text))));
  find("sizes").replaceChildren(make("thead", {}, head), make("tbody", {}, ...rows));
}

function drawWorst() {
  const { lines, counted } = lists().worst;
  const shown = ranking.every ? lines : lines.slice(0, FIRST_QUERIES);
  const heads = [word("query"), word("items"), word("relevant"), word("first_relevant"), word("ndcg_cut", { k: told.cut }), word("ap_short"), word("auc_short")];
  const rows = shown.map(([name, items, relevant, first, ...values]) => make("tr", { "data-query": "" },
    make("th", { scope: "row", "data-raw": name }, make("bdi", { title: name }, elided(name, 60))),
    numberCell(items, count(items)), numberCell(relevant, count(relevant)),
    make("td", { class: "n", "data-raw": first || "" }, first ? count(first) : word("never")),
    ...values.map((value) => numberCell(back(value), decimals(back(value))))));
  find("worst").replaceChildren(headRow(heads), make("tbody", {}, ...rows));
  find("worst-shown").textContent = word("worst_shown", { shown: shown.length, count: count(counted) });
  find("all-worst").hidden = shown.length === lines.length;
}

function drawRanking() {
  const able = Boolean(lists());
  find("no-lists").hidden = able;
  find("no-lists").textContent = word("no_lists");
  find("lists-are").textContent = able ? listsText() : "";
  find("ranked-tables").hidden = !able;
  all("[data-model-chosen]").forEach((title) => { title.textContent = data.models.length > 1 ? word("of_model", { name: elided(view().name, 40) }) : ""; });
  fillRankedChoices();
  drawRankedCharts();
  if (!able) return;
  drawSizes();
  drawDuels();
  drawWorst();
}

function listenToRanking() {
  const choose = (id, name) => find(id).addEventListener("change", (event) => {
    ranking[name] = Number(event.target.value);
    drawRankedCharts();
  });
  choose("at-k-metric", "metric");
  choose("spread-metric", "spread");
  listenToDuels();
  find("all-worst").addEventListener("click", () => {
    ranking.every = true;
    drawWorst();
  });
}

section({ key: "ranking", draw: drawRanking, redraw: drawRankedCharts, listen: listenToRanking });
