// What one walk down a sweep gives: areas, largest gaps, precision summed over recall.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "memory.hpp"
#include "parallel.hpp"
#include "pairs.hpp"
#include "sweep.hpp"

namespace gnomon {

template <class Count>
struct Totals {
    Count pos{0}, neg{0};
};

// Cumulated counts before each of `threads` chunks, and in the last place those of the whole.
template <class Count>
std::vector<Totals<Count>> offsets(const Count* pos, const Count* neg, std::size_t m, std::size_t threads) {
    std::vector<Totals<Count>> before(threads + 1);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(m, t, threads);
        Totals<Count> sum;
        for (std::size_t i = first; i < last; ++i) {
            sum.pos += pos[i];
            sum.neg += neg[i];
        }
        before[t + 1] = sum;
    });
    for (std::size_t t = 0; t < threads; ++t) {
        before[t + 1].pos += before[t].pos;
        before[t + 1].neg += before[t].neg;
    }
    return before;
}

// Runs walk(t, first, last, cumulated counts before first, totals) on each chunk.
template <class Count, class Walk>
Totals<Count> scan(const Count* pos, const Count* neg, std::size_t m, std::size_t threads, const Walk& walk) {
    const auto before = offsets(pos, neg, m, threads);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(m, t, threads);
        walk(t, first, last, before[t], before[threads]);
    });
    return before[threads];
}

// Twice the pairs in the right order, ties counting one.
template <class Count>
Area sweep_pairs(const Count* pos, const Count* neg, std::size_t m, std::size_t most_threads) {
    using Sum = std::conditional_t<std::is_same_v<Count, double>, PlainSum, WideSum>;
    using Part = std::conditional_t<std::is_same_v<Count, double>, double, std::uint64_t>;
    const std::size_t threads = threads_for(m, most_threads);
    std::vector<Sum> parts(threads);
    const auto total = scan(pos, neg, m, threads, [&](std::size_t t, std::size_t first, std::size_t last, Totals<Count> at, Totals<Count>) {
        Sum sum;
        Count above = at.pos;  // positives with a higher score
        for (std::size_t i = first; i < last; ++i) {
            sum.add_product(static_cast<Part>(neg[i]), static_cast<Part>(2 * above + pos[i]));
            above += pos[i];
        }
        parts[t] = sum;
    });
    for (std::size_t t = 1; t < threads; ++t) parts[0].add(parts[t]);
    return {static_cast<double>(total.pos), static_cast<double>(total.neg), parts[0].value(), true};
}

struct Gap {
    double tpr_over_fpr = 0, fpr_over_tpr = 0;  // the largest of each, at least 0
    std::size_t at_tpr = 0, at_fpr = 0;         // where first reached: a cell's index + 1; 0 is the start of the curve
};

template <class Count>
Gap largest_gap(const Count* pos, const Count* neg, std::size_t m, std::size_t most_threads) {
    const std::size_t threads = threads_for(m, most_threads);
    std::vector<Gap> parts(threads);
    scan(pos, neg, m, threads, [&](std::size_t t, std::size_t first, std::size_t last, Totals<Count> at, Totals<Count> total) {
        Gap gap;
        const auto p = static_cast<double>(total.pos), n = static_cast<double>(total.neg);
        for (std::size_t i = first; i < last; ++i) {
            at.pos += pos[i];
            at.neg += neg[i];
            const double difference = static_cast<double>(at.pos) / p - static_cast<double>(at.neg) / n;
            if (difference > gap.tpr_over_fpr) gap.tpr_over_fpr = difference, gap.at_tpr = i + 1;
            if (-difference > gap.fpr_over_tpr) gap.fpr_over_tpr = -difference, gap.at_fpr = i + 1;
        }
        parts[t] = gap;
    });
    for (const Gap& part : parts) {
        if (part.tpr_over_fpr > parts[0].tpr_over_fpr) parts[0].tpr_over_fpr = part.tpr_over_fpr, parts[0].at_tpr = part.at_tpr;
        if (part.fpr_over_tpr > parts[0].fpr_over_tpr) parts[0].fpr_over_tpr = part.fpr_over_tpr, parts[0].at_fpr = part.at_fpr;
    }
    return parts[0];
}

// Sum of (recall gained) x precision over the cells: at the cell (step), or averaged with the one before (trapezoid). The
// first point of the curve has the first observed precision.
template <class Count>
double precision_sum(const Count* pos, const Count* neg, std::size_t m, bool trapezoid, std::size_t most_threads) {
    const std::size_t threads = threads_for(m, most_threads);
    std::vector<double> parts(threads, 0);
    const auto total = scan(pos, neg, m, threads, [&](std::size_t t, std::size_t first, std::size_t last, Totals<Count> at, Totals<Count>) {
        const auto precision = [](Totals<Count> c) { return static_cast<double>(c.pos) / static_cast<double>(c.pos + c.neg); };
        double sum = 0;
        for (std::size_t i = first; i < last; ++i) {
            const Totals<Count> before = at;
            at.pos += pos[i];
            at.neg += neg[i];
            if (pos[i] == 0) continue;
            double height = precision(at);
            if (trapezoid && before.pos + before.neg > 0) height = (height + precision(before)) / 2;
            sum += static_cast<double>(pos[i]) * height;
        }
        parts[t] = sum;
    });
    for (std::size_t t = 1; t < threads; ++t) parts[0] += parts[t];
    return parts[0] / static_cast<double>(total.pos);
}

// Walks a sweep from its end back to its start and calls visit(i, counts down to and with i). Whole counts are taken off again
// exactly; weights would lose digits that way, so their sums on the way down are kept.
template <class Count, class Visit>
Totals<Count> walk_back(const Count* pos, const Count* neg, std::size_t m, const Visit& visit) {
    constexpr bool rounds = std::is_same_v<Count, double>;
    Block<Totals<Count>> down(rounds ? m : 0);
    Totals<Count> at;
    for (std::size_t i = 0; i < m; ++i) {
        at.pos += pos[i];
        at.neg += neg[i];
        if constexpr (rounds) down[i] = at;
    }
    const Totals<Count> total = at;
    for (std::size_t i = m; i-- > 0;) {
        if constexpr (rounds) at = down[i];
        visit(i, at, total);
        at.pos -= pos[i];
        at.neg -= neg[i];
    }
    return total;
}

// Precision made monotone from the right (the best at this recall or a higher one): its sum over recall, and its value at the
// recalls 0, 1/steps, ..., 1. Recalls are compared as counts, where 3/10 is 3/10.
template <class Count>
double monotone_precision_sum(const Count* pos, const Count* neg, std::size_t m, std::size_t steps, double* at_recall) {
    // Weights are sums of rounded numbers: a recall short of its mark by rounding alone has reached it.
    constexpr double slack = std::is_same_v<Count, double> ? 1e-12 : 0;
    const auto marks = static_cast<double>(steps);
    double best = 0, sum = 0;
    std::size_t mark = steps + 1;  // marks from here up are filled
    const auto total = walk_back(pos, neg, m, [&](std::size_t i, Totals<Count> at, Totals<Count> whole) {
        const auto tp = static_cast<double>(at.pos), p = static_cast<double>(whole.pos);
        while (mark > 0 && static_cast<double>(mark - 1) * p > tp * marks * (1 + slack)) at_recall[--mark] = best;
        best = std::max(best, tp / static_cast<double>(at.pos + at.neg));
        sum += static_cast<double>(pos[i]) * best;
    });
    while (mark > 0) at_recall[--mark] = best;
    return sum / static_cast<double>(total.pos);
}

}  // namespace gnomon
