// Pairs of rows that two rankings order alike, of rows that count one each: the rows stand in the order of the first ranking, those of equal
// rank with their second ranks falling, so that a pair is ordered alike where the second rank rises. All other pairs follow from counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "cells.hpp"
#include "memory.hpp"
#include "parallel.hpp"

namespace gnomon {

// Counts the pairs of a column whose later value is larger, four bits at a time from the highest down: values that differ in these bits are
// counted as they are met, and parted by them, each part in the order it had.
class RisingPairs {
  public:
    static constexpr unsigned width = 4;
    static constexpr std::size_t parts = std::size_t{1} << width;

    // The pairs that differ in one of the lowest `bits` bits. The column is put into another order.
    std::uint64_t count(std::uint32_t* values, std::size_t n, unsigned bits) {
        if (n <= handful) return compare_all(values, n, bits);
        if (bits == 0) return 0;
        std::size_t end[parts];
        std::uint64_t rising = split(values, n, bits, end);
        const unsigned left = bits - std::min(bits, width);
        for (std::size_t p = 0, first = 0; p < parts; first = end[p++]) rising += count(values + first, end[p] - first, left);
        return rising;
    }

    // The pairs that differ in the highest four of these bits; end[p] is where part p ends.
    std::uint64_t split(std::uint32_t* values, std::size_t n, unsigned bits, std::size_t* end) {
        if (scratch_.size() < n) scratch_ = Block<std::uint32_t>(n);
        std::uint32_t* to = scratch_.get();
        const unsigned shift = bits - std::min(bits, width);
        const auto part_of = [=](std::uint32_t value) { return value >> shift & (parts - 1); };
        std::fill(end, end + parts, 0);
        for (std::size_t i = 0; i < n; ++i) ++end[part_of(values[i])];
        for (std::size_t p = 0, sum = 0; p < parts; ++p) {
            const std::size_t size = end[p];
            end[p] = sum;
            sum += size;
        }
        // A part has two bits of quarter and two of place: what was met of lower quarters, and of lower places in each quarter.
        static constexpr std::uint32_t past[4][4] = {{0, 1, 1, 1}, {0, 0, 1, 1}, {0, 0, 0, 1}, {0, 0, 0, 0}};
        std::uint32_t quarters[4] = {}, places[4][4] = {};
        std::uint64_t rising = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const std::uint32_t value = values[i];
            const std::size_t part = part_of(value), quarter = part >> 2, place = part & 3;
            rising += std::uint64_t{quarters[quarter]} + places[quarter][place];
            for (std::size_t k = 0; k < 4; ++k) {
                quarters[k] += past[quarter][k];
                places[quarter][k] += past[place][k];
            }
            to[end[part]++] = value;
        }
        std::copy(to, to + n, values);
        return rising;
    }

  private:
    static constexpr std::size_t handful = 12;

    static std::uint64_t compare_all(const std::uint32_t* values, std::size_t n, unsigned bits) {
        const auto low = static_cast<std::uint32_t>((std::uint64_t{1} << bits) - 1);
        std::uint64_t rising = 0;
        for (std::size_t j = 1; j < n; ++j)
            for (std::size_t i = 0; i < j; ++i) rising += (values[i] & low) < (values[j] & low);
        return rising;
    }

    Block<std::uint32_t> scratch_{0};
};

struct UnitPairs {
    std::uint64_t alike = 0, opposite = 0;
};

inline std::uint64_t pairs_among(std::uint64_t n) { return n / 2 * (n - 1 + n % 2) * (n > 0); }

// Second ranks in the order of the first, which are below `firsts`; those of an equal first rank falling. `tied`: pairs equal in the first, `same`: in both.
inline Block<std::uint32_t> in_first_order(const std::uint32_t* first, const std::uint32_t* second, std::size_t n, std::size_t firsts,
                                           std::uint64_t& tied, std::uint64_t& same) {
    const std::size_t last = std::max<std::size_t>(firsts, 1) - 1;
    Block<std::uint32_t> of(n), out(n);  // read once: another thread may write to the ranks meanwhile
    std::vector<std::uint32_t> end(last + 2, 0);
    for (std::size_t i = 0; i < n; ++i) {
        of[i] = static_cast<std::uint32_t>(std::min<std::size_t>(first[i], last));
        ++end[of[i] + 1];
    }
    for (std::size_t r = 0; r <= last; ++r) end[r + 1] += end[r];
    for (std::size_t i = 0; i < n; ++i) out[end[of[i]]++] = second[i];
    for (std::size_t r = 0, begin = 0; r <= last; begin = end[r++]) {
        const std::size_t size = end[r] - begin;
        if (size < 2) continue;
        std::uint32_t* run = out.get() + begin;
        std::sort(run, run + size, std::greater<>());
        tied += pairs_among(size);
        for (std::size_t i = 0, j = 0; i < size; i = j) {
            while (j < size && run[j] == run[i]) ++j;
            same += pairs_among(j - i);
        }
    }
    return out;
}

// Pairs that are equal in a column of ranks below `ranks`.
inline std::uint64_t equal_pairs(const std::uint32_t* rank, std::size_t n, std::size_t ranks) {
    std::vector<std::uint32_t> count(ranks + 1, 0);
    for (std::size_t i = 0; i < n; ++i) ++count[std::min<std::size_t>(rank[i], ranks)];
    std::uint64_t pairs = 0;
    for (const std::uint32_t size : count) pairs += pairs_among(size);
    return pairs;
}

inline UnitPairs unit_pairs(const std::uint32_t* first, const std::uint32_t* second, std::size_t n, std::size_t firsts, std::size_t seconds,
                            std::size_t most) {
    std::uint64_t tied = 0, same = 0;
    Block<std::uint32_t> rank = in_first_order(first, second, n, firsts, tied, same);
    UnitPairs out;
    out.opposite = pairs_among(n) - tied - equal_pairs(rank.get(), n, seconds) + same;
    const unsigned bits = bit_length(seconds ? seconds - 1 : 0);
    if (n < rows_per_thread || bits == 0) {
        out.alike = RisingPairs().count(rank.get(), n, bits);
    } else {
        std::size_t end[RisingPairs::parts];
        out.alike = RisingPairs().split(rank.get(), n, bits, end);
        const unsigned left = bits - std::min(bits, RisingPairs::width);
        std::vector<std::uint64_t> found(RisingPairs::parts);
        on_queue(RisingPairs::parts, threads_for(n, most), [&] {
            return [&, counter = RisingPairs()](std::size_t p) mutable {
                const std::size_t begin = p ? end[p - 1] : 0;
                found[p] = counter.count(rank.get() + begin, end[p] - begin, left);
            };
        });
        for (const std::uint64_t part : found) out.alike += part;
    }
    out.opposite -= out.alike;
    return out;
}

}  // namespace gnomon
