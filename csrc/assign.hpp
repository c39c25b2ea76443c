// The bin of each number: between edges, at a special code, or missing.
#pragma once

#include <algorithm>
#include <cstddef>

#include "parallel.hpp"

namespace gnomon {

struct BinEdges {
    const double* edges;
    std::size_t size;
    bool left;  // an edge belongs to the bin above it
    const double* codes;
    std::size_t special;

    std::size_t missing() const { return size + 1 + special; }

    std::size_t of(double x) const {
        std::size_t place = 0;
        if (size <= 16) {
            // Few edges are counted without a branch.
            if (left)
                for (std::size_t e = 0; e < size; ++e) place += x >= edges[e];
            else
                for (std::size_t e = 0; e < size; ++e) place += x > edges[e];
        } else {
            const double* end = edges + size;
            place = static_cast<std::size_t>((left ? std::upper_bound(edges, end, x) : std::lower_bound(edges, end, x)) - edges);
        }
        for (std::size_t s = 0; s < special; ++s)
            if (x == codes[s]) place = size + 1 + s;
        return x != x ? missing() : place;
    }
};

// Calls put(row, bin) for every row.
template <class Put>
void assign_bins(const double* x, std::size_t n, const BinEdges& bins, std::size_t threads, const Put& put) {
    const std::size_t used = threads_for(n, threads);
    on_threads(used, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, used);
        constexpr std::size_t block = 1024;
        InterruptCheck asking;
        for (std::size_t start = first; start < last; start += block) {
            asking(block * (1 + bins.special));
            for (std::size_t i = start; i < std::min(start + block, last); ++i) put(i, bins.of(x[i]));
        }
    });
}

}  // namespace gnomon
