// One chart: a frame with axes, lines, bars and a marker that moves. All colours are CSS variables, so that themes and paper
// need no redrawing; exports write them out.
const MARGIN = { left: 46, right: 12, top: 48, bottom: 40 };
let charts = 0;

function colour(series) {
  return `var(--series-${series % data.series})`;
}

// Past the last colour, the same colours come again with another dash.
function dash(series) {
  return [null, "7 3", "2 3", "9 3 2 3"][Math.floor(series / data.series) % 4];
}

class Chart {
  constructor(figure, spec) {
    this.spec = spec;
    this.width = Math.max(figure.clientWidth || 380, 240);
    this.height = Math.round(Math.min(Math.max(this.width * 0.74, 230), 330));
    charts += 1;
    this.id = `chart-${charts}`;
    this.x = scale(spec.x.low, spec.x.high, MARGIN.left, this.width - MARGIN.right);
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
    (spec.guides || []).forEach((guide) => this.line(guide));
    (spec.bars || []).forEach((bars) => this.bars(bars));
    (spec.lines || []).forEach((line) => this.line(line));
    (spec.bubbles || []).forEach((bubble) => this.bubble(bubble));
    figure.replaceChildren(this.svg);
    addExports(figure, this.svg, spec.name);
  }

  frame() {
    const { spec, width, height } = this;
    const clip = svg("clipPath", { id: `${this.id}-clip` },
      svg("rect", { x: MARGIN.left - 1, y: MARGIN.top - 6, width: width - MARGIN.left - MARGIN.right + 8, height: height - MARGIN.top - MARGIN.bottom + 7 }));
    this.svg.append(svg("defs", {}, clip), svg("text", { x: 0, y: 16, class: "chart-title" }, spec.title));
    if (spec.headline) this.svg.append(svg("text", { x: width - MARGIN.right, y: 16, class: "chart-headline", "text-anchor": "end" }, spec.headline));
    const bottom = height - MARGIN.bottom;
    for (const value of ticks(spec.x.low, spec.x.high, width > 320 ? 5 : 4)) {
      const x = this.x.place(value);
      this.svg.append(svg("line", { x1: x, x2: x, y1: MARGIN.top, y2: bottom, class: "grid" }),
        svg("text", { x, y: bottom + 16, class: "tick", "text-anchor": "middle" }, brief(value)));
    }
    for (const value of ticks(spec.y.low, spec.y.high, 5)) {
      const y = this.y.place(value);
      this.svg.append(svg("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: y, y2: y, class: "grid" }),
        svg("text", { x: MARGIN.left - 6, y: y + 4, class: "tick", "text-anchor": "end" }, brief(value)));
    }
    this.svg.append(
      svg("line", { x1: MARGIN.left, x2: width - MARGIN.right, y1: bottom, y2: bottom, class: "axis" }),
      svg("text", { x: (MARGIN.left + width - MARGIN.right) / 2, y: height - 6, class: "axis-name", "text-anchor": "middle" }, spec.x.name),
      svg("text", { x: 11, y: (MARGIN.top + bottom) / 2, class: "axis-name", "text-anchor": "middle", transform: `rotate(-90 11 ${(MARGIN.top + bottom) / 2})` }, spec.y.name));
  }

  legend(entries) {
    let x = MARGIN.left;
    const each = Math.floor((this.width - MARGIN.left) / Math.min(Math.max(entries.length, 1), 3));
    entries.slice(0, 3).forEach((entry, place) => {
      const more = place === 2 && entries.length > 3 ? ` ${word("more", { count: entries.length - 3 })}` : "";
      const letters = Math.max(Math.floor((each - 30 - 7 * more.length) / 7), 3);
      this.svg.append(
        entry.filled
          ? svg("rect", { x, y: 26, width: 16, height: 9, class: "bar", style: `fill:${entry.colour};stroke:${entry.colour}` })
          : svg("line", { x1: x, x2: x + 18, y1: 30.5, y2: 30.5, class: "curve", style: `stroke:${entry.colour}`, "stroke-dasharray": entry.dash }),
        svg("text", { x: x + 23, y: 34.5, class: "legend" }, shortened(entry.name, letters) + more));
      x += each;
    });
  }

  line({ points, colour: stroke, dash: dashes, kind = "curve" }) {
    const path = points.filter(([x, y]) => !Number.isNaN(x) && !Number.isNaN(y))
      .map(([x, y], at) => `${at ? "L" : "M"}${this.x.place(x).toFixed(2)} ${this.above(y).toFixed(2)}`).join("");
    this.plot.append(svg("path", { d: path, class: kind, style: stroke ? `stroke:${stroke}` : null, "stroke-dasharray": dashes }));
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

  bubble({ x, y, radius, colour: fill, text }) {
    this.plot.append(svg("circle", { cx: this.x.place(x), cy: this.y.place(y), r: radius, class: "bubble", style: `fill:${fill}` }, svg("title", {}, text)));
  }

  // The marker's raw coordinates are kept beside the drawn ones, for whoever reads the page by program.
  mark(x, y, stroke) {
    this.guide ||= this.svg.appendChild(svg("path", { class: "marker-guide" }));
    this.marker ||= this.svg.appendChild(svg("circle", { r: 5.5, class: "marker", "data-marker": "" }));
    this.note(this.marker, x, y);
    const hidden = Number.isNaN(x) || Number.isNaN(y);
    this.marker.style.visibility = this.guide.style.visibility = hidden ? "hidden" : "visible";
    if (hidden) return;
    const [px, py] = [this.x.place(x), this.y.place(y)];
    this.marker.style.fill = stroke;
    this.marker.setAttribute("cx", px);
    this.marker.setAttribute("cy", py);
    this.guide.setAttribute("d", `M${MARGIN.left} ${py}H${px}V${this.height - MARGIN.bottom}`);
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
  }

  note(marker, x, y) {
    marker.dataset.x = String(x);
    marker.dataset.y = String(y);
    const { spec } = this;
    this.description.textContent = word("here", { x: spec.x.name, vx: brief(x), y: spec.y.marked || spec.y.name, vy: brief(y) });
  }
}
