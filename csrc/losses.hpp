// Squared and logarithmic loss of probabilities, straight from the rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

struct Losses {
    double weight = 0, positives = 0;
    double squared = 0, logarithmic = 0;
    bool valid = true;  // every probability lies in [0, 1]
};

// Probabilities are held within [clip, 1 - clip] for the logarithm alone. Sums run over blocks, so that the rounding of ten
// million additions stays that of a few thousand.
template <class Score>
Losses probability_losses(const Score* score, const std::uint8_t* positive, const double* weight, std::size_t n, double clip,
                          bool logarithmic, std::size_t most_threads) {
    constexpr std::size_t block = 1024;
    const std::size_t chunks = fixed_chunks(n);
    std::vector<Losses> parts(chunks);
    on_chunks(chunks, threads_for(n, most_threads), [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, chunks);
        Losses& total = parts[t];
        for (std::size_t start = first; start < last; start += block) {
            Losses sum;
            for (std::size_t i = start; i < std::min(last, start + block); ++i) {
                const auto p = static_cast<double>(score[i]);
                const double w = weight ? weight[i] : 1.0;
                const double miss = positive[i] ? 1 - p : p;
                sum.valid &= p >= 0 && p <= 1;
                sum.weight += w;
                sum.positives += positive[i] ? w : 0.0;
                sum.squared += w * miss * miss;
                if (logarithmic && w > 0) {
                    const double held = std::min(std::max(p, clip), 1 - clip);
                    sum.logarithmic -= w * (positive[i] ? std::log(held) : std::log1p(-held));
                }
            }
            total.weight += sum.weight;
            total.positives += sum.positives;
            total.squared += sum.squared;
            total.logarithmic += sum.logarithmic;
            total.valid &= sum.valid;
        }
    });
    for (std::size_t t = 1; t < chunks; ++t) {
        parts[0].weight += parts[t].weight;
        parts[0].positives += parts[t].positives;
        parts[0].squared += parts[t].squared;
        parts[0].logarithmic += parts[t].logarithmic;
        parts[0].valid &= parts[t].valid;
    }
    return parts[0];
}

// The same of a sweep's cells, each a probability with the positives and the negatives that have it: (squared, logarithmic).
template <class Count>
std::pair<double, double> cell_losses(const double* score, const Count* pos, const Count* neg, std::size_t n, double clip,
                                      bool logarithmic, std::size_t most_threads) {
    constexpr std::size_t block = 1024;
    const std::size_t chunks = fixed_chunks(n);
    std::vector<std::pair<double, double>> parts(chunks);
    on_chunks(chunks, threads_for(n, most_threads), [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, chunks);
        for (std::size_t start = first; start < last; start += block) {
            double squared = 0, surprise = 0;
            for (std::size_t i = start; i < std::min(last, start + block); ++i) {
                const double p = score[i];
                const auto a = static_cast<double>(pos[i]), b = static_cast<double>(neg[i]);
                squared += a * (1 - p) * (1 - p) + b * p * p;
                if (!logarithmic) continue;
                const double held = std::min(std::max(p, clip), 1 - clip);
                if (a > 0) surprise -= a * std::log(held);
                if (b > 0) surprise -= b * std::log1p(-held);
            }
            parts[t].first += squared;
            parts[t].second += surprise;
        }
    });
    for (std::size_t t = 1; t < chunks; ++t) {
        parts[0].first += parts[t].first;
        parts[0].second += parts[t].second;
    }
    return parts[0];
}

}  // namespace gnomon
