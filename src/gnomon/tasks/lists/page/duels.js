// Two models query by query: how many each wins, and the queries that moved most.
const duel = { couple: 0, metric: 0 };

function duelNames({ a, b }) {
  return [a, b].map((place) => elided(data.models[place], 30));
}

function duelHeading(one) {
  return one.heading[language() === "zh" ? 1 : 0];
}

function fillDuels() {
  const fill = (id, texts, chosen) => {
    if (!find(id)) return;
    find(id).replaceChildren(...texts.map((text, at) => make("option", { value: at }, text)));
    find(id).value = String(chosen);
  };
  fill("duel-couple", told.duels.map((one) => word("forest_of", Object.fromEntries(["a", "b"].map((key, at) => [key, duelNames(one)[at]])))), duel.couple);
  fill("duel-metric", told.duels[duel.couple].metrics.map(duelHeading), duel.metric);
}

// A share of the queries as a bar: won from the left, lost from the right, tied between them.
function duelBar({ won, tied, lost }) {
  const all = won + tied + lost;
  const part = (kind, number) => {
    const made = make("i", { class: kind });
    made.style.width = `${100 * (ratio(number, all) || 0)}%`;
    return made;
  };
  return make("td", { class: "duel-bar", "aria-hidden": "true", "data-raw": "" }, make("span", {}, part("won", won), part("tied", tied), part("lost", lost)));
}

function drawDuels() {
  if (!told.duels.length) return;
  fillDuels();
  const couple = told.duels[duel.couple];
  const [a, b] = duelNames(couple);
  const rows = couple.metrics.map((one) => make("tr", { "data-duel": one.metric }, make("th", { scope: "row", "data-raw": one.metric }, duelHeading(one)),
    ...["won", "tied", "lost"].map((key) => numberCell(one[key], count(one[key]))), duelBar(one)));
  const heads = [word("metric"), word("wins", { name: a }), word("ties"), word("wins", { name: b }), ""];
  find("duels").replaceChildren(headRow(heads), make("tbody", {}, ...rows));
  all(".duel-bar i").forEach((bar) => { if (bar.className !== "tied") bar.style.background = colour(bar.className === "won" ? couple.a : couple.b); });
  const moved = couple.metrics[duel.metric].moved.map(([query, first, second]) => make("tr", { "data-moved": "" },
    make("th", { scope: "row", "data-raw": query }, make("bdi", { title: query }, elided(query, 60))),
    numberCell(back(first), decimals(back(first))), numberCell(back(second), decimals(back(second))), numberCell(first - second, signed(first - second))));
  find("moved").replaceChildren(headRow([word("query"), a, b, word("gained")]), make("tbody", {}, ...moved));
}

function listenToDuels() {
  const choose = (id, name) => find(id) && find(id).addEventListener("change", (event) => {
    duel[name] = Number(event.target.value);
    drawDuels();
  });
  choose("duel-couple", "couple");
  choose("duel-metric", "metric");
}
