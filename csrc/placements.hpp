// Placements: for a positive row the share of negatives that score lower, for a negative the share of positives that score higher,
// ties counting half. Their means are the area under the ROC curve, their spread is its variance (DeLong).
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "memory.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace gnomon {

// Rows in buckets carry their number where weighted rows carry their weight.
inline std::size_t number_of(const Weighted& row) { return static_cast<std::size_t>(row.weight); }

// Fills `out` with the placement of each row, in the order of the rows. False when a score is not finite.
template <class Score>
bool placements(const Score* score, const std::uint8_t* positive, const double* weight, std::size_t n, double* out, std::size_t most) {
    const std::size_t threads = threads_for(n, most);
    Block<double> numbers(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<double>(i);
    auto buckets = distribute_rows<Weighted>(score, positive, numbers.get(), n, most);
    if (!buckets.finite) return false;
    buckets.sort(threads);
    const auto weigh = [=](const Weighted& row) { return weight ? weight[number_of(row)] : 1.0; };
    const auto total = [&](std::size_t slot) {
        double sum = 0;
        for (const Weighted* row = buckets.slot(slot); row < buckets.slot(slot + 1); ++row) sum += weigh(*row);
        return sum;
    };
    std::vector<double> neg_before(buckets.size() + 1, 0), pos_before(buckets.size() + 1, 0);
    on_queue(buckets.size(), threads, [&] {
        return [&](std::size_t b) { neg_before[b + 1] = total(2 * b), pos_before[b + 1] = total(2 * b + 1); };
    });
    for (std::size_t b = 0; b < buckets.size(); ++b) {
        neg_before[b + 1] += neg_before[b];
        pos_before[b + 1] += pos_before[b];
    }
    const double negatives = neg_before.back(), positives = pos_before.back();
    on_queue(buckets.size(), threads, [&] {
        return [&](std::size_t b) {
            const Weighted *neg = buckets.slot(2 * b), *neg_end = buckets.slot(2 * b + 1);
            const Weighted *pos = neg_end, *pos_end = buckets.slot(2 * b + 2);
            double below = neg_before[b], passed = pos_before[b];  // weight of negatives, of positives with lower scores
            while (neg < neg_end || pos < pos_end) {
                const double x = pos == pos_end ? neg->score : neg == neg_end ? pos->score : std::min(neg->score, pos->score);
                const Weighted *ties = neg, *hits = pos;
                double n_here = 0, p_here = 0;
                for (; neg < neg_end && neg->score == x; ++neg) n_here += weigh(*neg);
                for (; pos < pos_end && pos->score == x; ++pos) p_here += weigh(*pos);
                const double for_pos = (below + n_here / 2) / negatives;
                const double for_neg = (positives - passed - p_here / 2) / positives;
                for (; hits < pos; ++hits) out[number_of(*hits)] = for_pos;
                for (; ties < neg; ++ties) out[number_of(*ties)] = for_neg;
                below += n_here;
                passed += p_here;
            }
        };
    });
    return true;
}

// The mean of a column over the rows of each class, and the variance of that mean, rows being independent.
struct ClassSpread {
    double mean[2] = {0, 0}, variance[2] = {0, 0};  // negatives, positives
};

inline ClassSpread class_spread(const double* values, const std::uint8_t* positive, const double* weight, std::size_t n, std::size_t most) {
    struct Part {
        double weight[2] = {0, 0}, sum[2] = {0, 0}, around[2] = {0, 0};
        std::size_t rows[2] = {0, 0};
    };
    const std::size_t chunks = fixed_chunks(n), threads = threads_for(n, most);
    std::vector<Part> parts(chunks);
    const auto weigh = [=](std::size_t i) { return weight ? weight[i] : 1.0; };
    on_chunks(chunks, threads, [&](std::size_t c) {
        const auto [first, last] = chunk(n, c, chunks);
        Part part;
        for (std::size_t i = first; i < last; ++i) {
            const std::size_t k = positive[i] != 0;
            const double w = weigh(i);
            part.weight[k] += w;
            part.sum[k] += w * values[i];
            part.rows[k] += w > 0;
        }
        parts[c] = part;
    });
    Part whole;
    for (const Part& part : parts)
        for (int k = 0; k < 2; ++k) {
            whole.weight[k] += part.weight[k];
            whole.sum[k] += part.sum[k];
            whole.rows[k] += part.rows[k];
        }
    const double mean[2] = {whole.sum[0] / whole.weight[0], whole.sum[1] / whole.weight[1]};
    on_chunks(chunks, threads, [&](std::size_t c) {
        const auto [first, last] = chunk(n, c, chunks);
        double around[2] = {0, 0};
        for (std::size_t i = first; i < last; ++i) {
            const std::size_t k = positive[i] != 0;
            const double apart = weigh(i) * (values[i] - mean[k]);
            around[k] += apart * apart;
        }
        for (int k = 0; k < 2; ++k) parts[c].around[k] = around[k];
    });
    ClassSpread out;
    for (int k = 0; k < 2; ++k) {
        double around = 0;
        for (const Part& part : parts) around += part.around[k];
        const auto rows = static_cast<double>(whole.rows[k]);
        out.mean[k] = mean[k];
        out.variance[k] = around / (whole.weight[k] * whole.weight[k]) * rows / (rows - 1);
    }
    return out;
}

}  // namespace gnomon
