// Amounts: for each distinct prediction, from the highest down, what its rows weigh and what their truths and errors sum to.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "careful_sum.hpp"
#include "memory.hpp"
#include "parallel.hpp"
#include "rows.hpp"

namespace gnomon {

struct AmountSums {
    CarefulSum weight, truth, error, absolute, squared;
    void add(double prediction, double y, double w) {
        const double e = prediction - y;
        weight.add(w);
        truth.add(w * y);
        error.add(w * e);
        absolute.add(w * std::abs(e));
        squared.add(w * (e * e));
    }
};

struct AmountColumns {
    Block<double> prediction{0}, weight{0}, truth{0}, error{0}, absolute{0}, squared{0};
    bool finite = true;
};

// Calls visit(first, last) for each run of rows that share a score.
template <class Visit>
void walk_runs(const Weighted* row, const Weighted* end, const Visit& visit) {
    while (row < end) {
        const Weighted* first = row;
        while (row < end && !(row->score > first->score)) ++row;
        visit(first, row);
    }
}

// Rows whose weight is zero are absent, and so are predictions that only they have.
inline AmountColumns build_amounts(const double* prediction, const double* truth, const double* weight, std::size_t n, std::size_t most) {
    const std::size_t threads = threads_for(n, most);
    Block<double> numbers(n);
    Block<std::uint8_t> all(n);
    for (std::size_t i = 0; i < n; ++i) numbers[i] = static_cast<double>(i), all[i] = 1;
    AmountColumns out;
    auto buckets = distribute_rows<Weighted>(prediction, all.get(), numbers.get(), n, most);
    out.finite = buckets.finite;
    if (!out.finite) return out;
    buckets.sort(threads);
    const auto weigh = [=](const Weighted& row) { return weight ? weight[static_cast<std::size_t>(row.weight)] : 1.0; };
    const auto walk = [&](std::size_t b, const auto& visit) {
        walk_runs(buckets.slot(2 * b + 1), buckets.slot(2 * b + 2), [&](const Weighted* first, const Weighted* last) {
            if (std::any_of(first, last, [&](const Weighted& row) { return weigh(row) > 0; })) visit(first, last);
        });
    };
    std::vector<std::size_t> end(buckets.size(), 0);  // of bucket b's cells in the output, which runs downwards
    on_queue(buckets.size(), threads, [&] {
        return [&](std::size_t b) { walk(b, [&](const Weighted*, const Weighted*) { ++end[b]; }); };
    });
    std::size_t size = 0;
    for (std::size_t b = buckets.size(); b-- > 0;) end[b] = size += end[b];
    for (auto* column : {&out.prediction, &out.weight, &out.truth, &out.error, &out.absolute, &out.squared}) *column = Block<double>(size);
    std::fill_n(out.weight.get(), size, 0.0);
    on_queue(buckets.size(), threads, [&] {
        return [&](std::size_t b) {
            std::size_t at = end[b];
            const std::size_t least = b + 1 < buckets.size() ? end[b + 1] : 0;
            walk(b, [&](const Weighted* first, const Weighted* last) {
                if (at == least) return;  // weights that changed since they were counted
                --at;
                AmountSums sums;
                for (const Weighted* row = first; row < last; ++row)
                    sums.add(first->score, truth[static_cast<std::size_t>(row->weight)], weigh(*row));
                out.prediction[at] = first->score + 0.0;  // -0.0 and 0.0 are one prediction
                out.weight[at] = sums.weight.value();
                out.truth[at] = sums.truth.value();
                out.error[at] = sums.error.value();
                out.absolute[at] = sums.absolute.value();
                out.squared[at] = sums.squared.value();
            });
        };
    });
    return out;
}

}  // namespace gnomon
