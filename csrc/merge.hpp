// Two descending sweeps of one shift merged into one, the cells they share added.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <vector>

#include "parallel.hpp"

namespace gnomon {

template <class Count>
struct Cells {
    const double* score;
    const Count* pos;
    const Count* neg;
    std::size_t size;

    Cells part(std::size_t first, std::size_t last) const { return {score + first, pos + first, neg + first, last - first}; }
};

template <class Count>
struct Merged {
    double* score;
    Count* pos;
    Count* neg;
};

// The value where taken, else zero. Which sweep comes next is a coin toss that no branch predictor wins, so there is no branch.
template <class Count>
Count if_taken(Count value, bool taken) {
    std::uint64_t bits;
    std::memcpy(&bits, &value, sizeof bits);
    bits &= std::uint64_t{0} - std::uint64_t{taken};
    std::memcpy(&value, &bits, sizeof bits);
    return value;
}

// Returns how many cells there are.
template <class Count>
std::size_t merge_run(const Cells<Count>& a, const Cells<Count>& b, const Merged<Count>& out) {
    std::size_t i = 0, j = 0, k = 0;
    for (; i < a.size && j < b.size; ++k) {
        const double x = a.score[i], y = b.score[j];
        const bool from_a = !(x < y), from_b = !(y < x);  // of two that cannot be compared both are taken, so that there is an end
        out.score[k] = std::max(x, y);
        out.pos[k] = if_taken(a.pos[i], from_a) + if_taken(b.pos[j], from_b);
        out.neg[k] = if_taken(a.neg[i], from_a) + if_taken(b.neg[j], from_b);
        i += from_a;
        j += from_b;
    }
    for (const auto& [rest, at] : {std::pair{a, i}, std::pair{b, j}}) {
        std::copy(rest.score + at, rest.score + rest.size, out.score + k);
        std::copy(rest.pos + at, rest.pos + rest.size, out.pos + k);
        std::copy(rest.neg + at, rest.neg + rest.size, out.neg + k);
        k += rest.size - at;
    }
    return k;
}

// Cuts both sweeps at scores of the larger, merges the parts side by side, and closes the gaps that shared cells leave.
template <class Count>
std::size_t merge(const Cells<Count>& a, const Cells<Count>& b, const Merged<Count>& out, std::size_t threads) {
    const Cells<Count>& larger = a.size >= b.size ? a : b;
    threads = threads_for(a.size + b.size, threads);
    std::vector<std::size_t> from_a{0}, from_b{0};
    // A sweep of rows that changed while they were read may be out of order: its parts never run backwards all the same.
    const auto found = [](const Cells<Count>& cells, double cut, std::size_t least) {
        return std::max(least, static_cast<std::size_t>(std::lower_bound(cells.score, cells.score + cells.size, cut, std::greater<>()) - cells.score));
    };
    for (std::size_t t = 1; t < threads; ++t) {
        const double cut = larger.score[larger.size / threads * t];
        from_a.push_back(found(a, cut, from_a.back()));
        from_b.push_back(found(b, cut, from_b.back()));
    }
    from_a.push_back(a.size);
    from_b.push_back(b.size);
    std::vector<std::size_t> made(threads);
    on_threads(threads, [&](std::size_t t) {
        const std::size_t at = from_a[t] + from_b[t];
        const Merged<Count> place{out.score + at, out.pos + at, out.neg + at};
        made[t] = merge_run(a.part(from_a[t], from_a[t + 1]), b.part(from_b[t], from_b[t + 1]), place);
    });
    std::size_t size = made[0];
    for (std::size_t t = 1; t < threads; ++t) {
        const std::size_t at = from_a[t] + from_b[t];
        if (at != size) {
            std::copy(out.score + at, out.score + at + made[t], out.score + size);
            std::copy(out.pos + at, out.pos + at + made[t], out.pos + size);
            std::copy(out.neg + at, out.neg + at + made[t], out.neg + size);
        }
        size += made[t];
    }
    return size;
}

}  // namespace gnomon
