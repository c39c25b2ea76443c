// The columns of a matrix stored by rows, each in one piece.
#pragma once

#include <algorithm>
#include <cstddef>

#include "parallel.hpp"

namespace gnomon {

// to[j * n + i] = from[i * k + j], in blocks of rows that stay in cache while every column is taken from them.
template <class T>
void to_columns(const T* from, std::size_t n, std::size_t k, T* to, std::size_t most_threads) {
    constexpr std::size_t block = 256;
    const std::size_t threads = threads_for(n * k, most_threads);
    on_threads(threads, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, threads);
        for (std::size_t start = first; start < last; start += block) {
            const std::size_t stop = std::min(last, start + block);
            for (std::size_t j = 0; j < k; ++j)
                for (std::size_t i = start; i < stop; ++i) to[j * n + i] = from[i * k + j];
        }
    });
}

}  // namespace gnomon
