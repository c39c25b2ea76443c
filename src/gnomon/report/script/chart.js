// One chart: a frame with axes, lines, bars, cells and a marker that moves. All colours are CSS variables, so that themes and paper
// need no redrawing; exports write them out.
const MARGIN = { right: 12, top: 48, bottom: 40 };
const ON_PAPER = 340;
const SHADES = [0.14, 0.26, 0.4, 0.56, 0.76, 1];
let charts = 0;

function colour(series) {
  return `var(--series-${series % data.series})`;
}

// Past the last colour, the same colours come again with another dash.
function dash(series) {
  return [null, "7 3", "2 3", "9 3 2 3"][Math.floor(series / data.series) % 4];
}

// Chinese letters take the room of two others.
function lettersIn(text) {
  return Array.from(text).reduce((sum, letter) => sum + (letter > "\u2e80" ? 1.9 : 1), 0);
}

class Chart {
  constructor(figure, spec) {
    this.spec = spec;
    // On paper charts are scaled to their column: drawn for the screen, they might be too wide for letters to stay readable.
    this.width = state.paper ? ON_PAPER : Math.max(figure.clientWidth || 380, 240);
    this.height = Math.round(Math.min(Math.max(this.width * 0.74, 230), 330));
    charts += 1;
    this.id = `chart-${charts}`;
    this.vertical = labelled(spec.y, Infinity, 5);
    // The name of the axis stands left of its longest figure.
    this.left = Math.max(46, Math.ceil(28 + LETTER * Math.max(...this.vertical.texts.map((text) => text.length))));
    this.horizontal = labelled(spec.x, this.width - this.left - MARGIN.right, this.width > 320 ? 5 : 4);
    this.x = scale(spec.x.low, spec.x.high, this.left, this.width - MARGIN.right);
    this.y = scale(spec.y.low, spec.y.high, this.height - MARGIN.bottom, MARGIN.top);
    this.title = svg("title", { id: `${this.id}-title` }, `${spec.title}${spec.headline ? `: ${spec.headline}` : ""}`);
    this.description = svg("desc", { id: `${this.id}-desc` }, spec.description || "");
    this.svg = svg("svg", {
      role: "img", viewBox: `0 0 ${this.width} ${this.height}`, "aria-labelledby": `${this.id}-title ${this.id}-desc`, class: "chart",
    }, this.title, this.description);
    this.frame();
    this.legend(spec.legend || []);
    this.plot = svg("g", { "clip-path": `url(#${this.id}-clip)` });
    this.svg.append(this.plot);
    (spec.cells || []).forEach((cells) => this.cells(cells));
    (spec.guides || []).forEach((guide) => this.line(guide));
    (spec.bands || []).forEach((band) => this.band(band));
    (spec.bars || []).forEach((bars) => this.bars(bars));
    (spec.lines || []).forEach((line) => this.line(line));
    (spec.bubbles || []).forEach((bubble) => this.bubble(bubble));
    if (spec.empty) this.say(spec.empty);
    figure.replaceChildren(this.svg);
    addExports(figure, this.svg, spec.name);
    if (charts === 1) {
      root.dataset.ready = "true";
      performance.mark("first-chart");
    }
  }

  frame() {
    const { spec, width, height } = this;
    const clip = svg("clipPath", { id: `${this.id}-clip` },
      svg("rect", { x: this.left - 1, y: MARGIN.top - 6, width: width - this.left - MARGIN.right + 8, height: height - MARGIN.top - MARGIN.bottom + 7 }));
    this.svg.append(svg("defs", {}, clip), svg("text", { x: 0, y: 16, class: "chart-title" }, spec.title));
    if (spec.headline) {
      // A long headline is written smaller rather than over the title.
      const share = (width - MARGIN.right - 8.8 * lettersIn(spec.title) - 10) / (7.6 * lettersIn(spec.headline));
      const size = share < 1 ? `font-size:${Math.max(14 * share, 9).toFixed(1)}px` : null;
      this.svg.append(svg("text", { x: width - MARGIN.right, y: 16, class: "chart-headline", "text-anchor": "end", style: size }, spec.headline));
    }
    const bottom = height - MARGIN.bottom;
    this.horizontal.values.forEach((value, at) => {
      const x = this.x.place(value);
      this.svg.append(svg("line", { x1: x, x2: x, y1: MARGIN.top, y2: bottom, class: "grid" }),
        svg("text", { x, y: bottom + 16, class: "tick", "text-anchor": "middle" }, this.horizontal.texts[at]));
    });
    this.vertical.values.forEach((value, at) => {
      const y = this.y.place(value);
      this.svg.append(svg("line", { x1: this.left, x2: width - MARGIN.right, y1: y, y2: y, class: "grid" }),
        svg("text", { x: this.left - 6, y: y + 4, class: "tick", "text-anchor": "end" }, this.vertical.texts[at]));
    });
    this.svg.append(
      svg("line", { x1: this.left, x2: width - MARGIN.right, y1: bottom, y2: bottom, class: "axis" }),
      svg("text", { x: (this.left + width - MARGIN.right) / 2, y: height - 6, class: "axis-name", "text-anchor": "middle" }, this.horizontal.name),
      svg("text", { x: 11, y: (MARGIN.top + bottom) / 2, class: "axis-name", "text-anchor": "middle", transform: `rotate(-90 11 ${(MARGIN.top + bottom) / 2})` }, this.vertical.name));
  }

