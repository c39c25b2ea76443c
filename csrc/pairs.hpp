// Pairs of a positive and a negative in the right order: the Mann-Whitney count behind the area under the ROC curve.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "order.hpp"
#include "parallel.hpp"
#include "rows.hpp"
#include "sweep.hpp"

namespace gnomon {

struct Area {
    double positives = 0, negatives = 0;
    double pairs = 0;  // twice the positive-negative pairs in the right order, a tie counting one
    bool finite = true;
};

// Counts the pairs of one bucket without sorting it. The smaller class is laid out in cells by position between its extremes;
// a row of the larger class finds its cell, and with it how many stand above, and compares with the cell's few alone.
class PairCounter {
  public:
    WideSum count(double* neg, std::size_t n, double* pos, std::size_t p) {
        WideSum sum;
        if (n == 0 || p == 0) return sum;
        if (n >= p) return greater(pos, p, neg, n);
        sum.add_product(2 * n, p);
        sum.subtract(greater(neg, n, pos, p));
        return sum;
    }

  private:
    static constexpr std::size_t crowded = 32;  // rows in a cell from which sorting is cheaper than comparing

    // Twice the pairs in which `few` is greater than `many`, a tie counting one.
    WideSum greater(double* few, std::size_t k, double* many, std::size_t m) {
        const auto [low, high] = std::minmax_element(few, few + k);
        if (*low == *high) return against(*low, k, many, m);
        const std::size_t cells = 4 * k;
        const double least = *low, scale = static_cast<double>(cells) / (*high - *low);
        if (!(scale > 0) || !std::isfinite(scale) || cells + 4 > std::numeric_limits<std::uint32_t>::max())
            return walk(few, k, many, m);
        // The few lie in cells 1 to cells + 1; what is lower than all of them falls into 0, what is higher into the last.
        const double last = static_cast<double>(cells) + 2;
        const auto cell = [=](double x) {
            return static_cast<std::size_t>(std::min(std::max(0.0, (x - least) * scale + 1.0), last));  // in this order NaN is 0
        };
        start_.assign(cells + 5, 0);
        for (std::size_t i = 0; i < k; ++i) ++start_[cell(few[i]) + 2];
        if (*std::max_element(start_.begin(), start_.end()) > crowded) return walk(few, k, many, m);
        for (std::size_t c = 1; c < start_.size(); ++c) start_[c] += start_[c - 1];
        if (placed_.size() < k + 1) placed_ = Block<double>(k + 1);
        for (std::size_t i = 0; i < k; ++i) placed_[start_[cell(few[i]) + 1]++] = few[i];  // now start_[c] is where cell c begins
        placed_[k] = std::numeric_limits<double>::infinity();
        WideSum sum;
        constexpr std::size_t block = 4096;  // of which the pairs fit in 64 bits
        for (std::size_t first = 0; first < m; first += block) {
            std::uint64_t part = 0;
            for (std::size_t i = first; i < std::min(m, first + block); ++i) {
                const double x = many[i];
                const std::size_t c = cell(x), begin = start_[c], end = start_[c + 1];
                // All from this cell on count as greater, less those of the cell that are not. An empty cell's "first" is
                // that of a later one and greater, so it needs no question; a second is rare.
                part += 2 * (k - begin) - 2 * (placed_[begin] < x) - (placed_[begin] == x);
                for (std::size_t j = begin + 1; j < end; ++j) part -= 2 * (placed_[j] < x) + (placed_[j] == x);
            }
            sum.add(part);
        }
        return sum;
    }

    static WideSum against(double one, std::size_t k, const double* many, std::size_t m) {
        std::uint64_t twice = 0;
        for (std::size_t i = 0; i < m; ++i) twice += 2 * (one > many[i]) + (one == many[i]);
        WideSum sum;
        sum.add_product(k, twice);
        return sum;
    }

    WideSum walk(double* few, std::size_t k, double* many, std::size_t m) {
        sorter_.sort(few, k);
        sorter_.sort(many, m);
        WideSum sum;
        std::uint64_t below = 0;
        walk_up(many, many + m, few, few + k, [&](double, std::uint64_t n, std::uint64_t p) {
            sum.add_product(p, 2 * below + n);
            below += n;
        });
        return sum;
    }

    Sorter<double> sorter_;
    std::vector<std::uint32_t> start_;
    Block<double> placed_{0};
};

// The same for weighted rows, by sorting.
class WeightedPairCounter {
  public:
    PlainSum count(Weighted* neg, std::size_t n, Weighted* pos, std::size_t p) {
        sorter_.sort(neg, n);
        sorter_.sort(pos, p);
        PlainSum sum;
        double below = 0;
        walk_up(neg, neg + n, pos, pos + p, [&](double, double wn, double wp) {
            sum.add_product(wp, 2 * below + wn);
            below += wn;
        });
        return sum;
    }

  private:
    Sorter<Weighted> sorter_;
};

inline PairCounter make_counter(const Buckets<double>&) { return {}; }
inline WeightedPairCounter make_counter(const Buckets<Weighted>&) { return {}; }

// Twice the pairs in the right order over all buckets: those inside each, and each bucket's positives over all lower negatives.
template <class Row>
Area rank_pairs(Buckets<Row>& buckets, std::size_t threads) {
    using Count = typename Counting<Row>::Count;
    using Sum = typename Counting<Row>::Sum;
    Area area;
    area.finite = buckets.finite;
    if (!buckets.finite) return area;
    struct Part {
        Sum inside;
        Count neg{0}, pos{0};
    };
    std::vector<Part> parts(buckets.size());
    const auto total = [](const Row* first, const Row* last) {
        Count sum{0};
        for (; first < last; ++first) sum += Counting<Row>::of(*first);
        return sum;
    };
    on_queue(buckets.size(), threads, [&] {
        return [&, counter = make_counter(buckets)](std::size_t b) mutable {
            Row* neg = buckets.rows.get() + buckets.start[2 * b];
            Row* pos = buckets.rows.get() + buckets.start[2 * b + 1];
            const std::size_t n = buckets.negatives(b), p = buckets.positives(b);
            parts[b] = {counter.count(neg, n, pos, p), total(neg, neg + n), total(pos, pos + p)};
        };
    });
    Sum pairs;
    Count below{0}, positives{0};
    for (const Part& part : parts) {
        pairs.add(part.inside);
        pairs.add_product(part.pos, 2 * below);
        below += part.neg;
        positives += part.pos;
    }
    area.positives = static_cast<double>(positives);
    area.negatives = static_cast<double>(below);
    area.pairs = pairs.value();
    return area;
}

}  // namespace gnomon
