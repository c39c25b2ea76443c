// Sums of neighbouring columns of a matrix, added in the order of NumPy's reduceat, so that no digit differs from it.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "parallel.hpp"
#include "replicates.hpp"

namespace gnomon {

// The sum of the numbers read(0) … read(n − 1), pairwise as NumPy adds.
template <class Read>
double pairwise_sum(const Read& read, std::size_t first, std::size_t n) {
    if (n < 8) {
        double sum = -0.0;
        for (std::size_t i = 0; i < n; ++i) sum += read(first + i);
        return sum;
    }
    if (n <= 128) {
        double part[8];
        for (std::size_t k = 0; k < 8; ++k) part[k] = read(first + k);
        std::size_t i = 8;
        for (; i + 8 <= n; i += 8)
            for (std::size_t k = 0; k < 8; ++k) part[k] += read(first + i + k);
        double sum = ((part[0] + part[1]) + (part[2] + part[3])) + ((part[4] + part[5]) + (part[6] + part[7]));
        for (; i < n; ++i) sum += read(first + i);
        return sum;
    }
    const std::size_t half = n / 2 - n / 2 % 8;
    return pairwise_sum(read, first, half) + pairwise_sum(read, first + half, n - half);
}

// The sums of segments, each from its start to the next one's, none of them empty; add(segment, sum) takes each.
template <class Read, class Add>
void segment_sums(const Read& read, const std::int64_t* starts, std::size_t segments, std::size_t n, const Add& add) {
    for (std::size_t s = 0; s < segments; ++s) {
        const auto start = static_cast<std::size_t>(starts[s]);
        const std::size_t end = s + 1 < segments ? static_cast<std::size_t>(starts[s + 1]) : n;
        add(s, end - start == 1 ? read(start) : read(start) + pairwise_sum(read, start + 1, end - start - 1));
    }
}

// The segment sums of each row of a stack of rows x cells, `out` being rows x segments.
inline void stack_segment_sums(const double* values, std::size_t rows, std::size_t cells, const std::int64_t* starts, std::size_t segments,
                               double* out, std::size_t most_threads) {
    on_chunks(rows, threads_for_stack(rows, cells, most_threads), [&](std::size_t r) {
        const double* row = values + r * cells;
        double* to = out + r * segments;
        segment_sums([=](std::size_t i) { return row[i]; }, starts, segments, cells, [=](std::size_t s, double sum) { to[s] = sum; });
    });
}

// A table of few entries that are not 0, in the order of their columns; those of a column begin at a start. Without values each is 1.
struct Entries {
    const std::int64_t *block, *column;
    const double* values;
    std::size_t size;
    const std::int64_t* starts;
    std::size_t segments;
};

// Weights of rows x blocks times the entries, `out` being rows x columns.
inline void weigh_entries(const double* weights, std::size_t rows, std::size_t blocks, const Entries& table, std::size_t columns, double* out,
                          std::size_t most_threads) {
    on_chunks(rows, threads_for_stack(rows, columns, most_threads), [&](std::size_t r) {
        const double *weight = weights + r * blocks, *value = table.values;
        const std::int64_t *of = table.block, *to = table.column, *at = table.starts;
        double* row = out + r * columns;
        std::fill_n(row, columns, 0.0);
        const auto put = [=](std::size_t s, double sum) { row[to[at[s]]] = sum; };
        if (value)
            segment_sums([=](std::size_t i) { return weight[of[i]] * value[i]; }, at, table.segments, table.size, put);
        else
            segment_sums([=](std::size_t i) { return weight[of[i]]; }, at, table.segments, table.size, put);
    });
}

}  // namespace gnomon