  // Why there is nothing to see, in the middle of the plot.
  say(text) {
    const [x, y] = [(this.left + this.width - MARGIN.right) / 2, (MARGIN.top + this.height - MARGIN.bottom) / 2];
    const lines = text.split(/(?<=[:：])\s*/).map((part, at) => svg("tspan", { x, dy: at ? 18 : 0 }, part));
    this.svg.append(svg("text", { x, y, class: "empty", "text-anchor": "middle" }, ...lines));
  }

  legend(entries) {
    let x = this.left;
    const each = Math.floor((this.width - this.left) / Math.min(Math.max(entries.length, 1), 3));
    entries.slice(0, 3).forEach((entry, place) => {
      const more = place === 2 && entries.length > 3 ? ` ${word("more", { count: entries.length - 3 })}` : "";
      const letters = Math.max(Math.floor((each - 30 - 7 * more.length) / 7), 3);
      this.svg.append(
        entry.filled
          ? svg("rect", { x, y: 26, width: 16, height: 9, class: "bar", style: `fill:${entry.colour};stroke:${entry.colour}` })
          : svg("line", { x1: x, x2: x + 18, y1: 30.5, y2: 30.5, class: "curve", style: `stroke:${entry.colour}`, "stroke-dasharray": entry.dash }),
        svg("text", { x: x + 23, y: 34.5, class: "legend" }, elided(entry.name, letters) + more));
      x += each;
    });
  }

