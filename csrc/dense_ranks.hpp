// Dense ranks of a column: the lowest value has 0, equal values share one rank, and no rank is left out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "joint.hpp"
#include "parallel.hpp"

namespace gnomon {

struct Ranking {
    std::size_t distinct = 0;
    bool finite = true;
};

inline Ranking dense_ranks(const double* value, std::size_t n, std::uint32_t* rank, std::size_t most) {
    const Block<double> numbers = row_numbers(n);
    const auto buckets = sorted_rows(value, numbers.get(), n, most);
    Ranking out;
    out.finite = buckets.finite;
    if (!out.finite) return out;
    const std::size_t threads = threads_for(n, most);
    std::vector<std::size_t> before(buckets.size() + 1, 0);
    const auto walk = [&](std::size_t b, const auto& visit) {
        const Weighted *first = buckets.slot(2 * b), *last = buckets.slot(2 * b + 1);
        std::size_t distinct = 0;
        for (const Weighted* row = first; row < last; ++row) {
            distinct += row == first || row->score != row[-1].score;
            visit(*row, distinct);
        }
        return distinct;
    };
    on_queue(buckets.size(), threads, [&] {
        return [&](std::size_t b) { before[b + 1] = walk(b, [](const Weighted&, std::size_t) {}); };
    });
    for (std::size_t b = 0; b < buckets.size(); ++b) before[b + 1] += before[b];
    on_queue(buckets.size(), threads, [&] {
        return [&](std::size_t b) {
            walk(b, [&](const Weighted& row, std::size_t distinct) {
                rank[number_of(row)] = static_cast<std::uint32_t>(before[b] + distinct - 1);
            });
        };
    });
    out.distinct = before.back();
    return out;
}

}  // namespace gnomon
