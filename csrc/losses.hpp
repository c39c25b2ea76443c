// Squared and logarithmic loss of probabilities, straight from the rows.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
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

}  // namespace gnomon
