// Sums of neighbouring columns of a matrix, added in the order of NumPy's reduceat, so that no digit differs from it.
#pragma once

#include <cstddef>
#include <cstdint>

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

}  // namespace gnomon
