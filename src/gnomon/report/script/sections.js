// The parts of the page that draw something. Each registers itself once, with what it has of these:
//   draw    everything of the view chosen; on a change of view or of language
//   redraw  what depends on the width, on the medium, or on whether the others are overlaid
//   listen  to its own controls; once, before the first drawing
//   unfold  what paper cannot unfold, and fold it again afterwards
// One that has no payload, data.sections[key], has nothing to draw and is left out.
const parts = [];

function section(part) {
  if (data.sections[part.key]) parts.push(part);
}

function each(hook) {
  parts.forEach((part) => { if (part[hook]) part[hook](); });
}
