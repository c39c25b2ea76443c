// On paper nothing can be unfolded: what matters is opened before, and closed again after. Charts are drawn for the paper's width.
// Browsers tell of printing in two ways, some in both.
function unfoldForPaper() {
  const unfolded = new Set();
  const unfold = () => {
    if (state.paper) return;
    state.paper = true;
    each("redraw");
    all("details[data-print-open]:not([open])").forEach((part) => {
      part.open = true;
      unfolded.add(part);
    });
    each("unfold");
  };
  const fold = () => {
    if (!state.paper) return;
    state.paper = false;
    each("redraw");
    each("fold");
    unfolded.forEach((part) => { part.open = false; });
    unfolded.clear();
  };
  addEventListener("beforeprint", unfold);
  addEventListener("afterprint", fold);
  matchMedia("print").addEventListener("change", (event) => (event.matches ? unfold() : fold()));
}
