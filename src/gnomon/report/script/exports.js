// Everything can be taken away: tables as TSV with all their digits, charts as SVG or PNG.
const WRITTEN_OUT = ["fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-opacity", "fill-opacity", "opacity", "font-family", "font-size", "font-weight", "visibility", "paint-order", "stroke-linejoin"];

async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    tell(word("copied"));
  } catch {
    // Some browsers keep the clipboard from files on disk; a selected text field still works there.
    const field = make("textarea", { class: "unseen", "aria-hidden": "true" });
    field.value = text;
    document.body.append(field);
    field.select();
    tell(word(document.execCommand("copy") ? "copied" : "copy_failed"));
    field.remove();
  }
}

function save(name, blob) {
  const address = URL.createObjectURL(blob);
  make("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10000);
  tell(word("saved", { name }));
}

// A drawing that needs no stylesheet: variables and classes are resolved into plain attributes.
function standalone(drawing) {
  const clone = drawing.cloneNode(true);
  const originals = [drawing, ...all("*", drawing)];
  [clone, ...all("*", clone)].forEach((element, at) => {
    const style = getComputedStyle(originals[at]);
    element.removeAttribute("style");
    element.removeAttribute("class");
    if (["title", "desc", "defs", "clipPath"].includes(element.tagName)) return;
    for (const property of WRITTEN_OUT) element.setAttribute(property, style.getPropertyValue(property));
  });
  const { width, height } = drawing.viewBox.baseVal;
  const paper = getComputedStyle(root).getPropertyValue("--paper").trim();
  filled(clone, { width, height, xmlns: SVG }, []);
  clone.insertBefore(svg("rect", { width, height, fill: paper, stroke: "none" }), clone.querySelector("defs"));
  return new XMLSerializer().serializeToString(clone);
}

function savePng(drawing, name) {
  const { width, height } = drawing.viewBox.baseVal;
  const image = new Image();
  image.onload = () => {
    const canvas = make("canvas", { width: width * 3, height: height * 3 });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    canvas.toBlob((blob) => save(name, blob), "image/png");
  };
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(standalone(drawing))}`;
}

function addExports(figure, drawing, name) {
  const file = () => `${name}-${shortened(view().name, 40)}`.replace(/[^\p{L}\p{N}._-]+/gu, "-");
  const button = (key, action) => {
    const made = make("button", { type: "button", "data-export": key, "aria-label": `${word(key)}${word("colon")}${word(name)}` }, word(key));
    made.addEventListener("click", action);
    return made;
  };
  figure.append(make("div", { class: "take" },
    button("copy_svg", () => copy(standalone(drawing))),
    button("save_svg", () => save(`${file()}.svg`, new Blob([standalone(drawing)], { type: "image/svg+xml" }))),
    button("save_png", () => savePng(drawing, `${file()}.png`))));
}

// A cell as text: in the language shown, with the raw figure where there is one.
function cellText(cell) {
  if (language() === "zh" && cell.dataset.rawZh !== undefined) return cell.dataset.rawZh;
  if (cell.dataset.raw !== undefined) return cell.dataset.raw;
  const clone = cell.cloneNode(true);
  const hidden = language() === "en" ? "zh" : "en";
  all(`[lang="${hidden}"], [data-left-out]`, clone).forEach((part) => part.remove());
  return clone.textContent.replace(/\s+/g, " ").trim();
}

// Spreadsheets run what begins so; an apostrophe keeps it a text. Numbers stay numbers.
function guarded(text) {
  return /^[=+\-@＝＋－＠]/.test(text) && !/^[+-][\d.,]+(e[+-]?\d+)?( ?%)?$/i.test(text) ? `'${text}` : text;
}

function tsv(table) {
  return all("tr", table).map((row) => Array.from(row.cells, (cell) => cellText(cell).split("\t").map(guarded).join("\t")).join("\t")).join("\n");
}

function addTableCopies() {
  all("table[data-table]").forEach((table) => {
    const button = make("button", { type: "button", "data-copy": table.dataset.table },
      make("span", { lang: "en" }, data.words.en.copy_table), make("span", { lang: "zh" }, data.words.zh.copy_table));
    button.addEventListener("click", () => copy(tsv(table)));
    (table.closest(".scroll") || table).after(make("div", { class: "take" }, button));
  });
}
