// The errors of the model chosen: how many words are replaced, left out and added, as one bar, and the most frequent ones.
const ERROR_KINDS = ["substituted", "deleted", "inserted"];

function drawTranscriptErrors() {
  const found = data.sections.transcript_errors.models[view().model];
  const wrong = found ? found.kinds.reduce((sum, one) => sum + one, 0) : 0;
  find("transcript-found").hidden = !wrong;
  find("transcript-perfect").textContent = !found ? "" : wrong
    ? word("errors_perfect", { perfect: count(found.perfect), count: count(found.utterances), share: percent(found.perfect / found.utterances) }) : word("errors_none");
  if (!wrong) return;
  const shares = found.kinds.map((one) => one / wrong);
  const bar = find("error-kinds");
  bar.setAttribute("aria-label", word("errors_bar", Object.fromEntries(ERROR_KINDS.map((kind, at) => [kind, percent(shares[at])]))));
  bar.replaceChildren(...ERROR_KINDS.map((kind, at) => {
    const part = make("span", { class: kind, title: `${word(`error_${kind}`)} ${percent(shares[at])}` }, shares[at] >= 0.14 ? `${word(`error_${kind}`)} ${percent(shares[at])}` : "");
    part.style.width = `${100 * shares[at]}%`;
    return part;
  }));
  const kinds = ERROR_KINDS.map((kind, at) => make("tr", {}, make("th", { scope: "row" }, make("i", { class: `swatch ${kind}`, "aria-hidden": "true" }), word(`error_${kind}`)),
    numberCell(found.kinds[at], count(found.kinds[at])), numberCell(shares[at], percent(shares[at])),
    numberCell(found.spoken ? found.kinds[at] / found.spoken : NaN, found.spoken ? percent(found.kinds[at] / found.spoken) : "—")));
  find("error-table").replaceChildren(headRow(["error_kind", "error_count", "error_share", "error_of_spoken"].map(headWord)), make("tbody", {}, ...kinds));
  const said = found.different > found.most.length ? [word("errors_cut", { shown: found.most.length, count: count(found.different) })] : [];
  if (found.floor) said.push(word("errors_floor", { count: count(found.floor) }));
  find("transcript-cut").textContent = said.join(" ");
  const token = (text) => (text ? make("bdi", { title: text }, elided(text, 40)) : make("span", { class: "nothing" }, word("error_nothing")));
  const lines = found.most.map(([truth, written, times]) => make("tr", {}, make("th", { scope: "row", "data-raw": truth }, token(truth)),
    make("td", { "data-raw": written }, token(written)), make("td", { "data-raw": "" }, word(`error_${truth ? (written ? "substituted" : "deleted") : "inserted"}`)),
    numberCell(times, count(times)), numberCell(times / wrong, percent(times / wrong))));
  const heads = ["error_said", "error_written", "error_kind", "error_times", "error_share"].map((key, at) => make("th", { scope: "col", class: at > 2 ? "n" : null }, headWord(key)));
  find("most-errors").replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...lines));
}

section({ key: "transcript_errors", draw: drawTranscriptErrors });
