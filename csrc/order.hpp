// Sorting scores by distribution: split by sampled quantiles into buckets that fit a cache, split those again by position
// between their extremes, and finish the handful of rows left by counting ranks. No comparison in it is a branch that the
// processor has to guess, and ties never leave their bucket.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "memory.hpp"

namespace gnomon {

struct Weighted {
    double score;
    double weight;
};

inline double score_of(double row) { return row; }
inline double score_of(const Weighted& row) { return row.score; }

// Ranks by counting: quadratic, branch-free, and the fastest way to order a handful.
constexpr std::size_t handful = 16;

template <class Row>
void sort_handful(const Row* in, std::size_t n, Row* out) {
    for (std::size_t i = 0; i < n; ++i) {
        const double x = score_of(in[i]);
        std::size_t rank = 0;
        for (std::size_t j = 0; j < i; ++j) rank += score_of(in[j]) <= x;
        for (std::size_t j = i + 1; j < n; ++j) rank += score_of(in[j]) < x;
        out[rank] = in[i];
    }
}

template <class Row>
bool by_score(const Row& a, const Row& b) {
    return score_of(a) < score_of(b);
}

// Sorts rows ascending by score, in place.
template <class Row>
class Sorter {
  public:
    void sort(Row* rows, std::size_t n) { sort(rows, n, 0); }

  private:
    static constexpr std::size_t deepest = 4;  // a distribution so uneven that four splits do not flatten it is left to std::sort
    static constexpr std::size_t cell_rows = 6;

    void sort(Row* rows, std::size_t n, std::size_t depth) {
        if (n <= handful) {
            Row copy[handful];
            std::copy(rows, rows + n, copy);
            return sort_handful(copy, n, rows);
        }
        double low = score_of(rows[0]), high = low;
        for (std::size_t i = 1; i < n; ++i) {
            low = std::min(low, score_of(rows[i]));
            high = std::max(high, score_of(rows[i]));
        }
        if (low == high) return;
        const std::size_t cells = n / cell_rows + 1;
        const double scale = static_cast<double>(cells) / (high - low);
        // Overflow of (high - low) gives 0, a subnormal difference gives inf: neither can place a score.
        if (depth == deepest || !(scale > 0) || !std::isfinite(scale) || n > std::numeric_limits<std::uint32_t>::max())
            return std::sort(rows, rows + n, by_score<Row>);
        split(rows, n, low, scale, cells, depth);
    }

    void split(Row* rows, std::size_t n, double low, double scale, std::size_t cells, std::size_t depth) {
        auto& end = ends_[depth];
        auto& scratch = scratch_[depth];
        end.assign(cells + 1, 0);
        if (scratch.size() < n) scratch = Block<Row>(n);
        const auto cell = [=](const Row& row) {
            return std::min(cells - 1, static_cast<std::size_t>(std::max(0.0, (score_of(row) - low) * scale)));  // NaN is 0
        };
        for (std::size_t i = 0; i < n; ++i) ++end[cell(rows[i]) + 1];
        for (std::size_t c = 0; c < cells; ++c) end[c + 1] += end[c];
        for (std::size_t i = 0; i < n; ++i) scratch[end[cell(rows[i])]++] = rows[i];
        std::size_t first = 0;
        for (std::size_t c = 0; c < cells; ++c) {
            const std::size_t size = end[c] - first;
            if (size <= handful) {
                sort_handful(&scratch[first], size, rows + first);
            } else {
                std::copy(&scratch[first], &scratch[first] + size, rows + first);
                sort(rows + first, size, depth + 1);
            }
            first += size;
        }
    }

    // Kept from one call to the next, and apart by depth: a split is still reading its own while it sorts its cells.
    std::vector<std::uint32_t> ends_[deepest];
    std::vector<Block<Row>> scratch_ = make_scratch();

    static std::vector<Block<Row>> make_scratch() {
        std::vector<Block<Row>> blocks;
        for (std::size_t depth = 0; depth < deepest; ++depth) blocks.emplace_back(0);
        return blocks;
    }
};

}  // namespace gnomon
