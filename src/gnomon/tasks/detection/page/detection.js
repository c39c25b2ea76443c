// The section of detections, of the model chosen.
function drawDetectionCharts() {
  const one = detected();
  if (!one) return;
  drawRateCharts(one);
  moveConfidence(confidencePlace());
}

function offerClasses(one) {
  const names = [word("detection_all"), ...one.classes];
  find("detection-class").replaceChildren(...names.map((name, at) => make("option", { value: at - 1 }, elided(name, 40))));
  find("detection-class").value = String(chosenClass());
}

function drawDetection() {
  const one = detected();
  ["detection-first", "at-confidence"].forEach((id) => { find(id).hidden = !one; });
  find("no-detections").hidden = Boolean(one);
  find("no-detections").textContent = word("detection_none");
  if (!one) return;
  find("confidence-note").textContent = word("detection_confidence_note", { iou: one.iou });
  offerClasses(one);
  drawDetectionClasses(one);
  drawErrorKinds(one);
  drawMarked(one);
  drawDetectionCharts();
}

section({ key: "detection", draw: drawDetection, redraw: drawDetectionCharts, listen: listenToConfidence });
