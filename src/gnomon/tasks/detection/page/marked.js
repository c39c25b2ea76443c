// The images with the most errors, drawn as boxes, on the picture where there is one. What counts follows the confidence.
const MARKS = ["object", "ignored", "right", "wrong"];
const MARKED = ["found", "missed", "right", "wrong"];

function extent({ width, height, marks }) {
  const reach = (odd) => Math.max(1, ...marks.flatMap(([, , , corners]) => corners.filter((_, at) => at % 2 === odd)));
  return [width || reach(0), height || reach(1)];
}

// What a mark is at a confidence; nothing where its detection does not count.
function markedAs([kind, , score], confidence) {
  const counts = score !== null && score >= confidence;
  if (MARKS[kind] === "ignored") return "ignored";
  if (MARKS[kind] === "object") return counts ? "found" : "missed";
  return counts ? MARKS[kind] : "";
}

function markText([, name, score], as) {
  return word(`detection_mark_${as}`, { name, score: score === null ? "" : cut(score) });
}

function drawMarked(one) {
  find("marked-part").hidden = !one.images.length;
  const figures = one.images.map((image) => {
    const [width, height] = extent(image);
    const picture = image.picture ? [svg("image", { href: image.picture, width, height, preserveAspectRatio: "none" })] : [];
    const shapes = image.marks.map(([, , , corners]) => {
      const pairs = [0, 2, 4, 6].map((at) => `${corners[at]},${corners[at + 1]}`).join(" ");
      return svg("polygon", { points: pairs, class: "mark" }, svg("title"));
    });
    const drawn = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img" }, ...picture, ...shapes);
    return make("figure", {}, drawn, make("figcaption", {}, make("bdi", {}, elided(image.name, 40)), make("span", { class: "behind" })));
  });
  find("marked").replaceChildren(...figures);
  find("marks-legend").replaceChildren(...MARKED.map((as) => make("span", {},
    svg("svg", { viewBox: "0 0 26 14", "aria-hidden": "true" }, svg("polygon", { points: "2,2 24,2 24,12 2,12", class: `mark mark-${as}` })), word(`detection_legend_${as}`))));
}

function markImages() {
  const confidence = confidenceNow() ?? Infinity;
  const { images } = detected();
  all("#marked figure").forEach((figure, at) => {
    const image = images[at];
    const seen = { found: 0, missed: 0, right: 0, wrong: 0, ignored: 0 };
    all("polygon", figure).forEach((shape, place) => {
      const as = markedAs(image.marks[place], confidence);
      shape.setAttribute("class", `mark mark-${as || "none"}`);
      shape.style.display = as ? "" : "none";
      if (!as) return;
      seen[as] += 1;
      shape.firstChild.textContent = markText(image.marks[place], as);
    });
    const said = word("detection_image_counts", { found: seen.found, missed: seen.missed, vain: seen.wrong });
    figure.querySelector("svg").setAttribute("aria-label", `${image.name}: ${said}`);
    figure.querySelector(".behind").textContent = image.left_out ? `${said}; ${word("detection_image_more", { count: image.left_out })}` : said;
  });
}
