// Of which class the curves and bands are, and whether there is another to choose.
function nameClass() {
  const name = view().part;
  all("[data-part-chosen]").forEach((title) => {
    title.replaceChildren(...(name === null ? [] : word("against_rest", { name: "\n" }).split("\n").map((part, at) => (at ? [make("bdi", { title: name }, elided(name, 40)), part] : [part])).flat()));
  });
  const offered = data.views.filter((one) => one.model === view().model).length;
  find("class-switch").hidden = offered < 2;
}

section({ key: "class-choice", draw: nameClass });
