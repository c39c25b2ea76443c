// The controls at the top, and the first drawing of everything.
function speak(lang) {
  root.dataset.lang = lang;
  root.lang = lang === "zh" ? "zh-Hans" : "en";
  document.title = word("title", { source: data.source });
  ["en", "zh"].forEach((each) => find(`language-${each}`).setAttribute("aria-pressed", String(each === lang)));
  all("[data-label]").forEach((element) => {
    element.setAttribute("aria-label", word(element.dataset.label));
    if (element.tagName === "BUTTON") element.title = word(element.dataset.label);
  });
  all("[data-titled]").forEach((element) => { element.title = word(element.dataset.titled); });
  nameIntervals();
  all("table.numbers").forEach(headCells);
}

function choose(place) {
  state.view = place;
  state.last[view().model] = place;
  all("[data-for-model]").forEach((part) => { part.hidden = Number(part.dataset.forModel) !== view().model; });
  each("draw");
}

// Another model: its part looked at last, or its first.
function chooseModel(model) {
  const radios = all("[data-model]").filter((radio) => data.views[Number(radio.value)].model === model);
  const last = state.last[model] ?? Number(radios[0].value);
  radios.find((radio) => Number(radio.value) === last).checked = true;
  choose(last);
}

function openTerm() {
  const term = location.hash.startsWith("#glossary-") ? find(location.hash.slice(1)) : null;
  if (!term) return;
  term.open = true;
  term.scrollIntoView();
}

function listenToControls() {
  ["en", "zh"].forEach((lang) => find(`language-${lang}`).addEventListener("click", () => {
    speak(lang);
    each("draw");
  }));
  find("theme").addEventListener("click", () => {
    const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
    root.dataset.theme = dark ? "light" : "dark";
  });
  find("print").addEventListener("click", () => print());
  all("[data-model]").forEach((radio) => radio.addEventListener("change", () => choose(Number(radio.value))));
  all("[data-whose]").forEach((radio) => radio.addEventListener("change", () => chooseModel(Number(radio.value))));
  all("[data-unfold]").forEach((button) => button.addEventListener("click", () => {
    find(button.dataset.unfold).classList.remove("folded");
    button.hidden = true;
  }));
  const overlay = find("overlay");
  if (overlay) overlay.addEventListener("change", () => {
    state.overlay = overlay.checked;
    each("redraw");
  });
  addEventListener("hashchange", openTerm);
  // A link to the place where one already is changes no hash, and must open what was closed meanwhile.
  document.addEventListener("click", (event) => {
    const link = event.target.closest('a[href^="#glossary-"]');
    if (link && link.hash === location.hash) openTerm();
  });
}

// Charts are drawn for the width they have, so that their letters keep their size.
function redrawOnResize() {
  let width = document.body.clientWidth;
  let waiting = 0;
  new ResizeObserver(() => {
    if (document.body.clientWidth === width || matchMedia("print").matches) return;
    width = document.body.clientWidth;
    cancelAnimationFrame(waiting);
    waiting = requestAnimationFrame(() => each("redraw"));
  }).observe(document.body);
}

function start() {
  const asked = new URLSearchParams(location.search).get("lang");
  speak(asked === "zh" || asked === "en" ? asked : language());
  state.overlay = Boolean(find("overlay") && find("overlay").checked);
  all("[data-series]").forEach((swatch) => { swatch.style.background = colour(Number(swatch.dataset.series)); });
  const chosen = all("[data-model]").find((radio) => radio.checked);
  addTableCopies();
  listenToControls();
  each("listen");
  unfoldForPaper();
  choose(chosen ? Number(chosen.value) : 0);
  keepHeads();
  root.dataset.ready = "true";
  openTerm();
  redrawOnResize();
}

start();
