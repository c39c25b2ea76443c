// Edges at quantiles of a column, and how many numbers lie between edges: neither sorts the column.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "assign.hpp"

namespace gnomon {

// The number at a rank, how many lie below it and at most at it, and the numbers next to it (NaN where there is none).
struct Near {
    double value = 0;
    std::size_t below = 0, upto = 0;
    double under = std::numeric_limits<double>::quiet_NaN(), over = std::numeric_limits<double>::quiet_NaN();
};

namespace quantiles {

constexpr std::size_t few = 48, most_buckets = 4096;

inline void of_sorted(const double* x, std::size_t n, const std::size_t* ranks, std::size_t count, Near* out) {
    for (std::size_t k = 0; k < count; ++k) {
        const double value = x[ranks[k]];
        const auto below = static_cast<std::size_t>(std::lower_bound(x, x + n, value) - x);
        const auto upto = static_cast<std::size_t>(std::upper_bound(x, x + n, value) - x);
        out[k] = {value, below, upto};
        if (below > 0) out[k].under = x[below - 1];
        if (upto < n) out[k].over = x[upto];
    }
}

// What lies near each rank, ranks from 0 and ascending. Numbers go into buckets in their order; a bucket that holds a rank is looked into.
// `x` holds neither NaN nor an infinite number; it may be put into another order.
inline void near_ranks(std::vector<double>& x, const std::size_t* ranks, std::size_t count, Near* out);

inline void near_ranks(const double* x, std::size_t n, const std::size_t* ranks, std::size_t count, Near* out) {
    double low = x[0], high = x[0];
    for (std::size_t i = 1; i < n; ++i) low = std::min(low, x[i]), high = std::max(high, x[i]);
    const std::size_t size = std::clamp<std::size_t>(n / 8, 8, most_buckets);
    const double scale = static_cast<double>(size) / (high - low);
    if (low == high) {
        for (std::size_t k = 0; k < count; ++k) out[k] = {low, 0, n};
        return;
    }
    if (!(scale > 0 && scale < std::numeric_limits<double>::infinity())) {  // numbers too far apart, or too near, for buckets
        std::vector<double> sorted(x, x + n);
        std::sort(sorted.begin(), sorted.end());
        return of_sorted(sorted.data(), n, ranks, count, out);
    }
    std::vector<std::uint16_t> place(n);
    std::vector<std::size_t> first(size + 1, 0);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t b = std::min(static_cast<std::size_t>((x[i] - low) * scale), size - 1);
        place[i] = static_cast<std::uint16_t>(b);
        ++first[b + 1];
    }
    for (std::size_t b = 0; b < size; ++b) first[b + 1] += first[b];
    // The bucket of each rank, and on both sides the next one that holds anything.
    struct Around {
        std::size_t bucket, before, after;
    };
    std::vector<Around> around(count);
    std::vector<std::size_t> inside(count);
    std::vector<std::int32_t> slot(size, -1);
    std::vector<std::vector<double>> held;
    const auto hold = [&](std::size_t b) {
        if (b >= size || slot[b] >= 0) return;
        slot[b] = static_cast<std::int32_t>(held.size());
        held.emplace_back();
        held.back().reserve(first[b + 1] - first[b]);
    };
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t b = static_cast<std::size_t>(std::upper_bound(first.begin(), first.end(), ranks[k]) - first.begin()) - 1;
        inside[k] = ranks[k] - first[b];
        if (k && around[k - 1].bucket == b) {
            around[k] = around[k - 1];
            continue;
        }
        std::size_t before = b, after = b + 1;
        while (before > 0 && first[before - 1] == first[b]) --before;
        while (after < size && first[after + 1] == first[b + 1]) ++after;
        around[k] = {b, before ? before - 1 : size, after};
        hold(b), hold(around[k].before), hold(after);
    }
    for (std::size_t i = 0; i < n; ++i)
        if (slot[place[i]] >= 0) held[static_cast<std::size_t>(slot[place[i]])].push_back(x[i]);
    const auto of = [&](std::size_t b) -> std::vector<double>& { return held[static_cast<std::size_t>(slot[b])]; };
    for (std::size_t k = 0, end = 0; k < count; k = end) {
        const auto [b, before, after] = around[k];
        while (end < count && around[end].bucket == b) ++end;
        near_ranks(of(b), &inside[k], end - k, out + k);
        Near beside;
        if (before < size) beside.under = *std::max_element(of(before).begin(), of(before).end());
        if (after < size) beside.over = *std::min_element(of(after).begin(), of(after).end());
        for (std::size_t j = k; j < end; ++j) {
            if (out[j].under != out[j].under) out[j].under = beside.under;
            if (out[j].over != out[j].over) out[j].over = beside.over;
            out[j].below += first[b];
            out[j].upto += first[b];
        }
    }
}

