// The IoU of each class of the model chosen, the least first, with its interval over images.
function drawClassIou() {
  const found = data.sections.class_iou.models[view().model];
  const table = find("class-iou");
  if (!found) {
    table.replaceChildren();
    find("class-iou-cut").textContent = "";
    return;
  }
  const { lines, classes, absent } = found;
  const sure = Boolean(data.level);
  const said = [];
  if (classes > lines.length) said.push(word("classes_cut", { shown: lines.length, count: classes }));
  if (absent) said.push(word("classes_absent", { count: absent }));
  find("class-iou-cut").textContent = said.join(" ");
  const rows = lines.map(([name, ...rest]) => {
    const [iou, low, high, dice, images, share] = rest.map(back);
    const known = Number.isFinite(low) && Number.isFinite(high);
    const interval = make("td", { class: "n", "data-raw": known ? `${low}\t${high}` : "\t" }, known ? bracketed(low, high) : "—");
    return make("tr", { "data-class": name }, make("th", { scope: "row", title: name, "data-raw": name }, make("bdi", {}, elided(name, 40))),
      iouBar(iou, low, high), numberCell(iou, decimals(iou)), ...(sure ? [interval] : []),
      numberCell(dice, decimals(dice)), numberCell(images, count(images)), numberCell(share, percent(share)));
  });
  const heads = ["class", null, "iou", ...(sure ? ["interval"] : []), "dice", "images", "share_of_pixels"].map((key) => {
    if (key === null) return make("th", { scope: "col", class: "iou-bar", "aria-hidden": "true", "data-raw": "" });
    if (key === "interval") return intervalHead();
    return make("th", { scope: "col", class: key === "class" ? null : "n" }, headWord(key));
  });
  table.replaceChildren(make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

function iouBar(iou, low, high) {
  const bar = make("span", { class: "bar-of-iou" });
  const part = (kind, from, to) => {
    const made = make("i", { class: kind });
    made.style.left = `${100 * from}%`;
    made.style.width = `${100 * (to - from)}%`;
    bar.append(made);
  };
  part("reached", 0, iou);
  if (Number.isFinite(low) && Number.isFinite(high)) part("ends", low, high);
  return make("td", { class: "iou-bar", "aria-hidden": "true", "data-raw": "" }, bar);
}

section({ key: "class_iou", draw: drawClassIou });