  line({ points, colour: stroke, dash: dashes, kind = "curve" }) {
    const path = points.filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y))
      .map(([x, y], at) => `${at ? "L" : "M"}${this.x.place(x).toFixed(2)} ${this.above(y).toFixed(2)}`).join("");
    this.plot.append(svg("path", { d: path, class: kind, style: stroke ? `stroke:${stroke}` : null, "stroke-dasharray": dashes }));
  }

  // Up along the higher edge and back along the lower.
  band({ x, low, high, colour: fill, kind, place }) {
    const along = (edge) => x.map((value, at) => `${this.x.place(value).toFixed(1)} ${this.y.place(edge[at]).toFixed(1)}`);
    const path = `M${along(high).join("L")}L${along(low).reverse().join("L")}Z`;
    this.plot.append(svg("path", { d: path, class: kind, style: `fill:${fill};stroke:${fill}`, "data-band": place }));
  }

  // Figures past the top leave the plot instead of running along its edge.
  above(y) {
    return y > this.y.high ? MARGIN.top - 12 : this.y.place(y);
  }

  bars({ edges, heights, colour: fill }) {
    const flat = !(edges[edges.length - 1] > edges[0]);
    heights.forEach((height, at) => {
      let left = this.x.place(edges[at]);
      let right = this.x.place(edges[at + 1]);
      if (flat) [left, right] = [left - 20, right + 20];
      const top = this.y.place(height);
      if (height > 0) {
        this.plot.append(svg("rect", { x: left, y: top, width: Math.max(right - left, 0.5), height: this.y.place(0) - top, class: "bar", style: `fill:${fill};stroke:${fill}` }));
      }
    });
  }

  // Rectangles of one size, the fuller the darker, by the logarithm of their weight: a path for each shade, so that thousands of them
  // are few elements.
  cells({ x, y, weight, width, height, colour: fill }) {
    const [least, most] = weight.reduce(([low, high], each) => [Math.min(low, each), Math.max(high, each)], [Infinity, 0]);
    const shade = (each) => Math.round((SHADES.length - 1) * (most > least ? Math.log(each / least) / Math.log(most / least) : 0.6));
    const paths = SHADES.map(() => []);
    weight.forEach((each, at) => {
      const [left, right] = [x[at], x[at] + width].map(this.x.place);
      const [bottom, top] = [y[at], y[at] + height].map(this.y.place);
      paths[shade(each)].push(`M${left.toFixed(1)} ${top.toFixed(1)}H${right.toFixed(1)}V${bottom.toFixed(1)}H${left.toFixed(1)}Z`);
    });
    paths.forEach((path, at) => {
      if (path.length) this.plot.append(svg("path", { d: path.join(""), class: "cells", style: `fill:${fill};fill-opacity:${SHADES[at]}`, "data-cells": path.length }));
    });
  }

  bubble({ x, y, radius, colour: fill, text, ends }) {
    if (ends) {
      const [from, to] = ends.map((end) => this.y.place(end));
      this.plot.append(svg("path", { d: `M${this.x.place(x)} ${from}V${to}`, class: "whisker", style: `stroke:${fill}` }));
    }
    this.plot.append(svg("circle", { cx: this.x.place(x), cy: this.y.place(y), r: radius, class: "bubble", style: `fill:${fill}` }, svg("title", {}, text)));
  }

  // The marker's raw coordinates are kept beside the drawn ones, for whoever reads the page by program.
  mark(x, y, stroke) {
    this.guide ||= this.svg.appendChild(svg("path", { class: "marker-guide" }));
    this.marker ||= this.svg.appendChild(svg("circle", { r: 5.5, class: "marker", "data-marker": "" }));
    this.note(this.marker, x, y);
    // A point past the top has left the plot, as its curve has.
    const hidden = Number.isNaN(x) || Number.isNaN(y) || y > this.y.high || Boolean(this.spec.empty);
    this.marker.style.visibility = this.guide.style.visibility = hidden ? "hidden" : "visible";
    if (hidden) return;
    const [px, py] = [this.x.place(x), this.y.place(y)];
    this.marker.style.fill = stroke;
    this.marker.setAttribute("cx", px);
    this.marker.setAttribute("cy", py);
    this.guide.setAttribute("d", `M${this.left} ${py}H${px}V${this.height - MARGIN.bottom}`);
  }

  // The gap between two curves at a threshold, or with no ends the whole height.
  markGap(x, y, low, high, text) {
    this.marker ||= this.svg.appendChild(svg("line", { class: "marker-line", "data-marker": "" }));
    this.label ||= this.svg.appendChild(svg("text", { class: "marker-text" }));
    this.note(this.marker, x, y);
    const px = this.x.place(x);
    const [bottom, top] = [this.y.place(low), this.y.place(high)];
    filled(this.marker, { x1: px, x2: px, y1: bottom, y2: top }, []);
    const right = px < this.width * 0.6;
    filled(this.label, { x: px + (right ? 8 : -8), y: (bottom + top) / 2 + 4, "text-anchor": right ? "start" : "end" }, []);
    this.label.textContent = text;
    if (this.spec.empty) this.marker.style.visibility = this.label.style.visibility = "hidden";
  }

  // Upright lines through the whole height, which move; those past the ends of the axis are not drawn.
  markLines(places, text) {
    this.uprights ||= places.map(() => this.svg.appendChild(svg("line", { class: "marker-line", "data-marker": "" })));
    this.label ||= this.svg.appendChild(svg("text", { class: "marker-text" }));
    const within = places.map((place) => place >= this.x.low && place <= this.x.high);
    this.uprights.forEach((line, at) => {
      const x = this.x.place(places[at]);
      filled(line, { x1: x, x2: x, y1: this.height - MARGIN.bottom, y2: MARGIN.top }, []);
      line.dataset.x = String(places[at]);
      line.style.visibility = within[at] ? "visible" : "hidden";
    });
    this.label.textContent = text;
    const last = this.x.place(places[places.length - 1]);
    const right = last < this.width * 0.8;
    filled(this.label, { x: last + (right ? 6 : -6), y: MARGIN.top + 12, "text-anchor": right ? "start" : "end" }, []);
    this.label.style.visibility = within[within.length - 1] ? "visible" : "hidden";
  }

  note(marker, x, y) {
    marker.dataset.x = String(x);
    marker.dataset.y = String(y);
    const { spec } = this;
    this.description.textContent = word("here", { x: spec.x.name, vx: cut(x), y: spec.y.marked || spec.y.name, vy: brief(y) });
  }
}
