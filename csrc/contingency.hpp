// Tables of two partitions of the same points: cells counted, and the mutual information that chance alone gives.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

// cells[a * columns + b] += weight, of codes below rows and columns; a code past them, of an array that changes meanwhile, is left out.
template <class Count>
void count_cells(const std::uint32_t* a, const std::uint32_t* b, const double* weight, std::size_t n, std::size_t rows, std::size_t columns,
                 Count* cells, std::size_t most_threads) {
    constexpr std::size_t lanes = 4;  // neighbouring rows often hit one cell: separate lanes keep their additions apart
    const std::size_t size = rows * columns;
    const bool small = size <= 4096;
    const std::size_t chunks = size <= (std::size_t{1} << 16) ? fixed_chunks(n) : 1;  // a large table costs more to add up than to fill
    const std::size_t tables = small ? lanes : 1;
    std::vector<std::vector<Count>> partial(chunks);
    on_chunks(chunks, threads_for(n, most_threads), [&](std::size_t t) {
        auto& table = partial[t];
        table.assign(tables * size, Count{0});
        const auto [first, last] = chunk(n, t, chunks);
        for (std::size_t i = first; i < last; ++i) {
            if (a[i] >= rows || b[i] >= columns) continue;
            const std::size_t at = (i & (tables - 1)) * size + a[i] * columns + b[i];
            if constexpr (std::is_same_v<Count, double>)
                table[at] += weight[i];
            else
                ++table[at];
        }
    });
    std::fill_n(cells, size, Count{0});
    for (const auto& table : partial)
        for (std::size_t i = 0; i < table.size(); ++i) cells[i % size] += table[i];
}

// Sizes of the parts of a partition, each once, with how many parts have it.
struct PartSizes {
    const double* size;
    const double* times;
    std::size_t count;
};

// E[k/n · log(n·k/(a·b))] over the hypergeometric law of k, the points that a part of a and a part of b of n share by chance.
// Probabilities are taken relative to that of the mode, stepping from each k to the next by their exact ratio, and divided by their sum:
// logarithms of factorials would lose as many digits as n has.
inline double expected_cell(double a, double b, double n) {
    const double low = std::max(0.0, a + b - n), high = std::min(a, b);
    const double mode = std::min(high, std::max(low, std::floor((a + 1) * (b + 1) / (n + 2))));
    constexpr double nothing = 1e-30;
    const double scale = n / (a * b);
    double total = 0, sum = 0;
    const auto add = [&](double k, double p) {
        total += p;
        if (k > 0) sum += p * k * std::log(k * scale);
    };
    add(mode, 1.0);
    double p = 1;
    for (double k = mode; k < high && p > nothing; k += 1) {
        p *= (a - k) * (b - k) / ((k + 1) * (n - a - b + k + 1));
        add(k + 1, p);
    }
    p = 1;
    for (double k = mode; k > low && p > nothing; k -= 1) {
        p *= k * (n - a - b + k) / ((a - k + 1) * (b - k + 1));
        add(k - 1, p);
    }
    return sum / (total * n);
}

// The expectation of the mutual information of two partitions with parts of these sizes, over all ways to pair their points.
inline double expected_information(const PartSizes& a, const PartSizes& b, double n, std::size_t threads) {
    std::vector<double> of_row(a.count, 0);
    on_queue(a.count, std::max<std::size_t>(1, std::min(threads, a.count)), [&] {
        return [&, asking = InterruptCheck()](std::size_t i) mutable {
            double sum = 0;
            for (std::size_t j = 0; j < b.count; ++j) {
                asking(256 + static_cast<std::size_t>(std::clamp(std::min(a.size[i], b.size[j]), 0.0, 1e9)));
                sum += b.times[j] * expected_cell(a.size[i], b.size[j], n);
            }
            of_row[i] = a.times[i] * sum;
        };
    });
    double sum = 0;
    for (const double one : of_row) sum += one;
    return sum;
}

}  // namespace gnomon
