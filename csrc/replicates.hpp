// Stacks of sweeps on the same cells: resampled, and walked together. A stack is a matrix with a sweep's counts in each row.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "memory.hpp"
#include "parallel.hpp"
#include "random.hpp"

namespace gnomon {

// Threads worth starting for a stack of so many numbers.
inline std::size_t threads_for_stack(std::size_t rows, std::size_t columns, std::size_t most) {
    return std::min(std::max<std::size_t>(rows, 1), threads_for(rows * columns * 4, most));
}

// Draws from each count its Poisson number, `replicates` times: the bootstrap of the rows that were counted, without the rows.
// Replicate r of a seed is the same whichever call and whichever thread draws it.
inline void resample(const double* counts, std::size_t cells, std::size_t replicates, std::uint64_t seed, std::uint64_t first, double* out,
                     std::size_t most_threads) {
    std::map<double, std::size_t> known;
    std::vector<Poisson> laws;
    InterruptCheck asking;
    std::vector<std::uint32_t> law(cells, 0);  // a cell's place among the laws, from 1; 0 for none
    for (std::size_t c = 0; c < cells; ++c) {
        if (!(counts[c] > 0)) continue;  // of nothing nothing is drawn, and NaN has no place among the known
        const auto [at, fresh] = known.try_emplace(counts[c], laws.size());
        asking(fresh ? 1024 : 8);
        if (fresh) laws.emplace_back(at->first);
        law[c] = static_cast<std::uint32_t>(at->second) + 1;
    }
    on_chunks(replicates, threads_for_stack(replicates, cells, most_threads), [&](std::size_t r) {
        Stream stream(seed, first + r);
        double* row = out + r * cells;
        for (std::size_t c = 0; c < cells; ++c) row[c] = law[c] ? laws[law[c] - 1](stream.next32()) : 0.0;
    });
}

// Runs measure(pos, neg) on each sweep of a stack.
template <class Measure>
void each_sweep(const double* pos, const double* neg, std::size_t rows, std::size_t cells, double* out, std::size_t most_threads,
                const Measure& measure) {
    on_chunks(rows, threads_for_stack(rows, cells, most_threads), [&](std::size_t r) { out[r] = measure(pos + r * cells, neg + r * cells); });
}

inline double total(const double* values, std::size_t cells) {
    double sum = 0;
    for (std::size_t c = 0; c < cells; ++c) sum += values[c];
    return sum;
}

// The area under the ROC curve; 0/0 where a class is absent.
inline double area_of(const double* pos, const double* neg, std::size_t cells) {
    double above = 0, below = 0, pairs = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        pairs += neg[c] * (above + pos[c] / 2);
        above += pos[c];
        below += neg[c];
    }
    return pairs / (above * below);
}

// The largest distance between TPR and FPR.
inline double gap_of(const double* pos, const double* neg, std::size_t cells) {
    const double p = total(pos, cells), n = total(neg, cells);
    double tp = 0, fp = 0, most = 0, least = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        tp += pos[c];
        fp += neg[c];
        const double gap = tp * n - fp * p;
        most = std::max(most, gap);
        least = std::min(least, gap);
    }
    return std::max(most, -least) / (p * n);
}

// Average precision, step by step.
inline double precision_of(const double* pos, const double* neg, std::size_t cells) {
    double tp = 0, all = 0, sum = 0;
    for (std::size_t c = 0; c < cells; ++c) {
        tp += pos[c];
        all += pos[c] + neg[c];
        sum += pos[c] * tp / (all > 0 ? all : 1.0);  // without a branch, which random counts would mispredict
    }
    return sum / tp;
}

// Finds the cell of some scores side by side, which hides what each search waits for: the number of edges above it, edges descending,
// the last never passed.
template <std::size_t lanes, class Score>
void find_cells(const Score* score, const double* edges, std::size_t cells, std::size_t* cell) {
    for (std::size_t j = 0; j < lanes; ++j) cell[j] = 0;
    for (std::size_t length = cells; length > 1;) {
        const std::size_t half = length / 2;
        for (std::size_t j = 0; j < lanes; ++j) cell[j] += edges[cell[j] + half - 1] > static_cast<double>(score[j]) ? half : 0;
        length -= half;
    }
}

// Deals rows into a table of blocks by cells by the two classes.
template <class Score>
void deal(const Score* score, const std::uint8_t* positive, const double* weight, const std::uint32_t* block, std::size_t n,
          const double* edges, std::size_t cells, std::size_t blocks, double* table) {
    constexpr std::size_t lanes = 8;
    std::size_t cell[lanes];
    const auto add = [&](std::size_t i, std::size_t at) {
        const std::size_t b = block[i];  // once: another thread may have written to it since it was checked
        if (b < blocks) table[(b * cells + at) * 2 + (positive[i] != 0)] += weight ? weight[i] : 1.0;
    };
    std::size_t i = 0;
    for (; i + lanes <= n; i += lanes) {
        find_cells<lanes>(score + i, edges, cells, cell);
        for (std::size_t j = 0; j < lanes; ++j) add(i + j, cell[j]);
    }
    for (; i < n; ++i) {
        find_cells<1>(score + i, edges, cells, cell);
        add(i, cell[0]);
    }
}

// The same on two threads where there are many rows, each with a table of its own; how sums are cut depends on the rows alone.
template <class Score>
void deal_rows(const Score* score, const std::uint8_t* positive, const double* weight, const std::uint32_t* block, std::size_t n,
               const double* edges, std::size_t cells, std::size_t blocks, Block<double>& table, std::size_t threads) {
    const bool parted = n >= 4 * rows_per_thread;
    Block<double> second(parted ? table.size() : 0);
    on_chunks(parted ? 2 : 1, threads, [&](std::size_t c) {
        const auto [first, last] = chunk(n, c, parted ? 2 : 1);
        double* to = c == 0 ? table.get() : second.get();
        std::fill_n(to, table.size(), 0.0);
        deal(score + first, positive + first, weight ? weight + first : nullptr, block + first, last - first, edges, cells, blocks, to);
    });
    for (std::size_t i = 0; i < second.size(); ++i) table[i] += second[i];
}

}  // namespace gnomon
