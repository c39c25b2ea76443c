// The worst images of the model chosen: small maps of truth, prediction and mistakes, and a table, over all classes or of one.
const OTHER_CLASS = 255;
const worstChoice = { label: "" };

// Neighbouring places get hues far apart; the lightness differs as well, for eyes that tell few hues.
function classColour(place) {
  return [(place * 137.508) % 360, 62, [52, 68, 38][place % 3]];
}

// Red, green and blue of a hue, a saturation and a lightness, the latter two in percent.
function channels([hue, saturation, lightness]) {
  const [s, l] = [saturation / 100, lightness / 100];
  return [0, 8, 4].map((offset) => {
    const at = (offset + hue / 30) % 12;
    return Math.round(255 * (l - s * Math.min(l, 1 - l) * Math.max(-1, Math.min(at - 3, 9 - at, 1))));
  });
}

function pixelsOf(text) {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}

function worstFound() {
  return data.sections.worst_images.models[view().model];
}

function className(found, one, code) {
  if (code === 0) return word("map_ignored");
  return code === OTHER_CLASS ? word("map_other") : found.labels[one.places[code - 1]];
}

// A map as a picture; of one class chosen, the others are pale. What is ignored is grey.
function paint(canvas, one, colourAt) {
  canvas.width = one.width;
  canvas.height = one.height;
  const context = canvas.getContext("2d");
  const picture = context.createImageData(one.width, one.height);
  for (let at = 0; at < one.width * one.height; at += 1) picture.data.set([...colourAt(at), 255], 4 * at);
  context.putImageData(picture, 0, 0);
}

const GREY = [150, 150, 150];
const PALE = [226, 229, 233];
const WRONG = [190, 50, 30];
const RIGHT = [222, 236, 230];

function mapFigure(found, one) {
  const [truth, predicted] = [pixelsOf(one.truth), pixelsOf(one.predicted)];
  const chosen = found.labels.indexOf(worstChoice.label);
  const place = (code) => (code === 0 || code === OTHER_CLASS ? -1 : one.places[code - 1]);
  const coloured = (code) => {
    if (code === 0 || code === OTHER_CLASS) return GREY;
    return chosen < 0 || place(code) === chosen ? channels(classColour(place(code))) : PALE;
  };
  const mistaken = (at) => {
    if (truth[at] === 0) return GREY;
    const concerned = chosen < 0 || place(truth[at]) === chosen || place(predicted[at]) === chosen;
    return truth[at] !== predicted[at] && concerned ? WRONG : RIGHT;
  };
  const readout = make("p", { class: "map-reads", "aria-live": "polite" });
  const panels = [["map_truth", (at) => coloured(truth[at])], ["map_predicted", (at) => coloured(predicted[at])], ["map_wrong", mistaken]].map(([key, colourAt]) => {
    const canvas = make("canvas", { role: "img", "aria-label": `${word(key)}: ${one.image}` });
    paint(canvas, one, colourAt);
    canvas.addEventListener("pointermove", (event) => {
      const box = canvas.getBoundingClientRect();
      const column = Math.min(one.width - 1, Math.max(0, Math.floor(((event.clientX - box.left) / box.width) * one.width)));
      const row = Math.min(one.height - 1, Math.max(0, Math.floor(((event.clientY - box.top) / box.height) * one.height)));
      const at = row * one.width + column;
      readout.textContent = word("map_reads", { truth: className(found, one, truth[at]), predicted: className(found, one, predicted[at]) });
    });
    return make("div", {}, canvas, make("span", {}, word(key)));
  });
  const name = make("figcaption", {}, make("bdi", { title: one.image }, elided(one.image, 40)), ` · IoU ${decimals(one.shown)}`);
  return make("figure", { class: "small-map", "data-image": one.image }, name, make("div", { class: "panels" }, ...panels), mapLegend(found, one), readout);
}

// The classes of an image, each with its colour.
function mapLegend(found, one) {
  const shown = one.places.filter((place) => !worstChoice.label || found.labels[place] === worstChoice.label).slice(0, 8);
  return make("ul", { class: "map-legend" }, ...shown.map((place) => {
    const swatch = make("i");
    const [hue, saturation, lightness] = classColour(place);
    swatch.style.background = `hsl(${hue} ${saturation}% ${lightness}%)`;
    return make("li", {}, swatch, make("bdi", {}, elided(found.labels[place], 24)));
  }));
}

function drawWorstImages() {
  const found = worstFound();
  const choice = find("worst-class");
  const names = found ? Object.keys(found.classes) : [];
  if (!names.includes(worstChoice.label)) worstChoice.label = "";
  choice.replaceChildren(make("option", { value: "" }, word("all_classes")), ...names.map((name) => make("option", { value: name }, elided(name, 40))));
  choice.value = worstChoice.label;
  drawChosenImages();
}

function drawChosenImages() {
  const found = worstFound();
  if (!found) {
    find("small-maps").replaceChildren();
    find("worst-images").replaceChildren();
    find("worst-images-shown").textContent = "";
    return;
  }
  const lines = worstChoice.label ? found.classes[worstChoice.label] : found.all;
  const byName = new Map(lines.map(([name, iou]) => [name, iou]));
  const kept = found.maps.filter((one) => !worstChoice.label || byName.has(one.image)).map((one) => ({ ...one, shown: worstChoice.label ? byName.get(one.image) : one.iou }));
  kept.sort((a, b) => a.shown - b.shown);
  find("small-maps").replaceChildren(...(kept.length ? kept.map((one) => mapFigure(found, one)) : [make("p", { class: "note" }, word("no_maps"))]));
  const rows = lines.map(([name, iou, pixels]) => make("tr", {}, make("th", { scope: "row", "data-raw": name }, make("bdi", { title: name }, elided(name, 60))),
    numberCell(iou, decimals(iou)), numberCell(pixels, count(pixels))));
  find("worst-images").replaceChildren(headRow(["image", "iou", "pixels_of_truth"].map(headWord)), make("tbody", {}, ...rows));
  find("worst-images-shown").textContent = word("worst_images_shown", { shown: lines.length, count: count(found.images) });
}

function listenToWorstImages() {
  find("worst-class").addEventListener("change", (event) => {
    worstChoice.label = event.target.value;
    drawChosenImages();
  });
}

section({ key: "worst_images", draw: drawWorstImages, listen: listenToWorstImages });