inline void near_ranks(std::vector<double>& x, const std::size_t* ranks, std::size_t count, Near* out) {
    if (x.size() > few) return near_ranks(x.data(), x.size(), ranks, count, out);
    std::sort(x.begin(), x.end());
    of_sorted(x.data(), x.size(), ranks, count, out);
}

}  // namespace quantiles

// Edges between bins that hold like shares. A cut stands before or after a number, whichever comes nearer to its share, before it where both
// are as near; cuts that leave nothing on one side are none.
inline std::vector<double> quantile_cuts(const double* x, std::size_t n, std::size_t bins, bool left) {
    std::vector<double> cuts;
    if (n < 2 || bins < 2) return cuts;
    std::vector<std::size_t> ranks(bins - 1);
    for (std::size_t k = 1; k < bins; ++k) ranks[k - 1] = n / bins * k + n % bins * k / bins;
    std::vector<Near> found(bins - 1);
    quantiles::near_ranks(x, n, ranks.data(), ranks.size(), found.data());
    for (std::size_t k = 1; k < bins; ++k) {
        const Near& near = found[k - 1];
        // Distances to n·k / bins, times bins; both are 0 or more.
        const std::size_t wanted = n % bins * k % bins;  // the rest of n·k by bins
        const std::size_t above = (near.upto - ranks[k - 1]) * bins - wanted, below = (ranks[k - 1] - near.below) * bins + wanted;
        const bool after = above < below;
        const std::size_t side = after ? near.upto : near.below;
        if (side == 0 || side == n) continue;
        cuts.push_back(after != left ? near.value : after ? near.over : near.under);
    }
    std::sort(cuts.begin(), cuts.end());
    cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
    return cuts;
}

// How many numbers each bin has, codes and missing ones behind the others.
inline void count_bins(const double* x, std::size_t n, const BinEdges& bins, std::int64_t* counts) {
    std::fill_n(counts, bins.missing() + 1, 0);
    if (bins.size > 16) {
        for (std::size_t i = 0; i < n; ++i) ++counts[bins.of(x[i])];
        return;
    }
    constexpr std::size_t block = 1024;
    InterruptCheck asking;
    for (std::size_t start = 0; start < n; start += block) {
        const std::size_t end = std::min(start + block, n);
        asking((end - start) * (1 + bins.size + bins.special));
        std::int64_t above = 0;  // numbers above an edge; below the first are all but the missing
        for (std::size_t i = start; i < end; ++i) above += x[i] == x[i];
        counts[bins.missing()] += static_cast<std::int64_t>(end - start) - above;
        for (std::size_t e = 0; e < bins.size; ++e) {
            const double edge = bins.edges[e];
            std::int64_t next = 0;
            if (bins.left)
                for (std::size_t i = start; i < end; ++i) next += x[i] >= edge;
            else
                for (std::size_t i = start; i < end; ++i) next += x[i] > edge;
            counts[e] += above - next;
            above = next;
        }
        counts[bins.size] += above;
        for (std::size_t s = 0; s < bins.special; ++s) {
            std::int64_t same = 0;
            for (std::size_t i = start; i < end; ++i) same += x[i] == bins.codes[s];
            counts[bins.size + 1 + s] += same;
            counts[BinEdges{bins.edges, bins.size, bins.left, nullptr, 0}.of(bins.codes[s])] -= same;
        }
    }
}

}  // namespace gnomon
