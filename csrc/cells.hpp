// Nested cells: a float's order-preserving integer key, and sweeps coarsened by dropping the key's low bits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "parallel.hpp"

namespace gnomon {

inline std::uint64_t key_of(double score) {
    std::uint64_t bits;
    std::memcpy(&bits, &score, sizeof bits);
    return bits >> 63 ? ~bits : bits | (std::uint64_t{1} << 63);
}

inline double score_at(std::uint64_t key) {
    const std::uint64_t bits = key >> 63 ? key & ~(std::uint64_t{1} << 63) : ~key;
    double score;
    std::memcpy(&score, &bits, sizeof score);
    return score;
}

constexpr unsigned most_shift = 63;                        // of a key's bits one stays, its sign
constexpr std::uint64_t lowest_key = 0x0010000000000000;   // of the lowest finite float
constexpr std::uint64_t highest_key = 0xFFEFFFFFFFFFFFFF;  // of the highest

// The lowest float of the cell that holds `score`; a cell that reaches past the finite floats starts at the first of them.
inline double cell_floor(double score, unsigned shift) {
    const std::uint64_t key = key_of(score) >> shift << shift;
    return score_at(key < lowest_key ? lowest_key : key);
}

inline double cell_ceiling(double score, unsigned shift) {
    std::uint64_t key = key_of(score) | ((std::uint64_t{1} << shift) - 1);
    if (key == key_of(-0.0)) --key;  // sweeps hold no -0.0, which would equal the floor of the next cell
    return score_at(key > highest_key ? highest_key : key);
}

inline unsigned bit_length(std::uint64_t x) {
    unsigned bits = 0;
    for (unsigned step = 32; step; step /= 2) {
        const unsigned passed = (x >> step) ? step : 0;
        x >>= passed;
        bits += passed;
    }
    return bits + (x != 0);
}

// The smallest shift of at least `least` at which m descending scores fall into at most `limit` cells. Two neighbours share a
// cell from the shift that drops their highest differing bit.
inline unsigned shift_for(const double* score, std::size_t m, std::size_t limit, unsigned least) {
    std::size_t differing[65] = {};
    for (std::size_t i = 1; i < m; ++i) ++differing[bit_length(key_of(score[i - 1]) ^ key_of(score[i]))];
    std::size_t cells = m ? 1 : 0;
    unsigned shift = 64;
    while (shift > least && cells + differing[shift] <= limit) cells += differing[shift--];
    return std::min(shift, most_shift);
}

// Rows' scores as the lowest floats of their cells, so that what is swept of them is coarse from the start. What is no finite number
// stays as it is, for the sweep to refuse.
template <class Score>
void floor_scores(const Score* score, std::size_t n, unsigned shift, double* to, std::size_t threads) {
    const std::size_t parts = threads_for(n, threads);
    on_threads(parts, [&](std::size_t t) {
        const auto [first, last] = chunk(n, t, parts);
        for (std::size_t i = first; i < last; ++i) {
            const double x = static_cast<double>(score[i]) + 0.0;  // -0.0 is 0
            to[i] = x - x == 0 ? cell_floor(x, shift) : x;
        }
    });
}

// Sums descending cells into those of a coarser shift; returns how many there are. Outputs may be the inputs.
template <class Count>
std::size_t coarsen(const double* score, const Count* pos, const Count* neg, std::size_t m, unsigned shift, double* to_score,
                    Count* to_pos, Count* to_neg) {
    std::size_t size = 0;
    for (std::size_t i = 0; i < m; ++i) {
        const double floor = cell_floor(score[i], shift);
        if (size && to_score[size - 1] == floor) {
            to_pos[size - 1] += pos[i];
            to_neg[size - 1] += neg[i];
        } else {
            to_score[size] = floor;
            to_pos[size] = pos[i];
            to_neg[size] = neg[i];
            ++size;
        }
    }
    return size;
}

// A share of a class as the number of a bundle; what is no share, of counts that are none, is 0 or the last.
inline std::int64_t bundle_of(double share, double per_class) { return static_cast<std::int64_t>(std::min(std::max(0.0, share), per_class)); }

// Bundles neighbouring cells, none but single cells holding more than 1/per_class of either class; the first and the last `ends` cells
// stay apart. A bundle's threshold is its lowest. There is room for `most`, and what comes after joins the last. Returns how many there are.
template <class Count>
std::size_t bundle(const double* score, const Count* pos, const Count* neg, std::size_t m, double per_class, std::size_t ends,
                   std::size_t most, double* to_score, Count* to_pos, Count* to_neg) {
    double positives = 0, negatives = 0;
    for (std::size_t i = 0; i < m; ++i) {
        positives += static_cast<double>(pos[i]);
        negatives += static_cast<double>(neg[i]);
    }
    const double of_pos = per_class / (positives > 0 ? positives : 1), of_neg = per_class / (negatives > 0 ? negatives : 1);
    double tp = 0, fp = 0;
    std::size_t bundles = 0;
    std::int64_t last = -1;
    for (std::size_t i = 0; i < m; ++i) {
        const std::size_t apart = std::min(i, ends) + (i + ends >= m ? i + ends - m + 1 : 0);
        const std::int64_t which = bundle_of(tp * of_pos, per_class) + bundle_of(fp * of_neg, per_class) + static_cast<std::int64_t>(apart);
        if (which != last && bundles < most) {
            to_pos[bundles] = to_neg[bundles] = Count{0};
            ++bundles;
            last = which;
        }
        to_score[bundles - 1] = score[i];
        to_pos[bundles - 1] += pos[i];
        to_neg[bundles - 1] += neg[i];
        tp += static_cast<double>(pos[i]);
        fp += static_cast<double>(neg[i]);
    }
    return bundles;
}

}  // namespace gnomon
