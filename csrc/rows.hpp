// Rows (a score, a class, perhaps a weight) distributed by score into buckets, the two classes apart.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "memory.hpp"
#include "order.hpp"
#include "parallel.hpp"

namespace gnomon {

// A search tree over sampled quantiles: 2^levels buckets, reached without a branch. Equal scores reach one bucket.
class Quantiles {
  public:
    static constexpr unsigned levels = 8;
    static constexpr std::size_t buckets = std::size_t{1} << levels;
    static constexpr std::size_t lanes = 8;  // searches that run side by side, hiding each other's latency

    template <class Score>
    Quantiles(const Score* score, std::size_t n) {
        const std::size_t samples = std::max(4 * buckets, std::min(32 * buckets, n / 256));
        std::vector<double> sample(samples);
        for (std::size_t i = 0; i < samples; ++i) sample[i] = static_cast<double>(score[n / samples * i + i * (n % samples) / samples]);
        for (double& x : sample)
            if (!std::isfinite(x)) x = 0;  // refused in a moment; std::sort must not meet a NaN before
        std::sort(sample.begin(), sample.end());
        fill(sample, 1, 0, samples);
    }

    template <class Score>
    void find(const Score* score, std::size_t count, std::uint16_t* bucket) const {
        unsigned node[lanes];
        for (std::size_t j = 0; j < count; ++j) node[j] = 1;
        for (unsigned level = 0; level < levels; ++level)
            for (std::size_t j = 0; j < count; ++j) node[j] = 2 * node[j] + (static_cast<double>(score[j]) > tree_[node[j]]);
        for (std::size_t j = 0; j < count; ++j) bucket[j] = static_cast<std::uint16_t>(node[j] - buckets);
    }

  private:
    void fill(const std::vector<double>& sample, std::size_t node, std::size_t first, std::size_t last) {
        if (node >= buckets) return;
        const std::size_t middle = (first + last) / 2;
        tree_[node] = sample[middle];
        fill(sample, 2 * node, first, middle);
        fill(sample, 2 * node + 1, middle, last);
    }

    double tree_[buckets] = {};
};

inline double make_row(double score, double, double*) { return score; }
inline Weighted make_row(double score, double weight, Weighted*) { return {score, weight}; }

// All rows in ascending buckets of score; in each bucket the negatives, then the positives, each in any order until sort().
template <class Row>
struct Buckets {
    Block<Row> rows;
    std::vector<std::size_t> start;  // bucket b: negatives from start[2b], positives from start[2b + 1]
    bool finite = true;              // false: a score is NaN or infinite, and nothing else here means anything

    std::size_t size() const { return start.size() / 2; }
    const Row* slot(std::size_t s) const { return rows.get() + start[s]; }
    std::size_t negatives(std::size_t b) const { return start[2 * b + 1] - start[2 * b]; }
    std::size_t positives(std::size_t b) const { return start[2 * b + 2] - start[2 * b + 1]; }

    void sort(std::size_t threads) {
        on_queue(finite ? start.size() - 1 : 0, threads, [&] {
            return [&, sorter = Sorter<Row>()](std::size_t s) mutable { sorter.sort(rows.get() + start[s], start[s + 1] - start[s]); };
        });
    }
};

template <class Row, class Score>
Buckets<Row> distribute_small(const Score* score, const std::uint8_t* positive, const double* weight, std::size_t n) {
    // Each row is read once: negatives fill the block from its front, positives from its back.
    Buckets<Row> out{Block<Row>(n), {0, 0, n}, true};
    std::size_t front = 0, back = n;
    double check = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const auto x = static_cast<double>(score[i]);
        check += x * 0;
        out.rows[positive[i] ? --back : front++] = make_row(x, weight ? weight[i] : 1, static_cast<Row*>(nullptr));
    }
    std::reverse(out.rows.get() + back, out.rows.get() + n);
    out.start[1] = front;
    out.finite = check == 0;
    return out;
}

template <class Row, class Score>
Buckets<Row> distribute_large(const Score* score, const std::uint8_t* positive, const double* weight, std::size_t n,
                         std::size_t threads) {
    constexpr std::size_t slots = 2 * Quantiles::buckets;
    const Quantiles quantiles(score, n);
    Block<std::uint16_t> slot(n);
    std::vector<std::vector<std::size_t>> place(threads, std::vector<std::size_t>(slots, 0));
    std::vector<std::uint8_t> broken(threads, 0);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        double check = 0;
        for (std::size_t i = first; i < last; i += Quantiles::lanes) {
            const std::size_t count = std::min(Quantiles::lanes, last - i);
            if (count == Quantiles::lanes)  // a constant the compiler can unroll
                quantiles.find(score + i, Quantiles::lanes, &slot[i]);
            else
                quantiles.find(score + i, count, &slot[i]);
            for (std::size_t j = i; j < i + count; ++j) {
                check += static_cast<double>(score[j]) * 0;
                slot[j] = static_cast<std::uint16_t>(2 * slot[j] + (positive[j] != 0));
                ++place[t][slot[j]];
            }
        }
        broken[t] = check != 0;
    });
    Buckets<Row> out{Block<Row>(0), std::vector<std::size_t>(slots + 1), true};
    for (const auto flag : broken) out.finite &= !flag;
    if (!out.finite) return out;
    std::size_t next = 0;
    for (std::size_t s = 0; s < slots; ++s) {
        out.start[s] = next;
        for (auto& counts : place) next += std::exchange(counts[s], next);
    }
    out.start[slots] = next;
    out.rows = Block<Row>(n);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        auto& to = place[t];
        double check = 0;  // once more: another thread may have written to the scores since they were counted
        for (std::size_t i = first; i < last; ++i) {
            const auto x = static_cast<double>(score[i]);
            check += x * 0;
            out.rows[to[slot[i]]++] = make_row(x, weight ? weight[i] : 1, static_cast<Row*>(nullptr));
        }
        broken[t] = check != 0;
    });
    for (const auto flag : broken) out.finite &= !flag;
    return out;
}

template <class Row, class Score>
Buckets<Row> distribute_rows(const Score* score, const std::uint8_t* positive, const double* weight, std::size_t n,
                        std::size_t most_threads) {
    constexpr std::size_t small = std::size_t{1} << 15;
    if (n <= small) return distribute_small<Row>(score, positive, weight, n);
    return distribute_large<Row>(score, positive, weight, n, threads_for(n, most_threads));
}

}  // namespace gnomon
