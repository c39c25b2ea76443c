// What one walk down a sweep gives: areas, largest gaps, precision summed over recall.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "careful_sum.hpp"
#include "memory.hpp"
#include "parallel.hpp"
#include "pairs.hpp"
#include "sweep.hpp"

namespace gnomon {

template <class Count>
struct Totals {
    Count pos{0}, neg{0};
};

// A sweep cut into chunks: the counts cumulated before each, in the last place those of the whole, and the threads to use.
template <class Count>
struct Chunks {
    std::vector<Totals<Count>> before;
    std::size_t threads;

    std::size_t size() const { return before.size() - 1; }
    Totals<Count> total() const { return before.back(); }
};

template <class Count>
Chunks<Count> cut(const Count* pos, const Count* neg, std::size_t m, std::size_t most_threads) {
    const std::size_t chunks = fixed_chunks(m);
    Chunks<Count> out{std::vector<Totals<Count>>(chunks + 1), threads_for(m, most_threads)};
    on_chunks(chunks, out.threads, [&](std::size_t t) {
        const auto [first, last] = chunk(m, t, chunks);
        Totals<Count> sum;
        for (std::size_t i = first; i < last; ++i) {
            sum.pos += pos[i];
            sum.neg += neg[i];
        }
        out.before[t + 1] = sum;
    });
    for (std::size_t t = 0; t < chunks; ++t) {
        out.before[t + 1].pos += out.before[t].pos;
        out.before[t + 1].neg += out.before[t].neg;
    }
    return out;
}

// Runs walk(t, first, last, cumulated counts before first) on each chunk.
template <class Count, class Walk>
void scan(const Chunks<Count>& chunks, std::size_t m, const Walk& walk) {
    on_chunks(chunks.size(), chunks.threads, [&](std::size_t t) {
        const auto [first, last] = chunk(m, t, chunks.size());
        walk(t, first, last, chunks.before[t]);
    });
}

// Whether products of positives and negatives, and a few of them added, fit in 63 bits.
template <class Count>
bool products_fit(const Totals<Count>& total) {
    return static_cast<double>(total.pos) * static_cast<double>(total.neg) < 2e18;
}

template <class Sum, class Count>
double add_pairs(const Count* pos, const Count* neg, std::size_t m, const Chunks<Count>& chunks) {
    using Part = std::conditional_t<std::is_same_v<Count, double>, double, std::uint64_t>;
    std::vector<Sum> parts(chunks.size());
    scan(chunks, m, [&](std::size_t t, std::size_t first, std::size_t last, Totals<Count> at) {
        Sum sum;
        Count above = at.pos;  // positives with a higher score
        for (std::size_t i = first; i < last; ++i) {
            sum.add_product(static_cast<Part>(neg[i]), static_cast<Part>(2 * above + pos[i]));
            above += pos[i];
        }
        parts[t] = sum;
    });
    for (std::size_t t = 1; t < parts.size(); ++t) parts[0].add(parts[t]);
    return parts[0].value();
}

// Twice the pairs in the right order, ties counting one.
template <class Count>
Area sweep_pairs(const Count* pos, const Count* neg, std::size_t m, std::size_t most_threads) {
    const auto chunks = cut(pos, neg, m, most_threads);
    const Totals<Count> total = chunks.total();
    const double pairs = [&] {
        if constexpr (std::is_same_v<Count, double>) return add_pairs<PlainSum>(pos, neg, m, chunks);
        else return products_fit(total) ? add_pairs<NarrowSum>(pos, neg, m, chunks) : add_pairs<WideSum>(pos, neg, m, chunks);
    }();
    return {static_cast<double>(total.pos), static_cast<double>(total.neg), pairs, true};
}

struct Gap {
    double tpr_over_fpr = 0, fpr_over_tpr = 0;  // the largest of each, at least 0
    std::size_t at_tpr = 0, at_fpr = 0;         // where first reached: a cell's index + 1; 0 is the start of the curve
};

// Walks each chunk with gap_at(cumulated counts), which must rise with TPR - FPR, and keeps the first place of each extreme;
// `unit` turns it into a rate.
template <class Count, class Value, class GapAt>
Gap find_gap(const Count* pos, const Count* neg, std::size_t m, const Chunks<Count>& chunks, const GapAt& gap_at, double unit) {
    struct Part {
        Value most{0}, least{0};
        std::size_t at_most = 0, at_least = 0;
    };
    std::vector<Part> parts(chunks.size());
    scan(chunks, m, [&](std::size_t t, std::size_t first, std::size_t last, Totals<Count> at) {
        Part part;
        for (std::size_t i = first; i < last; ++i) {
            at.pos += pos[i];
            at.neg += neg[i];
            const Value gap = gap_at(at);
            if (gap > part.most) part.most = gap, part.at_most = i + 1;
            if (gap < part.least) part.least = gap, part.at_least = i + 1;
        }
        parts[t] = part;
    });
    Part whole;
    for (const Part& part : parts) {
        if (part.most > whole.most) whole.most = part.most, whole.at_most = part.at_most;
        if (part.least < whole.least) whole.least = part.least, whole.at_least = part.at_least;
    }
    return {static_cast<double>(whole.most) / unit, -static_cast<double>(whole.least) / unit, whole.at_most, whole.at_least};
}

// TPR - FPR is (TP x N - FP x P) / (P x N): whole counts are compared as such, with no rounding, while the products fit.
template <class Count>
Gap largest_gap(const Count* pos, const Count* neg, std::size_t m, std::size_t most_threads) {
    const auto chunks = cut(pos, neg, m, most_threads);
    const Totals<Count> total = chunks.total();
    const auto p = static_cast<double>(total.pos), n = static_cast<double>(total.neg);
    if constexpr (!std::is_same_v<Count, double>) {
        if (products_fit(total)) {
            const auto gap = [=](Totals<Count> at) { return at.pos * total.neg - at.neg * total.pos; };
            return find_gap<Count, Count>(pos, neg, m, chunks, gap, p * n);
        }
    }
    const auto gap = [=](Totals<Count> at) { return static_cast<double>(at.pos) / p - static_cast<double>(at.neg) / n; };
    return find_gap<Count, double>(pos, neg, m, chunks, gap, 1.0);
}

// Running sums.
template <class Count>
void cumulate(const Count* values, std::size_t m, Count* sums, std::size_t most_threads) {
    scan(cut(values, values, m, most_threads), m, [&](std::size_t, std::size_t first, std::size_t last, Totals<Count> at) {
        for (std::size_t i = first; i < last; ++i) sums[i] = at.pos += values[i];
    });
}

// Sum of (recall gained) x precision over the cells: at the cell (step), or averaged with the one before (trapezoid). The
// first point of the curve has the first observed precision. Stretches of a sweep that is cut elsewhere add up to the same digits.
template <class Count>
double precision_sum(const Count* pos, const Count* neg, std::size_t m, bool trapezoid, std::size_t most_threads) {
    const auto chunks = cut(pos, neg, m, most_threads);
    std::vector<CarefulSum> parts(chunks.size());
    scan(chunks, m, [&](std::size_t t, std::size_t first, std::size_t last, Totals<Count> at) {
        const auto precision = [](Totals<Count> c) { return static_cast<double>(c.pos) / static_cast<double>(c.pos + c.neg); };
        CarefulSum sum;
        for (std::size_t i = first; i < last; ++i) {
            const Totals<Count> before = at;
            at.pos += pos[i];
            at.neg += neg[i];
            if (pos[i] == 0) continue;
            double height = precision(at);
            if (trapezoid && before.pos + before.neg > 0) height = (height + precision(before)) / 2;
            sum.add(static_cast<double>(pos[i]) * height);
        }
        parts[t] = sum;
    });
    for (std::size_t t = 1; t < parts.size(); ++t) parts[0].add(parts[t]);
    return parts[0].value() / static_cast<double>(chunks.total().pos);
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
        if (pos[i] == 0) return;  // the cell above has the same recall and no less precision
        const auto tp = static_cast<double>(at.pos), p = static_cast<double>(whole.pos);
        while (mark > 0 && static_cast<double>(mark - 1) * p > tp * marks * (1 + slack)) at_recall[--mark] = best;
        best = std::max(best, tp / static_cast<double>(at.pos + at.neg));
        sum += static_cast<double>(pos[i]) * best;
    });
    while (mark > 0) at_recall[--mark] = best;
    return sum / static_cast<double>(total.pos);
}

}  // namespace gnomon
