// One bar: how many of the guesses hit.
section({
  key: "die",
  draw() {
    const { sides, models } = data.sections.die;
    const [hits, total] = models[state.view];
    find("die-said").textContent = word("die_said", { name: view().name, hits: count(hits), total: count(total), sides });
    find("die-share").style.width = `${(100 * hits) / total}%`;
  },
});
