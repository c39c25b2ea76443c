// Curves of resampled sweeps, read at the same places: ROC, precision over recall, and gain.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "memory.hpp"
#include "parallel.hpp"
#include "replicates.hpp"

namespace gnomon {

enum class GridCurve { roc, pr, gain };

// A line through points whose places ascend, read at ascending places as NumPy's interp reads it.
inline void interpolate(const double* x, std::size_t places, const double* across, const double* up, std::size_t points, double* out) {
    std::size_t next = 0;  // the first point past x
    for (std::size_t i = 0; i < places; ++i) {
        while (next < points && across[next] <= x[i]) ++next;
        if (next == 0 || next == points || across[next - 1] == x[i]) {
            out[i] = up[next == 0 ? 0 : next - 1];
            continue;
        }
        const std::size_t j = next - 1;
        const double slope = (up[next] - up[j]) / (across[next] - across[j]);
        double y = slope * (x[i] - across[j]) + up[j];
        if (std::isnan(y)) y = slope * (x[i] - across[next]) + up[next];
        if (std::isnan(y) && up[j] == up[next]) y = up[j];
        out[i] = y;
    }
}

// The curve of one sweep at ascending places. It begins at 0, a precision at its first height; `scratch` holds 2·(cells + 1) numbers.
inline void curve_on_grid(GridCurve curve, const double* pos, const double* neg, std::size_t cells, const double* x, std::size_t places,
                          double* scratch, double* out) {
    double *across = scratch, *up = scratch + cells + 1, tp = 0, fp = 0;
    across[0] = up[0] = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        tp += pos[c], fp += neg[c];
        up[c + 1] = tp, across[c + 1] = fp;
    }
    const double positives = tp, negatives = fp, all = tp + fp;
    if (!(positives > 0) || (curve == GridCurve::roc && !(negatives > 0))) {  // rows that lack the class have no curve
        std::fill_n(out, places, std::numeric_limits<double>::quiet_NaN());
        return;
    }
    for (std::size_t c = 1; c <= cells; ++c) {
        tp = up[c], fp = across[c];
        const double called = tp + fp, tpr = tp / positives;
        across[c] = curve == GridCurve::roc ? fp / negatives : curve == GridCurve::gain ? called / all : tpr;
        up[c] = curve != GridCurve::pr ? tpr : called > 0 ? tp / called : 1.0;
    }
    if (curve == GridCurve::pr && cells) {
        const double* first = std::find_if(across + 1, across + cells + 1, [](double recall) { return recall > 0; });
        up[0] = first == across + cells + 1 ? up[1] : up[first - across];
    }
    interpolate(x, places, across, up, cells + 1, out);
}

// The curve of each sweep of a stack of rows x cells, `out` being rows x places.
inline void curves_on_grid(GridCurve curve, const double* pos, const double* neg, std::size_t rows, std::size_t cells, const double* x,
                           std::size_t places, double* out, std::size_t most_threads) {
    on_queue(rows, threads_for_stack(rows, cells, most_threads), [&] {
        return [&, scratch = Block<double>(2 * (cells + 1))](std::size_t r) mutable {
            curve_on_grid(curve, pos + r * cells, neg + r * cells, cells, x, places, scratch.get(), out + r * places);
        };
    });
}

}  // namespace gnomon
